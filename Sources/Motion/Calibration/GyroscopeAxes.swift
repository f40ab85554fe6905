/// A turn as the gyroscope and as gravity saw it.
struct ObservedTurn {
    let gyroscope: GyroscopeTurn
    /// Up in the accelerometer's axes, of any length, before and after.
    let before: Vector3
    let after: Vector3

    /// How far the gyroscope leads up astray, in degrees, if its axes lie in the accelerometer's so.
    ///
    /// A left-handed matrix is a rotation P times -1: rates ω in other axes turn by P q(±ω) P⁻¹.
    func error(axes: MountMatrix) -> Double {
        let isReversed = axes.determinant < 0
        let rotation = isReversed ? -axes : axes
        let q = isReversed ? gyroscope.reversed : gyroscope.asReported
        let led = rotation.apply(to: q.conjugate.rotate(rotation.transposed.apply(to: before)))
        return degrees(from: led, to: after)
    }
}

/// Which of the gyroscope's axes is which of the accelerometer's, tried out on the turns between poses.
struct GyroscopeAxes {
    /// Degrees: scale errors, slow polling and hands stay below; a wrong axis is far above.
    private static let tolerance = 20.0

    /// The gyroscope's axes in the accelerometer's.
    let axes: MountMatrix
    /// How far the worst turn is from gravity's, in degrees.
    let error: Double

    /// Its axes, the accelerometer's own if those fit; nil without turns.
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

    /// What that says of the gyroscope.
    var check: CalibrationReport.GyroscopeCheck {
        if axes == .identity { return .agrees(degrees: error) }
        return axes.determinant < 0
            ? .isLeftHanded(degrees: error) : .hasOtherAxes(degrees: error)
    }
}
