#!/usr/bin/env python3
"""Suspends the machine to RAM until its real-time clock wakes it: suspend.py SECONDS

Prints how long it slept, in seconds.
"""

import signal
import sys
import time


def write(path, text):
    with open(path, "w") as file:
        file.write(text)


def slept():
    """In seconds, since the machine was started."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) - time.clock_gettime(time.CLOCK_MONOTONIC)


def main():
    # The drivers tell the hub to sleep and wait five seconds for each answer. None will come, for the
    # hub's process is stopped by then; a signal for this one ends their waiting.
    signal.signal(signal.SIGALRM, lambda *_: None)
    signal.setitimer(signal.ITIMER_REAL, 0.01, 0.01)
    before = slept()
    write("/sys/power/mem_sleep", "deep")
    write("/sys/class/rtc/rtc0/wakealarm", f"+{sys.argv[1]}")
    write("/sys/power/state", "mem")
    signal.setitimer(signal.ITIMER_REAL, 0)
    print(f"{slept() - before:.1f}")


if __name__ == "__main__":
    main()
