import Glibc

/// Standard gravity, m/s².
public let standardGravity = 9.80665

/// Seconds: the motion during a longer step between two samples is unknown.
public let longestStep = 0.5

/// `longestStep` in nanoseconds.
public let longestStepNanoseconds: Int64 = 500_000_000

/// The same angle in (-π, π].
func wrapped(_ radians: Double) -> Double {
    if radians > -.pi, radians <= .pi { return radians }
    let wrapped = remainder(radians, 2 * .pi)
    return wrapped == -.pi ? .pi : wrapped
}

/// The same angle in (-180, 180].
public func wrappedDegrees(_ degrees: Double) -> Double {
    if degrees > -180, degrees <= 180 { return degrees }
    let wrapped = remainder(degrees, 360)
    return wrapped == -180 ? 180 : wrapped
}

/// 0 below 0, 1 above 1, between them 3x² - 2x³, with slope 0 at both ends.
func smoothstep(_ x: Double) -> Double {
    let t = min(1, max(0, x))
    return t * t * (3 - 2 * t)
}

extension Double {
    /// The text for the user with `digits` decimals: "9.80". NaN and
    /// numbers from 10^(15 - `digits`) on are written as Swift writes them.
    package func rounded(toDigits digits: Int) -> String {
        let unit = pow(10, Double(digits))
        let count = (magnitude * unit).rounded()
        guard count < 1e15 else { return "\(self)" }
        let sign = self < 0 && count > 0 ? "-" : ""
        let whole = Int(count) / Int(unit)
        guard digits > 0 else { return "\(sign)\(whole)" }
        let fraction = String(Int(count) % Int(unit))
        let zeros = String(repeating: "0", count: digits - fraction.count)
        return "\(sign)\(whole)." + zeros + fraction
    }

    /// The text for the user with at most `digits` decimals: "9.8"; from 1e9 on with all decimals.
    package func rounded(toAtMost digits: Int) -> String {
        let unit = pow(10, Double(digits))
        return magnitude < 1e9 ? ((self * unit).rounded() / unit).short : "\(self)"
    }

    /// Without ".0" if it is an integer below 1e15.
    package var short: String {
        self == rounded() && magnitude < 1e15 ? "\(Int64(self))" : "\(self)"
    }
}
