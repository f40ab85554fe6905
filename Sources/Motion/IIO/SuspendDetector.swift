import Platform

/// Detects sleep of the whole machine: CLOCK_BOOTTIME continues then, CLOCK_MONOTONIC does not.
struct SuspendDetector {
    /// Nanoseconds: shorter differences are scheduling delays between reading the two clocks.
    private static let shortest: Int64 = 500_000_000
    /// How far CLOCK_BOOTTIME was ahead of CLOCK_MONOTONIC, in nanoseconds.
    private var lead: Int64

    /// Begins to watch; both times in nanoseconds.
    init(monotonic: Int64 = monotonicNow(), boottime: Int64 = boottimeNow()) {
        lead = boottime - monotonic
    }

    /// How long the machine has slept since it was started, in nanoseconds, up to the last `newSleep`.
    var total: Int64 { lead > Self.shortest ? lead : 0 }

    /// How long the machine has slept since the last call, in nanoseconds; 0 if it has not.
    mutating func newSleep(
        monotonic: Int64 = monotonicNow(), boottime: Int64 = boottimeNow()
    ) -> Int64 {
        let growth = boottime - monotonic - lead
        guard growth > Self.shortest else { return 0 }
        lead += growth
        return growth
    }
}
