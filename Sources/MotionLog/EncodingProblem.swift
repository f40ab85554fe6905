/// Why the encoding of a file's first line cannot be that of a log.
enum EncodingProblem: String {
    case utf16 = "it is UTF-16; save it as UTF-8"
    case carriageReturns = "its lines end with CR alone; give them LF or CR LF"
    case notText = "it is not a motion log: it has no lines of text"

    /// Checks the first line, without its newline; nil if the encoding is right.
    init?(_ line: [UInt8]) {
        let ends = line.dropLast().contains(UInt8(ascii: "\r"))
        if [[0xFF, 0xFE], [0xFE, 0xFF]].contains(line.prefix(2)) || Self.hasZerosBetween(line) {
            self = .utf16
        } else if ends, !line.contains(0) {
            self = .carriageReturns
        } else if line.count >= LineBuffer.longestLine || line.contains(0) {
            self = .notText
        } else {
            return nil
        }
    }

    /// Whether every other byte at the start is 0, as in UTF-16 without a byte order mark.
    private static func hasZerosBetween(_ line: [UInt8]) -> Bool {
        let zeros = line.prefix(8).map { $0 == 0 }
        return zeros == [false, true, false, true, false, true, false, true]
            || zeros == [true, false, true, false, true, false, true, false]
    }
}
