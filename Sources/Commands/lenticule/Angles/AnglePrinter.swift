import ArgumentParser
import Motion
import MotionLog
import Platform

enum AngleFormat: String, ExpressibleByArgument, CaseIterable {
    case csv
    case json
}

/// Writes rows to standard output, buffered.
struct AnglePrinter: ~Copyable {
    private let output: OutputFile
    private let syntax: RowSyntax
    private let settings: TiltStateSettings
    private var text = TextBuffer()
    private var isFirst = true

    /// Starts with the header; throws if standard output is one of the `inputFiles`.
    ///
    /// State and opacities follow from the tilt with `settings`, without hysteresis: each row
    /// depends only on its own tilt.
    init(
        format: AngleFormat, settings: TiltStateSettings, inputFiles: [String]
    ) throws(FileError) {
        output = try OutputFile("-", inputFiles: inputFiles)
        self.settings = settings
        syntax = format == .csv ? .csv : .json
        text.append(syntax.head)
    }

    /// Appends a row; state and opacities follow from its tilt.
    mutating func print(_ row: AttitudeRow, tilt: Double) throws(FileError) {
        if !isFirst { text.append(syntax.betweenRows) }
        isFirst = false
        text.append(syntax.prefixes[0])
        text.append(row.timestamp)
        appendAttitude(row.attitude)
        append(tilt, 8)
        let state = TiltState(tilt, settings)
        text.append(syntax.prefixes[9])
        text.append(syntax.word(for: state))
        let opacities = LayerOpacities(state, settings)
        append(opacities.back, 10)
        append(opacities.middle, 11)
        append(opacities.front, 12)
        text.append(syntax.rowEnd)
        if text.count > 1 << 15 { try text.move(to: output) }
    }

    mutating func flush() throws(FileError) { try text.move(to: output) }

    /// Writes the buffered rows and the end of the output.
    mutating func finish() throws(FileError) {
        text.append(syntax.tail)
        try flush()
    }

    private mutating func appendAttitude(_ attitude: Attitude?) {
        guard let attitude else {
            for column in 1...7 { append(nil, column) }
            return
        }
        let (q, angles) = (attitude.quaternion, EulerAngles(attitude.quaternion))
        let degrees = 180 / Double.pi
        append(q.w, 1)
        append(q.x, 2)
        append(q.y, 3)
        append(q.z, 4)
        append(angles.roll * degrees, 5)
        append(angles.pitch * degrees, 6)
        append(angles.yaw * degrees, 7)
    }

    private mutating func append(_ value: Double?, _ column: Int) {
        text.append(syntax.prefixes[column])
        if let value {
            text.append(value + 0)  // -0 becomes 0.
        } else {
            text.append(syntax.missing)
        }
    }
}

/// The syntax around a row's values.
private struct RowSyntax {
    let head: StaticString
    /// The text before the value of each column.
    let prefixes: [StaticString]
    let missing: StaticString
    let rowEnd: StaticString
    let betweenRows: StaticString
    let tail: StaticString
    private let isQuoted: Bool

    static let csv = RowSyntax(
        head: """
            timestamp_ns,qw,qx,qy,qz,roll_deg,pitch_deg,yaw_deg,tilt_deg,state,back,middle,front\n
            """,
        prefixes: [""] + Array(repeating: ",", count: 12),
        missing: "", rowEnd: "\n", betweenRows: "", tail: "", isQuoted: false)

    static let json = RowSyntax(
        head: "[\n",
        prefixes: [
            "{\"timestamp_ns\":", ",\"qw\":", ",\"qx\":", ",\"qy\":", ",\"qz\":", ",\"roll_deg\":",
            ",\"pitch_deg\":", ",\"yaw_deg\":", ",\"tilt_deg\":", ",\"state\":", ",\"back\":",
            ",\"middle\":", ",\"front\":",
        ],
        missing: "null", rowEnd: "}", betweenRows: ",\n", tail: "\n]\n", isQuoted: true)

    func word(for state: TiltState) -> StaticString {
        switch state {
        case .flat: isQuoted ? "\"flat\"" : "flat"
        case .forward: isQuoted ? "\"forward\"" : "forward"
        case .backward: isQuoted ? "\"backward\"" : "backward"
        }
    }
}
