/// 128-bit significands of powers of ten, for reading and writing numbers without rounding twice.
///
/// Ten to the q is five to the q but for its binary exponent. The range is where one 128-bit product
/// always decides the rounding (Mushtak and Lemire, "Fast number parsing without fallback", 2023).
enum PowersOfTen {
    /// The exponents the table holds; others take the standard library's slower way.
    static let exponents = -27...55

    /// Five to each of `exponents`, shifted to [2¹²⁷, 2¹²⁸); rounded up where it is not exact.
    static let significands: [UInt128] = exponents.map { exponent in
        exponent < 0 ? reciprocal(power(5, -exponent)) : normalized(power(5, exponent))
    }

    /// The powers of ten that a Double holds exactly.
    static let exact: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
        1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
    ]

    /// The powers of ten that 64 bits hold.
    static let whole: [UInt64] = [
        1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
        10_000_000_000, 100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000,
        1_000_000_000_000_000, 10_000_000_000_000_000, 100_000_000_000_000_000,
        1_000_000_000_000_000_000, 10_000_000_000_000_000_000,
    ]

    private static func power(_ base: UInt128, _ exponent: Int) -> UInt128 {
        (0..<exponent).reduce(1) { product, _ in product * base }
    }

    private static func normalized(_ value: UInt128) -> UInt128 {
        value << UInt128(value.leadingZeroBitCount)
    }

    /// 2ᵇ / divisor + 1 with b such that the result fills 128 bits: long division in base two.
    private static func reciprocal(_ divisor: UInt128) -> UInt128 {
        let bits = 128 - (divisor - 1).leadingZeroBitCount + 127
        var (remainder, quotient): (UInt128, UInt128) = (1, 0)
        for _ in 0..<bits {
            remainder <<= 1
            quotient <<= 1
            if remainder >= divisor {
                remainder -= divisor
                quotient |= 1
            }
        }
        return quotient + 1
    }
}
