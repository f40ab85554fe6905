"""The three skies."""

import math
import random

from noise import Noise
from relief import WATERLINE
from scenery import SUN, WIDTH
from vector import number, pair


def sky(d, mood):
    """The gradient of the sky, and what this hour puts into it."""
    d.rectangle(0, 0, WIDTH, WATERLINE + 4, d.vertical(0, WATERLINE, mood.sky))
    {"back": dawn, "middle": sunset, "front": night}[mood.name](d)


# Centre, half length, thickness and number of wisps of each bank of clouds.
DAWN_CLOUDS = [(160, 150, 260, 16, 6), (250, 232, 330, 18, 7), (760, 205, 250, 15, 5),
               (1250, 250, 360, 20, 8), (1430, 150, 240, 14, 5), (690, 96, 170, 9, 4),
               (900, 330, 330, 14, 6), (140, 310, 220, 14, 5), (1180, 352, 260, 10, 4)]
SUNSET_CLOUDS = [(110, 150, 300, 16, 6), (340, 205, 170, 12, 4), (70, 262, 270, 17, 6),
                 (760, 214, 230, 17, 6), (900, 284, 250, 13, 6), (1200, 150, 380, 22, 9),
                 (1340, 246, 310, 18, 7), (1075, 332, 190, 9, 4), (770, 346, 150, 8, 3),
                 (1510, 330, 190, 11, 3), (930, 92, 190, 7, 3), (420, 66, 170, 6, 2)]


def dawn(d):
    """Thin rose clouds, a setting moon, the first birds."""
    d.halo(1120, 120, 150, 150, [(0, "#ffffff", 0.5), (0.25, "#ffffff", 0.22), (1, "#ffffff", 0)])
    d.ellipse(1120, 120, 25, 25, "#fffaf2", 0.92)
    for x, y, r in ((1111, 114, 7), (1125, 126, 9), (1126, 109, 4), (1113, 129, 4),
                    (1134, 119, 4)):
        d.ellipse(x, y, r, r * 0.85, "#c4c9dc", 0.42)
    tints = [d.fade([(0, tint, 0.75), (0.3, "#f3dfe6", 0.4), (1, "#dcd3e6", 0)])
             for tint in ("#fff3ec", "#ffe6dc", "#ffdcd6")]
    clouds(d, 41, DAWN_CLOUDS, tints)
    birds(d, [(820, 262, 13), (850, 252, 11), (880, 244, 10), (796, 276, 10), (770, 292, 12),
              (905, 252, 9), (930, 262, 8)], "#51688a", 0.8)


def sunset(d):
    """The sun in the valley, clouds lit from below, the first stars."""
    tints = [d.fade([(0, high, 0.1), (0.3, high, 0.38), (0.78, low, 0.72), (0.93, low, 0.5),
                     (1, low, 0)])
             for high, low in (("#6b5a8e", "#e0897f"), ("#8d628c", "#f7a072"),
                               ("#b87086", "#ffbd72"), ("#e08f78", "#ffd98c"))]
    first_stars(d)
    clouds(d, 23, SUNSET_CLOUDS, tints)
    x, y = SUN
    glow = d.radial(x, y, 300, [
        (0, "#fff6c8"), (0.08, "#ffe9a2", 0.8), (0.26, "#ffc868", 0.42), (0.55, "#ffa050", 0.16),
        (1, "#ff9a50", 0)])
    d.path(f"M{x - 300} {y}a300 300 0 0 1 600 0v36h-600z", glow)
    d.ellipse(*SUN, 33, 33, "#fffce6")
    birds(d, [(690, 262, 12), (714, 253, 10), (740, 260, 9), (1130, 250, 9), (1154, 257, 8),
              (772, 250, 8)], "#3a2c55", 0.9)


def clouds(d, seed, banks, tints):
    """Banks of wisps that overlap; the lower a wisp, the later its tint."""
    rng = random.Random(seed)
    for cx, cy, length, thick, count in banks:
        for k in range(count):
            spread = 1 - k / count
            x = cx + rng.gauss(0, 0.42) * length * (1 - 0.3 * spread)
            y = cy + (k - count / 2) * thick * 0.55 + rng.uniform(-3, 3)
            half = length * rng.uniform(0.3, 0.8)
            tint = tints[min(len(tints) - 1, max(0, int(y / 410 * len(tints))))]
            d.soft([wisp(x, y, half, thick * rng.uniform(0.7, 1.3), rng)], tint)


def wisp(x, y, half, thick, rng):
    """A long streak of cloud: humps above, nearly level below, its ends drawn out."""
    above, below = [], []
    count = max(6, int(half / 15))
    skew = rng.uniform(0.6, 1.5)
    for k in range(count + 1):
        t = k / count
        full = math.sin(math.pi * t ** skew) ** 1.3
        px = x + half * (2 * t - 1) + rng.uniform(-0.5, 0.5) * half / count
        above.append((px, y - thick * full * rng.uniform(0.45, 1.3)))
        below.append((px, y + thick * 0.36 * full * rng.uniform(0.2, 1.2)))
    return above + below[::-1]


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
    """Milky Way, stars, aurora and a shooting star."""
    milky_way(d)
    stars(d)
    aurora(d)
    trail = d.linear(1330, 66, 1212, 118, [(0, "#ffffff", 0), (0.8, "#dfe9ff", 0.5),
                                           (1, "#ffffff", 0.95)])
    d.shapes([[(1330, 66), (1212.5, 116.6), (1211, 119), (1214, 118.5)]], trail)


def milky_way(d):
    """A band of star clouds from the valley to the upper right, with its dark rift."""
    rng = random.Random(8)

    def place(along, across):
        """The picture's point so far along the band and across it."""
        return 950 + 0.71 * along + 0.7 * across, 480 - 0.7 * along + 0.71 * across

    edge, other = place(400, -125), place(400, 125)
    d.shapes([[place(-40, -125), place(900, -125), place(900, 125), place(-40, 125)]],
             d.linear(*edge, *other, [
                 (0, "#4a66b4", 0), (0.2, "#4a62b0", 0.1), (0.38, "#6a74c4", 0.33),
                 (0.5, "#8f8ad0", 0.44), (0.62, "#6a74c4", 0.33), (0.8, "#4a62b0", 0.1),
                 (1, "#4a66b4", 0)]))
    for k in range(15):
        x, y = place(20 + 54 * k, rng.gauss(0, 20))
        size = rng.uniform(30, 64)
        d.halo(x, y, size, size, fading(("#ffe6d2", "#a9a0ec", "#e0d2ff")[k % 3], 0.16))
    for k in range(13):
        x, y = place(60 + 56 * k, 6 + 14 * math.sin(k * 0.9) + rng.gauss(0, 5))
        size = rng.uniform(22, 42)
        d.halo(x, y, size, size, fading("#0a1030", 0.42))
    for opacity, size, count in ((0.5, 1.1, 800), (0.85, 1.5, 240)):
        path = ""
        for _ in range(count):
            x, y = place(rng.uniform(-20, 860), rng.gauss(0, 42))
            path += star(x, y, rng.uniform(0.4, size))
        d.path(path, "#e4eaff", opacity)


def fading(colour, strength):
    """Stops of a soft round glow."""
    return [(0, colour, strength), (0.35, colour, strength * 0.68), (0.7, colour, strength * 0.18),
            (1, colour, 0)]


def star(x, y, size):
    """A small square: the form that rasterises fastest, and as round as a pixel."""
    side = number(size)
    return f"M{pair(x, y)}h{side}v{side}h-{side}z"


# Colour, number, smallest and largest size, and opacity of each kind of star.
STARS = [("#ffffff", 420, 0.7, 1.2, 0.5), ("#cfe0ff", 260, 0.9, 1.6, 0.75),
         ("#ffe2b8", 110, 0.9, 1.7, 0.8), ("#ffffff", 70, 1.5, 2.2, 0.9)]


def sprinkle(rng, count, small, large):
    """Places and sizes of stars, denser high in the sky."""
    return [(rng.uniform(0, WIDTH), 590 * rng.random() ** 1.25, rng.uniform(small, large))
            for _ in range(count)]


def first_stars(d):
    """The night's faintest stars, already showing in the top of the evening sky."""
    _, count, small, large, _ = STARS[0]
    shown = [s for s in sprinkle(random.Random(4), count, small, large) if s[1] < 190]
    d.path("".join(star(*s) for s in shown),
           d.vertical(0, 190, [(0, "#ffffff", 0.75), (1, "#ffffff", 0)]))


def stars(d):
    """Stars of several sizes and colours, a few of them bright."""
    rng = random.Random(4)
    for colour, count, small, large, opacity in STARS:
        d.path("".join(star(*s) for s in sprinkle(rng, count, small, large)), colour, opacity)
    for _ in range(18):
        x, y, size = rng.uniform(20, 1580), rng.uniform(15, 300), rng.uniform(5, 11)
        colour = rng.choice(("#bcd4ff", "#ffffff", "#ffe2b8"))
        d.halo(x, y, size, size, [(0, colour, 0.8), (0.25, colour, 0.25), (1, colour, 0)])
        d.ellipse(x, y, 1.5, 1.5, "#ffffff")


# Span from left to right, height of its foot and how far it swings, height, turn, strength.
CURTAINS = [((0, 450), 236, 40, 235, 2.2, 0.8), ((270, 1230), 318, 56, 310, 0.4, 1.0)]


def aurora(d):
    """Two curtains of light behind the mountains: green below, violet above."""
    for shape in CURTAINS:
        curtain(d, *shape, lambda foot, tall: (foot - tall, tall), [
            (0, "#7a3fd0", 0), (0.3, "#7450e0", 0.1), (0.55, "#4a8ae0", 0.26),
            (0.78, "#2fd0a4", 0.55), (0.92, "#8dffb0", 0.9), (0.965, "#a8ffc4", 0.55),
            (1, "#5ff0b0", 0)], 6)


def curtain(d, span, foot, swing, height, salt, strength, place, stops, width):
    """One curtain: rays side by side, each fading upwards, three over one another everywhere.

    `place` gives top and height of a ray from its foot and height. The rays are drawn without
    smoothing at their sides, so that no seam shows between them.
    """
    noise = Noise(19)
    shades = 20
    fills = [d.fade([(at, colour, 1 - (1 - opacity * k / shades) ** 0.36)
                     for at, colour, opacity in stops]) for k in range(shades + 1)]
    rays = ""
    for x in range(span[0], span[1], width):
        t = (x - span[0]) / (span[1] - span[0])
        ends = min(1, 5 * t, 4 * (1 - t))
        bottom = foot + swing * math.sin(x / 190 + salt) + 34 * noise.at(x / 90, salt)
        tall = height * (0.9 + 0.5 * noise.at(x / 70 + salt, 9) + 0.36 * noise.at(x / 26, salt))
        light = 0.62 + 0.8 * noise.at(x / 30 + salt, 2) + 0.6 * noise.at(x / 110, 3 + salt)
        shade = round(shades * strength * ends * min(1, max(0, light)))
        if shade:
            top, size = place(bottom, tall)
            rays += (f'<rect x="{x}" y="{top:.0f}" width="{3 * width}" '
                     f'height="{size:.0f}" fill="{fills[shade]}"/>')
    d.elements.append(f'<g shape-rendering="crispEdges">{rays}</g>')
