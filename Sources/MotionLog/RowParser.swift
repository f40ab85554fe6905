import Glibc
import Motion

/// Turns lines of numbers into samples, as the header says.
///
/// It walks over raw memory: this loop alone decides how many rows a second a log gives.
struct RowParser {
    private struct Column {
        /// As `LogHeader.Column.slot`; -1 is not read.
        let slot: Int
        let scale: Double
    }

    private let scanner: DecimalScanner
    private let separator: UInt8
    private let timeScale: Int
    /// The columns up to the last one that is read.
    private let columns: [Column]
    private let columnCount: Int

    /// A parser for the rows below `header`.
    init(header: LogHeader) {
        scanner = DecimalScanner(separator: header.separator)
        separator = header.separator
        timeScale = header.timeExponent + 9
        columnCount = header.columns.count
        let needed = (header.columns.lastIndex { $0.slot != nil } ?? -1) + 1
        columns = header.columns.prefix(needed).map {
            Column(slot: $0.slot ?? -1, scale: $0.scale)
        }
    }

    /// Reads the line at `cursor` and leaves it after the newline.
    ///
    /// A line that cannot be read gives nil and leaves the cursor anywhere in it.
    @inline(__always)
    func parse(_ cursor: inout UnsafePointer<UInt8>) -> ImuSample? {
        var (timestamp, present): (Int64?, UInt8) = (nil, 0)
        var values = SIMD8<Double>()
        for (index, column) in columns.enumerated() {
            skipBlanks(&cursor)
            if column.slot > 0 {
                if !isFieldEnd(cursor.pointee) {
                    guard let value = scanner.double(&cursor) else { return nil }
                    values[column.slot] = value * column.scale
                    present |= 1 << UInt8(column.slot)
                }
            } else if column.slot == 0 {
                timestamp = scanner.integer(&cursor, scale: timeScale)
            } else {
                while !isFieldEnd(cursor.pointee) { cursor += 1 }
            }
            guard endField(&cursor, isLast: index == columnCount - 1) else { return nil }
        }
        guard let timestamp, columns.count == columnCount || skipTail(&cursor) else { return nil }
        return Self.sample(timestamp, values, present)
    }

    /// Puts the values together; nil where a triple has some of its axes only.
    @inline(__always)
    private static func sample(
        _ timestamp: Int64, _ values: SIMD8<Double>, _ present: UInt8
    ) -> ImuSample? {
        let (acceleration, rotation) = (present & 0b000_1110, present & 0b111_0000)
        guard acceleration == 0 || acceleration == 0b000_1110,
            rotation == 0 || rotation == 0b111_0000
        else { return nil }
        return ImuSample(
            timestamp: timestamp,
            acceleration: acceleration == 0 ? nil : Vector3(values[1], values[2], values[3]),
            rotationRate: rotation == 0 ? nil : Vector3(values[4], values[5], values[6]))
    }

    @inline(__always)
    private func skipBlanks(_ cursor: inout UnsafePointer<UInt8>) {
        while cursor.pointee == UInt8(ascii: " ") { cursor += 1 }
    }

    @inline(__always)
    private func isFieldEnd(_ byte: UInt8) -> Bool {
        byte == separator || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
    }

    /// Steps over the separator, or over the newline after the last field.
    @inline(__always)
    private func endField(_ cursor: inout UnsafePointer<UInt8>, isLast: Bool) -> Bool {
        skipBlanks(&cursor)
        if isLast, cursor.pointee == UInt8(ascii: "\r") { cursor += 1 }
        guard cursor.pointee == (isLast ? UInt8(ascii: "\n") : separator) else { return false }
        cursor += 1
        return true
    }

    /// Steps over the columns that are not read, if they are as many as the header has.
    @inline(__always)
    private func skipTail(_ cursor: inout UnsafePointer<UInt8>) -> Bool {
        guard let end = memchr(cursor, CInt(UInt8(ascii: "\n")), Int(Int32.max)) else {
            return false
        }
        let newline = UnsafePointer(end.assumingMemoryBound(to: UInt8.self))
        var separators = 0
        for byte in UnsafeBufferPointer(start: cursor, count: newline - cursor) {
            separators += byte == separator ? 1 : 0
        }
        cursor = newline + 1
        return separators == columnCount - columns.count - 1
    }
}
