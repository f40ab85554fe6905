import ArgumentParser
import Glibc
import Motion
import MotionLog

/// How `angles` prints.
enum AngleFormat: String, ExpressibleByArgument, CaseIterable {
    case csv
    case json
}

/// One row of `angles`.
struct AngleRow {
    let timestamp: Int64
    /// Nil until gravity was seen.
    let attitude: Attitude?
}

/// Writes rows to standard output in large pieces.
struct AnglePrinter: ~Copyable {
    private static let names: [StaticString] = [
        "qw", "qx", "qy", "qz", "roll_deg", "pitch_deg", "yaw_deg",
    ]

    private let format: AngleFormat
    private let isSilent: Bool
    private var text = TextBuffer()
    private var isFirst = true

    init(format: AngleFormat, isSilent: Bool) {
        (self.format, self.isSilent) = (format, isSilent)
        if format == .json {
            text.append("[")
        } else {
            text.append("timestamp_ns")
            for name in Self.names {
                text.append(",")
                text.append(name)
            }
            text.append("\n")
        }
    }

    /// Appends a row.
    mutating func print(_ row: AngleRow) throws(Failure) {
        if format == .json { text.append(isFirst ? "\n{\"timestamp_ns\":" : ",\n{\"timestamp_ns\":") }
        isFirst = false
        text.append(row.timestamp)
        if let attitude = row.attitude {
            appendAngles(attitude)
        } else {
            for index in Self.names.indices { append(nil, index) }
        }
        text.append(format == .json ? "}" : "\n")
        if text.count > 1 << 15 { try flush() }
    }

    /// Writes what is left.
    mutating func finish() throws(Failure) {
        if format == .json { text.append("\n]\n") }
        try flush()
    }

    private mutating func appendAngles(_ attitude: Attitude) {
        let q = attitude.orientation
        let (angles, degrees) = (EulerAngles(q), 180 / Double.pi)
        append(q.w, 0)
        append(q.x, 1)
        append(q.y, 2)
        append(q.z, 3)
        append(angles.roll * degrees, 4)
        append(angles.pitch * degrees, 5)
        append(angles.yaw * degrees, 6)
    }

    private mutating func append(_ value: Double?, _ column: Int) {
        text.append(",")
        if format == .json {
            text.append("\"")
            text.append(Self.names[column])
            text.append("\":")
        }
        if let value, value.isFinite {
            text.append(value)
        } else if format == .json {
            text.append("null")
        }
    }

    private mutating func flush() throws(Failure) {
        defer { text.removeAll() }
        if isSilent { return }
        let failed = text.withBytes { writeAll($0, to: STDOUT_FILENO) }
        if failed != 0 {
            throw Failure(
                .inputOutput, "cannot write standard output: \(String(cString: strerror(failed)))")
        }
    }
}

/// Writes all of `bytes`; gives 0 or the error's number.
private func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: CInt) -> CInt {
    var rest = bytes
    while !rest.isEmpty {
        let count = write(descriptor, rest.baseAddress, rest.count)
        if count < 0, errno != EINTR { return errno }
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(max(0, count)))
    }
    return 0
}
