/// Chooses which states a client gets, so that their mean rate is the one it asked for.
///
/// Time is that of the samples.
struct StatePace {
    /// ns
    private let period: Int64
    /// ns: when the next state is due; nil: the next one is.
    private(set) var due: Int64?

    init(hz: Double) { period = Int64(1e9 / hz) }

    /// Whether the client gets the state of `timestamp`.
    mutating func admits(_ timestamp: Int64) -> Bool {
        guard let due, isNear(timestamp, due) else {
            due = timestamp
            return true
        }
        guard timestamp >= due else { return false }
        // Up to a period late is made good, so that neither jitter nor a rate of no whole multiple
        // costs states; more is forgotten, so that a slow sensor's states do not come in bursts.
        self.due = max(due &+ period, timestamp &- period)
        return true
    }

    /// A clock that jumped, as after a sleep, begins a new count.
    private func isNear(_ timestamp: Int64, _ due: Int64) -> Bool {
        let (distance, overflow) = timestamp.subtractingReportingOverflow(due)
        return !overflow && distance.magnitude <= 2_000_000_000
    }
}
