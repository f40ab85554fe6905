import Glibc

/// Random numbers that depend only on the seed: SplitMix64 (Steele, Lea and Flood, "Fast splittable
/// pseudorandom number generators", 2014).
public struct RandomNumbers: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Starts the sequence of `seed`.
    public init(seed: UInt64) { state = seed }

    /// Uniformly distributed over all 64 bits.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// Uniformly distributed in [0, 1).
    public mutating func uniform() -> Double { Double(next() >> 11) * 0x1p-53 }

    /// Normally distributed with mean 0 and deviation 1 (Box and Muller 1958).
    public mutating func normal() -> Double {
        let radius = (-2 * log(1 - uniform())).squareRoot()
        return radius * cos(2 * .pi * uniform())
    }

    /// Three independent normally distributed numbers.
    public mutating func normalVector() -> Vector3 { Vector3(normal(), normal(), normal()) }
}
