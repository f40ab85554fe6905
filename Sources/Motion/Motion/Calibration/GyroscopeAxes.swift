/// A rotation as measured by the gyroscope and by gravity.
struct ObservedTurn {
    let gyroscope: GyroscopeTurn
    /// Up in the accelerometer's axes, of any length, before and after.
    let before: Vector3
    let after: Vector3

    /// The error in degrees of up as rotated by the gyroscope with these axes.
    ///
    /// A right-handed matrix is a rotation P, a left-handed one is -P. In the accelerometer's axes,
    /// the gyroscope's rates ω rotate by P q(ω) P⁻¹ with the first, by P q(-ω) P⁻¹ with the second.
    func error(axes: MountMatrix) -> Double {
        let isReversed = axes.determinant < 0
        let rotation = isReversed ? -axes : axes
        let q = isReversed ? gyroscope.reversed : gyroscope.asReported
        let led = rotation.apply(to: q.conjugate.rotate(rotation.transposed.apply(to: before)))
        return degrees(from: led, to: after)
    }
}

/// Assigns the gyroscope's axes to the accelerometer's, by the rotations between poses.
struct GyroscopeAxes {
    /// Degrees: above errors by scale, slow polling and hands; far below errors by wrong axes.
    private static let tolerance = 20.0

    /// From the gyroscope's axes to the accelerometer's.
    let axes: MountMatrix
    /// The largest error of a rotation, in degrees.
    let error: Double

    /// The axes that fit the rotations, if possible the accelerometer's; nil without rotations.
    init?(turns: [ObservedTurn]) throws(CalibrationError) {
        guard !turns.isEmpty else { return nil }
        let worst = { (axes: MountMatrix) in turns.map { $0.error(axes: axes) }.max() ?? 0 }
        let own = worst(.identity)
        guard own > Self.tolerance else {
            (axes, error) = (.identity, own)
            return
        }
        let all = MountMatrix.axisRotations + MountMatrix.axisRotations.map { -$0 }
        let tried = all.map { ($0, worst($0)) }.sorted { $0.1 < $1.1 }
        guard tried[0].1 < Self.tolerance else { throw .gyroscopeContradicts(degrees: own) }
        guard tried[1].1 > Self.tolerance else { throw .gyroscopeUnclear }
        (axes, error) = tried[0]
    }

    /// The result of the comparison with gravity.
    var check: CalibrationReport.GyroscopeCheck {
        if axes == .identity { return .agrees(degrees: error) }
        return axes.determinant < 0
            ? .isLeftHanded(degrees: error) : .hasOtherAxes(degrees: error)
    }
}
