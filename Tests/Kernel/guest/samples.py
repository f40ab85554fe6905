#!/usr/bin/env python3
"""Compares the rows of a recording with the hub's motion: samples.py LOG SLEPT

Fails if a row is not what the hub measured at its time, or if the longest gap between two is not that
of a machine that slept for SLEPT seconds and went on.
"""

import csv
import sys

import motion

# In m/s² and rad/s; the motion changes by less in the 0.1 s that a busy machine may be late by.
TOLERANCE = {"accel": 1, "gyro": 0.1}
# Its processes stop before a machine sleeps, and go on after it has woken; in seconds.
AWAKE = 3
# So many rows there are at least after the sleep.
ROWS = 200


def rows(path):
    """Seconds, and what was measured of each quantity."""
    with open(path) as file:
        for row in csv.DictReader(line for line in file if not line.startswith("#")):
            measured = {
                name: [float(row[f"{name}_{axis}"]) for axis in "xyz"]
                for name in TOLERANCE
                if row[f"{name}_x"]
            }
            yield int(row["timestamp_ns"]) * 1e-9, measured


def is_right(time, measured):
    true = {"accel": motion.acceleration(time), "gyro": motion.rotation_rate(time)}
    return all(
        abs(value - wanted) < TOLERANCE[name]
        for name, values in measured.items()
        for value, wanted in zip(values, true[name])
    )


def main():
    path, slept = sys.argv[1], float(sys.argv[2])
    found = list(rows(path))
    wrong = [f"{time:.3f} s: {values}" for time, values in found if not is_right(time, values)]
    if wrong:
        sys.exit(f"{len(wrong)} of {len(found)} rows wrong, the first at {wrong[0]}")
    gap, end = max((b[0] - a[0], index) for index, (a, b) in enumerate(zip(found, found[1:]), 1))
    rest = len(found) - end
    words = f"{end} rows, {slept:.1f} s asleep in a gap of {gap:.1f} s, {rest} rows"
    if not slept <= gap < slept + AWAKE or rest < ROWS:
        sys.exit(words)
    print(words)


if __name__ == "__main__":
    main()
