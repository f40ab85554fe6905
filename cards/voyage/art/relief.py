"""The relief of the chart: heights of land and sea as a field, and its contour lines."""

import math
import random


class Noise:
    """Two-dimensional Perlin noise; the same seed gives the same relief everywhere."""

    def __init__(self, seed):
        rng = random.Random(seed)
        order = list(range(256))
        rng.shuffle(order)
        self.order = order * 2
        self.gradients = [
            (math.cos(a), math.sin(a)) for a in (rng.uniform(0, 2 * math.pi) for _ in range(256))
        ]

    def at(self, x, y):
        """Smooth noise with features one unit wide."""
        left, top = math.floor(x), math.floor(y)
        fx, fy = x - left, y - top

        def corner(i, j):
            gx, gy = self.gradients[self.order[self.order[(left + i) & 255] + ((top + j) & 255)]]
            return gx * (fx - i) + gy * (fy - j)

        u = fx * fx * fx * (fx * (fx * 6 - 15) + 10)
        v = fy * fy * fy * (fy * (fy * 6 - 15) + 10)
        upper = corner(0, 0) + u * (corner(1, 0) - corner(0, 0))
        lower = corner(0, 1) + u * (corner(1, 1) - corner(0, 1))
        return upper + v * (lower - upper)

    def fractal(self, x, y, octaves):
        """Octaves of noise, each half as large and twice as fine."""
        total, size = 0.0, 1.0
        for _ in range(octaves):
            total += size * self.at(x, y)
            x, y, size = 2 * x + 17.3, 2 * y - 9.1, size / 2
        return total


class Field:
    """Heights on a grid over a box; outside of it everything is at `rim`."""

    def __init__(self, box, step, height, rim):
        left, top, right, bottom = box
        self.left, self.top, self.step = left, top, step
        self.columns = int((right - left) / step) + 1
        self.rows = int((bottom - top) / step) + 1
        self.values = []
        for row in range(self.rows):
            line = []
            for column in range(self.columns):
                border = row in (0, self.rows - 1) or column in (0, self.columns - 1)
                line.append(rim if border else height(left + column * step, top + row * step))
            self.values.append(line)

    def contours(self, level, spacing=11.0, shortest=60.0):
        """The closed lines at a height, as points about `spacing` apart, the longest first."""
        values, step, ends = self.values, self.step, {}

        def cross(row, column, down):
            """Where the level crosses a grid line's piece, to the right or down from a vertex."""
            a = values[row][column]
            b = values[row + 1][column] if down else values[row][column + 1]
            part = (level - a) / (b - a)
            return (
                self.left + step * (column + (0 if down else part)),
                self.top + step * (row + (part if down else 0)),
            )

        for row in range(self.rows - 1):
            for column in range(self.columns - 1):
                sides = [
                    (row, column, False),
                    (row, column + 1, True),
                    (row + 1, column, False),
                    (row, column, True),
                ]
                high = [
                    values[row][column] > level,
                    values[row][column + 1] > level,
                    values[row + 1][column + 1] > level,
                    values[row + 1][column] > level,
                ]
                crossed = [
                    side for index, side in enumerate(sides) if high[index] != high[(index + 1) % 4]
                ]
                pieces = [crossed] if len(crossed) == 2 else []
                if len(crossed) == 4:
                    pieces = (
                        [[sides[0], sides[3]], [sides[1], sides[2]]]
                        if not high[0]
                        else [[sides[0], sides[1]], [sides[2], sides[3]]]
                    )
                for one, other in pieces:
                    ends.setdefault(one, []).append(other)
                    ends.setdefault(other, []).append(one)
        loops = []
        while ends:
            start = next(iter(ends))
            loop, here = [], start
            while here in ends:
                loop.append(cross(*here))
                following = [side for side in ends.pop(here) if side in ends]
                if not following:
                    break
                here = following[0]
            length = sum(math.dist(a, b) for a, b in zip(loop, loop[1:] + loop[:1]))
            if length >= shortest:
                loops.append((length, evenly(loop, length, spacing)))
        loops.sort(key=lambda item: -item[0])
        return [loop for _, loop in loops]


def evenly(loop, length, spacing):
    """A closed line's points at even distances, after smoothing."""
    for _ in range(2):
        loop = [
            ((a[0] + 2 * b[0] + c[0]) / 4, (a[1] + 2 * b[1] + c[1]) / 4)
            for a, b, c in zip(loop[-1:] + loop[:-1], loop, loop[1:] + loop[:1])
        ]
    count = max(8, round(length / spacing))
    total = sum(math.dist(a, b) for a, b in zip(loop, loop[1:] + loop[:1]))
    result, walked, wanted = [], 0.0, 0.0
    for a, b in zip(loop, loop[1:] + loop[:1]):
        piece = math.dist(a, b)
        while piece and wanted <= walked + piece and len(result) < count:
            part = (wanted - walked) / piece
            result.append((a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1])))
            wanted += total / count
        walked += piece
    return result
