import Glibc
public import Motion

/// Writes a motion log so that at most its last second is lost when the machine dies.
///
/// Text goes to the file twice a second and from there to the disk (fdatasync). When the disk is
/// full, what was written stays, cut after its last whole row.
public final class MotionLogWriter {
    private static let syncInterval = Duration.milliseconds(500)

    private let descriptor: CInt
    private let name: String
    private var text = TextBuffer()
    private var lastSync = ContinuousClock.now
    /// Bytes of whole rows that are in the file.
    private var written = 0
    /// How many rows were given, comments and header aside.
    public private(set) var rows = 0

    /// Creates or empties the file at `path`, `-` being standard output, and writes comments and header.
    ///
    /// Each of `comments` becomes a line that begins with `#`; with `hasTruth` rows need theirs.
    public init(
        path: String, comments: [String] = [], hasTruth: Bool = false
    ) throws(MotionLogError) {
        name = path == "-" ? "standard output" : path
        descriptor =
            path == "-"
            ? dup(STDOUT_FILENO) : open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw MotionLogError("write", name, code: errno) }
        for comment in comments { text.append("# \(comment.singleLine)\n") }
        text.append("timestamp_ns,accel_x,accel_y,accel_z,gyro_x,gyro_y,gyro_z")
        if hasTruth { text.append(",ref_qw,ref_qx,ref_qy,ref_qz,movement") }
        text.append("\n")
        try sync()
    }

    deinit { close(descriptor) }

    /// Appends a row.
    public func append(_ sample: ImuSample) throws(MotionLogError) {
        appendSample(sample)
        try endRow()
    }

    /// Appends a row with the true attitude and whether the device moves.
    public func append(
        _ sample: ImuSample, truth: Quaternion, isMoving: Bool
    ) throws(MotionLogError) {
        appendSample(sample)
        for component in [truth.w, truth.x, truth.y, truth.z] {
            text.append(",")
            text.append(component)
        }
        text.append(isMoving ? ",1" : ",0")
        try endRow()
    }

    /// Brings the rows to the disk if their time has come; call it also when no sample comes.
    public func syncIfDue() throws(MotionLogError) {
        if ContinuousClock.now - lastSync >= Self.syncInterval { try sync() }
    }

    /// Brings everything to the disk.
    public func sync() throws(MotionLogError) {
        try flush()
        // Pipes and terminals cannot be synced, and need not be.
        if fdatasync(descriptor) != 0, errno != EINVAL, errno != EROFS { throw failure(errno) }
        lastSync = .now
    }

    private func appendSample(_ sample: ImuSample) {
        text.append(sample.timestamp)
        append(sample.acceleration)
        append(sample.rotationRate)
    }

    private func append(_ vector: Vector3?) {
        guard let vector else {
            text.append(",,,")
            return
        }
        for axis in 0..<3 {
            text.append(",")
            text.append(vector[axis])
        }
    }

    private func endRow() throws(MotionLogError) {
        text.append("\n")
        rows += 1
        if text.count > 1 << 15 { try flush() }
    }

    private func flush() throws(MotionLogError) {
        let (done, failed) = text.withBytes { writeAll($0) }
        guard failed == 0 else {
            // A row cut in two goes; on a pipe this fails and does no harm.
            let whole = text.withBytes { bytes in
                bytes[..<done].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
            }
            _ = ftruncate(descriptor, off_t(written + whole))
            text.removeAll()
            throw failure(failed)
        }
        written += done
        text.removeAll()
    }

    /// Writes until all is done or a call fails: the bytes written, and the error's number or 0.
    private func writeAll(_ bytes: UnsafeRawBufferPointer) -> (done: Int, failed: CInt) {
        var done = 0
        while done < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
            let count = write(descriptor, rest.baseAddress, rest.count)
            if count < 0, errno != EINTR { return (done, errno) }
            done += max(0, count)
        }
        return (done, 0)
    }

    private func failure(_ code: CInt) -> MotionLogError {
        let reason = String(cString: strerror(code))
        return MotionLogError(
            .inputOutput, "cannot write \(name): \(reason); what was written before is kept")
    }
}

extension String {
    /// The text with line breaks turned into blanks.
    fileprivate var singleLine: String { String(map { $0.isNewline ? " " : $0 }) }
}
