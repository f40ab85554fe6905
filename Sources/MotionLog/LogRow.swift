public import Motion

/// A row of a log with all that it tells.
public struct LogRow: Sendable {
    /// What the sensor measured.
    public let sample: ImuSample
    /// What it would have been to a perfect observer, where the log knows.
    public let truth: Truth?
}

/// The columns `ref_qw` to `ref_qz` and `movement` of a simulated log, or of one recorded under cameras.
public struct Truth: Sendable, Equatable {
    /// Device to Earth.
    public let orientation: Quaternion
    /// Whether the row counts for errors; it does where the log has no such column.
    public let isMoving: Bool
}
