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
    clouds(d, 23, (20, 520), (330, 58), (-0.1, -0.02, 0.06, 0.15, 0.25, 0.36),
           [warm, warm, warm, cool, cool, cool], 0.36, (0, -4))
    d.halo(*SUN, 470, 400, [(0, "#fff6c8", 1), (0.08, "#ffe9a2", 0.8), (0.26, "#ffc868", 0.42),
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

    cloud = Field(-40, band[0], WIDTH + 40, band[1], 10, density)
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
    """A band of star dust from the valley to the upper right, with its dark rift."""
    noise = Noise(77)

    def dust(x, y):
        along = (x - 930) * 0.72 - (y - 520) * 0.69
        across = (x - 930) * 0.69 + (y - 520) * 0.72
        width = 88 + 0.08 * along
        band = math.exp(-(across / width) ** 2)
        bend = across - 8 + 40 * noise.fractal(along / 150, 5, 3)
        rift = math.exp(-(bend / (width * 0.2)) ** 2)
        return band * (0.72 + 0.5 * noise.fractal(x / 110, y / 110, 4) - 0.55 * rift)

    field = Field(660, -30, 1660, 600, 10, dust)
    for k in range(13):
        d.soft(field.above(0.06 + 0.07 * k, 200, 0.9),
               ramp(["#35549c", "#6f84cc", "#c9b8e6", "#ffe9d8"], k / 12), 0.066)
    rng = random.Random(8)
    grains = {0.35: "", 0.7: ""}
    while sum(path.count("M") for path in grains.values()) < 900:
        x, y = rng.uniform(700, 1600), rng.uniform(0, 560)
        if rng.random() < dust(x, y):
            grains[rng.choice((0.35, 0.7))] += star(x, y, rng.uniform(0.5, 1.3))
    for opacity, path in grains.items():
        d.path(path, "#e4eaff", opacity)


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

    def curtain(x, y, height, bottom, swing, salt):
        foot = bottom + swing * math.sin(x / 190 + salt) + 30 * noise.at(x / 90, salt)
        tall = height * (0.85 + 0.5 * noise.at(x / 70 + salt, 9) + 0.22 * noise.at(x / 24, salt))
        up = (foot - y) / tall
        if up < -0.1:
            return 0.0
        rays = 0.8 + 0.55 * noise.at(x / 26 + salt, 2) + 0.5 * noise.at(x / 110, 3 + salt)
        return min(1, (up + 0.1) / 0.1) * rays * math.exp(-2.3 * max(0, up))

    def light(x, y):
        near = math.exp(-((x - 600) / 520) ** 2) * curtain(x, y, 260, 318, 58, 0.4)
        far = 0.7 * math.exp(-((x - 300) / 430) ** 2) * curtain(x, y, 190, 190, 44, 2.2)
        return near + far

    field = Field(-30, -30, 1500, 470, 8, light)
    fill = d.vertical(0, 400, [(0, "#8a4fd8"), (0.3, "#5a74e6"), (0.55, "#2fd0ac"), (1, "#9dffb4")])
    for k in range(20):
        d.soft(field.above(0.05 + 0.055 * k, 80, 1.0), fill, 0.064)
