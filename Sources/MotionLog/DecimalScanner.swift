/// Reads decimal numbers out of bytes: the innermost loop of log reading.
///
/// It works on raw pointers because bounds checks and iterators here cost a third of the reading
/// speed. Whoever calls it guarantees that the text ends in a byte that is no part of a number (a
/// newline) and that eight bytes after that may be read.
struct DecimalScanner {
    private let comma: UInt8
    private let significands = PowersOfTen.significands

    /// The decimal mark is a point, or also a comma where the commas do not separate fields.
    init(separator: UInt8) {
        comma = UInt8(ascii: separator == UInt8(ascii: ",") ? "." : ",")
    }

    /// Reads sign, digits and exponent at `cursor` and leaves it after them.
    ///
    /// Without a single digit the result has `digits` 0, and the text is no number.
    @inline(__always)
    func scan(_ cursor: inout UnsafePointer<UInt8>) -> Decimal {
        var decimal = Decimal()
        if cursor.pointee == UInt8(ascii: "-") {
            decimal.isNegative = true
            cursor += 1
        } else if cursor.pointee == UInt8(ascii: "+") {
            cursor += 1
        }
        let start = cursor
        scanDigits(&cursor, into: &decimal)
        if cursor.pointee == UInt8(ascii: ".") || cursor.pointee == comma {
            let whole = decimal.digits
            cursor += 1
            scanDigits(&cursor, into: &decimal)
            decimal.exponent = whole - decimal.digits
        }
        if decimal.digits > 19 { decimal.digits -= leadingZeros(from: start, to: cursor) }
        if cursor.pointee | 0x20 == UInt8(ascii: "e"), decimal.digits > 0 {
            scanExponent(&cursor, into: &decimal)
        }
        return decimal
    }

    /// The number at `cursor`, which is left after it; nil where there is none.
    @inline(__always)
    func double(_ cursor: inout UnsafePointer<UInt8>) -> Double? {
        let start = cursor
        let decimal = scan(&cursor)
        if let value = decimal.rounded(significands) { return value }
        return slowDouble(from: start, to: &cursor)
    }

    /// The number at `cursor` times 10^`scale` as the nearest integer; nil where it has none.
    @inline(__always)
    func integer(_ cursor: inout UnsafePointer<UInt8>, scale: Int) -> Int64? {
        let start = cursor
        let decimal = scan(&cursor)
        if let value = decimal.integer(scale: scale) { return value }
        guard decimal.digits > 19, let value = slowDouble(from: start, to: &cursor) else {
            return nil
        }
        return Int64(exactly: (value * PowersOfTen.exact[scale]).rounded())
    }

    @inline(__always)
    private func scanDigits(_ cursor: inout UnsafePointer<UInt8>, into decimal: inout Decimal) {
        let start = cursor
        while let eight = eightDigits(cursor) {
            decimal.significand = decimal.significand &* 100_000_000 &+ eight
            cursor += 8
        }
        while true {
            let digit = cursor.pointee &- UInt8(ascii: "0")
            guard digit < 10 else { break }
            decimal.significand = decimal.significand &* 10 &+ UInt64(digit)
            cursor += 1
        }
        decimal.digits += cursor - start
    }

    /// How many zeros a number begins with: they carry no value. Its last digit is not looked at.
    private func leadingZeros(
        from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>
    ) -> Int {
        var zeros = 0
        for byte in UnsafeBufferPointer(start: start, count: end - start - 1) {
            if byte == UInt8(ascii: "0") {
                zeros += 1
            } else if byte != UInt8(ascii: "."), byte != comma {
                break
            }
        }
        return zeros
    }

    /// The value of eight digits at once, or nil if a byte of them is none (Lemire 2018).
    @inline(__always)
    private func eightDigits(_ cursor: UnsafePointer<UInt8>) -> UInt64? {
        let raw = UnsafeRawPointer(cursor).loadUnaligned(as: UInt64.self)
        var word = UInt64(littleEndian: raw)
        let high: UInt64 = 0xF0F0_F0F0_F0F0_F0F0
        let carried = ((word &+ 0x0606_0606_0606_0606) & high) >> 4
        guard (word & high) | carried == 0x3333_3333_3333_3333 else { return nil }
        word &-= 0x3030_3030_3030_3030
        word = word &* 10 &+ word >> 8
        let pairs: UInt64 = 0x0000_00FF_0000_00FF
        let first = (word & pairs) &* 0x000F_4240_0000_0064
        let second = (word >> 16 & pairs) &* 0x0000_2710_0000_0001
        return (first &+ second) >> 32
    }

    /// Reads `e`, sign and digits; without digits the `e` is left standing.
    private func scanExponent(_ cursor: inout UnsafePointer<UInt8>, into decimal: inout Decimal) {
        var probe = cursor + 1
        let isNegative = probe.pointee == UInt8(ascii: "-")
        if isNegative || probe.pointee == UInt8(ascii: "+") { probe += 1 }
        let start = probe
        var exponent = 0
        while case let digit = probe.pointee &- UInt8(ascii: "0"), digit < 10 {
            exponent = min(exponent * 10 + Int(digit), 100_000)
            probe += 1
        }
        guard probe > start else { return }
        decimal.exponent += isNegative ? -exponent : exponent
        cursor = probe
    }

    /// The standard library's way, for what the fast ones cannot round and for `nan` and `inf`.
    private func slowDouble(
        from start: UnsafePointer<UInt8>, to end: inout UnsafePointer<UInt8>
    ) -> Double? {
        if end - start <= 1, let special = notFinite(start, &end) { return special }
        let bytes = UnsafeBufferPointer(start: start, count: end - start)
        let text = String(decoding: bytes, as: UTF8.self)
        return Double(text.withDecimalPoint)
    }

    /// `nan` and `inf`, in any case and with a sign, as some programs write missing values.
    private func notFinite(
        _ start: UnsafePointer<UInt8>, _ end: inout UnsafePointer<UInt8>
    ) -> Double? {
        var probe = end
        while case let letter = probe.pointee | 0x20, (0x61...0x7A).contains(letter) { probe += 1 }
        let bytes = UnsafeBufferPointer(start: end, count: min(8, probe - end))
        let value: Double
        switch String(decoding: bytes, as: UTF8.self).lowercased() {
        case "nan": value = .nan
        case "inf", "infinity": value = .infinity
        default: return nil
        }
        end = probe
        return start.pointee == UInt8(ascii: "-") ? -value : value
    }
}

extension String {
    /// The text with a decimal comma turned into a point.
    fileprivate var withDecimalPoint: String {
        let (comma, point) = (UInt8(ascii: ","), UInt8(ascii: "."))
        return String(decoding: utf8.map { $0 == comma ? point : $0 }, as: UTF8.self)
    }
}
