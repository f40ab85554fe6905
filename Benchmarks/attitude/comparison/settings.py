"""How the filter's settings are chosen: on nine trials, judged on the tenth, all ten ways."""

import re
import subprocess

import numpy as np

from .speed import HERE, command, swift_build
from .versions import VERSIONS, clean, settling

SOURCE = HERE.parent.parent / "Sources/Motion/Motion/AttitudeFilter+Settings.swift"
FITTED_ON = {name: VERSIONS[name] for name in ["clean", "mean of 6, 48 Hz"]}
FIT_LEAD = 0.0025  # s: a fit must not mend the delay of BROAD's own sensor
LEADS = np.arange(-0.008, 0.0065, 0.0005)
# What the trials decide, each in steps of 1, 2 and 5; a descent starts at the first.
GRID = {
    "velocityNoise": [0.1, 0.05, 0.2, 0.5], "gyroscopeNoise": [0.001, 0.0005, 0.002, 0.005],
    "biasWalk": [0.0005, 0.00005, 0.0001, 0.0002], "scalePrior": [0.005, 0.0005, 0.001, 0.002],
    "accelerometerNoise": [0.02, 0.01, 0.05, 0.1, 0.2], "velocityNoiseByForce": [0.05, 0.005, 0.01, 0.02],
    "knockNoise": [0.02, 0.01, 0.05, 0.1, 0.2],
}


class Filter:
    """The filter with any settings over some versions of the trials."""

    def __init__(self, program, folder, trials, versions, leads):
        files = [write(folder, name, trial, make) for name, make in versions.items() for trial in trials]
        self.shape = (len(versions), len(trials), len(leads))
        self.process = subprocess.Popen([program, *files, "--", *map(str, leads)], text=True,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.known = {}

    def __call__(self, settings):
        """Degrees, by version, trial and lead."""
        line = " ".join(f"{name}={value}" for name, value in sorted(settings.items()))
        if line not in self.known:
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()
            numbers = re.split("[ ;]", self.process.stdout.readline().strip())
            self.known[line] = np.array(numbers, float).reshape(self.shape)
        return self.known[line]


def write(folder, version, trial, make):
    path = folder / f"{version}.{trial.name}.bin"
    made = make(trial)
    rows = [made.time[:, None], made.acceleration, made.rate, made.reference, made.judged[:, None]]
    np.hstack(rows).astype("<f8").tofile(path)
    return path


def fitted(filter, kept):
    """By coordinate descent over the grid: the settings with the least mean of log RMSE."""
    def cost(settings):
        return float(np.log(filter(settings)[:, kept]).mean())

    best = {name: values[0] for name, values in GRID.items()}
    least, before = cost(best), None
    while before != best:
        before = best
        for name, values in GRID.items():
            for value in values:
                tried = {**best, name: value}
                if cost(tried) < least - 1e-5:
                    best, least = tried, cost(tried)
    return best


def defaults():
    return {name: float(value) for name, value
            in re.findall(r"public var (\w+) = ([\d.e-]+)$", SOURCE.read_text(), re.M)}


def program():
    command(swift_build())
    return f"{command([*swift_build(), '--show-bin-path']).strip()}/attitude-settings"


def leave_one_out(trials, folder):
    """Yields what was chosen without each trial, then for each version the errors of the chosen
    settings and of those of the code, degrees by trial and lead."""
    path = program()
    fit = Filter(path, folder, trials, FITTED_ON, [FIT_LEAD])
    judged = []
    for k, trial in enumerate(trials):
        chosen = fitted(fit, [j for j in range(len(trials)) if j != k])
        judge = Filter(path, folder, [trial], VERSIONS, LEADS)
        judged.append((judge(chosen)[:, 0], judge({})[:, 0]))
        yield trial.name, chosen
    for v, version in enumerate(VERSIONS):
        yield version, tuple(np.array([pair[n][v] for pair in judged]) for n in (0, 1))


def spread(trials, folder):
    """Yields each setting, its value, and mean RMSEs, degrees, with it as it is, halved and doubled:
    those of the trials, then those of starts in mid-motion."""
    path = program()
    whole = Filter(path, folder, trials, {"clean": clean}, [FIT_LEAD])
    starts = Filter(path, folder, trials, {f"from {s} s": settling(s) for s in (15, 30, 45)}, [FIT_LEAD])
    for name, value in defaults().items():
        tried = [{name: factor * value} for factor in (1, 0.5, 2)]
        yield name, value, [np.nanmean(filter(one)) for filter in (whole, starts) for one in tried]
