"""The perturbed versions of a trial, as the tables name them."""

from dataclasses import replace

import numpy as np

from .trials import PERIOD


def clean(trial):
    return trial


def jitter(trial):
    """Sample times off by 15 % of the period, at most 45 %; then one sample in fifty is lost."""
    random = np.random.default_rng(7)
    off = np.clip(random.normal(0, 0.15, len(trial.time)), -0.45, 0.45)
    time = trial.time + PERIOD * off
    kept = random.random(len(time)) >= 0.02
    kept[[0, -1]] = False
    time = time[kept]
    return replace(trial, time=time, acceleration=at(time, trial, trial.acceleration),
                   rate=at(time, trial, trial.rate), reference=turned_to(time, trial), moving=trial.moving[kept])


def at(time, trial, columns):
    return np.column_stack([np.interp(time, trial.time, column) for column in columns.T])


def turned_to(time, trial):
    """The reference at other times, on the short way between neighbours."""
    q = trial.reference.copy()
    seen = np.flatnonzero(~np.isnan(q[:, 0]))
    for before, now in zip(seen, seen[1:]):
        if q[before] @ q[now] < 0:
            q[now] *= -1
    q = at(time, trial, q)
    return q / np.linalg.norm(q, axis=1, keepdims=True)


def thinned(step):
    def thin(trial):
        return replace(trial, time=trial.time[::step], acceleration=trial.acceleration[::step],
                       rate=trial.rate[::step], reference=trial.reference[::step], moving=trial.moving[::step])
    return thin


def bias(trial):
    return replace(trial, rate=trial.rate + np.radians(1))


def noise(trial):
    random = np.random.default_rng(3)
    return replace(trial, acceleration=trial.acceleration + random.normal(0, 0.5, trial.acceleration.shape))


def quantised(trial):
    """Accelerometer of 10 bit over ±4 g, gyroscope of 16 bit over ±2,000 degrees a second."""
    return replace(trial, acceleration=coarse(trial.acceleration, 4 * 9.80665, 10),
                   rate=coarse(trial.rate, np.radians(2000), 16))


def coarse(values, span, bits):
    step = 2 * span / 2**bits
    return np.clip(np.round(values / step), -(2 ** (bits - 1)), 2 ** (bits - 1) - 1) * step


def from_motion(trial, seconds):
    """The trial without its rest and the first `seconds` of movement."""
    first = np.flatnonzero(trial.moving)[0] + round(seconds / PERIOD)
    return replace(trial, time=trial.time[first:], acceleration=trial.acceleration[first:],
                   rate=trial.rate[first:], reference=trial.reference[first:], moving=trial.moving[first:])


VERSIONS = {
    "clean": clean, "jitter and drops": jitter, "95 Hz": thinned(3), "48 Hz": thinned(6), "bias": bias,
    "accelerometer noise": noise, "10-bit accelerometer": quantised,
}
