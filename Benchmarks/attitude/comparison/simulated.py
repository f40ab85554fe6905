"""The filters of the program on simulated motion, whose truth is exact."""

import csv
import subprocess
import tempfile

import numpy as np

from .metric import inclination

FILTERS = ["lenticule", "madgwick", "complementary"]
PRESETS = ["hand", "flip"]
SEEDS = range(1, 21)
RATE, SECONDS = 100, 6
# s of the simulation that are left out: from rest, and from the middle of a motion.
STARTS = [0, 1.2]


def errors(lenticule):
    """For each preset and start the mean RMSE of each filter over the seeds, degrees."""
    for preset in PRESETS:
        for start in STARTS:
            logs = [simulated(lenticule, preset, seed, start) for seed in SEEDS]
            yield preset, start, [float(np.mean([rmse(lenticule, name, log) for log in logs])) for name in FILTERS]


def simulated(lenticule, preset, seed, start):
    """The lines of a log: the header, then the rows."""
    command = [lenticule, "simulate", "--preset", preset, "--seed", str(seed), "--rate", str(RATE),
               "--duration", str(SECONDS + max(STARTS)), "-o", "-"]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    header, *rows = [line for line in lines if not line.startswith("#")]
    first = round(start * RATE)
    return [header, *rows[first:first + SECONDS * RATE]]


def rmse(lenticule, name, log):
    with tempfile.NamedTemporaryFile("w", suffix=".csv") as file:
        file.write("\n".join(log) + "\n")
        file.flush()
        command = [lenticule, "angles", "--filter", name, file.name]
        found = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    reference, judged = table(log, "ref_q"), column(log, "movement") == 1
    judged &= ~np.isnan(table(found.splitlines(), "q")[:, 0])
    return float(np.sqrt(np.mean(inclination(table(found.splitlines(), "q"), reference)[judged] ** 2)))


def table(lines, prefix):
    return np.column_stack([column(lines, prefix + axis) for axis in "wxyz"])


def column(lines, name):
    return np.array([float(row[name] or "nan") for row in csv.DictReader(lines)])
