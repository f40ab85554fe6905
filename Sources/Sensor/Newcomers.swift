import Glibc

/// Notices IIO devices of this machine that were not there before, with or without udev.
struct Newcomers {
    /// How often they are looked for, in nanoseconds.
    private static let interval: Int64 = 2_000_000_000
    private var known = Self.present
    /// When they are looked for next, in nanoseconds of `monotonicNow`.
    private var turn = monotonicNow() + interval

    /// Whether any has come since the last look.
    mutating func haveCome(now: Int64 = monotonicNow()) -> Bool {
        guard now >= turn else { return false }
        turn = now + Self.interval
        let present = Self.present
        defer { known = present }
        return !present.isSubset(of: known)
    }

    private static var present: Set<String> {
        guard let directory = opendir("/sys/bus/iio/devices") else { return [] }
        defer { closedir(directory) }
        return Set(names(of: directory))
    }
}
