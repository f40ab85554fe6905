#!/usr/bin/env python3
"""Compares angles with the hub's motion: rows of `lenticule angles`, or a service's state lines.

Fails if there are too few, if one is wrong by a degree, or if one is older than the one before; with
--of also if more than a fifth of what the hub reported meanwhile is missing. The first 0.5 s are left
out if not said otherwise: there the filter has gravity alone, until it knows the gyroscope. So are those
after a gap, as a guest has that hardly runs: the filter begins anew there.
"""

import argparse
import csv
import json
import math
import sys

import motion

TOLERANCE = 1
# Between what the hub measures and what the kernel stamps, a busy machine may do something else for
# so many seconds.
LATENESS = 0.05
# Two devices are merged with so little patience that a slow machine hands one's samples in too late.
DISORDER = 0.5
# Seconds without a sample; from 0.5 s on the filter begins anew.
GAP = 0.4
# Of what the hub reported.
LEAST_SHARE = 0.8


def parse():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file")
    parser.add_argument("at_least", type=int, help="so many angles")
    parser.add_argument("--after", type=float, default=0, help="only those after this time")
    parser.add_argument("--settling", type=float, default=0.5, help="leave out so many seconds")
    parser.add_argument("--of", metavar="FILE", help="when the hub reported: hub.py --times")
    parser.add_argument("--late", type=float, default=0, help="all may be late by so many seconds")
    return parser.parse_args()


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


def error(time, angles):
    """How far off the angles are, in degrees, beyond what a machine's lateness explains."""
    errors = []
    for angle, (true, rate) in zip(angles, (motion.pitch(time), motion.roll(time))):
        off = abs(angle - math.degrees(true)) - LATENESS * abs(math.degrees(rate))
        errors.append(max(0, off))
    return max(errors)


def worst(found, late):
    """The greatest error, and its time; all times are taken to be so much too late."""
    return max((error(time - late, angles), time) for time, angles in found)


def settled(found, settling):
    """Those that come later than so many seconds after the first, or after a gap."""
    start = before = found[0][0]
    for row in found:
        if row[0] - before > GAP:
            start = row[0]
        before = row[0]
        if row[0] >= start + settling:
            yield row


def reports(path, first, last):
    """How many reports the hub sent from the one time to the other."""
    with open(path) as file:
        return sum(first <= float(line) <= last for line in file)


def main():
    arguments = parse()
    found = [row for row in rows(arguments.file) if row[0] > arguments.after]
    if any(a[0] - b[0] > DISORDER for a, b in zip(found, found[1:])):
        sys.exit("one is older than the one before")
    judged = list(settled(found, arguments.settling))
    if len(judged) < arguments.at_least:
        sys.exit(f"{len(judged)} angles, at least {arguments.at_least} wanted")
    if arguments.of:
        sent = reports(arguments.of, found[0][0], found[-1][0])
        if len(found) < LEAST_SHARE * sent:
            sys.exit(f"{len(found)} angles of {sent} reports")
    lates = [step * LATENESS for step in range(round(arguments.late / LATENESS) + 1)]
    error, time = min(worst(judged, late) for late in lates)
    words = f"{len(judged)} angles, the worst {error:.2f} degrees wrong, at {time:.3f} s"
    if not error < TOLERANCE:
        sys.exit(words)
    print(words)


if __name__ == "__main__":
    main()
