#!/usr/bin/env python3
"""Compares angles with the hub's motion: rows of `lenticule angles`, or a service's state lines.

    angles.py FILE AT_LEAST [AFTER]

Fails if there are fewer, if one is wrong by a degree, or if one is older than the one before. Those
before AFTER (seconds of CLOCK_MONOTONIC) are left out, and the first 0.2 s of the rest: there the
filter has gravity alone, until it knows the gyroscope.
"""

import csv
import json
import math
import sys

import motion

TOLERANCE = 1
# Between what the hub measures and what the kernel stamps a busy machine may do something else, by so
# many seconds; the angle that was pushed is that of a moment near the stamp.
LATENESS = 0.05


def rows(path):
    """Seconds, and pitch and roll in degrees."""
    with open(path) as file:
        first = file.read(1)
        file.seek(0)
        if first == "{":
            dicts = (json.loads(line) for line in file if line.endswith("}\n"))
            dicts = [each for each in dicts if "timestamp_ns" in each]
        else:
            dicts = list(csv.DictReader(file))
    for each in dicts:
        if each["pitch_deg"] not in ("", None):
            angles = float(each["pitch_deg"]), float(each["roll_deg"])
            yield int(each["timestamp_ns"]) * 1e-9, angles


def truth(time):
    return math.degrees(motion.pitch(time)[0]), math.degrees(motion.roll(time)[0])


def error(time, angles):
    """The greater of both errors in degrees, at that moment near `time` where it is least."""
    moments = (time + LATENESS * step / 25 for step in range(-25, 26))
    pairs = (zip(angles, truth(moment)) for moment in moments)
    return min(max(abs(angle - true) for angle, true in pair) for pair in pairs)


def main():
    path, at_least = sys.argv[1], int(sys.argv[2])
    after = float(sys.argv[3]) if len(sys.argv) > 3 else 0
    found = [row for row in rows(path) if row[0] > after]
    if any(a[0] > b[0] for a, b in zip(found, found[1:])):
        sys.exit("one is older than the one before")
    settled = [row for row in found if row[0] > found[0][0] + 0.2]
    if len(settled) < at_least:
        sys.exit(f"{len(settled)} angles, at least {at_least} wanted")
    worst, time = max((error(*row), row[0]) for row in settled)
    words = f"{len(settled)} angles, the worst {worst:.2f} degrees wrong, at {time:.3f} s"
    if not worst < TOLERANCE:
        sys.exit(words)
    print(words)


if __name__ == "__main__":
    main()
