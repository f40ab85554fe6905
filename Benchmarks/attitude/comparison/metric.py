"""Errors as BROAD defines them, in degrees."""

import numpy as np


def product(p, q):
    (a, b, c, d), (w, x, y, z) = p.T, q.T
    return np.column_stack([a * w - b * x - c * y - d * z, a * x + b * w + c * z - d * y,
                            a * y - b * z + c * w + d * x, a * z + b * y - c * x + d * w])


def inclination(q, reference):
    d = product(q, reference * [1, -1, -1, -1])
    return np.degrees(2 * np.arccos(np.clip(np.hypot(d[:, 0], d[:, 3]), 0, 1)))


def rmse(q, trial):
    return float(np.sqrt(np.mean(inclination(q, trial.reference)[trial.judged] ** 2)))


def led(q, time, seconds):
    """Every attitude turned on by as much of its last step as `seconds` are of the step's time."""
    last = np.vstack([[[1, 0, 0, 0]], product(q[:-1] * [1, -1, -1, -1], q[1:])])
    last *= np.where(last[:, :1] < 0, -1, 1)
    part = seconds / np.diff(time, prepend=time[0] - 1)
    half = np.arccos(np.clip(last[:, 0], -1, 1))
    scale = np.sin(half * part) / np.maximum(np.sin(half), 1e-12)
    return product(q, np.column_stack([np.cos(half * part), last[:, 1:] * scale[:, None]]))


def at_best_lead(found, trials):
    """The least mean RMSE that one lead gives over all trials, and that lead in seconds."""
    known = {}

    def error(lead):
        if lead not in known:
            known[lead] = float(np.mean([rmse(led(q, t.time, lead / 2000), t) for q, t in zip(found, trials)]))
        return known[lead]

    # In half milliseconds: the error is a parabola in the lead, or near it.
    best = 0
    for step in (4, 2, 1):
        while True:
            near = min((best - step, best, best + step), key=error)
            if near == best or abs(near) > 24:
                break
            best = near
    return error(best), best / 2000


def convergence(q, trial, bound=2.0, hold=1.0):
    """Seconds until the error stays below `bound` degrees for `hold` seconds."""
    error = np.where(np.isnan(trial.reference[:, 0]), 0, inclination(q, trial.reference))
    time = trial.time - trial.time[0]
    bad = np.concatenate([[0], time[~(error <= bound)], [time[-1] + hold]])
    first = np.flatnonzero(np.diff(bad) > hold)
    return float(bad[first[0]]) if len(first) else float(time[-1])
