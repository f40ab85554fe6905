"""The great mountains: a real relief, seen from the lake, that each mood lights anew."""

import math

from noise import Noise, smoothstep
from vector import Field, area, simplify

STEP = 4           # grid of the picture and of the relief, in picture units
NEAR, FAR = -420, 260
WATERLINE = 620
HIDDEN = 568       # below this height on the picture nothing of the mountains is seen

# x, depth, height, radius, number of aretes, their turn
PEAKS = [
    (520, 60, 505, 640, 3, 0.62),
    (385, 0, 318, 400, 4, 0.2),
    (668, -30, 262, 380, 3, 1.1),
    (60, 40, 330, 460, 4, 0.9),
    (1235, 70, 392, 520, 3, 1.9),
    (1398, 20, 316, 430, 4, 0.4),
    (1098, 0, 232, 330, 3, 0.1),
    (1580, 60, 310, 420, 4, 1.4),
]


class Relief:
    """Heights, and for every place of the picture the piece of slope that is seen there."""

    def __init__(self, seed):
        self.noise = Noise(seed)
        self.columns = range(-STEP, 1600 + 2 * STEP, STEP)
        self.heights = {x: self._slice(x) for x in self.columns}
        self.crest = {x: WATERLINE - max(self.heights[x]) for x in self.columns}
        self.seen = {x: self._seen(self.heights[x]) for x in self.columns}

    def silhouette(self):
        """The outline of the mountains, closed below the waterline."""
        line = [(x, self.crest[x]) for x in self.columns]
        return simplify(line, 0.3) + [(line[-1][0], WATERLINE + 4), (line[0][0], WATERLINE + 4)]

    def light(self, lamp, snow, shade):
        """The brightness of each place: `lamp(x)` is a direction, snow and shade are amounts.

        It ends above the waterline, where ridges and woods hide the foot of the mountains.
        """
        top = min(self.crest.values()) - 2 * STEP
        raw = Field(self.columns[0], top, self.columns[-1], HIDDEN, STEP,
                    lambda x, y: self._brightness(x, y, lamp, snow, shade))
        return Lit(raw, self)

    def _height(self, x, z):
        """Height of the ground: pyramids with aretes, and flutes that run down their faces."""
        bend = self.noise.fractal(x / 150, z / 150, 2)
        ground, flutes = 0.0, 0.0
        for px, pz, height, radius, aretes, turn in PEAKS:
            dx, dz = x - px, z - pz
            distance = math.hypot(dx, dz)
            if distance >= radius * 1.5:
                continue
            sway = min(1, distance / 80)
            angle = math.atan2(dz, dx) + turn + 0.34 * bend * sway
            arm = abs(math.sin(aretes * angle / 2))
            fall = distance / radius * (0.62 + 0.6 * arm)
            if fall < 1 and height * (1 - fall) ** 1.5 > ground:
                ground = height * (1 - fall) ** 1.5
                flutes = sway * (self._around(angle, distance, px) - 0.4)
        rough = self.noise.ridged(x / 64, z / 64, 3) - 0.4
        amount = smoothstep(0, 130, ground)
        return ground + amount * (64 * flutes + 13 * rough)

    def _around(self, angle, distance, salt):
        """Folded noise in polar coordinates: crests and gullies that follow the fall line."""
        wide = 2.6 * math.cos(angle), 2.6 * math.sin(angle)
        return self.noise.ridged(wide[0] + salt, wide[1] + distance / 420, 4)

    def _slice(self, x):
        """Heights along the line of sight at column x, nearest first."""
        return [self._height(x, z) for z in range(NEAR, FAR, STEP)]

    def _seen(self, heights):
        """For each picture row: the index of the nearest ground that reaches it."""
        seen, top = {}, 0.0
        for index, height in enumerate(heights):
            while top < height:
                seen[int(top / STEP)] = index
                top += STEP
        return seen

    def _brightness(self, x, y, lamp, snow, shade):
        """Light times albedo of the ground seen at (x, y); above the crest, of the crest."""
        x = min(max(x, self.columns[1]), self.columns[-2])
        seen = self.seen[x]
        row = max(0, int((WATERLINE - y) / STEP))
        if not seen:
            return 0.0
        index = seen.get(min(row, max(seen)))
        index = min(max(index, 1), len(self.heights[x]) - 2)
        here = self.heights[x]
        slope_x = (self.heights[x + STEP][index] - self.heights[x - STEP][index]) / (2 * STEP)
        slope_z = (here[index + 1] - here[index - 1]) / (2 * STEP)
        length = math.sqrt(1 + slope_x * slope_x + slope_z * slope_z)
        lx, ly, lz = lamp(x)
        lit = max(0.0, (-slope_x * lx + ly - slope_z * lz) / length)
        z = NEAR + index * STEP
        line = 150 + 60 * self.noise.fractal(x / 90, z / 90, 3) - snow
        cover = smoothstep(line - 30, line + 60, here[index])
        cover *= smoothstep(3.1, 1.1, math.hypot(slope_x, slope_z)) * 0.75 + 0.25
        hollow = self._hollow(x, index)
        albedo = 0.36 + 0.64 * cover
        return (shade + (1 - shade) * lit) * albedo * (1 - 0.35 * hollow)

    def _hollow(self, x, index):
        """How much a place lies in a gully, 0 ... 1."""
        here, reach = self.heights[x], 3
        first, last = max(0, index - reach), min(len(here) - 1, index + reach)
        left = self.heights[max(x - reach * STEP, self.columns[0])][index]
        right = self.heights[min(x + reach * STEP, self.columns[-1])][index]
        around = (left + right + here[first] + here[last]) / 4
        return smoothstep(0, 14, around - here[index])


class Lit:
    """A brightness field whose outlines are laid on the crest of its relief."""

    def __init__(self, field, relief):
        self.field, self.relief = field, relief
        field.values = blur(field.values)

    def above(self, level, smallest=160):
        """Outlines of what is brighter than level; low in the haze only the large ones."""
        outlines = []
        for loop in self.field.above(level, smallest, tolerance=0.0):
            deep = smoothstep(360, 500, min(y for _, y in loop))
            if area(loop) > smallest * (1 + 7 * deep):
                laid = [(x, max(y, self._crest(x) - 1)) for x, y in loop]
                outlines.append(simplify(laid, 1.4 + 0.6 * deep))
        return outlines

    def _crest(self, x):
        """The crest between two columns."""
        first = self.relief.columns[0]
        index = min(int((x - first) / STEP), len(self.relief.columns) - 2)
        left = first + index * STEP
        t = (x - left) / STEP
        return self.relief.crest[left] * (1 - t) + self.relief.crest[left + STEP] * t


def blur(rows):
    """A light 3 x 3 smoothing, which turns grain into brush strokes."""
    def at(r, c):
        return rows[min(max(r, 0), len(rows) - 1)][min(max(c, 0), len(rows[0]) - 1)]
    return [[(4 * at(r, c) + 2 * (at(r - 1, c) + at(r + 1, c) + at(r, c - 1) + at(r, c + 1))
              + at(r - 1, c - 1) + at(r - 1, c + 1) + at(r + 1, c - 1) + at(r + 1, c + 1)) / 16
             for c in range(len(rows[0]))] for r in range(len(rows))]
