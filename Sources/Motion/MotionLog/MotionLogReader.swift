public import Motion
import Platform

/// Reads a motion log of any known format (docs/logs.md): a file, a phone's folder, standard input.
public final class MotionLogReader {
    /// What is read of a log, and how problems in it are handled.
    public struct Options: Sendable {
        /// Count and skip lines that cannot be read, rather than stop at the first.
        public var skipsBadRows = false
        /// Read the true attitudes too, for `readRows`.
        public var readsTruth = false
        /// Receives one line for the user: the log is cut off, or rows were skipped.
        public var warn: @Sendable (String) -> Void = { _ in }

        /// Stops at the first bad row; ignores warnings.
        public init() {}
    }

    /// The log's name for the user.
    public let name: String
    private let stream: any LogStream
    /// Memory that `readRows` reuses.
    private var samples: [ImuSample] = []

    /// Opens the log at `path` and reads its header; `-` is standard input.
    public init(path: String, options: Options = Options()) throws(MotionLogError) {
        name = LogOrigin.log(path: path).name
        stream = try Self.open(path, options)
    }

    /// Opens a log, or the rows of a simulation.
    public convenience init(_ origin: LogOrigin, options: Options = Options())
        throws(MotionLogError)
    {
        switch origin {
        case .log(let path): try self.init(path: path, options: options)
        case .simulation(let settings, let seconds):
            self.init(
                name: origin.name,
                SimulatedLog(settings, seconds: seconds, readsTruth: options.readsTruth))
        }
    }

    private init(name: String, _ stream: any LogStream) {
        (self.name, self.stream) = (name, stream)
    }

    /// What its columns hold.
    public var quantities: Quantities { stream.quantities }

    /// Appends at most `limit` samples; false at the end, also if it has appended the last ones. A
    /// file gives one sample for each row that is not skipped. In a folder, an accelerometer's row
    /// and a gyroscope's row with equal times give one sample. A pipe is waited for until
    /// `deadline`, or without limit if it is nil; after the deadline there may be no sample.
    public func read(
        into samples: inout [ImuSample], atMost limit: Int = 2048,
        until deadline: ContinuousClock.Instant? = nil
    ) throws(MotionLogError) -> Bool {
        try stream.read(into: &samples, atMost: limit, until: deadline)
    }

    /// At most `limit` rows, with the truth if the log has it and `readsTruth` is set; none at the
    /// end.
    public func readRows(atMost limit: Int = 2048) throws(MotionLogError) -> [LogRow] {
        samples.removeAll(keepingCapacity: true)
        repeat {} while try read(into: &samples, atMost: limit) && samples.isEmpty
        let truths = stream.takeTruths()
        return samples.enumerated().map { index, sample in
            LogRow(sample: sample, truth: truths.isEmpty ? nil : truths[index])
        }
    }

    private static func open(
        _ path: String, _ options: Options
    ) throws(MotionLogError) -> any LogStream {
        if path != "-", FileKind(path) == .folder {
            return try LogFolder(path: path, options: options).stream()
        }
        let file = try LogFile(path: path, options: options)
        try file.requireAcceleration()
        return file
    }
}
