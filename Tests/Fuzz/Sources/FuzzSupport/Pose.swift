import Motion
public import Service

/// A pose that came from outside is one that exists.
public func check(_ pose: MotionState.Pose) {
    let (attitude, opacities) = (pose.attitude, pose.opacities)
    precondition(abs(attitude.quaternion.norm - 1) < 0.01, "no rotation")
    precondition(attitude.rate.isFinite, "no rate")
    precondition((-180...180).contains(pose.tilt), "no tilt")
    let each = [opacities.back, opacities.middle, opacities.front]
    precondition(each.allSatisfy { (0...1).contains($0) }, "an opacity beyond 0 and 1")
}
