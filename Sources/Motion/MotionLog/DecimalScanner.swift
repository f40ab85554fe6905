internal import CDecimal

/// Parses decimal numbers with libstdc++'s `from_chars`: the innermost loop of log reading.
///
/// Works on raw pointers. The caller guarantees a byte that is not part of a number (a newline) at
/// the text's end, and eight readable bytes after it.
struct DecimalScanner {
    private let mark: CChar

    /// The decimal mark is a point, or also a comma if commas do not separate fields.
    init(separator: UInt8) {
        mark = CChar(bitPattern: UInt8(ascii: separator == UInt8(ascii: ",") ? "." : ","))
    }

    /// The number at `cursor`, which moves to its end; nil if there is none within a Double's
    /// range.
    @inline(__always)
    func double(_ cursor: inout UnsafePointer<UInt8>) -> Double? {
        var value = 0.0
        return read(&cursor) { decimal_read($0, mark, &value) } ? value : nil
    }

    /// The number at `cursor` times 10^`exponent` as the nearest integer; nil if there is none within
    /// an Int64's range. The cursor moves to the number's end.
    @inline(__always)
    func integer(_ cursor: inout UnsafePointer<UInt8>, exponent: Int) -> Int64? {
        var value: Int64 = 0
        let isFound = read(&cursor) { decimal_read_scaled($0, mark, CInt(exponent), &value) }
        return isFound ? value : nil
    }

    @inline(__always)
    private func read(
        _ cursor: inout UnsafePointer<UInt8>,
        by read: (UnsafePointer<CChar>) -> UnsafePointer<CChar>
    ) -> Bool {
        let first = UnsafeRawPointer(cursor).assumingMemoryBound(to: CChar.self)
        let length = read(first) - first
        cursor += length
        return length > 0
    }
}
