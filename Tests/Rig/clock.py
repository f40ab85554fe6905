"""The one clock of the rig, the tests and the timestamps that the program gives: CLOCK_BOOTTIME."""

import time


def now():
    """Seconds."""
    return time.clock_gettime(time.CLOCK_BOOTTIME)


def lead(clock):
    """Nanoseconds by which a clock is ahead of the rig's; a pause in between would take from it."""
    if clock == time.CLOCK_BOOTTIME:
        return 0
    return max(time.clock_gettime_ns(clock) - time.clock_gettime_ns(time.CLOCK_BOOTTIME) for _ in range(3))
