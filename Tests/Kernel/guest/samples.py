#!/usr/bin/env python3
"""Compares the rows of a recording with the hub's motion: samples.py LOG SLEPT TIMES

Fails if a row is not what the hub measured at its time, or if the longest gap between two is not that
of a machine that slept for SLEPT seconds: TIMES, of each report of the hub, says what was missed. Reports
are counted, and not seconds, because the hub also stands still while a busy machine goes to sleep or wakes.
"""

import csv
import sys

import motion

# In m/s² and rad/s; the motion changes by less in the 0.1 s that a busy machine may be late by.
TOLERANCE = {"accel": 1, "gyro": 0.1}
# Reports that may be missed while the machine goes to sleep and wakes: what both sensors report in two seconds.
MISSED = 400
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


def reports(path, start, end):
    """How many reports there were between two times."""
    with open(path) as file:
        return sum(start < float(line) < end for line in file)


def main():
    path, slept, times = sys.argv[1], float(sys.argv[2]), sys.argv[3]
    found = list(rows(path))
    wrong = [f"{time:.3f} s: {values}" for time, values in found if not is_right(time, values)]
    if wrong:
        sys.exit(f"{len(wrong)} of {len(found)} rows wrong, the first at {wrong[0]}")
    gap, end = max((b[0] - a[0], index) for index, (a, b) in enumerate(zip(found, found[1:]), 1))
    rest = len(found) - end
    missed = reports(times, found[end - 1][0], found[end][0])
    words = f"{end} rows, {slept:.1f} s asleep in a gap of {gap:.1f} s with {missed} reports, {rest} rows"
    if gap < slept or missed > MISSED or rest < ROWS:
        sys.exit(words)
    print(words)


if __name__ == "__main__":
    main()
