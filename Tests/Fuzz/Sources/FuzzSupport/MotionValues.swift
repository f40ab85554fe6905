import Motion
public import Service

/// Checks that values from outside are possible ones.
public func check(_ values: MotionState.Values) {
    let (attitude, opacities) = (values.attitude, values.opacities)
    precondition(abs(attitude.quaternion.norm - 1) < 0.01, "no rotation")
    precondition(attitude.rate.isFinite, "no rate")
    precondition((-180...180).contains(values.tilt), "no tilt")
    let each = [opacities.back, opacities.middle, opacities.front]
    precondition(each.allSatisfy { (0...1).contains($0) }, "an opacity beyond 0 and 1")
}
