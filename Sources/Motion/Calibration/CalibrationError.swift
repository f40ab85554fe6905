import Glibc

/// Why poses make no calibration, in words that the person who holds the device can act on.
public enum CalibrationError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The flat pose and two across it are the least.
    case tooFewPoses
    /// A rest's specific force, m/s², is nowhere near gravity.
    case notGravity(CalibrationPose, Double)
    /// Gravity has turned by `degrees` between two poses, which are `wanted` apart.
    case wrongAngle(CalibrationPose, since: CalibrationPose, degrees: Double, wanted: Double)
    /// The device turned at so many rad/s while it should rest.
    case turning(CalibrationPose, Double)
    /// However its axes are named, the gyroscope turns otherwise than gravity, in degrees.
    case gyroscopeContradicts(degrees: Double)
    /// More than one naming of the gyroscope's axes would fit the turns.
    case gyroscopeUnclear

    public var description: String {
        switch self {
        case .tooFewPoses:
            "too few poses: flat, top edge up and right edge down are the least"
        case .notGravity(let pose, let force):
            "at \"\(pose.rawValue)\" the accelerometer reads \(tenths(force)) m/s², which is not "
                + "gravity: the driver's scale is wrong, or something pushes the device"
        case .wrongAngle(let pose, let other, let degrees, let wanted):
            wrongAngle(pose, other, degrees, wanted)
        case .turning(let pose, let rate):
            "at \"\(pose.rawValue)\" the device turns at \(tenths(rate * 180 / .pi)) degrees a "
                + "second: let it rest"
        case .gyroscopeContradicts(let degrees):
            "the gyroscope turns against gravity, by \(tenths(degrees)) degrees at best: its scale is "
                + "wrong, samples are lost, or you turned the device too fast"
        case .gyroscopeUnclear:
            "the turns fit the gyroscope's axes in more than one way: turn the device by a quarter "
                + "from each pose to the next, and end lying flat"
        }
    }

    private func wrongAngle(
        _ pose: CalibrationPose, _ other: CalibrationPose, _ degrees: Double, _ wanted: Double
    ) -> String {
        let words =
            degrees < 45
            ? "looks like \"\(other.rawValue)\""
            : "is \(tenths(degrees)) degrees from \"\(other.rawValue)\", not \(Int(wanted))"
        return "\"\(pose.rawValue)\" \(words): bring the device into that pose"
    }
}

private func tenths(_ number: Double) -> String { number.rounded(toDigits: 1) }

extension Double {
    /// With so many digits behind the point, for people.
    package func rounded(toDigits digits: Int) -> String {
        let unit = pow(10, Double(digits))
        let count = (magnitude * unit).rounded()
        guard count < 1e15 else { return "\(self)" }
        let whole = Int(count) / Int(unit)
        let rest = String(Int(count) % Int(unit))
        let sign = self < 0 && count > 0 ? "-" : ""
        return "\(sign)\(whole)." + String(repeating: "0", count: digits - rest.count) + rest
    }
}
