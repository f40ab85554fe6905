public import Geometry
internal import Glibc

/// Waves that run over a picture, each from its own centre.
///
/// A wave of the age t reaches a place at the distance r with the displacement a = A sin(F τ) e^(-D τ), τ =
/// t - r / speed, and 0 where τ is not above 0. The place then shows what lies a farther from the centre,
/// and is lighter by `light` a/A. The displacements of several waves are added.
public struct Ripple: Sendable, Equatable {
    /// A, in the units of the places; above 0.
    public var amplitude: Double
    /// F, radians a second.
    public var frequency: Double
    /// D, 1 / s.
    public var decay: Double
    /// How far a wave runs in a second.
    public var speed: Double
    /// What the highest crest adds to the colours, before they are multiplied by alpha.
    public var light: Double
    public var waves: [Wave]

    public struct Wave: Sendable, Equatable {
        public var centre: Point
        /// Seconds; above 0.
        public var age: Double

        public init(from centre: Point, age: Double) { (self.centre, self.age) = (centre, age) }
    }

    public init(
        amplitude: Double, frequency: Double, decay: Double, speed: Double, light: Double,
        waves: [Wave]
    ) {
        (self.amplitude, self.frequency, self.decay) = (amplitude, frequency, decay)
        (self.speed, self.light, self.waves) = (speed, light, waves)
    }

    /// a for τ.
    public func displacement(_ seconds: Double) -> Double {
        seconds > 0 ? amplitude * sin(frequency * seconds) * exp(-decay * seconds) : 0
    }

    /// Seconds: for so long after a wave has come it moves a place by more than 1/512, or lightens it by
    /// more than 1/4080 of white. At most the age of the oldest wave.
    public var longest: Double {
        let oldest = waves.map(\.age).max() ?? 0
        let fading = log(max(512 * amplitude, 4080 * light)) / decay
        return decay > 0 ? min(oldest, max(0, fading)) : oldest
    }

    /// A smaller amplitude or frequency counts as 0.
    public static let least = 1e-6

    /// What no displacement by all waves together is longer than.
    ///
    /// That of one wave is longest at τ = atan(F / D) / F.
    public var reach: Double {
        guard frequency > Self.least else { return 0 }
        return Double(waves.count) * displacement(atan2(frequency, decay) / frequency)
    }
}
