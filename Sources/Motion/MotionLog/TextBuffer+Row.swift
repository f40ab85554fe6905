public import Motion
public import Platform

// The lines of a log.
extension TextBuffer {
    /// Appends the comments, a line each, and the header; with truth columns if `hasTruth`.
    public mutating func appendHead(comments: [String], hasTruth: Bool = false) {
        for comment in comments { append("# \(comment.singleLine.printable)\n") }
        append("timestamp_ns,accel_x,accel_y,accel_z,gyro_x,gyro_y,gyro_z")
        if hasTruth { append(",ref_qw,ref_qx,ref_qy,ref_qz,movement") }
        append("\n")
    }

    /// Appends a row.
    public mutating func appendRow(_ sample: ImuSample) {
        appendFields(sample)
        append("\n")
    }

    /// Appends a row with the true attitude and whether the device moves.
    public mutating func appendRow(_ sample: ImuSample, truth: Quaternion, isMoving: Bool) {
        appendFields(sample)
        for component in [truth.w, truth.x, truth.y, truth.z] {
            append(",")
            append(component)
        }
        append(isMoving ? ",1\n" : ",0\n")
    }

    /// Writes the text to `file` and empties the buffer.
    public mutating func move(to file: borrowing OutputFile) throws(FileError) {
        try withBytes { bytes throws(FileError) in try file.write(bytes) }
        removeAll()
    }

    private mutating func appendFields(_ sample: ImuSample) {
        append(sample.timestamp)
        append(sample.acceleration)
        append(sample.rotationRate)
    }

    private mutating func append(_ vector: Vector3?) {
        guard let vector else {
            append(",,,")
            return
        }
        for axis in 0..<3 {
            append(",")
            append(vector[axis])
        }
    }
}

extension String {
    /// The text with line breaks replaced by spaces.
    fileprivate var singleLine: String { String(map { $0.isNewline ? " " : $0 }) }
}
