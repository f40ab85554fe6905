import Glibc

/// The times of repeated tries: the wait doubles up to a longest one.
///
/// Times are nanoseconds of `monotonicNow`.
public struct Backoff: Sendable {
    private let first: Int64
    private let longest: Int64
    private var wait: Int64
    /// When the next try is due.
    public private(set) var due: Int64

    /// The first try is due after the wait `first`.
    public init(
        first: Int64 = 250_000_000, longest: Int64 = 4_000_000_000, now: Int64 = monotonicNow()
    ) {
        (self.first, self.longest) = (first, longest)
        wait = first
        due = now + first
    }

    /// Begins a try if one is due: the wait after it doubles. Returns whether it is due.
    public mutating func beginTryIfDue(now: Int64 = monotonicNow()) -> Bool {
        guard now >= due else { return false }
        wait = min(2 * wait, longest)
        due = now + wait
        return true
    }

    /// Schedules the next try within `delay` nanoseconds.
    public mutating func hurry(delay: Int64 = 0, now: Int64 = monotonicNow()) {
        due = min(due, now + delay)
    }

    /// Waits until the next try is due, but at most `milliseconds`; begins a try that is due, and
    /// returns whether one was due.
    public mutating func waitForTry(atMost milliseconds: CInt) -> Bool {
        let left = min((due - monotonicNow()) / 1_000_000 + 1, Int64(milliseconds))
        if left > 0 { usleep(useconds_t(left) * 1000) }
        return beginTryIfDue()
    }

    /// Resets the wait if what began at `began`, nanoseconds, has lasted more than ten seconds.
    public mutating func resetIfLong(since began: Int64) {
        if monotonicNow() > began + 10_000_000_000 { reset() }
    }

    /// Resets the wait after a success.
    public mutating func reset(now: Int64 = monotonicNow()) {
        self = Backoff(first: first, longest: longest, now: now)
    }
}

/// Nanoseconds: the shortest pause of a loop without work.
public let leastPause: Int64 = 10_000_000
