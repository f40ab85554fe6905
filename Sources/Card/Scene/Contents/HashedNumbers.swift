/// Numbers that look random, and are always the same for the same seed and indices: SplitMix64.
struct HashedNumbers {
    private var state: UInt64

    init(_ seed: Int, _ first: Int, _ second: Int = 0, _ third: Int = 0) {
        state = UInt64(bitPattern: Int64(seed)) &* 0x9E37_79B9_7F4A_7C15
        take(first)
        take(second)
        take(third)
    }

    private mutating func take(_ index: Int) {
        state = mixed &+ UInt64(bitPattern: Int64(index))
    }

    /// A number in [0, 1).
    mutating func next() -> Double {
        state &+= 0x9E37_79B9_7F4A_7C15
        return Double(mixed >> 11) * 0x1p-53
    }

    /// A number in a range.
    mutating func next(in range: ClosedRange<Double>) -> Double {
        range.lowerBound + (range.upperBound - range.lowerBound) * next()
    }

    private var mixed: UInt64 {
        var x = state
        x = (x ^ (x >> 30)) &* 0xBF58_476D_1CE4_E5B9
        x = (x ^ (x >> 27)) &* 0x94D0_49BB_1331_11EB
        return x ^ (x >> 31)
    }
}
