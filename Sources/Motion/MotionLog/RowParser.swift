import Glibc
import Motion

/// Parses lines of numbers to samples, according to the header.
///
/// Works on raw memory, because this loop limits the reading speed.
struct RowParser {
    private struct Column {
        /// As `LogHeader.Column.slot`; -1 is ignored.
        let slot: Int
        let scale: Double
    }

    private let scanner: DecimalScanner
    private let separator: UInt8
    private let timeExponent: Int
    /// The columns up to the last one that is read.
    private let columns: [Column]
    private let columnCount: Int

    init(header: LogHeader) {
        scanner = DecimalScanner(separator: header.separator)
        separator = header.separator
        timeExponent = header.nanosecondExponent
        columnCount = header.columns.count
        let needed = (header.columns.lastIndex { $0.slot != nil } ?? -1) + 1
        columns = header.columns.prefix(needed).map {
            Column(slot: $0.slot ?? -1, scale: $0.scale)
        }
    }

    /// Parses the line at `cursor`, which moves to after the newline.
    ///
    /// If the line cannot be read, returns nil; the cursor is then anywhere in the line or after it.
    @inline(__always)
    func parse(_ cursor: inout UnsafePointer<UInt8>) -> ImuSample? {
        var (timestamp, present): (Int64?, UInt8) = (nil, 0)
        // No vector: setting a lane of one by a variable index stores all of it.
        var values = InlineArray<8, Double>(repeating: 0)
        for (index, column) in columns.enumerated() {
            skipBlanks(&cursor)
            if column.slot > 0 {
                if !isFieldEnd(cursor.pointee) {
                    guard let value = scanner.double(&cursor) else { return nil }
                    values[column.slot] = value * column.scale
                    present |= 1 << UInt8(column.slot)
                }
            } else if column.slot == 0 {
                timestamp = scanner.integer(&cursor, exponent: timeExponent)
            } else {
                while !isFieldEnd(cursor.pointee) { cursor += 1 }
            }
            guard endField(&cursor, isLast: index == columnCount - 1) else { return nil }
        }
        guard let timestamp, columns.count == columnCount || skipTail(&cursor) else { return nil }
        return Self.sample(timestamp, values, present)
    }

    /// Makes a sample of the values; nil if a vector has only some of its axes. A vector with an axis
    /// that is infinite or not a number is missing.
    @inline(__always)
    private static func sample(
        _ timestamp: Int64, _ values: borrowing InlineArray<8, Double>, _ present: UInt8
    ) -> ImuSample? {
        let (acceleration, rotation) = (present & 0b000_1110, present & 0b111_0000)
        guard acceleration == 0 || acceleration == 0b000_1110,
            rotation == 0 || rotation == 0b111_0000
        else { return nil }
        return ImuSample(
            timestamp: timestamp,
            acceleration: acceleration == 0 ? nil : measured(values[1], values[2], values[3]),
            rotationRate: rotation == 0 ? nil : measured(values[4], values[5], values[6]))
    }

    @inline(__always)
    private static func measured(_ x: Double, _ y: Double, _ z: Double) -> Vector3? {
        let vector = Vector3(x, y, z)
        return vector.isFinite ? vector : nil
    }

    @inline(__always)
    private func skipBlanks(_ cursor: inout UnsafePointer<UInt8>) {
        while cursor.pointee == UInt8(ascii: " ") { cursor += 1 }
    }

    @inline(__always)
    private func isFieldEnd(_ byte: UInt8) -> Bool {
        byte == separator || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
    }

    /// Skips the separator, or the newline after the last field.
    @inline(__always)
    private func endField(_ cursor: inout UnsafePointer<UInt8>, isLast: Bool) -> Bool {
        skipBlanks(&cursor)
        if isLast, cursor.pointee == UInt8(ascii: "\r") { cursor += 1 }
        guard cursor.pointee == (isLast ? UInt8(ascii: "\n") : separator) else { return false }
        cursor += 1
        return true
    }

    /// Skips the ignored columns, if their number is the header's.
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
