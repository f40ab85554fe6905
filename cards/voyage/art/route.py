"""The route, and where the ship is on it at each tilt, as keys for card.toml."""

import math

from figures import sample
from paper import through

POINTS = [
    (372, 690),
    (428, 672),
    (478, 622),
    (536, 572),
    (604, 566),
    (664, 590),
    (722, 566),
    (728, 500),
    (672, 476),
    (638, 520),
    (678, 584),
    (756, 574),
    (826, 520),
    (856, 452),
    (852, 388),
    (882, 330),
]
# Shares of the route at tilts; the ship stops before its end.
TILTS = [(-22, 0.60), (-5, 0.17), (5, 0.17), (21, 1.0)]
STOP = 0.86


def keys():
    """The path's data, and the ship's places."""
    points = sample(POINTS, 1500)
    lengths = [0.0]
    for a, b in zip(points, points[1:]):
        lengths.append(lengths[-1] + math.dist(a, b))

    def place(share):
        wanted = share * lengths[-1]
        index = next(i for i, length in enumerate(lengths) if length >= wanted - 1e-9)
        return points[index]

    xs, ys = [], []
    for (t1, u1), (t2, u2) in zip(TILTS, TILTS[1:]):
        count = 1 if u1 == u2 else 18
        for step in range(count):
            tilt, share = t1 + (t2 - t1) * step / count, u1 + (u2 - u1) * step / count
            x, y = place(min(share, STOP))
            xs.append(f"[{tilt:.4g}, {x / 1280:.4f}]")
            ys.append(f"[{tilt:.4g}, {y / 800:.4f}]")
            if share > STOP:
                break
    return through(POINTS), ", ".join(xs), ", ".join(ys)


if __name__ == "__main__":
    for line in keys():
        print(line)
