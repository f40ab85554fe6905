import System

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
        let timeScale = header.timeExponent + 9
        for (column, field) in zip(header.columns, fields) where column.slot != nil {
            let value = String(decoding: field, as: UTF8.self).trimmed
            offset = field.startIndex
            if value.isEmpty {
                if column.slot == 0 {
                    text = "\(column.name) is empty"
                    return
                }
            } else if !scanner.isNumber(value, timeScale: column.slot == 0 ? timeScale : nil) {
                let kind = column.slot == 0 ? "time" : "number"
                text = "\(column.name) is \"\(value.shortened)\", "
                text += value.isDecimal ? "beyond the range of a \(kind)" : "not a number"
                return
            }
        }
        describeCount(fields, header)
    }

    private mutating func describeCount(_ fields: [ArraySlice<UInt8>], _ header: LogHeader) {
        if fields.count != header.columns.count {
            offset = fields.last?.startIndex ?? 0
            text = "\(fields.count) fields where the header has \(header.columns.count) columns"
            return
        }
        for (column, field) in zip(header.columns, fields) where column.slot != nil && field.isEmpty
        {
            offset = field.startIndex
            text = "\(column.name) is empty though its other axes are not"
            return
        }
    }
}

extension DecimalScanner {
    /// Whether the whole text is a number that can be read; with `timeScale`, one that times
    /// 10^`timeScale` is a time in nanoseconds.
    fileprivate func isNumber(_ text: String, timeScale: Int?) -> Bool {
        // The scanner may read eight bytes past the end.
        let bytes = Array(text.utf8) + Array(repeating: UInt8(ascii: "\n"), count: 9)
        return bytes.withUnsafeBufferPointer { bytes in
            guard let start = bytes.baseAddress else { return false }
            var cursor = start
            let isFound =
                timeScale.map { integer(&cursor, scale: $0) != nil } ?? (double(&cursor) != nil)
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
