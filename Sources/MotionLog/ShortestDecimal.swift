/// The fewest decimal digits that read back as the same Double, and of these the nearest.
///
/// Schubfach (Raffaello Giulietti, "The Schubfach way to render doubles", 2020), with his symbols.
struct ShortestDecimal {
    /// The digits, without trailing zeros.
    let significand: UInt64
    /// The power of ten that `significand` is multiplied by.
    let exponent: Int

    /// The digits of a finite `value` above zero; nil outside the table of powers of ten.
    init?(_ value: Double) {
        let fraction = value.significandBitPattern
        let c = fraction | 1 << 52
        let q = Int(value.exponentBitPattern) - 1075
        if (-52...0).contains(q), c & (1 << UInt64(-q) - 1) == 0 {
            self.init(trimming: c >> UInt64(-q), 0)
            return
        }
        // Below a power of two the neighbour is only half as far away.
        let isClose = fraction == 0 ? 1 : 0
        let k = (q * 1_262_611 - isClose * 524_031) >> 22
        guard PowersOfTen.exponents.contains(-k), value.isNormal else { return nil }
        let g = PowersOfTen.significands[-k - PowersOfTen.exponents.lowerBound]
        let h = UInt64(q + (-k * 1_741_647) >> 19 + 1)
        let v = Self.roundToOdd(g, (4 * c) << h)
        let odd = c & 1
        let lower = Self.roundToOdd(g, (4 * c - 2 + UInt64(isClose)) << h) + odd
        let upper = Self.roundToOdd(g, (4 * c + 2) << h) - odd
        self.init(shortestBetween: lower, upper, nearest: v, k)
    }

    /// Takes the decimal of fewest digits between `lower` and `upper`, all in quarters of 10^k.
    private init(shortestBetween lower: UInt64, _ upper: UInt64, nearest v: UInt64, _ k: Int) {
        let s = v / 4
        let tens = s / 10
        let (tensBelow, tensAbove) = (lower <= 40 * tens, 40 * tens + 40 <= upper)
        if s >= 10, tensBelow != tensAbove {
            self.init(trimming: tens + (tensAbove ? 1 : 0), k + 1)
            return
        }
        let (below, above) = (lower <= 4 * s, 4 * s + 4 <= upper)
        let middle = 4 * s + 2
        let roundsUp =
            below != above ? above : v > middle || (v == middle && s & 1 != 0)
        self.init(trimming: s + (roundsUp ? 1 : 0), k)
    }

    private init(trimming significand: UInt64, _ exponent: Int) {
        var (significand, exponent) = (significand, exponent)
        while significand >= 100_000_000, significand % 100_000_000 == 0 {
            significand /= 100_000_000
            exponent += 8
        }
        while significand % 10 == 0 {
            significand /= 10
            exponent += 1
        }
        self.significand = significand
        self.exponent = exponent
    }

    /// The upper 64 bits of g · cp / 2⁶⁴, the lowest one set where anything was cut off.
    private static func roundToOdd(_ g: UInt128, _ cp: UInt64) -> UInt64 {
        let x = UInt64(truncatingIfNeeded: g).multipliedFullWidth(by: cp)
        let y = UInt64(g >> 64).multipliedFullWidth(by: cp)
        let (low, overflow) = y.low.addingReportingOverflow(x.high)
        return (y.high &+ (overflow ? 1 : 0)) | (low > 1 ? 1 : 0)
    }
}
