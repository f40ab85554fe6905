import Glibc

/// Tells when a sample is due, from its timestamp and the speed.
struct Pacer {
    private let speed: ReplaySpeed
    /// A timestamp and the moment it was due.
    private var anchor: (timestamp: Int64, instant: ContinuousClock.Instant)?
    private var newest = Int64.min

    /// The first sample is due at once.
    init(speed: ReplaySpeed) { self.speed = speed }

    /// Sleeps until the sample at `timestamp` is due, or until `deadline` if that comes first.
    mutating func wait(for timestamp: Int64, until deadline: ContinuousClock.Instant) {
        let rest = min(due(timestamp), deadline) - .now
        guard rest > .zero else { return }
        let (seconds, attoseconds) = rest.components
        var time = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
        // A signal ends the sleep early; the caller looks at the clock anyway.
        nanosleep(&time, nil)
    }

    /// Whether the sample at `timestamp` should have come by now.
    mutating func isDue(_ timestamp: Int64) -> Bool { speed == .max || due(timestamp) <= .now }

    /// A time that jumps back starts the clock anew, as nothing can come earlier than now.
    private mutating func due(_ timestamp: Int64) -> ContinuousClock.Instant {
        guard case .times(let factor) = speed else { return .now }
        guard let anchor, timestamp >= newest else {
            let now = ContinuousClock.now
            (self.anchor, newest) = ((timestamp, now), timestamp)
            return now
        }
        newest = timestamp
        let elapsed = (Double(timestamp) - Double(anchor.timestamp)) / factor
        // A century is as good as never and stays within what the clock can add.
        return anchor.instant + .nanoseconds(Int64(min(elapsed, 3e18)))
    }
}
