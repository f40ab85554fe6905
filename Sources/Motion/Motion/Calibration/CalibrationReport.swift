import Glibc

/// A calibration, and its errors in the poses that it was made from.
public struct CalibrationReport: Sendable {
    /// The error of the calibration in one pose.
    public struct Residual: Sendable, Equatable {
        public let pose: CalibrationPose
        /// m/s²: the specific force's length minus |g|.
        public let force: Double
        /// Between the specific force and the pose's up; mostly the error of the pose itself.
        public let angleDegrees: Double
    }

    /// Comparison of gyroscope and gravity between the poses.
    public enum GyroscopeCheck: Sendable, Equatable {
        /// There is no gyroscope, or samples were missing in each rotation.
        case unseen
        /// Its axes are the accelerometer's; the largest error of a rotation.
        case agrees(degrees: Double)
        /// Its axes are not the accelerometer's; the calibration has them. The largest error of a
        /// rotation with these axes.
        case hasOtherAxes(degrees: Double)
        /// Its axes are mirrored against the accelerometer's: no rotation maps one to the other.
        /// The calibration has them; the largest error of a rotation with these axes.
        case isLeftHanded(degrees: Double)
    }

    public internal(set) var calibration = Calibration()
    public internal(set) var residuals: [Residual] = []
    /// m/s²: standard deviation of each axis's offset.
    public internal(set) var offsetDeviation = Vector3.zero
    /// Standard deviation of each axis's scale.
    public internal(set) var scaleDeviation = Vector3.zero
    public internal(set) var gyroscope = GyroscopeCheck.unseen
    /// m/s² and rad/s: standard deviations of a sample at rest.
    public internal(set) var noise = (acceleration: 0.0, rate: 0.0)

    /// Computes the calibration from the rests; the first rest gives bias and noise.
    public init(_ rests: [CalibrationRest]) throws(CalibrationError) {
        let axes = Set(rests.map { $0.pose.up * $0.pose.up })
        guard let first = rests.first, axes.count == 3 else { throw .tooFewPoses }
        for (index, rest) in rests.enumerated() { try rest.check(after: rests[..<index]) }
        fitAccelerometer(rests)
        fitMount(rests)
        calibration.rotationBias = first.measured.rate ?? .zero
        noise = (first.measured.accelerationNoise, first.measured.rateNoise)
        try checkGyroscope(rests)
        residuals = rests.map(residual)
    }

    /// Whether the poses separate an axis's scale from its offset.
    public func isScaleKnown(_ axis: Int) -> Bool {
        scaleDeviation[axis] < AccelerometerFit.scalePrior / 2
    }

    private mutating func fitAccelerometer(_ rests: [CalibrationRest]) {
        let fit = AccelerometerFit(rests.map(\.measured.acceleration))
        calibration.accelerationOffset = fit.offset
        calibration.accelerationScale = fit.scale
        (offsetDeviation, scaleDeviation) = (fit.offsetDeviation, fit.scaleDeviation)
    }

    /// Three directions at right angles determine the orthogonal matrix; a left-handed one means a
    /// reversed accelerometer, because any left-handed one is a rotation times -1.
    private mutating func fitMount(_ rests: [CalibrationRest]) {
        var sum = MountMatrix(x: .zero, y: .zero, z: .zero)
        for rest in rests {
            let u = calibration.corrected(rest.measured.acceleration)
            let up = rest.pose.weight / u.length * rest.pose.up
            (sum.x, sum.y, sum.z) = (sum.x + up.x * u, sum.y + up.y * u, sum.z + up.z * u)
        }
        calibration.isReversed = sum.determinant < 0
        calibration.mount = (calibration.isReversed ? -sum : sum).nearestRotation.snapped
    }

    private mutating func checkGyroscope(_ rests: [CalibrationRest]) throws(CalibrationError) {
        let turns = zip(rests, rests.dropFirst()).compactMap { before, after in
            after.measured.turn.map {
                ObservedTurn(
                    gyroscope: $0, before: calibration.corrected(before.measured.acceleration),
                    after: calibration.corrected(after.measured.acceleration))
            }
        }
        guard let found = try GyroscopeAxes(turns: turns) else { return }
        gyroscope = found.check
        if found.axes != .identity { calibration.gyroscopeMount = calibration.mount * found.axes }
    }

    private func residual(_ rest: CalibrationRest) -> Residual {
        let force = calibration.acceleration(of: rest.measured.acceleration)
        return Residual(
            pose: rest.pose, force: force.length - standardGravity,
            angleDegrees: degrees(from: force, to: rest.pose.up))
    }
}

extension CalibrationRest {
    /// Degrees: if the direction of gravity differs by more than this, a rest is in another pose.
    static let angleTolerance = 25.0
    /// m/s²: larger than the offset of any accelerometer.
    private static let forceTolerance = 2.0
    /// rad/s: largest length of the bias, and of its change since the first rest.
    private static let (largestBias, largestChange) = (0.14, 0.05)

    /// Throws if this rest contradicts its pose or the rests before it.
    func check(after rests: ArraySlice<CalibrationRest>) throws(CalibrationError) {
        let force = measured.acceleration
        guard abs(force.length - standardGravity) < Self.forceTolerance else {
            throw .notGravity(pose, force.length)
        }
        try checkRate(after: rests.first)
        for rest in rests {
            let found = degrees(from: rest.measured.acceleration, to: force)
            let wanted = degrees(from: rest.pose.up, to: pose.up)
            guard abs(found - wanted) < Self.angleTolerance else {
                throw .wrongAngle(pose, since: rest.pose, degrees: found, wanted: wanted)
            }
        }
    }

    private func checkRate(after first: CalibrationRest?) throws(CalibrationError) {
        guard let rate = measured.rate else { return }
        let beyond = rate - (first?.measured.rate ?? .zero)
        let limit = first == nil ? Self.largestBias : Self.largestChange
        if beyond.length > limit { throw .turning(pose, beyond.length) }
    }
}

/// The angle between two directions, in degrees.
func degrees(from a: Vector3, to b: Vector3) -> Double {
    atan2(a.cross(b).length, a.dot(b)) * 180 / .pi
}
