import Platform

/// Why a line of a log cannot be read; found by a second, slower parse.
struct RowProblem {
    /// The byte offset of the bad field in the line.
    private(set) var offset = 0
    /// As in "accel_x is "abc", not a number".
    private(set) var text = ""

    /// Finds the first problem in `line`, which the row parser refused.
    init(line: [UInt8], header: LogHeader) {
        let fields = line.split(
            separator: header.separator, maxSplits: .max, omittingEmptySubsequences: false)
        let scanner = DecimalScanner(separator: header.separator)
        for (column, field) in zip(header.columns, fields) where column.slot != nil {
            let (value, isTime) = (field.value, column.slot == 0)
            offset = field.startIndex
            if value.isEmpty {
                if isTime {
                    text = "\(column.name) is empty"
                    return
                }
            } else if !scanner.isNumber(value, exponent: isTime ? header.nanosecondExponent : nil) {
                let kind = isTime ? "time" : "number"
                text = "\(column.name) is \"\(value.shortened)\", "
                text += value.isDecimal ? "beyond the range of a \(kind)" : "not a number"
                return
            }
        }
        describeWhole(line, fields, header)
    }

    /// Finds the problem of a line whose fields are numbers or empty.
    private mutating func describeWhole(
        _ line: [UInt8], _ fields: [ArraySlice<UInt8>], _ header: LogHeader
    ) {
        if fields.count != header.columns.count {
            offset = fields.last?.startIndex ?? 0
            text = "\(fields.count) fields where the header has \(header.columns.count) columns"
            return
        }
        let columns = zip(header.columns, fields)
        let filled = Set(columns.compactMap { $1.value.isEmpty ? nil : $0.sensor })
        for (column, field) in columns where field.value.isEmpty {
            guard let sensor = column.sensor, filled.contains(sensor) else { continue }
            offset = field.startIndex
            text = "\(column.name) is empty though its other axes are not"
            return
        }
        // All that remains for the row parser to stop at.
        offset = line.firstIndex(of: UInt8(ascii: "\r")) ?? 0
        text = "a carriage return is in the middle of the line"
    }
}

extension ArraySlice<UInt8> {
    /// The field as the row parser takes it: without quotes, and without spaces around it.
    fileprivate var value: String {
        String(decoding: filter { $0 != UInt8(ascii: "\"") }, as: UTF8.self).trimmed { $0 == " " }
    }
}

extension DecimalScanner {
    /// Whether the whole text is a number that can be read. With `exponent` the number is a time,
    /// and its product with 10^`exponent`, in nanoseconds, must fit an Int64.
    fileprivate func isNumber(_ text: String, exponent: Int?) -> Bool {
        // The scanner may read eight bytes past the end.
        let bytes = Array(text.utf8) + Array(repeating: UInt8(ascii: "\n"), count: 9)
        return bytes.withUnsafeBufferPointer { bytes in
            guard let start = bytes.baseAddress else { return false }
            var cursor = start
            let isFound =
                exponent.map { integer(&cursor, exponent: $0) != nil } ?? (double(&cursor) != nil)
            return isFound && cursor - start == bytes.count - 9
        }
    }
}

extension String {
    /// Whether it is written as a decimal number, however large.
    fileprivate var isDecimal: Bool {
        allSatisfy { "+-.,eE0123456789".contains($0) }
            && Double(String(map { $0 == "," ? "." : $0 })) != nil
    }

    /// At most its first 20 characters, safe for a terminal.
    fileprivate var shortened: String { prefix(20).printable + (count > 20 ? "..." : "") }
}
