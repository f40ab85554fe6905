import Motion
import Synchronization

/// Which states are worth the way to the event loop.
///
/// A sensor gives a hundred states a second or more, a screen takes sixty: what no client is due for
/// stays with the thread that reads.
final class Demand: Sendable {
    /// What has not gone to the loop yet.
    private struct Rest {
        var readings = 0
        /// As the loop was told last.
        var device: DeviceState?
    }

    /// ns: the first timestamp that a client waits for; `Int64.min` if any is wanted.
    private let due = Atomic(Int64.min)
    private let rest = Mutex(Rest())

    /// No client waits for a state before `timestamp`.
    func wait(for timestamp: Int64) { due.store(timestamp, ordering: .relaxed) }

    /// How many readings led to `state` since the last one that went to the loop; nil if this one need
    /// not go.
    func readings(_ count: Int, to state: MotionState) -> Int? {
        rest.withLock { rest in
            rest.readings += count
            guard state.device != rest.device || isDue(state) else { return nil }
            defer { rest = Rest(device: state.device) }
            return rest.readings
        }
    }

    /// Also what is long before: that clock has jumped.
    private func isDue(_ state: MotionState) -> Bool {
        guard let timestamp = state.pose?.attitude.timestamp else { return true }
        let due = due.load(ordering: .relaxed)
        return timestamp >= due || timestamp < due &- 1_000_000_000
    }
}
