import Glibc

/// A damped harmonic oscillator that moves a value to its target.
///
/// The equation is m x″ + c x′ + k x = 0 for the distance x from the target.
public struct Spring: Sendable, Hashable {
    /// m.
    public let mass: Double
    /// k, 1/s² for mass 1.
    public let stiffness: Double
    /// c, 1/s for mass 1.
    public let damping: Double
    /// ω = √(k/m), rad/s.
    public let angularFrequency: Double
    /// ζ = c / (2 √(k m)): below 1 the value overshoots, at 0 it never rests, at infinity it never
    /// moves.
    public let dampingRatio: Double

    /// The range of durations and responses, seconds.
    public static let durationRange = 0.001...10_000
    /// The range of bounces: 1 never settles, -1 never arrives.
    public static let bounceRange = -1.0...1
    /// The range of masses and stiffnesses.
    public static let massAndStiffnessRange = 0.001...1_000_000
    /// The range of dampings and damping fractions.
    public static let dampingAndFractionRange = 0.0...1_000_000

    /// ζ = 1 - b for a bounce b of at least 0, ζ = 1 / (1 + b) for b below 0; k = (2π/T)² for the
    /// duration T. Both numbers are limited to their ranges.
    public init(duration: Double = 0.5, bounce: Double = 0) {
        let b = bounce.limited(to: Self.bounceRange)
        self.init(response: duration, ratio: b < 0 ? 1 / (1 + b) : 1 - b)
    }

    /// `response` is the duration in seconds, `dampingFraction` is ζ. Both numbers are limited to
    /// their ranges.
    public init(response: Double, dampingFraction: Double) {
        self.init(
            response: response, ratio: dampingFraction.limited(to: Self.dampingAndFractionRange))
    }

    /// The physical parameters, limited to their ranges. Without `allowsOverDamping` the damping is
    /// limited so that ζ is at most 1; ω stays the same.
    public init(
        mass: Double = 1, stiffness: Double, damping: Double, allowsOverDamping: Bool = false
    ) {
        let range = Self.massAndStiffnessRange
        let (m, k) = (mass.limited(to: range), stiffness.limited(to: range))
        let critical = 2 * (m * k).squareRoot()
        let c = damping.limited(to: Self.dampingAndFractionRange)
        (self.mass, self.stiffness) = (m, k)
        self.damping = allowsOverDamping ? c : min(c, critical)
        angularFrequency = (k / m).squareRoot()
        dampingRatio = self.damping / critical
    }

    private init(response: Double, ratio: Double) {
        let w = 2 * .pi / response.limited(to: Self.durationRange)
        (mass, stiffness, damping) = (1, w * w, 2 * ratio * w)
        (angularFrequency, dampingRatio) = (w, ratio)
    }

    /// T = 2π/ω, seconds: when a movement is logically complete, and the next one may begin.
    public var duration: Double { 2 * .pi / angularFrequency }

    /// 1 - ζ for ζ up to 1, 1/ζ - 1 above.
    public var bounce: Double { dampingRatio <= 1 ? 1 - dampingRatio : 1 / dampingRatio - 1 }

    /// Whether the value comes to rest at its target.
    public var settles: Bool { dampingRatio > 0 && dampingRatio < .infinity }
}

extension Spring {
    /// Without overshoot.
    public static let smooth = Spring()
    /// With a small overshoot.
    public static let snappy = Spring(bounce: 0.15)
    /// With an overshoot that is seen.
    public static let bouncy = Spring(bounce: 0.3)
    /// Short, for what follows a finger.
    public static let interactive = Spring(duration: 0.15, bounce: 0.15)
}
