/// Why the encoding of a file's first line cannot be that of a log.
enum EncodingProblem: String {
    case utf16 = "it is UTF-16; save it as UTF-8"
    case carriageReturns = "its lines end with CR alone; give them LF or CR LF"
    case gzip = "it is compressed by gzip; unpack it with gunzip, or gunzip -c into a pipe"
    case zip = "it is a zip archive; unpack it with unzip, and give the folder or the log"
    case xz = "it is compressed by xz; unpack it with unxz, or xzcat into a pipe"
    case zstd = "it is compressed by zstd; unpack it with unzstd, or zstdcat into a pipe"
    case bzip2 = "it is compressed by bzip2; unpack it with bunzip2, or bzcat into a pipe"
    case notText = "it is not a motion log: it has no lines of text"

    /// Checks the first line, without its newline; nil if the encoding is right.
    init?(_ line: [UInt8]) {
        if let compression = Self.compressions.first(where: { line.starts(with: $0.start) }) {
            self = compression.problem
            return
        }
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

    /// The first bytes of compressed files.
    private static let compressions: [(start: [UInt8], problem: EncodingProblem)] = [
        ([0x1F, 0x8B], .gzip), (Array("PK\u{3}\u{4}".utf8), .zip),
        ([0xFD] + Array("7zXZ".utf8), .xz), ([0x28, 0xB5, 0x2F, 0xFD], .zstd),
        (Array("BZh".utf8), .bzip2),
    ]

    /// Whether every other byte at the start is 0, as in UTF-16 without a byte order mark.
    private static func hasZerosBetween(_ line: [UInt8]) -> Bool {
        let zeros = line.prefix(8).map { $0 == 0 }
        return zeros == [false, true, false, true, false, true, false, true]
            || zeros == [true, false, true, false, true, false, true, false]
    }
}
