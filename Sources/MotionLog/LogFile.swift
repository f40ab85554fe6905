import Glibc
import Motion

/// One CSV file with a header.
final class LogFile: LogStream {
    /// What its columns hold.
    let header: LogHeader
    private let path: String
    private let options: MotionLogReader.Options
    private let lines: LineBuffer
    private let parser: RowParser
    /// Nil where nobody asks for the truth, or the log has none.
    private let truthParser: TruthParser?
    /// The truth of the rows read since `takeTruths`, if it is read.
    private var truths: [Truth?] = []
    /// The line that comes next, from 1.
    private var lineNumber: Int
    private var skippedRows = 0

    /// Reads up to the header; `stem` stands for the file's name where that would mislead.
    init(
        path: String, descriptor: CInt, stem: String? = nil, options: MotionLogReader.Options
    ) throws(MotionLogError) {
        self.path = path
        self.options = options
        lines = LineBuffer(descriptor: descriptor, path: path)
        (header, lineNumber) = try Self.readHeader(lines, path, stem ?? path.fileStem)
        parser = RowParser(header: header)
        truthParser = options.readsTruth ? TruthParser(header: header) : nil
    }

    /// Opens the file at `path`.
    convenience init(
        path: String, stem: String? = nil, options: MotionLogReader.Options
    ) throws(MotionLogError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw MotionLogError("read", path, code: errno) }
        try self.init(path: path, descriptor: descriptor, stem: stem, options: options)
    }

    /// Throws unless the file alone tells the tilt.
    func requireAcceleration() throws(MotionLogError) {
        if header.hasAcceleration { return }
        let problem =
            header.isSensorLogger
            ? "acceleration with gravity lies in another file: give the folder of the export"
            : "the header has no columns of acceleration along x, y and z"
        throw MotionLogError(.malformed, "\(path):\(lineNumber - 1): \(problem)")
    }

    /// Whether a row, or the end, can be had within `timeout`.
    func isReady(within timeout: Duration) throws(MotionLogError) -> Bool {
        try lines.isReady(within: timeout)
    }

    /// Appends at most `limit` samples, one for each row; false at the end.
    func read(into samples: inout [ImuSample], atMost limit: Int) throws(MotionLogError) -> Bool {
        let wanted = samples.count + limit
        // What is there is given at once: a log on a pipe may still be growing.
        while samples.count + limit == wanted {
            try lines.fill()
            guard lines.hasLine else {
                reportSkipped()
                return false
            }
            try parseLines(into: &samples, upTo: wanted)
        }
        return true
    }

    /// The truth of each row read since the last call; nothing where it is not read.
    func takeTruths() -> [Truth?] {
        defer { truths.removeAll() }
        return truths
    }

    private func reportSkipped() {
        if skippedRows > 0 { options.warn("\(path): \(skippedRows) bad rows were skipped") }
        skippedRows = 0
    }

    /// Parses the buffered lines until `samples` holds `wanted`.
    private func parseLines(
        into samples: inout [ImuSample], upTo wanted: Int
    ) throws(MotionLogError) {
        let text = lines.lines
        guard let start = text.baseAddress else { return }
        var cursor = start
        defer { lines.consume(cursor - start) }
        while cursor < start + text.count, samples.count < wanted {
            let line = cursor
            if let sample = parser.parse(&cursor) {
                samples.append(sample)
                if let truthParser { truths.append(truthParser.parse(line)) }
            } else {
                let newline = start + text[(line - start)...].newlineIndex
                cursor = newline + 1
                try handleOddLine(UnsafeBufferPointer(start: line, count: newline - line))
            }
            lineNumber += 1
        }
    }

    /// A line that gave no sample: blank, a comment, cut off or wrong.
    private func handleOddLine(_ bytes: UnsafeBufferPointer<UInt8>) throws(MotionLogError) {
        var line = Array(bytes)
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        if line.isEmpty || line.first == UInt8(ascii: "#") { return }
        let problem = RowProblem(line: line, header: header)
        if let start = bytes.baseAddress, lines.isOpenLine(endingAt: start + bytes.count) {
            options.warn(
                "\(path):\(lineNumber): the log is cut off here; what is before it was read")
            return
        }
        guard options.skipsBadRows else {
            let place = "\(path):\(lineNumber):\(problem.offset + 1)"
            throw MotionLogError(.malformed, "\(place): \(problem.text)")
        }
        skippedRows += 1
    }

    private static func readHeader(
        _ lines: LineBuffer, _ path: String, _ stem: String
    ) throws(MotionLogError) -> (LogHeader, nextLine: Int) {
        var number = 1
        while let line = try lines.next() {
            if let text = headerText(line, isFirst: number == 1) {
                do {
                    return (try LogHeader(line: text, stem: stem), number + 1)
                } catch {
                    throw MotionLogError(.malformed, "\(path):\(number): \(error.problem)")
                }
            }
            number += 1
        }
        throw MotionLogError(.malformed, "\(path) is no motion log: it has no header line")
    }

    /// The line without byte order mark and comment sign; nil for blank lines and comments.
    private static func headerText(_ line: String, isFirst: Bool) -> String? {
        let text = (isFirst && line.hasPrefix("\u{FEFF}") ? String(line.dropFirst()) : line).trimmed
        guard text.hasPrefix("#") else { return text.isEmpty ? nil : text }
        return text.contains("timestamp") && text.contains(",") ? String(text.dropFirst()) : nil
    }
}

extension Slice<UnsafeBufferPointer<UInt8>> {
    /// Where the next newline is; a line buffer's lines always end in one.
    fileprivate var newlineIndex: Int { firstIndex(of: UInt8(ascii: "\n")) ?? endIndex - 1 }
}

extension LineBuffer {
    /// The next line as text, without its newline; nil at the end.
    fileprivate func next() throws(MotionLogError) -> String? {
        try fill()
        guard hasLine else { return nil }
        let bytes = lines.prefix { $0 != UInt8(ascii: "\n") }
        consume(bytes.count + 1)
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension String {
    /// The file's name without folder and extension.
    var fileStem: String {
        let name = split(separator: "/").last.map(String.init) ?? self
        return name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
    }
}
