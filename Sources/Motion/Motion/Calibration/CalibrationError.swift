import Glibc

/// Why poses give no calibration, in words that the user can act on.
public enum CalibrationError: Error, Sendable, Equatable, CustomStringConvertible {
    /// Poses with up along each of the device's three axes are needed.
    case tooFewPoses
    /// A rest's specific force, m/s², is far from |g|.
    case notGravity(CalibrationPose, Double)
    /// Gravity turned by `degrees` between two poses; it should be `wanted`.
    case wrongAngle(CalibrationPose, since: CalibrationPose, degrees: Double, wanted: Double)
    /// The device turned at this rate, rad/s, while it should rest.
    case turning(CalibrationPose, Double)
    /// No assignment of its axes makes the gyroscope agree with gravity; the error in degrees if
    /// its axes are the accelerometer's.
    case gyroscopeContradicts(degrees: Double)
    /// More than one assignment of the gyroscope's axes fits the rotations.
    case gyroscopeUnclear

    public var description: String {
        switch self {
        case .tooFewPoses:
            "too few poses: at least flat, top edge up and right edge down are needed"
        case .notGravity(let pose, let force):
            "at \"\(pose.rawValue)\" the accelerometer reads \(tenths(force)) m/s², which is not "
                + "gravity: the driver's scale is wrong, or something pushes the device"
        case .wrongAngle(let pose, let other, let degrees, let wanted):
            "\"\(pose.rawValue)\" "
                + (degrees < 45 && wanted >= 45
                    ? "looks like \"\(other.rawValue)\""
                    : "is \(tenths(degrees)) degrees from \"\(other.rawValue)\", not \(Int(wanted))")
                + ": bring the device into that pose"
        case .turning(let pose, let rate):
            "at \"\(pose.rawValue)\" the device turns at \(tenths(rate * 180 / .pi)) degrees a "
                + "second: do not move it"
        case .gyroscopeContradicts(let degrees):
            "gyroscope and accelerometer differ by \(tenths(degrees)) degrees: the gyroscope's scale "
                + "is wrong, samples are lost, or the device was turned too fast"
        case .gyroscopeUnclear:
            "the turns fit the gyroscope's axes in more than one way: turn the device by a quarter "
                + "from each pose to the next, and end lying flat"
        }
    }
}

private func tenths(_ number: Double) -> String { number.rounded(toDigits: 1) }
