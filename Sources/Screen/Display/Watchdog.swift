internal import CSystemd
internal import Platform

/// Tells systemd that a program goes on; after a silence systemd starts it again (sd_notify(3)).
public struct Watchdog {
    /// Seconds between two signs of life, half of what systemd allows; nil if it does not watch.
    public let interval: Double?
    private var lastSign = -Double.infinity

    public init() {
        var microseconds = UInt64(0)
        let isWatched = sd_watchdog_enabled(0, &microseconds) > 0
        interval = isWatched ? Double(microseconds) / 2_000_000 : nil
    }

    /// Gives a sign of life, if it is time.
    public mutating func sign() {
        guard let interval else { return }
        let now = monotonicSeconds()
        guard now >= lastSign + interval / 2 else { return }
        lastSign = now
        sd_notify(0, "WATCHDOG=1")
    }
}
