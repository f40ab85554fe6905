public import Motion

/// A row of a log, with the truth.
public struct LogRow: Sendable {
    /// What the sensor measured.
    public let sample: ImuSample
    /// The true state at the sample's time; nil if the row has none, or it was not asked for.
    public let truth: Truth?
}

/// The columns `ref_qw` to `ref_qz` and `movement` of a simulated log, or of motion capture.
public struct Truth: Sendable, Equatable {
    /// Device to Earth.
    public let quaternion: Quaternion
    /// Whether the row counts in error figures; true without the column `movement`.
    public let isJudged: Bool
}
