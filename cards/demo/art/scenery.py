"""The shapes of the place, the same in every mood: only the light on them changes."""

import math
import random

from noise import Noise, smoothstep
from relief import Relief, WATERLINE

WIDTH, HEIGHT = 1600, 1000
SUN = (962, 436)                       # where the valley opens to the sky
DOME = (1268, 512, 64)                 # centre and radius of the observatory's dome
HEAD_BASE = 676                        # where the headland meets the lake


class Place:
    """Lake, mountains, forests, headland and shore, drawn once from one seed."""

    def __init__(self, seed=7):
        self.noise = Noise(seed)
        self.relief = Relief(seed)
        self.ranges = [self._range(*r) for r in (
            (0.6, 530, 40, 240, 23), (1.4, 568, 36, 170, 51), (2.7, 592, 26, 120, 87))]
        self.slopes = [self._slope(side) for side in (0, 1)]
        self.woods = [self._wood(slope, side) for side, slope in enumerate(self.slopes)]
        self.shore_pines = self._shore_pines()
        self.head = self._headland()
        self.head_pines = self._head_pines()
        self.tall_pines = [(236, 902, 350, 5), (118, 944, 590, 7), (22, 934, 740, -7),
                           (1530, 990, 250, 4), (1584, 1010, 400, -5)]
        self.bank = self._bank()
        self.grass = self._grass()

    def _range(self, row, height, swing, wave, salt):
        """A distant wooded ridge across the picture, its trees a fine roughness."""
        rng = random.Random(salt)
        line = []
        for x in range(-8, WIDTH + 16, 5):
            dip = 14 * math.exp(-((x - SUN[0]) / 200) ** 2)
            y = height - swing * self.noise.fractal(x / wave + salt, row, 3) + dip
            line.append((x, min(y - rng.uniform(0, 2.2) * row, WATERLINE - 1)))
        return line + [(WIDTH + 10, WATERLINE + 3), (-10, WATERLINE + 3)]

    def _slope(self, side):
        """The upper edge of the wooded slope on the left (0) or right (1)."""
        line = []
        for x in range(-10, 640, 10):
            fall = (1 - (x + 10) / 650) ** 1.25
            bumps = 26 * self.noise.fractal(x / 120 + 9 * side, 3.3, 3) * fall ** 0.5
            line.append((x if side == 0 else WIDTH - x, WATERLINE - 2 - 168 * fall - bumps))
        return line

    def _wood(self, slope, side):
        """Pines that stand on a slope, far ones first: (x, foot, height)."""
        rng = random.Random(31 + side)
        pines = []
        for x, edge in slope[:-2]:
            depth = WATERLINE - edge
            for _ in range(1 + int(depth / 40)):
                down = rng.random() * 0.8
                pines.append((x + rng.uniform(-8, 8), edge + down * depth * 0.92 + 6,
                              rng.uniform(15, 23) + 16 * down))
        return sorted(pines, key=lambda p: p[1])

    def _shore_pines(self):
        """Pines at the water's edge, thinning out towards the middle."""
        rng = random.Random(5)
        pines = []
        for x in range(-10, 560, 11):
            size = 1 - x / 640
            grove = 0.8 + 0.9 * self.noise.at(x / 46, 1.7)
            pines.append((x + rng.uniform(-6, 6), WATERLINE + 3 + 14 * size * size,
                          rng.uniform(40, 84) * grove * (0.4 + 0.75 * size)))
        for x in range(1034, 1140, 9):
            pines.append((x + rng.uniform(-4, 4), WATERLINE + 4,
                          rng.uniform(14, 24) + (x - 1034) * 0.2))
        return [p for p in pines if p[2] > 8]

    def _headland(self):
        """The outline of the rocky point the observatory stands on."""
        top = [(1046, HEAD_BASE - 2), (1066, 665), (1090, 655), (1104, 634), (1132, 626),
               (1152, 603), (1186, 592), (1206, 576), (1240, 572), (1330, 571), (1380, 574),
               (1440, 572), (1500, 566), (1560, 556), (1612, 552)]
        line = []
        for (ax, ay), (bx, by) in zip(top, top[1:]):
            count = max(2, int((bx - ax) / 5))
            for k in range(count):
                x = ax + (bx - ax) * k / count
                rough = 0.12 if 1206 <= x <= 1480 else 1
                line.append((x, ay + (by - ay) * k / count
                             + 12 * rough * self.noise.fractal(x / 13, 8, 2)))
        foot = [(x, HEAD_BASE + 4 * self.noise.at(x / 30, 2) + (x - 1046) * 0.02)
                for x in range(1612, 1040, -8)]
        return line + foot

    def _head_pines(self):
        """Pines around the observatory: some behind it, some before it."""
        rng = random.Random(12)
        behind = [(x + rng.uniform(-6, 6), 580, rng.uniform(62, 124))
                  for x in (1150, 1174, 1196, 1350, 1470, 1488, 1506, 1528, 1546, 1568, 1588, 1606)]
        before = [(1104, 650, 40), (1121, 641, 68), (1140, 632, 88), (1168, 614, 46),
                  (1484, 594, 92), (1500, 604, 136), (1526, 600, 104), (1548, 612, 158),
                  (1574, 604, 120), (1596, 612, 146), (1462, 606, 48)]
        return behind, before

    def _bank(self):
        """The near shore: the dark ground at the bottom, left and right."""
        left = [(x, 868 + 128 * smoothstep(0, 1, x / 640) + 26 * (x / 640) ** 2
                 + 8 * self.noise.fractal(x / 60, 4, 3)) for x in range(-10, 640, 10)]
        right = [(x, 900 + 118 * smoothstep(0, 1.05, (WIDTH - x) / 560)
                  + 8 * self.noise.fractal(x / 50, 6, 3)) for x in range(1050, 1620, 10)]
        return [left + [(636, 1004), (-10, 1004)], right + [(1612, 1004), (1050, 1004)]]

    def _grass(self):
        """Tufts of grass and reeds on the near shore."""
        rng = random.Random(3)
        tufts = []
        for bank in self.bank:
            for x, y in bank[:-2]:
                for _ in range(1 + (rng.random() < 0.35)):
                    tall = rng.random() > 0.88
                    size = rng.uniform(44, 78) if tall else rng.uniform(12, 34)
                    foot = y + rng.uniform(3, 24)
                    if foot - size < HEIGHT:
                        tufts.append(tuft(x + rng.uniform(-6, 6), foot, size, rng))
        rng.shuffle(tufts)
        return tufts


def tuft(x, y, size, rng):
    """A few bent blades that grow from one place, as one outline."""
    count = 2 if size > 40 else 3
    outline = [(x - 5, y)]
    for k in range(count):
        foot = x + (k - count / 2) * 4.2
        lean = rng.gauss(0.1 * (k - count / 2 + 0.5), 0.16)
        tall = size * rng.uniform(0.6, 1.1)
        wide = 1 + tall * 0.02
        outline += [(foot + lean * tall * 0.4 - wide * 0.5, y - tall * 0.55),
                    (foot + lean * tall * 1.4, y - tall),
                    (foot + lean * tall * 0.4 + wide * 0.9, y - tall * 0.5),
                    (foot + wide + 1.2, y - tall * 0.04)]
    return outline + [(x + 7, y)]


def far_pine(x, foot, height, rng):
    """A pine on a far slope: a few notches are enough."""
    wide = height * rng.uniform(0.17, 0.25)
    return [(x, foot - height), (x + wide * 0.55, foot - height * 0.5),
            (x + wide * 0.3, foot - height * 0.52), (x + wide, foot),
            (x - wide, foot), (x - wide * 0.35, foot - height * 0.45),
            (x - wide * 0.6, foot - height * 0.42)]


def pine(x, foot, height, rng):
    """A pine of the middle distance: tiers of drooping boughs, never twice the same."""
    tiers = max(3, min(9, int(height / 10)))
    width = height * rng.uniform(0.17, 0.24)
    sides = []
    for _ in (0, 1):
        side = []
        for i in range(tiers):
            t = (i + 1) / tiers
            reach = width * t ** 0.85 * rng.uniform(0.7, 1.15)
            y = foot - height * (1 - t) * 0.98 - height * 0.06
            side.append((reach, y + rng.uniform(-0.015, 0.02) * height))
            side.append((reach * 0.42, y - height * 0.035))
        sides.append(side[:-1])
    right = [(x + dx, y) for dx, y in sides[0]]
    left = [(x - dx, y) for dx, y in sides[1]]
    trunk = height * 0.02 + 0.4
    return ([(x, foot - height)] + right
            + [(x + trunk, right[-1][1]), (x + trunk, foot), (x - trunk, foot),
               (x - trunk, left[-1][1])] + left[::-1])


def sunny_side(tree, side):
    """The boughs of a pine on one side (+1 right, -1 left), for the light to catch."""
    middle = tree[0][0]
    foot = max(y for _, y in tree)
    trunk = 0.025 * (foot - tree[0][1]) + 0.6
    lit = [(middle + (px - middle) * 0.94, py) for px, py in tree[1:]
           if (px - middle) * side > trunk]
    if side < 0:
        lit.reverse()
    inner = [(middle + (px - middle) * 0.35, py + 1.5) for px, py in lit[::-1]]
    return [tree[0]] + lit + inner


def great_pine(x, foot, height, lean, rng):
    """A pine close by: one outline down its right boughs and up its left ones."""
    sides = []
    for side in (1, -1):
        outline, y = [], foot - height + 8
        while y < foot - height * 0.07:
            t = (y - foot + height) / height
            gap = (5 + height * 0.022) * (0.65 + 0.6 * t) * rng.uniform(0.8, 1.25)
            reach = height * (0.014 + 0.18 * t ** 0.9) * rng.uniform(0.68, 1.1)
            outline += bough(x + lean * (1 - t), y, reach, gap, side, rng)
            y += gap
        sides.append(outline)
    trunk = height * 0.015
    base = [(x + trunk, foot - height * 0.05), (x + trunk * 1.3, foot),
            (x - trunk * 1.3, foot), (x - trunk, foot - height * 0.05)]
    return [(x + lean, foot - height)] + sides[0] + base + sides[1][::-1]


def bough(x, y, reach, gap, side, rng):
    """One bough: out and down to its tip, then back along the needles that hang from it."""
    inner = reach * rng.uniform(0.26, 0.42)
    droop = gap * 0.5 + reach * rng.uniform(0.24, 0.4)
    points = [(inner, y), (reach * 0.72, y + droop * 0.6), (reach, y + droop)]
    count = max(1, min(3, int(reach / 18)))
    for k in range(count):
        t = (k + 0.6) / (count + 0.4)
        at = reach + (inner - reach) * t
        level = y + droop + (gap - droop) * t
        hang = (gap * 0.2 + 3) * rng.uniform(0.5, 1.3)
        points.append((at + 1, level + hang))
        points.append((at - (reach - inner) * 0.4 / (count + 0.4), level - 1))
    return [(x + side * dx, py) for dx, py in points]


def reflected(points, axis=WATERLINE, squash=0.82, ripple=1.0):
    """A shape mirrored in the lake, its edges broken by ripples that grow towards us."""
    mirrored = []
    for x, y in points:
        below = axis + (axis - y) * squash
        near = max(0.0, below - WATERLINE)
        sway = ripple * (0.6 + near / 60) * (math.sin(below / 2.9 + x / 90)
                                             + 0.6 * math.sin(below / 1.3 + x / 37))
        mirrored.append((x + sway, below))
    return mirrored


def dense(points, step):
    """The same closed outline with points at least every step."""
    result = []
    for (ax, ay), (bx, by) in zip(points, points[1:] + points[:1]):
        count = max(1, int(math.hypot(bx - ax, by - ay) / step))
        result += [(ax + (bx - ax) * k / count, ay + (by - ay) * k / count) for k in range(count)]
    return result


def arc(x, y, rx, ry, start, end, count=16):
    """Points along an ellipse, angles in degrees, counted from the right and upwards."""
    angles = (math.radians(start + (end - start) * k / count) for k in range(count + 1))
    return [(x + rx * math.cos(a), y - ry * math.sin(a)) for a in angles]


def lens(x, y, half, thick):
    """A flat ripple."""
    return [(x - half, y), (x - half * 0.4, y - thick), (x + half * 0.45, y - thick * 0.8),
            (x + half, y), (x + half * 0.4, y + thick), (x - half * 0.5, y + thick * 0.9)]
