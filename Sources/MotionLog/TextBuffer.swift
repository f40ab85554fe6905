import Glibc

/// Bytes of text on their way to a file: numbers and words are appended without allocating.
///
/// The storage is raw memory because formatting through String or Array takes several times as long
/// as the filter itself.
public struct TextBuffer: ~Copyable {
    private var storage: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    /// How many bytes are held.
    public private(set) var count = 0

    /// An empty text with room for `capacity` bytes; it grows where needed.
    public init(capacity: Int = 1 << 16) {
        self.capacity = max(64, capacity)
        storage = .allocate(capacity: self.capacity)
    }

    deinit { storage.deallocate() }

    /// Forgets the text; the memory is kept.
    public mutating func removeAll() { count = 0 }

    /// Calls `body` with the bytes held.
    public borrowing func withBytes<R, E: Error>(
        _ body: (UnsafeRawBufferPointer) throws(E) -> R
    ) throws(E) -> R {
        try body(UnsafeRawBufferPointer(start: storage, count: count))
    }

    /// Appends one byte.
    public mutating func append(_ byte: UInt8) {
        reserve(1)
        storage[count] = byte
        count += 1
    }

    /// Appends a constant.
    public mutating func append(_ text: StaticString) {
        reserve(text.utf8CodeUnitCount)
        memcpy(storage + count, text.utf8Start, text.utf8CodeUnitCount)
        count += text.utf8CodeUnitCount
    }

    /// Appends a text.
    public mutating func append(_ text: String) {
        for byte in text.utf8 { append(byte) }
    }

    /// Appends a whole number.
    public mutating func append(_ value: Int64) {
        if value < 0 { append(UInt8(ascii: "-")) }
        appendDigits(value.magnitude)
    }

    /// Appends the shortest text that reads back exactly: `0.5`, `1`, `1.5e-7`, `nan`.
    public mutating func append(_ value: Double) {
        if value.sign == .minus, !value.isNaN { append(UInt8(ascii: "-")) }
        let magnitude = value.magnitude
        if magnitude == 0 {
            append(UInt8(ascii: "0"))
        } else if magnitude.isFinite, let decimal = ShortestDecimal(magnitude) {
            append(decimal)
        } else {
            append(magnitude.description)
        }
    }

    private mutating func reserve(_ bytes: Int) {
        guard count + bytes > capacity else { return }
        let larger = max(capacity * 2, count + bytes)
        let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
        memcpy(moved, storage, count)
        storage.deallocate()
        (storage, capacity) = (moved, larger)
    }

    /// Plain from 0.0001 to 10¹⁶, as people expect it; with an exponent beyond.
    private mutating func append(_ decimal: ShortestDecimal) {
        let digits = Self.digits(of: decimal.significand)
        let leading = digits + decimal.exponent
        if decimal.exponent >= 0, leading <= 16 {
            appendDigits(decimal.significand)
            for _ in 0..<decimal.exponent { append(UInt8(ascii: "0")) }
        } else if leading <= -4 || leading > 16 {
            appendScientific(decimal, digits)
        } else if leading <= 0 {
            append("0.")
            for _ in leading..<0 { append(UInt8(ascii: "0")) }
            appendDigits(decimal.significand)
        } else {
            appendPointed(decimal.significand, digits, pointAfter: leading)
        }
    }

    private mutating func appendScientific(_ decimal: ShortestDecimal, _ digits: Int) {
        if digits == 1 {
            appendDigits(decimal.significand)
        } else {
            appendPointed(decimal.significand, digits, pointAfter: 1)
        }
        append(UInt8(ascii: "e"))
        append(Int64(decimal.exponent + digits - 1))
    }

    /// Writes the digits one place late, then moves those before the point into theirs.
    private mutating func appendPointed(_ significand: UInt64, _ digits: Int, pointAfter: Int) {
        reserve(digits + 1)
        let start = storage + count
        Self.write(significand, digits, to: start + 1)
        memmove(start, start + 1, pointAfter)
        start[pointAfter] = UInt8(ascii: ".")
        count += digits + 1
    }

    private mutating func appendDigits(_ value: UInt64) {
        let digits = Self.digits(of: value)
        reserve(digits)
        Self.write(value, digits, to: storage + count)
        count += digits
    }

    private static func write(_ value: UInt64, _ digits: Int, to start: UnsafeMutablePointer<UInt8>)
    {
        var (value, place) = (value, digits)
        while place > 0 {
            place -= 1
            let tens = value / 10
            start[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value &- tens &* 10)
            value = tens
        }
    }

    private static func digits(of value: UInt64) -> Int {
        // log10(2) in 12 bits gives the count or one less; the comparison tells which.
        let estimate = ((64 - (value | 1).leadingZeroBitCount) * 1233) >> 12
        return estimate + (value >= PowersOfTen.whole[estimate] ? 1 : 0) + (value == 0 ? 1 : 0)
    }
}
