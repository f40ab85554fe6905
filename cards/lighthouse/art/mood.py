"""The hour and the lamp: what light there is in each picture, and where the beam stands."""

import sys
from math import atan2, cos, degrees, exp, radians, sin
from pathlib import Path

# Paths, contours, gradients and noise are those of the demo card.
sys.path.append(str(Path(__file__).resolve().parents[2] / "demo" / "art"))
from noise import Noise, smoothstep  # noqa: E402,F401
from vector import Drawing, Field, mix, number, pair, polygon, smooth  # noqa: E402,F401

WIDTH, HEIGHT = 800, 500
LAMP = 430, 143
SEA = 308
PICTURES = 12

# Colours of the hours, from the evening over the night to the morning: the number of the picture, then the sky from
# above down to the horizon, the sea at the horizon and near, and the light on things (1 is full).
HOURS = (
    (0, "#2b2c66", "#7a4580", "#e8705c", "#ffb868", "#e0906c", "#4a3a6c", (0.86, 0.6, 0.58)),
    (1.6, "#1a2050", "#45346c", "#a04e66", "#e88a5c", "#8a5c70", "#2c2c5c", (0.56, 0.42, 0.5)),
    (3.2, "#0a1130", "#182450", "#2c3a6c", "#4a4c78", "#345284", "#14284c", (0.36, 0.39, 0.54)),
    (5.5, "#070c22", "#14244e", "#27407a", "#456496", "#305686", "#12264c", (0.33, 0.38, 0.56)),
    (7.6, "#0c1636", "#1e3060", "#38487c", "#5c6490", "#3a5480", "#10224a", (0.26, 0.3, 0.44)),
    (9.4, "#2a4680", "#5a6ca8", "#b08ab0", "#f4a890", "#8a8cac", "#274a78", (0.6, 0.55, 0.62)),
    (11, "#4f8ac8", "#94b4dc", "#ffd0b4", "#fff0c0", "#d8b8ac", "#3a6c98", (1, 0.9, 0.84)),
)


class Mood:
    """One picture's light."""

    def __init__(self, number):
        self.number = number
        # The pictures to both sides of the middle differ in the beam alone, as a card at rest shows both.
        self.time = 5.5 if number in (5, 6) else number
        # Of the beam, degrees from straight towards us: to the left below 0.
        self.angle = -82 + 164 * number / (PICTURES - 1)
        first = max(k for k in range(len(HOURS) - 1) if HOURS[k][0] <= self.time)
        a, b = HOURS[first], HOURS[first + 1]
        part = (self.time - a[0]) / (b[0] - a[0])
        self.high, self.sky, self.low, self.horizon, self.far, self.near = (
            mix(p, q, part) for p, q in zip(a[1:7], b[1:7])
        )
        self.light = [p + (q - p) * part for p, q in zip(a[7], b[7])]
        self.flash = {4: 1.0, 7: 0.55}.get(number, 0.0)
        self.light = [p + 0.34 * self.flash for p in self.light]
        self.evening, self.morning = max(0.0, 1 - self.time / 3.2), smoothstep(7.6, 11, self.time)
        self.night = min(1.0, max(0.0, 1 - self.evening * 1.2)) * (1 - self.morning)
        self.lamp = 0.5 + 0.5 * self.night - 0.15 * self.morning

    def way(self):
        """The beam's direction in the picture, x to the right and y down, of length 1."""
        x, y = sin(radians(self.angle)), 0.1 + 0.42 * cos(radians(self.angle)) ** 2
        length = (x * x + y * y) ** 0.5
        return x / length, y / length

    def towards(self):
        """How much the beam comes towards us."""
        return cos(radians(self.angle)) ** 2

    def beam(self, x, y, width=12.0):
        """How much of the beam a place gets: 1 in its middle."""
        ahead, place = degrees(atan2(*self.way())), degrees(atan2(x - LAMP[0], y - LAMP[1]))
        return self.lamp * exp(-(((ahead - place) / width) ** 2))

    def lit(self, colour, x=None, y=None, more=0.0):
        """A thing's colour in this light; at a place it has the beam's light, too."""
        beam = (self.beam(x, y) if x is not None else 0) + more
        parts = (int(colour[k : k + 2], 16) for k in (1, 3, 5))
        lamp = (1.05, 0.93, 0.7)
        return "#" + "".join(
            f"{min(255, round(p * (a + (max(a, c) - a) * min(1, beam)))):02x}"
            for p, a, c in zip(parts, self.light, lamp)
        )


def ball(x, y, r):
    """Path data of a disc: one arc that all but closes."""
    return f"M{number(x)} {number(y + r)}a{number(r)} {number(r)} 0 1 1 .2 0z"


def dots(drawing, places, colour, opacity):
    """Small dots: (x, y, radius). Those of one size are one path, drawn with a round pen."""
    sizes = {}
    for x, y, r in places:
        size = max(1, round(r * 2.5))
        sizes[size] = sizes.get(size, "") + f"M{pair(x, y)}h0"
    for size, data in sorted(sizes.items()):
        drawing.elements.append(
            f'<path d="{data}" stroke="{colour}" stroke-width="{number(size * .8)}" '
            f'stroke-linecap="round" stroke-opacity="{opacity:.2f}"/>'
        )


def wavy(points):
    """Path data of an open soft line: quadratic curves from middle to middle of the lines between the points."""
    x, y = round(points[0][0], 1), round(points[0][1], 1)
    data = f"M{pair(x, y)}"
    for index, ((cx, cy), (nx, ny)) in enumerate(zip(points[1:], points[2:])):
        dx, dy = round((cx + nx) / 2 - x, 1), round((cy + ny) / 2 - y, 1)
        data += f"t{pair(dx, dy)}" if index % 6 else f"q{pair(cx - x, cy - y)} {pair(dx, dy)}"
        x, y = x + dx, y + dy
    return data
