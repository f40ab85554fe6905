import Glibc
public import Motion

/// Reads a motion log of any format product.md names: a file, a phone's folder, standard input.
public final class MotionLogReader {
    /// How to treat what is wrong in a log.
    public struct Options: Sendable {
        /// Count and skip lines that cannot be read, rather than stop at the first.
        public var skipsBadRows = false
        /// Read the true attitudes too, for who calls `readRows`.
        public var readsTruth = false
        /// Takes one line for a person: the log is cut off, rows were skipped.
        public var warn: @Sendable (String) -> Void = { _ in }

        /// Stops at the first bad row and warns nobody.
        public init() {}
    }

    /// What a person would call the log.
    public let name: String
    private let stream: any LogStream
    /// The samples that `readRows` turns into rows.
    private var samples: [ImuSample] = []

    /// Opens the log at `path` and reads its header; `-` is standard input.
    public init(path: String, options: Options = Options()) throws(MotionLogError) {
        name = path == "-" ? "standard input" : path
        stream = try Self.open(path, name, options)
    }

    /// Appends at most `limit` samples, one for each row; false at the end.
    public func read(
        into samples: inout [ImuSample], atMost limit: Int = 2048
    ) throws(MotionLogError) -> Bool {
        try stream.read(into: &samples, atMost: limit)
    }

    /// At most `limit` rows, with the truth where the log knows it and `readsTruth` asks; none at the
    /// end.
    public func readRows(atMost limit: Int = 2048) throws(MotionLogError) -> [LogRow] {
        samples.removeAll(keepingCapacity: true)
        repeat {} while try stream.read(into: &samples, atMost: limit) && samples.isEmpty
        let truths = (stream as? LogFile)?.takeTruths() ?? []
        return samples.enumerated().map { index, sample in
            LogRow(sample: sample, truth: truths.isEmpty ? nil : truths[index])
        }
    }

    /// Whether `read` would find something within `timeout` rather than block.
    public func isReady(within timeout: Duration) throws(MotionLogError) -> Bool {
        try stream.isReady(within: timeout)
    }

    private static func open(
        _ path: String, _ name: String, _ options: Options
    ) throws(MotionLogError) -> any LogStream {
        var status = stat()
        if path != "-", stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
            return try LogFolder(path: path, options: options).stream()
        }
        let file =
            path == "-"
            ? try LogFile(path: name, descriptor: dup(STDIN_FILENO), options: options)
            : try LogFile(path: path, options: options)
        try file.requireAcceleration()
        return file
    }
}
