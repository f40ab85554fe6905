import Glibc
import Motion
import Platform
import SystemPackage

/// One CSV file with a header.
final class LogFile: LogStream {
    /// The meaning of its columns.
    let header: LogHeader
    private let path: String
    private let options: MotionLogReader.Options
    private let lines: LineBuffer
    private let parser: RowParser
    /// Nil if the truth is not wanted, or the log has none.
    private let truthParser: TruthParser?
    /// The truth of the rows read since `takeTruths`, if wanted.
    private var truths: [Truth?] = []
    /// The number of the next line, from 1.
    private var lineNumber: Int
    private var skippedRows = 0
    /// Whether the remaining file consists of zeros, which are not read.
    private var endsInZeros = false

    /// Opens the file at `path`, `-` for standard input, and reads its header; `stem` replaces the
    /// file's name without extension.
    init(
        path: String, stem: String? = nil, options: MotionLogReader.Options
    ) throws(MotionLogError) {
        let name = LogOrigin.log(path: path).name
        self.path = name
        self.options = options
        lines = try LineBuffer(open(path, named: name), path: name)
        (header, lineNumber) = try Self.readHeader(lines, name, stem ?? name.pathStem)
        parser = RowParser(header: header)
        truthParser = options.readsTruth ? TruthParser(header: header) : nil
    }

    var quantities: Quantities {
        [
            header.hasAcceleration ? .acceleration : [],
            header.hasRotationRate ? .rotationRate : [],
        ]
    }

    /// Throws if the file alone does not determine the tilt. `isInFolder`: the folder of the export
    /// was given, not the file.
    func requireAcceleration(isInFolder: Bool = false) throws(MotionLogError) {
        try requireInHeader(
            header.hasAcceleration,
            header.isSensorLogger && !isInFolder
                ? "acceleration with gravity lies in another file: give the folder of the export"
                : "the header has no columns of acceleration along x, y and z")
    }

    func requireRotationRate() throws(MotionLogError) {
        try requireInHeader(
            header.hasRotationRate, "the header has no columns of rotation rate along x, y and z")
    }

    /// Throws `problem`, with the header's line, unless `isThere`; only before the first row is read.
    private func requireInHeader(_ isThere: Bool, _ problem: String) throws(MotionLogError) {
        if isThere { return }
        throw MotionLogError(.malformed, "\(path):\(lineNumber - 1): \(problem)")
    }

    func read(
        into samples: inout [ImuSample], atMost limit: Int, until deadline: ContinuousClock.Instant?
    ) throws(MotionLogError) -> Bool {
        let wanted = samples.count + limit
        // Rows that are available are returned at once: a log on a pipe may still grow.
        while samples.count + limit == wanted {
            guard try fillLines(until: deadline) else { return true }
            guard lines.hasLine, !endsInZeros else {
                reportSkipped()
                return false
            }
            try parseLines(into: &samples, upTo: wanted)
        }
        return true
    }

    func takeTruths() -> [Truth?] {
        defer { truths.removeAll() }
        return truths
    }

    /// Reads until a line is buffered or the log ends; false if neither happened before
    /// `deadline`.
    private func fillLines(
        until deadline: ContinuousClock.Instant?
    ) throws(MotionLogError) -> Bool {
        while try lines.fill(until: deadline) {
            guard lines.isTooLong, !endsInZeros else { return true }
            try handleTooLongLine()
        }
        return false
    }

    /// Handles a line that is not shorter than `LineBuffer.longestLine`: skips it, ends the
    /// reading, or throws.
    private func handleTooLongLine() throws(MotionLogError) {
        if options.skipsBadRows {
            try lines.skipLine()
            (skippedRows, lineNumber) = (skippedRows + 1, lineNumber + 1)
        } else if lines.partialLine.endsInZeros {
            // After a crash of the machine, unwritten parts of a file are zeros.
            endsInZeros = true
            warnOfCut()
        } else {
            throw Self.tooLong(path, line: lineNumber)
        }
    }

    private static func tooLong(_ path: String, line: Int) -> MotionLogError {
        MotionLogError(
            .malformed, "\(path):\(line):1: the line is longer than \(LineBuffer.longestLine) bytes"
        )
    }

    private func warnOfCut() {
        options.warn(
            "\(path):\(lineNumber): the log ends within this line; the lines before it were read")
    }

    private func reportSkipped() {
        let rows = skippedRows == 1 ? "1 bad row was" : "\(skippedRows) bad rows were"
        if skippedRows > 0 { options.warn("\(path): \(rows) skipped") }
        skippedRows = 0
    }

    /// Parses the buffered lines, at most until `samples` has `wanted` elements.
    private func parseLines(
        into samples: inout [ImuSample], upTo wanted: Int
    ) throws(MotionLogError) {
        let text = lines.lines
        guard let start = text.baseAddress else { return }
        var cursor = start
        defer { lines.consume(cursor - start) }
        while cursor < start + text.count, samples.count < wanted {
            let line = cursor
            if !parseLine(&cursor, into: &samples) {
                // A line buffer's lines always end in a newline.
                let end = text[(line - start)...].firstIndex(of: UInt8(ascii: "\n"))
                let newline = start + (end ?? text.count - 1)
                cursor = newline + 1
                try handleOddLine(
                    UnsafeBufferPointer(start: line, count: newline - line), into: &samples)
            }
            lineNumber += 1
        }
    }

    /// Parses the line at `cursor`; returns whether the line gave a sample. If it did, the cursor
    /// moves to the next line.
    @inline(__always)
    private func parseLine(
        _ cursor: inout UnsafePointer<UInt8>, into samples: inout [ImuSample]
    ) -> Bool {
        let line = cursor
        guard let sample = parser.parse(&cursor) else { return false }
        samples.append(sample)
        if let truthParser { truths.append(truthParser.parse(line)) }
        return true
    }

    /// Handles a line that gave no sample: blank, a comment, quoted, cut off or wrong.
    private func handleOddLine(
        _ bytes: UnsafeBufferPointer<UInt8>, into samples: inout [ImuSample]
    ) throws(MotionLogError) {
        var line = Array(bytes)
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        if line.isEmpty || line.first == UInt8(ascii: "#") { return }
        if parseUnquoted(line, into: &samples) { return }
        let problem = RowProblem(line: line, header: header)
        if let start = bytes.baseAddress, lines.isOpenLine(endingAt: start + bytes.count) {
            return warnOfCut()
        }
        guard options.skipsBadRows else {
            let location = "\(path):\(lineNumber):\(problem.offset + 1)"
            throw MotionLogError(.malformed, "\(location): \(problem.text)")
        }
        skippedRows += 1
    }

    /// Parses the line without the quotes around its numbers; returns whether it gave a sample.
    private func parseUnquoted(_ line: [UInt8], into samples: inout [ImuSample]) -> Bool {
        let quote = UInt8(ascii: "\"")
        guard line.contains(quote) else { return false }
        let end = [UInt8(ascii: "\n")] + [UInt8](repeating: 0, count: LineBuffer.padding)
        return (line.filter { $0 != quote } + end).withUnsafeBufferPointer { bytes in
            // Not empty: it has at least its newline.
            var cursor = bytes.baseAddress!
            return parseLine(&cursor, into: &samples)
        }
    }

    private static func readHeader(
        _ lines: LineBuffer, _ path: String, _ stem: String
    ) throws(MotionLogError) -> (LogHeader, nextLine: Int) {
        var number = 1
        while let line = try lines.next() {
            if number == 1, let problem = EncodingProblem(line) {
                throw MotionLogError(.malformed, "\(path): \(problem.rawValue)")
            }
            if line.count >= LineBuffer.longestLine { throw tooLong(path, line: number) }
            do {
                let line = HeaderLine(line, isFirst: number == 1)
                if let header = try line?.header(stem) { return (header, number + 1) }
            } catch {
                throw MotionLogError(.malformed, "\(path):\(number): \(error.problem)")
            }
            number += 1
        }
        throw MotionLogError(.malformed, "\(path) is not a motion log: it has no header line")
    }
}

/// A line before the first row that is a header, or may be one.
private struct HeaderLine {
    /// The line without byte order mark and comment sign.
    private let text: String
    /// Whether the line is a comment if it cannot be read as a header. The header of EuRoC's logs
    /// follows the comment sign directly, that of others after a space.
    private let mayBeComment: Bool

    /// Nil for blank lines and for what can only be a comment.
    init?(_ line: [UInt8], isFirst: Bool) {
        let line = String(decoding: line, as: UTF8.self)
        let text = (isFirst && line.hasPrefix("\u{FEFF}") ? String(line.dropFirst()) : line)
            .trimmed()
        guard text.hasPrefix("#") else {
            if text.isEmpty { return nil }
            (self.text, mayBeComment) = (text, false)
            return
        }
        guard text.contains("timestamp"), text.contains(",") else { return nil }
        self.text = String(text.dropFirst())
        mayBeComment = self.text.first?.isLetter != true
    }

    /// The header; nil if the line is a comment.
    func header(_ stem: String) throws(LogHeaderError) -> LogHeader? {
        guard mayBeComment else { return try LogHeader(line: text, stem: stem) }
        let header = try? LogHeader(line: text, stem: stem)
        return header?.hasAcceleration == true || header?.hasRotationRate == true ? header : nil
    }
}

/// Opens the file at `path`, which may be a pipe; `-` is standard input.
private func open(_ path: String, named name: String) throws(MotionLogError) -> OpenFile {
    do throws(Errno) {
        if path == "-" { return try OpenFile(duplicating: STDIN_FILENO) }
        return try OpenFile(path, O_RDONLY | O_NOCTTY)
    } catch {
        throw MotionLogError(FileError("read", name, error))
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether the first zero is followed by zeros only.
    fileprivate var endsInZeros: Bool {
        let zeros = drop { $0 != 0 }
        return !zeros.isEmpty && zeros.allSatisfy { $0 == 0 }
    }
}

extension LineBuffer {
    /// The next line without its newline; nil at the end.
    fileprivate func next() throws(MotionLogError) -> [UInt8]? {
        try fill()
        // The start of a line that is too long shows what the file is.
        if isTooLong { return Array(partialLine) }
        guard hasLine else { return nil }
        let bytes = lines.prefix { $0 != UInt8(ascii: "\n") }
        consume(bytes.count + 1)
        return Array(bytes)
    }
}
