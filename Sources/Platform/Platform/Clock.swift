public import Glibc

/// Nanoseconds of CLOCK_MONOTONIC, which stops while the machine sleeps.
public func monotonicNow() -> Int64 { now(CLOCK_MONOTONIC) }

/// Seconds of CLOCK_MONOTONIC.
public func monotonicSeconds() -> Double { Double(monotonicNow()) / 1e9 }

/// Nanoseconds of CLOCK_BOOTTIME, which continues while the machine sleeps.
public func boottimeNow() -> Int64 { now(CLOCK_BOOTTIME) }

/// Nanoseconds since 1970 at which CLOCK_BOOTTIME was 0, by the wall clock as it is set now.
public func wallTimeOfBoot() -> Int64 { now(CLOCK_REALTIME) - boottimeNow() }

/// Nanoseconds since 1970 by the clock whose times files get when they are changed.
public func fileTimeNow() -> Int64 { now(CLOCK_REALTIME_COARSE) }

/// Seconds of processor time that this process has taken with all its threads.
public func processorSeconds() -> Double { Double(now(CLOCK_PROCESS_CPUTIME_ID)) / 1e9 }

/// Seconds of processor time that a process has taken; 0 if there is no such process.
public func processorSeconds(of process: pid_t) -> Double {
    var clock = clockid_t()
    return clock_getcpuclockid(process, &clock) == 0 ? Double(now(clock)) / 1e9 : 0
}

private func now(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return time.nanoseconds
}

extension timespec {
    var nanoseconds: Int64 { Int64(tv_sec) * 1_000_000_000 + Int64(tv_nsec) }
}
