/// When to try to open a device again: at growing distances, so that nothing is kept busy.
struct Reopening {
    /// The longest wait, in nanoseconds.
    private static let longest: Int64 = 4_000_000_000
    /// How long after one device another one of the same hub may come, in nanoseconds.
    private static let settling: Int64 = 100_000_000
    private var wait: Int64 = 250_000_000
    /// The next try's time, in nanoseconds of `monotonicNow`.
    private var turn: Int64

    /// The first try comes a quarter of a second after `now`.
    init(now: Int64 = monotonicNow()) { turn = now + wait }

    /// Sleeps until the next try or `deadline`, whichever comes first; whether it is time to try.
    ///
    /// A device that comes brings the next try near.
    mutating func waitForTurn(
        until deadline: Int64, _ hotplug: borrowing HotplugMonitor
    ) -> Bool {
        while hotplug.wait(until: min(turn, deadline)) { hurry(now: monotonicNow()) }
        return takeTurn(now: monotonicNow())
    }

    /// A device has come: the next try is at most a moment away.
    mutating func hurry(now: Int64) { turn = min(turn, now + Self.settling) }

    /// Whether it is time to try; then the next try is twice as far away.
    mutating func takeTurn(now: Int64) -> Bool {
        guard now >= turn else { return false }
        wait = min(2 * wait, Self.longest)
        turn = now + wait
        return true
    }
}
