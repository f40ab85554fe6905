"""The great mountains: a real relief, seen from the lake, that each mood lights anew."""

import math

from noise import Noise, smoothstep
from vector import Field, simplify

STEP = 4           # grid of the picture and of the relief, in picture units
NEAR, FAR = -420, 260
WATERLINE = 620

# x, depth, height, radius, number of aretes, their turn
PEAKS = [
    (520, 60, 455, 640, 3, 0.55),
    (392, 10, 318, 420, 4, 0.2),
    (662, -20, 262, 400, 3, 1.1),
    (60, 40, 300, 460, 4, 0.9),
    (1235, 70, 352, 500, 3, 1.9),
    (1398, 20, 300, 430, 4, 0.4),
    (1098, 0, 232, 330, 3, 0.1),
    (1580, 60, 286, 420, 4, 1.4),
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
        """The brightness of each place: `lamp(x)` is a direction, snow and shade are amounts."""
        top = min(self.crest.values()) - 2 * STEP
        raw = Field(self.columns[0], top, self.columns[-1], WATERLINE + STEP, STEP,
                    lambda x, y: self._brightness(x, y, lamp, snow, shade))
        return Lit(raw, self)

    def _height(self, x, z):
        """Height of the ground: pyramids with aretes, spurs and gullies, roughened by noise."""
        bend = self.noise.fractal(x / 120, z / 120, 2)
        lean = self.noise.fractal(x / 120 + 40, z / 120, 2)
        ground = 0.0
        for px, pz, height, radius, aretes, turn in PEAKS:
            dx, dz = x - px, z - pz
            distance = math.hypot(dx, dz)
            if distance >= radius * 1.4:
                continue
            sway = min(1, distance / 90)
            dx, dz = dx + 52 * bend * sway, dz + 52 * lean * sway
            angle = math.atan2(dz, dx) + turn
            arm = abs(math.sin(aretes * angle / 2))
            spur = abs(math.sin(aretes * 2.5 * angle / 2 + 3 * bend))
            fall = distance / radius * (0.7 + 0.5 * arm + 0.24 * spur * sway)
            if fall < 1:
                ground = max(ground, height * (1 - fall) ** 1.35)
        rough = self.noise.ridged(x / 110, z / 110, 5) - 0.4
        amount = min(1, ground / 130) * (1 - 0.55 * smoothstep(250, 440, ground))
        return ground + amount * 70 * rough

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
        line = 150 + 80 * self.noise.fractal(x / 90, z / 90, 3) - snow
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

    def above(self, level, smallest=40):
        """Outlines of what is brighter than level."""
        loops = self.field.above(level, smallest, tolerance=0.0)
        laid = [[(x, max(y, self._crest(x))) for x, y in loop] for loop in loops]
        return [simplify(loop, 0.55) for loop in laid]

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
