import Geometry

/// A TIFF (revision 6.0) whose rows come one after the other: strips that zlib compresses, then the
/// directory, whose offset is written into the header at the end.
struct TIFFRows: RowEncoder {
    private let description: RowFile.Description
    private let deflater: Deflater
    private var strip: [UInt8] = []
    private var strips: [(offset: Int, count: Int)] = []
    private var offset = 8

    init(_ description: RowFile.Description, _ deflater: Deflater) {
        (self.description, self.deflater) = (description, deflater)
    }

    /// How many rows a strip has: about a megabyte.
    private var rowsInStrip: Int { max(1, (1 << 20) / (3 * description.size.width)) }

    /// The order of bytes, the version, and the directory's offset, which is not known yet.
    func begin() -> [UInt8] { Array("II".utf8) + UInt16(42).littleBytes + UInt32(0).littleBytes }

    mutating func encode(_ row: [UInt8]) -> [UInt8] {
        strip += row
        return strip.count < rowsInStrip * row.count ? [] : compressedStrip()
    }

    mutating func end() -> (bytes: [UInt8], change: (offset: Int, bytes: [UInt8])?) {
        var bytes = strip.isEmpty ? [] : compressedStrip()
        // The directory begins at an even offset.
        if offset % 2 == 1 {
            bytes.append(0)
            offset += 1
        }
        return (bytes + directory, (4, UInt32(truncatingIfNeeded: offset).littleBytes))
    }

    private mutating func compressedStrip() -> [UInt8] {
        if !description.rowsAreAlike { subtractLeft() }
        let bytes = deflater.compress(strip) + deflater.finish()
        strips.append((offset, bytes.count))
        offset += bytes.count
        strip = []
        return bytes
    }

    /// The predictor 2: each dot as its difference from the one to the left.
    private mutating func subtractLeft() {
        let width = 3 * description.size.width
        for start in stride(from: 0, to: strip.count, by: width) {
            for index in stride(from: start + width - 1, through: start + 3, by: -1) {
                strip[index] &-= strip[index - 3]
            }
        }
    }

    /// The directory: its fields in the order of their tags, then the values that do not fit into
    /// the four bytes of a field.
    private var directory: [UInt8] {
        let resolution = UInt32((description.dotsPerInch * 1000).rounded())
        let fields: [(tag: UInt16, value: Value)] = [
            (256, .long([description.size.width])), (257, .long([description.size.height])),
            (258, .short([8, 8, 8])), (259, .short([8])), (262, .short([2])),
            (273, .long(strips.map(\.offset))), (277, .short([3])), (278, .long([rowsInStrip])),
            (279, .long(strips.map(\.count))), (282, .rational(resolution, 1000)),
            (283, .rational(resolution, 1000)), (284, .short([1])), (296, .short([2])),
            (305, .text("lenticule")), (317, .short([description.rowsAreAlike ? 1 : 2])),
        ]
        var values: [UInt8] = []
        let start = offset + 2 + 12 * fields.count + 4
        let entries = fields.flatMap { field in
            var bytes = field.value.bytes
            if bytes.count > 4 {
                let valueOffset = start + values.count
                values += bytes + (bytes.count % 2 == 1 ? [0] : [])
                bytes = UInt32(truncatingIfNeeded: valueOffset).littleBytes
            }
            return field.tag.littleBytes + field.value.kind.littleBytes
                + UInt32(field.value.count).littleBytes + bytes
                + [UInt8](repeating: 0, count: 4 - bytes.count)
        }
        return UInt16(fields.count).littleBytes + entries + UInt32(0).littleBytes + values
    }

    /// What a field holds: the number of its type, how many values, and their bytes.
    private struct Value {
        let kind: UInt16
        let count: Int
        let bytes: [UInt8]

        static func text(_ text: String) -> Value {
            Value(kind: 2, count: text.utf8.count + 1, bytes: Array(text.utf8) + [0])
        }

        static func short(_ values: [UInt16]) -> Value {
            Value(kind: 3, count: values.count, bytes: values.flatMap(\.littleBytes))
        }

        static func long(_ values: [Int]) -> Value {
            let bytes = values.flatMap { UInt32(truncatingIfNeeded: $0).littleBytes }
            return Value(kind: 4, count: values.count, bytes: bytes)
        }

        static func rational(_ above: UInt32, _ below: UInt32) -> Value {
            Value(kind: 5, count: 1, bytes: above.littleBytes + below.littleBytes)
        }
    }
}

extension FixedWidthInteger {
    /// The bytes of the number in this TIFF's byte order, the least significant first.
    fileprivate var littleBytes: [UInt8] { withUnsafeBytes(of: littleEndian) { Array($0) } }
}
