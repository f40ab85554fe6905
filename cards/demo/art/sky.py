"""The three skies."""

import math
import random

from noise import Noise
from relief import WATERLINE
from scenery import SUN, WIDTH
from vector import Field, ramp


def sky(d, mood):
    """The gradient of the sky, and what this hour puts into it."""
    d.rectangle(0, 0, WIDTH, WATERLINE + 4, d.vertical(0, WATERLINE, mood.sky))
    {"back": dawn, "middle": sunset, "front": night}[mood.name](d)


def dawn(d):
    """Thin rose clouds, a setting moon, the first birds."""
    clouds(d, 41, (30, 470), (420, 40), (-0.06, 0.04, 0.14, 0.24, 0.34),
           ["#fadfe2", "#ffe9e0", "#fff6ec"], 0.2, (2, -2))
    d.halo(1120, 140, 150, 150, [(0, "#ffffff", 0.5), (0.25, "#ffffff", 0.22), (1, "#ffffff", 0)])
    d.ellipse(1120, 140, 25, 25, "#fffaf2", 0.92)
    for x, y, r in ((1111, 134, 7), (1125, 146, 9), (1126, 129, 4), (1113, 149, 4), (1134, 139, 4)):
        d.ellipse(x, y, r, r * 0.85, "#c4c9dc", 0.42)
    birds(d, [(820, 250, 13), (850, 240, 11), (880, 232, 10), (796, 264, 10), (770, 280, 12),
              (905, 240, 9), (930, 250, 8)], "#51688a", 0.8)


def sunset(d):
    """The sun in the valley and clouds lit from below."""
    warm = d.vertical(60, 480, [(0, "#c9808c"), (0.35, "#f59f82"), (0.7, "#ffc273"), (1, "#ffe3a0")])
    cool = d.vertical(60, 480, [(0, "#5d5683"), (0.35, "#8f6288"), (0.7, "#d98270"), (1, "#ffb870")])
    clouds(d, 23, (20, 520), (330, 58), (-0.06, 0.04, 0.15, 0.27),
           [warm, warm, cool, cool], 0.4, (0, -6))
    d.halo(*SUN, 340, 300, [(0, "#fff6c8", 1), (0.08, "#ffe9a2", 0.8), (0.26, "#ffc868", 0.42),
                            (0.55, "#ffa050", 0.16), (1, "#ff9a50", 0)])
    d.ellipse(*SUN, 33, 33, "#fffce6")
    birds(d, [(690, 292, 12), (714, 283, 10), (740, 290, 9), (1040, 320, 9), (1064, 327, 8),
              (770, 280, 8)], "#3a2c55", 0.9)


def clouds(d, seed, band, scale, levels, fills, opacity, drift):
    """Clouds as stacked soft outlines; each denser part is shifted away from the light."""
    noise = Noise(seed)
    middle, reach = (band[0] + band[1]) / 2, (band[1] - band[0]) / 2

    def density(x, y):
        edge = ((y - middle) / reach) ** 2
        warp = 0.5 * noise.at(x / 160, y / 40)
        return noise.fractal(x / scale[0] + 0.002 * y + 0.1 * warp, y / scale[1] + warp, 5) - 0.9 * edge

    cloud = Field(-42, band[0], WIDTH + 42, band[1], 14, density)
    for k, level in enumerate(levels):
        shapes = [[(x + drift[0] * k, y + drift[1] * k) for x, y in shape]
                  for shape in cloud.above(level, 130, 0.9)]
        fill = fills[k] if len(fills) == len(levels) and "url" in fills[k] else ramp(fills, k / (len(levels) - 1))
        d.soft(shapes, fill, opacity)


def birds(d, flock, fill, opacity):
    """Birds as thin gliding wings: (x, y, half span)."""
    path = ""
    for x, y, s in flock:
        path += (f"M{x - s} {y - s * .3:.1f}q{s * .6:.1f} {-s * .25:.1f} {s} {s * .35:.1f}"
                 f"q{s * .4:.1f} {-s * .6:.1f} {s} {-s * .35:.1f}"
                 f"q{-s * .6:.1f} {-s * .05:.1f} {-s} {s * .6:.1f}"
                 f"q{-s * .4:.1f} {-s * .55:.1f} {-s} {-s * .6:.1f}z")
    d.path(path, fill, opacity)


def night(d):
    """Milky Way, stars and aurora."""
    milky_way(d)
    stars(d)
    aurora(d)


def milky_way(d):
    """A band of star clouds from the valley to the upper right, with its dark rift."""
    rng = random.Random(8)

    def place(along, across):
        return 950 + 0.71 * along + 0.7 * across, 480 - 0.7 * along + 0.71 * across

    for k in range(22):
        along, across = 38 * k, rng.gauss(0, 30)
        x, y = place(along, across)
        size = rng.uniform(55, 110)
        d.halo(x, y, size, size, fading(rng.choice(("#4a66b4", "#7a78c8", "#6f8fd0")), 0.24))
    for _ in range(16):
        along = rng.uniform(20, 780)
        x, y = place(along, rng.gauss(0, 16))
        size = rng.uniform(26, 60)
        d.halo(x, y, size, size * 0.9, fading(rng.choice(("#ffe6d2", "#e0d2ff", "#ffd9c0")), 0.15))
    for k in range(20):
        x, y = place(60 + 35 * k, 8 + 16 * math.sin(k * 0.7) + rng.gauss(0, 7))
        size = rng.uniform(18, 40)
        d.halo(x, y, size, size, fading("#070c26", 0.42))
    for opacity, size, count in ((0.35, 1.0, 620), (0.7, 1.2, 260)):
        path = ""
        for _ in range(count):
            x, y = place(rng.uniform(-20, 860), rng.gauss(0, 58))
            path += star(x, y, rng.uniform(0.4, size))
        d.path(path, "#e4eaff", opacity)


def fading(colour, strength):
    """Stops of a soft round glow."""
    return [(0, colour, strength), (0.35, colour, strength * 0.68), (0.7, colour, strength * 0.18),
            (1, colour, 0)]


def star(x, y, size):
    """A small square: the form that rasterises fastest, and as round as a pixel."""
    return f"M{x:.1f} {y:.1f}h{size:.2g}v{size:.2g}h-{size:.2g}z"


def stars(d):
    """Stars of several sizes and colours, a few of them bright."""
    rng = random.Random(4)
    for colour, count, small, large, opacity in (
            ("#ffffff", 420, 0.7, 1.2, 0.5), ("#cfe0ff", 260, 0.9, 1.6, 0.75),
            ("#ffe2b8", 110, 0.9, 1.7, 0.8), ("#ffffff", 70, 1.5, 2.2, 0.9)):
        d.path("".join(star(rng.uniform(0, WIDTH), 590 * rng.random() ** 1.25,
                            rng.uniform(small, large)) for _ in range(count)), colour, opacity)
    for _ in range(18):
        x, y, size = rng.uniform(20, 1580), rng.uniform(15, 300), rng.uniform(5, 11)
        colour = rng.choice(("#bcd4ff", "#ffffff", "#ffe2b8"))
        d.halo(x, y, size, size, [(0, colour, 0.8), (0.25, colour, 0.25), (1, colour, 0)])
        d.ellipse(x, y, 1.5, 1.5, "#ffffff")


def aurora(d):
    """Two curtains of light behind the mountains: green below, violet above."""
    noise = Noise(19)
    curtain(d, noise, (0, 640), 232, 40, 200, 2.2, 0.5)
    curtain(d, noise, (130, 1210), 318, 56, 270, 0.4, 0.85)


def curtain(d, noise, span, foot, swing, height, salt, strength):
    """One curtain: narrow rays side by side, each fading upwards.

    The rays are drawn without smoothing at their sides, so that no seam shows between them.
    """
    shades = 18
    fills = [d.fade([(0, "#7a3fd0", 0), (0.3, "#7450e0", 0.1 * k / shades),
                     (0.55, "#4a8ae0", 0.26 * k / shades), (0.78, "#2fd0a4", 0.55 * k / shades),
                     (0.92, "#8dffb0", 0.9 * k / shades), (0.965, "#a8ffc4", 0.55 * k / shades),
                     (1, "#5ff0b0", 0)]) for k in range(shades + 1)]
    rays, width = "", 6
    for x in range(span[0], span[1], width):
        t = (x - span[0]) / (span[1] - span[0])
        ends = min(1, 5 * t, 4 * (1 - t))
        bottom = foot + swing * math.sin(x / 190 + salt) + 34 * noise.at(x / 90, salt)
        tall = height * (0.9 + 0.5 * noise.at(x / 70 + salt, 9) + 0.3 * noise.at(x / 22, salt))
        light = 0.62 + 0.55 * noise.at(x / 24 + salt, 2) + 0.6 * noise.at(x / 110, 3 + salt)
        shade = round(shades * strength * ends * min(1, max(0, light)))
        if shade:
            rays += (f'<rect x="{x}" y="{bottom - tall:.0f}" width="{width}" '
                     f'height="{tall:.0f}" fill="{fills[shade]}"/>')
    d.elements.append(f'<g shape-rendering="crispEdges">{rays}</g>')
