"""The shapes of the place, the same in every mood: only the light on them changes."""

import math
import random

from noise import Noise, smoothstep
from relief import Relief, WATERLINE

WIDTH, HEIGHT = 1600, 1000
SUN = (930, 486)                       # where the valley opens to the sky
DOME = (1268, 512, 64)                 # centre and radius of the observatory's dome
HEAD_BASE = 676                        # where the headland meets the lake


class Place:
    """Lake, mountains, forests, headland and shore, drawn once from one seed."""

    def __init__(self, seed=7):
        self.rng = random.Random(seed)
        self.noise = Noise(seed)
        self.relief = Relief(seed)
        self.ranges = [self._range(*r) for r in (
            (0.6, 508, 62, 210, 23), (1.4, 548, 46, 130, 51), (2.7, 586, 34, 90, 87))]
        self.slopes = [self._slope(0), self._slope(1)]
        self.woods = [self._wood(slope, side) for side, slope in enumerate(self.slopes)]
        self.shore_pines = self._shore_pines()
        self.head = self._headland()
        self.head_pines = self._head_pines()
        self.tall_pines = self._tall_pines()
        self.bank = self._bank()
        self.grass = self._grass()

    def _range(self, row, height, swing, wave, salt):
        """A distant ridge line across the picture."""
        line = []
        for x in range(-10, WIDTH + 20, 10):
            dip = 40 * math.exp(-((x - SUN[0]) / 170) ** 2)
            y = height - swing * self.noise.fractal(x / wave + salt, row, 4) + dip
            line.append((x, min(y, WATERLINE - 2)))
        return line + [(WIDTH + 10, WATERLINE + 3), (-10, WATERLINE + 3)]

    def _slope(self, side):
        """The upper edge of the wooded slope on the left (0) or right (1)."""
        line = []
        for step in range(0, 66):
            t = step / 65
            x = 10 * step - 10
            fall = (1 - t) ** 1.25
            y = WATERLINE - 2 - 168 * fall - 26 * self.noise.fractal(x / 120 + 9 * side, 3.3, 3) * fall ** 0.5
            line.append((x if side == 0 else WIDTH - x, y))
        return line

    def _wood(self, slope, side):
        """Pines that stand on a slope, far ones first: (x, foot, height)."""
        rng = random.Random(31 + side)
        pines = []
        for x, edge in slope[:-2]:
            depth = WATERLINE - edge
            for _ in range(2 + int(depth / 30)):
                down = rng.random()
                foot = edge + down * depth * 0.92
                pines.append((x + rng.uniform(-8, 8), foot + 6, rng.uniform(15, 23) + 14 * down))
        return sorted(pines, key=lambda p: p[1])

    def _shore_pines(self):
        """Pines at the water's edge, thinning out towards the middle."""
        rng = random.Random(5)
        pines = []
        for x in range(-10, 560, 9):
            size = 1 - x / 640
            pines.append((x + rng.uniform(-5, 5), WATERLINE + 3 + 14 * size * size,
                          (34 + rng.random() * 52) * (0.45 + 0.75 * size)))
        for x in range(1040, 1140, 10):
            pines.append((x + rng.uniform(-4, 4), WATERLINE + 4, rng.uniform(18, 40)))
        return sorted(pines, key=lambda p: p[1] + rng.uniform(-4, 4))

    def _headland(self):
        """The rocky point the observatory stands on: its outline and its boulders."""
        top = [(1046, HEAD_BASE - 4), (1062, 664), (1092, 652), (1108, 634), (1140, 622),
               (1160, 600), (1192, 588), (1212, 574), (1240, 571), (1330, 570), (1380, 574),
               (1440, 572), (1500, 566), (1560, 556), (1612, 552)]
        line = []
        for (ax, ay), (bx, by) in zip(top, top[1:]):
            steps = max(2, int((bx - ax) / 6))
            for k in range(steps):
                t = k / steps
                x = ax + (bx - ax) * t
                level = 0.15 if 1212 <= x <= 1480 else 1
                line.append((x, ay + (by - ay) * t + 9 * level * self.noise.fractal(x / 14, 8, 2)))
        foot = [(x, HEAD_BASE + 4 * self.noise.at(x / 30, 2) + (x - 1046) * 0.03)
                for x in range(1612, 1040, -8)]
        return line + foot

    def _head_pines(self):
        """Pines around the observatory: some behind it, some before it."""
        rng = random.Random(12)
        behind = [(x + rng.uniform(-6, 6), 578, rng.uniform(58, 120))
                  for x in (1150, 1176, 1196, 1352, 1372, 1478, 1500, 1522, 1540, 1566, 1590, 1604)]
        before = [(1120, 642, 66), (1138, 634, 84), (1102, 652, 42), (1486, 596, 98),
                  (1512, 606, 128), (1540, 600, 104), (1562, 612, 150), (1590, 606, 122),
                  (1410, 612, 44), (1180, 620, 40), (1436, 622, 36)]
        return behind, before

    def _tall_pines(self):
        """The great pines that frame the picture: (x, foot, height, lean)."""
        return [(228, 905, 330, 4), (20, 930, 700, -6), (116, 940, 560, 5), (-28, 950, 560, 0),
                (1566, 985, 300, 3), (1620, 1000, 420, -4)]

    def _bank(self):
        """The near shore: the dark ground at the bottom, left and right."""
        left = []
        for x in range(-10, 640, 10):
            t = x / 640
            left.append((x, 868 + 128 * smoothstep(0, 1, t) + 26 * t * t
                         + 7 * self.noise.fractal(x / 60, 4, 3)))
        right = []
        for x in range(1040, 1620, 10):
            t = (WIDTH - x) / 560
            right.append((x, 906 + 112 * smoothstep(0, 1.05, t)
                          + 7 * self.noise.fractal(x / 50, 6, 3)))
        return [left + [(630, 1004), (-10, 1004)], right + [(1612, 1004), (1040, 1004)]]

    def _grass(self):
        """Blades of grass and reeds on the near shore."""
        rng = random.Random(3)
        blades = []
        for bank in self.bank:
            for x, y in bank[:-2]:
                for _ in range(4):
                    foot = y + rng.uniform(2, 18)
                    size = rng.uniform(12, 34) if rng.random() < 0.86 else rng.uniform(40, 74)
                    blades.append(blade(x + rng.uniform(-5, 5), foot, size, rng.gauss(0, 0.24), rng))
        rng.shuffle(blades)
        return blades


def blade(x, y, size, lean, rng):
    """A bent blade of grass."""
    wide = 0.9 + size * 0.022
    tip = (x + lean * size * 1.5, y - size)
    bend = (x + lean * size * 0.45, y - size * 0.55)
    return [(x - wide, y), (bend[0] - wide * 0.6, bend[1]), tip,
            (bend[0] + wide * 0.6, bend[1]), (x + wide, y)]


def pine(x, foot, height, rng, tiers=None):
    """A pine of the middle distance: tiers of drooping boughs, never twice the same."""
    tiers = tiers or max(3, min(9, int(height / 9)))
    width = height * rng.uniform(0.17, 0.23)
    sides = []
    for _ in (0, 1):
        side = []
        for i in range(tiers):
            t = (i + 1) / tiers
            reach = width * t ** 0.85 * rng.uniform(0.75, 1.15)
            y = foot - height * (1 - t) * 0.98 - height * 0.06
            side.append((reach, y + rng.uniform(-0.01, 0.02) * height))
            side.append((reach * 0.42, y - height * 0.035))
        sides.append(side[:-1])
    right = [(x + dx, y) for dx, y in sides[0]]
    left = [(x - dx, y) for dx, y in sides[1]]
    trunk = height * 0.02 + 0.4
    return ([(x, foot - height)] + right + [(x + trunk, right[-1][1]), (x + trunk, foot),
            (x - trunk, foot), (x - trunk, left[-1][1])] + left[::-1])


def sunny_side(tree, side):
    """The boughs of a pine on one side (+1 right, -1 left), for the light to catch."""
    middle = tree[0][0]
    lit = [(middle + (px - middle) * 0.94, py) for px, py in tree[1:]
           if (px - middle) * side > 1.5]
    if side < 0:
        lit.reverse()
    inner = [(middle + (px - middle) * 0.35, py + 1.5) for px, py in lit[::-1]]
    return [tree[0]] + lit + inner


def great_pine(x, foot, height, lean, rng):
    """A pine close by: a trunk and boughs with their needles hanging. Gives (trunk, boughs)."""
    top = (x + lean, foot - height)
    trunk = [(x - height * 0.016, foot), (top[0] - 0.6, top[1]), (top[0] + 0.6, top[1]),
             (x + height * 0.016, foot)]
    boughs = []
    count = int(height / 11)
    for i in range(count):
        t = (i + 0.6) / count
        y = top[1] + height * (t ** 1.08) * 0.93
        cx = top[0] + (x - top[0]) * t
        for side in (-1, 1):
            if t > 0.72 and rng.random() < 0.35:
                continue
            reach = height * (0.02 + 0.155 * t ** 0.8) * rng.uniform(0.62, 1.15)
            boughs.append(bough(cx, y + rng.uniform(-4, 4), reach, side, rng))
    return trunk, boughs


def bough(x, y, reach, side, rng):
    """A drooping bough: smooth above, hung with needles below."""
    droop = reach * rng.uniform(0.22, 0.42)
    thick = 2.5 + reach * 0.12
    above, below = [], []
    count = max(3, int(reach / 7))
    for k in range(count + 1):
        t = k / count
        px = x + side * reach * t
        py = y + droop * t * t - reach * 0.05 * math.sin(math.pi * t)
        above.append((px, py - thick * 0.35 * (1 - t)))
        if k < count:
            hang = thick * (1.25 - 0.8 * t) * rng.uniform(0.7, 1.4)
            below.append((px + side * reach * 0.3 / count, py + hang))
            below.append((px + side * reach * 0.62 / count, py + hang * 0.35))
    return above + below[::-1]


def reflected(points, axis=WATERLINE, squash=0.82, ripple=1.0):
    """A shape mirrored in the lake, its edges broken by ripples that grow towards us."""
    mirrored = []
    for x, y in points:
        depth = (axis - y) * squash
        below = axis + depth
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
