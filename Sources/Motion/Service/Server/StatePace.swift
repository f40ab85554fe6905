/// Selects the states that a client gets, so that their mean rate is the requested one.
///
/// Uses the timestamps of the states.
struct StatePace {
    /// Nanoseconds between two states.
    private let period: Int64
    /// Nanoseconds: when the next state is due; nil before the first.
    private var due: Int64?

    init(hz: Double) { period = Int64(1e9 / hz) }

    /// Whether the client gets the state of `timestamp`, in nanoseconds.
    mutating func admits(_ timestamp: Int64) -> Bool {
        guard let due, isNear(timestamp, due) else {
            due = timestamp
            return true
        }
        guard timestamp >= due else { return false }
        // A state that is late by at most two periods does not delay the next ones: so the mean
        // rate is kept when states come irregularly, or at a rate that is no whole multiple of the
        // requested one. A longer delay delays the next ones too, to avoid bursts.
        self.due = max(due &+ period, timestamp &- period)
        return true
    }

    /// False if the two are more than two seconds apart: the clock has jumped, as after the machine
    /// slept, or no state came for so long.
    private func isNear(_ timestamp: Int64, _ due: Int64) -> Bool {
        let (distance, overflow) = timestamp.subtractingReportingOverflow(due)
        return !overflow && distance.magnitude <= 2_000_000_000
    }
}
