public import Motion
public import Platform

/// Writes a motion log during the measurement, so that a crash of the machine loses at most the
/// last second.
///
/// The log is created with its first row; an old file stays until then. Twice a second the rows are
/// synced to the disk (fdatasync), on a separate thread. After a write error the file ends with its
/// last whole row.
public final class MotionLogWriter: Sendable {
    private let writer: LineWriter

    /// Starts the log at `path`, `-` for standard output; `path` must not be one of `inputFiles`.
    ///
    /// Each of `comments` becomes a line that starts with `#`. When the buffer is full, `append`
    /// drops rows; the buffer then holds one minute of rows at 1600 Hz. If `waits` is set, as for
    /// the copy of a log, `append` waits.
    public init(
        path: String, comments: [String] = [], inputFiles: [String] = [], waits: Bool = false
    ) throws(FileError) {
        var head = TextBuffer()
        head.appendHead(comments: comments)
        writer = LineWriter(
            try GrowingFile(path, inputFiles: inputFiles), head: head, waits: waits)
    }

    deinit { writer.finish() }

    /// How many rows were accepted, and how many were dropped because the disk was too slow or
    /// `finish` was called. After a write error the log has fewer rows than were accepted.
    public var rows: (taken: Int, dropped: Int) { writer.lines }

    /// Appends a row.
    public func append(_ sample: ImuSample) throws(FileError) {
        try writer.append { $0.appendRow(sample) }
    }

    /// Writes the rows so far to a pipe, a device or standard output, whose reader may wait for
    /// them. Throws if a write has failed. Call it also when no sample comes.
    public func flush() throws(FileError) {
        writer.flush()
        if let failure = writer.failure { throw failure }
    }

    /// Returns when all rows are on the disk; further rows are dropped. Any thread may call it, also at
    /// the end of the program.
    public func finish() throws(FileError) {
        writer.finish()
        if let failure = writer.failure { throw failure }
    }
}
