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


def averaged(count):
    """What a chip's digital low-pass gives: the mean of so many samples, at the time of the last."""
    def average(trial):
        end = len(trial.time) // count * count
        last = slice(count - 1, end, count)
        mean = lambda values: values[:end].reshape(-1, count, 3).mean(axis=1)  # noqa: E731
        return replace(trial, time=trial.time[last], acceleration=mean(trial.acceleration),
                       rate=mean(trial.rate), reference=trial.reference[last], moving=trial.moving[last])
    return average


def bias(degrees):
    return lambda trial: replace(trial, rate=trial.rate + np.radians(degrees))


def noise(trial):
    random = np.random.default_rng(3)
    return replace(trial, acceleration=trial.acceleration + random.normal(0, 0.5, trial.acceleration.shape))


def clipped(bits, span):
    """Accelerometer of so many bits over ±span g, gyroscope of 16 over ±2,000 degrees a second."""
    return lambda trial: replace(trial, acceleration=coarse(trial.acceleration, span * 9.80665, bits),
                                 rate=coarse(trial.rate, np.radians(2000), 16))


def coarse(values, span, bits):
    step = 2 * span / 2**bits
    return np.clip(np.round(values / step), -(2 ** (bits - 1)), 2 ** (bits - 1) - 1) * step


def from_motion(trial, seconds):
    """The 20 s after the first `seconds` of movement; None where it ends within 5 s."""
    judged = np.flatnonzero(trial.judged)
    first = judged[0] + round(seconds / PERIOD)
    if first + 5 / PERIOD > judged[-1]:
        return None
    part = slice(first, first + round(20 / PERIOD))
    return replace(trial, time=trial.time[part], acceleration=trial.acceleration[part], rate=trial.rate[part],
                   reference=np.where(trial.judged[part, None], trial.reference[part], np.nan),
                   moving=trial.moving[part])


def settling(seconds):
    """A start so far into the movement, judged from the third second to the sixth."""
    def settle(trial):
        made = from_motion(trial, seconds)
        time = made.time - made.time[0]
        return replace(made, moving=made.moving & (time > 3) & (time < 6))
    return settle


VERSIONS = {
    "clean": clean, "jitter and drops": jitter, "mean of 3, 95 Hz": averaged(3), "mean of 6, 48 Hz": averaged(6),
    "every 3rd, 95 Hz": thinned(3), "every 6th, 48 Hz": thinned(6), "bias of 1 degree a second": bias(1),
    "bias of 3 degrees a second": bias(3), "accelerometer noise": noise, "accelerometer of 10 bits, 4 g": clipped(10, 4),
    "accelerometer of 12 bits, 2 g": clipped(12, 2),
}
