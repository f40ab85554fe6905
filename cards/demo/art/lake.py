"""The lake: the sky, mountains and woods again, then ripples and the paths of the lights."""

import random

from land import mirrored_head
from relief import WATERLINE
from scenery import DOME, HEAD_BASE, HEIGHT, SUN, WIDTH, dense, far_pine, lens, reflected
from sky import CURTAINS, curtain
from vector import mix, ramp, simplify


def lake(d, place, mood):
    """Water from the far shore to our feet."""
    water = d.vertical(WATERLINE, HEIGHT, mood.water)
    d.rectangle(0, WATERLINE, WIDTH, HEIGHT - WATERLINE, water)
    mirrored_mountains(d, place, mood)
    mirrored_woods(d, place, mood)
    {"back": dawn_light, "middle": sun_light, "front": aurora_light}[mood.name](d)
    mirrored_head(d, place, mood)
    waterline(d, mood)
    ripples(d, mood)
    {"back": calm, "middle": sun_path, "front": lamp_paths}[mood.name](d, mood)


def mirrored_mountains(d, place, mood):
    """The relief in the water, in few tones, veiled by the haze near the far shore."""
    lit = place.relief.light(mood.lamp, mood.snow, mood.shade)
    low, high = mood.levels
    veil = mix(mood.haze, mood.water[1][1], 0.4)
    deep = mix(mood.rock[1], mood.water[2][1], 0.3)
    fill = d.vertical(WATERLINE, 980, [(0, veil, 0.2), (0.25, mix(veil, deep, 0.5), 0.6),
                                       (0.5, deep, 0.75), (1, deep, 0.7)])
    d.shapes([reflected(place.relief.silhouette())], fill)
    for level, tone in mood.mirrored:
        loops = [reflected(simplify(loop, 2.4))
                 for loop in lit.above(low + (high - low) * level, 1000)]
        d.shapes(loops, mix(ramp(mood.rock, tone), mood.water[2][1], 0.4), mood.mirror, digits=0)


def mirrored_woods(d, place, mood):
    """Slopes and shore pines in the water."""
    rng = random.Random(62)
    near = mix(mood.woods[2], mood.water[2][1], 0.3)
    for slope in place.slopes:
        line = slope + [(slope[-1][0], WATERLINE), (slope[0][0], WATERLINE)]
        d.shapes([reflected(dense(line, 8))], near, 0.62)
    d.each([reflected(dense(far_pine(x, y, height, rng), 14), y, 0.85)
            for x, y, height in place.shore_pines], mood.shore, 0.5)


def dawn_light(d):
    """The pale sky lies on the still water."""
    d.halo(800, 650, 800, 100, [(0, "#fff3ea", 0.6), (1, "#fff3ea", 0)])


def sun_light(d):
    """The glow of the sun on the water."""
    d.halo(SUN[0], 636, 220, 210, [(0, "#ffdf94", 0.8), (0.4, "#ffb060", 0.3), (1, "#ff9050", 0)])


def aurora_light(d):
    """The nearer curtain of the aurora on the water, longer and paler than in the sky."""
    d.halo(700, 660, 460, 110, [(0, "#5fe8b0", 0.36), (0.5, "#2fae9c", 0.16), (1, "#2a8ca0", 0)])
    stops = [(0, "#8dffb0", 0), (0.12, "#6ff0b4", 0.3), (0.4, "#35c0a4", 0.22), (1, "#4a5ae0", 0)]
    curtain(d, *CURTAINS[1],
            lambda foot, tall: (2 * WATERLINE - foot - 240, tall * 0.7 + 70), stops, 16)


def calm(d, mood):
    """Hardly a glint: long pale lines of still water."""
    streaks(d, 11, 70, 800, 620, 90, mood.glint, 0.3)


def sun_path(d, mood):
    """The path of the sun: glints that widen and scatter towards us, and a sail before it."""
    sail(d, mood)
    rng = random.Random(9)
    groups = [[] for _ in range(3)]
    for _ in range(360):
        t = rng.random() ** 1.25
        spread = 16 + 110 * t
        off = rng.gauss(0, 0.5)
        size = (3 + 19 * t) * rng.uniform(0.4, 1.25)
        shape = lens(SUN[0] + off * spread, WATERLINE + 3 + t * 372, size, 0.5 + 1.2 * t)
        groups[min(2, int(abs(off) * 2.6))].append(shape)
    for group, opacity in zip(groups, (0.95, 0.7, 0.45)):
        for part in range(6):
            d.shapes(group[part::6], mood.glint, opacity)


def sail(d, mood):
    """A small boat under sail, far out, with its reflection."""
    x, y = 846, 644
    d.path(f"M{x - 2} {y - 4}C{x + 1} {y - 20} {x - 1} {y - 32} {x + 1} {y - 43}"
           f"C{x + 9} {y - 28} {x + 13} {y - 14} {x + 14} {y - 4}z", "#ffe9bd")
    d.path(f"M{x - 4} {y - 5}C{x - 3} {y - 16} {x - 2} {y - 28} {x - 0.5} {y - 38}"
           f"C{x - 9} {y - 24} {x - 11} {y - 14} {x - 12} {y - 5}z", "#f0a878")
    d.path(f"M{x - 13} {y - 4}h29l-5 5h-19z", mood.shore)
    d.shapes([lens(x + 1, y + 5 + 4 * k, 13 - k, 1.2) for k in range(7)], "#ffe3b0", 0.55)
    d.shapes([lens(x + 1, y + 2, 19, 1.3)], mood.shore, 0.6)


# Where each lamp of the observatory shines on the water: x, half width, from y to y, colour.
LAMPS = [(DOME[0] + 22, 15, 700, 900, "#ffcf7a"), (DOME[0] - 35, 5, 690, 800, "#ffb84d"),
         (DOME[0] + 40, 5, 690, 800, "#ffb84d"), (1374, 6, 690, 790, "#ffb84d"),
         (1407, 5, 690, 780, "#ffb84d"), (1433, 5, 690, 780, "#ffb84d")]


def lamp_paths(d, mood):
    """Warm lights of the observatory on the water, and the shine of the sky."""
    for x, half, top, bottom, colour in LAMPS:
        rng = random.Random(x)
        count = int((bottom - top) / 4.5)
        marks = []
        for k in range(count):
            t = k / count
            marks.append(lens(x + rng.gauss(0, 2 + 5 * t), top + (bottom - top) * t,
                              half * rng.uniform(0.5, 1.5) * (1 + 0.8 * t), 1.3))
        d.shapes(marks[:count // 2], colour, 0.62)
        d.shapes(marks[count // 2:], colour, 0.34)
    streaks(d, 11, 90, 640, 700, 130, mood.glint, 0.2)


def streaks(d, seed, count, x, reach, depth, fill, opacity):
    """Long thin glints around a place on the far water."""
    rng = random.Random(seed)
    marks = []
    for _ in range(count):
        t = rng.random()
        marks.append(lens(x + rng.gauss(0, 0.5) * reach, WATERLINE + 6 + t * depth * 2,
                          (20 + 50 * t) * rng.uniform(0.4, 1.4), 0.4 + 0.6 * t))
    for part in range(4):
        d.shapes(marks[part::4], fill, opacity)


def waterline(d, mood):
    """The bright line where the lake laps at the headland."""
    rng = random.Random(15)
    marks = [lens(x + rng.uniform(-9, 9), HEAD_BASE + (x - 1046) * 0.02 + rng.uniform(0, 4),
                  rng.uniform(10, 40), rng.uniform(0.5, 1.1)) for x in range(1050, 1600, 22)]
    d.shapes(marks, mood.glint, 0.4)


def ripples(d, mood):
    """Ripples all over the lake, fine far away and broad close by."""
    rng = random.Random(10)
    light, dark = [], []
    for _ in range(200):
        t = rng.random()
        shape = lens(rng.uniform(-20, WIDTH), WATERLINE + 4 + t * 360,
                     (20 + 80 * t) * rng.uniform(0.3, 1.3), 0.5 + 1.5 * t)
        (light if rng.random() < 0.5 else dark).append(shape)
    for part in range(6):
        d.shapes(light[part::6], mood.glint, 0.13)
        d.shapes(dark[part::6], mood.dark_ripple, 0.17)
