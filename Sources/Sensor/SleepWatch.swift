import Glibc

/// Notices that the whole machine has slept: CLOCK_BOOTTIME goes on then, CLOCK_MONOTONIC does not.
struct SleepWatch {
    /// Shorter differences are the machine's own unrest between two looks at its clocks, in ns.
    private static let shortest: Int64 = 500_000_000
    /// How far CLOCK_BOOTTIME was ahead, in nanoseconds.
    private var lead: Int64

    /// Begins to watch; both times in nanoseconds.
    init(monotonic: Int64 = monotonicNow(), boottime: Int64 = boottimeNow()) {
        lead = boottime - monotonic
    }

    /// How long the machine has slept since it was asked last, in nanoseconds; 0 if it has not.
    mutating func sleep(
        monotonic: Int64 = monotonicNow(), boottime: Int64 = boottimeNow()
    ) -> Int64 {
        let growth = boottime - monotonic - lead
        guard growth > Self.shortest else { return 0 }
        lead += growth
        return growth
    }
}

/// Nanoseconds of CLOCK_BOOTTIME, which goes on while the machine sleeps.
func boottimeNow() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}
