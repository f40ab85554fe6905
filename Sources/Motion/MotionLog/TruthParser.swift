import Motion

/// Parses the true attitude in the rows of a log that has one.
///
/// Separate from `RowParser` for speed, because few logs have a truth.
struct TruthParser {
    private let scanner: DecimalScanner
    private let separator: UInt8
    /// The indices of the attitude's columns w, x, y, z.
    private let components: [Int]
    private let movement: Int?

    /// A parser for the rows below `header`; nil without truth columns.
    init?(header: LogHeader) {
        let names = header.columns.map { $0.name.lowercased() }
        components = ["ref_qw", "ref_qx", "ref_qy", "ref_qz"].compactMap(names.firstIndex)
        guard components.count == 4 else { return nil }
        movement = names.firstIndex(of: "movement")
        scanner = DecimalScanner(separator: header.separator)
        separator = header.separator
    }

    /// The truth in the line at `start`; nil if it is missing or malformed.
    func parse(_ start: UnsafePointer<UInt8>) -> Truth? {
        var (cursor, column, isJudged) = (start, 0, true)
        var values = [Double?](repeating: nil, count: 4)
        repeat {
            if let index = components.firstIndex(of: column) {
                values[index] = number(at: cursor)
            } else if column == movement {
                isJudged = number(at: cursor) != 0
            }
            column += 1
        } while nextField(&cursor)
        let q = values.compactMap(\.self)
        guard q.count == 4 else { return nil }
        let quaternion = Quaternion(q[0], q[1], q[2], q[3])
        guard abs(quaternion.norm - 1) < 0.01 else { return nil }
        return Truth(quaternion: quaternion.normalized, isJudged: isJudged)
    }

    /// Moves to the next field; false at the line's end.
    private func nextField(_ cursor: inout UnsafePointer<UInt8>) -> Bool {
        let newline = UInt8(ascii: "\n")
        while cursor.pointee != separator, cursor.pointee != newline { cursor += 1 }
        defer { cursor += 1 }
        return cursor.pointee == separator
    }

    private func number(at start: UnsafePointer<UInt8>) -> Double? {
        var cursor = start
        while cursor.pointee == UInt8(ascii: " ") { cursor += 1 }
        return scanner.double(&cursor)
    }
}
