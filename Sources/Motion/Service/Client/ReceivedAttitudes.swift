import Motion

/// The attitudes in the states of a service, as readings; finds where its log has started again.
struct ReceivedAttitudes {
    /// `restarts` in the newest state; nil before the first.
    private var restarts: Int?

    /// The attitude of the next state; nil if it has none.
    mutating func next(in state: MotionState) -> Attitude? {
        guard let values = state.values else { return nil }
        defer { restarts = values.restarts }
        var attitude = values.attitude
        attitude.startsAgain = values.restarts != (restarts ?? values.restarts)
        return attitude
    }
}
