import Glibc
import Platform

/// Computes when a sample is due, from its timestamp and the speed.
struct Pacer {
    let speed: ReplaySpeed
    /// Whether a gap of more than `longestGap` takes `shortGap` only.
    private let shortensGaps: Bool
    /// Nanoseconds of the log's time.
    static let longestGap = 5_000_000_000.0
    static let shortGap = 1_000_000_000.0
    /// The first gap that was shortened.
    private(set) var firstGap: LogGaps.Interval?
    private var first: Int64?
    /// A timestamp and the time at which it was due.
    private var anchor: (timestamp: Int64, instant: ContinuousClock.Instant)?
    private var newest = Int64.min

    /// The first sample is due at once.
    init(speed: ReplaySpeed, shortensGaps: Bool = false) {
        (self.speed, self.shortensGaps) = (speed, shortensGaps)
    }

    /// Sleeps until the sample at `timestamp` is due, or until `deadline` if that comes first.
    mutating func wait(for timestamp: Int64, until deadline: ContinuousClock.Instant) {
        Self.sleep(until: min(due(timestamp), deadline))
    }

    /// Sleeps until `instant`; a signal may end the sleep early.
    static func sleep(until instant: ContinuousClock.Instant) {
        let wait = instant - .now
        guard wait > .zero else { return }
        let (seconds, attoseconds) = wait.components
        var time = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
        nanosleep(&time, nil)
    }

    /// Whether the sample at `timestamp` is due by now.
    mutating func isDue(_ timestamp: Int64) -> Bool { speed == .max || due(timestamp) <= .now }

    /// If the timestamp is before the newest one, its sample is due at once, and later samples are
    /// due relative to it.
    private mutating func due(_ timestamp: Int64) -> ContinuousClock.Instant {
        guard case .times(let factor) = speed else { return .now }
        guard let anchor, timestamp >= newest else {
            let now = ContinuousClock.now
            (self.anchor, newest) = ((timestamp, now), timestamp)
            first = first ?? timestamp
            return now
        }
        let gap = Double(timestamp) - Double(newest)
        if shortensGaps, gap > Self.longestGap {
            if firstGap == nil {
                firstGap = LogGaps.Interval(
                    start: newest &- (first ?? newest), length: Int64(saturating: gap))
            }
            let elapsed = Double(newest) - Double(anchor.timestamp) + Self.shortGap
            self.anchor = (timestamp, anchor.instant + Self.duration(elapsed / factor))
        }
        newest = timestamp
        let (start, instant) = self.anchor ?? anchor
        return instant + Self.duration((Double(timestamp) - Double(start)) / factor)
    }

    /// A century in place of infinity, within the range of the clock's arithmetic.
    private static func duration(_ nanoseconds: Double) -> Duration {
        .nanoseconds(Int64(min(nanoseconds, 3e18)))
    }
}
