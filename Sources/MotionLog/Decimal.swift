/// A decimal number as it stands in text: ±significand · 10^exponent, not yet rounded.
struct Decimal {
    /// Whether a minus sign stands before it.
    var isNegative = false
    /// The digits without their point; exact while there are at most 19.
    var significand: UInt64 = 0
    /// The power of ten that `significand` is multiplied by.
    var exponent = 0
    /// How many digits the text has, leading zeros included.
    var digits = 0

    /// Whether `significand` holds every digit.
    var isExact: Bool { digits > 0 && digits <= 19 }

    /// The nearest Double, ties to even; nil where only the long way can tell.
    @inline(__always)
    func rounded(_ significands: [UInt128]) -> Double? {
        guard isExact else { return nil }
        if significand <= 1 << 53, abs(exponent) <= 22 {
            // Both operands are exact, so IEEE 754 rounds once (Clinger 1990).
            let digits = Double(significand)
            let magnitude =
                exponent < 0
                ? digits / PowersOfTen.exact[-exponent] : digits * PowersOfTen.exact[exponent]
            return isNegative ? -magnitude : magnitude
        }
        guard PowersOfTen.exponents.contains(exponent), significand > 0 else { return nil }
        return roundedByProduct(significands[exponent - PowersOfTen.exponents.lowerBound])
    }

    /// Eisel and Lemire's rounding by one 128-bit product (Lemire, "Number parsing at a gigabyte
    /// per second", 2021, algorithm 1); `power` is the significand of 10^exponent.
    private func roundedByProduct(_ power: UInt128) -> Double {
        let shift = significand.leadingZeroBitCount
        let w = significand << UInt64(shift)
        var (high, low) = w.multipliedFullWidth(by: UInt64(power >> 64))
        if high & 0x1FF == 0x1FF {
            let carry = w.multipliedFullWidth(by: UInt64(truncatingIfNeeded: power)).high
            let (sum, overflow) = low.addingReportingOverflow(carry)
            low = sum
            high &+= overflow ? 1 : 0
        }
        let upper = Int(high >> 63)
        var mantissa = high >> UInt64(upper + 9)
        if low <= 1, (-4...23).contains(exponent), mantissa & 3 == 1,
            mantissa << UInt64(upper + 9) == high
        {
            mantissa &= ~1  // Exactly halfway: to even.
        }
        mantissa = (mantissa + (mantissa & 1)) >> 1
        // Within the table's range the result is a normal number, and a carry out of the mantissa
        // runs into the exponent as it should.
        let binary = (217_706 * exponent) >> 16 + 63 + upper - shift + 1023
        let bits = UInt64(binary) << 52 &+ (mantissa &- 1 << 52)
        return Double(bitPattern: bits | (isNegative ? 1 << 63 : 0))
    }

    /// The number times 10^`scale` as the nearest integer; nil where it does not fit.
    @inline(__always)
    func integer(scale: Int) -> Int64? {
        let shift = exponent + scale
        if shift == 0, isExact, significand <= UInt64(Int64.max) {
            return isNegative ? -Int64(significand) : Int64(significand)
        }
        return scaledInteger(shift: shift)
    }

    private func scaledInteger(shift: Int) -> Int64? {
        guard isExact else { return nil }
        if significand == 0 || shift < -19 { return 0 }
        guard shift <= 19 else { return nil }
        let factor = PowersOfTen.whole[abs(shift)]
        var (magnitude, overflow) = (UInt64(0), false)
        if shift < 0 {
            let (quotient, remainder) = significand.quotientAndRemainder(dividingBy: factor)
            magnitude = quotient + (remainder >= factor / 2 ? 1 : 0)
        } else {
            (magnitude, overflow) = significand.multipliedReportingOverflow(by: factor)
        }
        guard !overflow, magnitude <= UInt64(Int64.max) else { return nil }
        return isNegative ? -Int64(magnitude) : Int64(magnitude)
    }
}
