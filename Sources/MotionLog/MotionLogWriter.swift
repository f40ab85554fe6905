public import Motion

/// Writes a motion log so that at most its last second is lost when the machine dies.
///
/// Twice a second the rows go to the disk (fdatasync), on a thread of their own. When the disk is
/// full, what was written stays, cut after its last whole row.
public final class MotionLogWriter {
    private static let syncInterval = Duration.milliseconds(500)

    private let file: DurableFile
    /// Somebody may be reading along.
    private let isStream: Bool
    private var text = TextBuffer()
    private var lastSync = ContinuousClock.now
    /// How many rows were given, comments and header aside.
    public private(set) var rows = 0

    /// Creates or empties the file at `path`, `-` being standard output; writes comments and header.
    ///
    /// Each of `comments` becomes a line that begins with `#`; with `hasTruth` rows need theirs.
    public init(
        path: String, comments: [String] = [], hasTruth: Bool = false
    ) throws(MotionLogError) {
        file = try DurableFile(path: path)
        isStream = path == "-"
        for comment in comments { text.append("# \(comment.singleLine)\n") }
        text.append("timestamp_ns,accel_x,accel_y,accel_z,gyro_x,gyro_y,gyro_z")
        if hasTruth { text.append(",ref_qw,ref_qx,ref_qy,ref_qz,movement") }
        text.append("\n")
        try sync()
    }

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

    /// Sends the rows to the disk if their time has come; call it also when no sample comes.
    public func syncIfDue() throws(MotionLogError) {
        if isStream, text.count > 0 { try flush(syncs: false) }
        guard ContinuousClock.now - lastSync >= Self.syncInterval else { return }
        lastSync = .now
        try flush(syncs: true)
    }

    /// Returns when everything is on the disk.
    public func sync() throws(MotionLogError) {
        try flush(syncs: true)
        try file.finish()
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
        if text.count > 1 << 15 { try flush(syncs: false) }
    }

    private func flush(syncs: Bool) throws(MotionLogError) {
        let bytes = text.withBytes { Array($0) }
        text.removeAll()
        try file.append(bytes, syncs: syncs)
    }
}

extension String {
    /// The text with line breaks turned into blanks.
    fileprivate var singleLine: String { String(map { $0.isNewline ? " " : $0 }) }
}
