"""Paints the place in a mood, from the sky down to the grass at our feet."""

import math
import random

from noise import Noise
from relief import WATERLINE
from scenery import (DOME, HEAD_BASE, HEIGHT, SUN, WIDTH, dense, great_pine, pine, reflected,
                     sunny_side)
from vector import Drawing, Field, mix, ramp


def picture(place, mood):
    """One picture of the card, as SVG text."""
    drawing = Drawing(WIDTH, HEIGHT)
    sky(drawing, mood)
    {"back": dawn_sky, "middle": golden_sky, "front": night_sky}[mood.name](drawing)
    mountains(drawing, place, mood)
    distance(drawing, place, mood)
    woods(drawing, place, mood)
    lake(drawing, place, mood)
    shore(drawing, place, mood)
    headland(drawing, place, mood)
    observatory(drawing, mood)
    head_trees(drawing, place, mood)
    if mood.name == "back":
        mist(drawing, mood)
    foreground(drawing, place, mood)
    return drawing.text()


def box(x, y, size):
    """A small square: the form that rasterises fastest, for stars."""
    return f"M{x:.1f} {y:.1f}h{size:.2g}v{size:.2g}h-{size:.2g}z"


# Sky

def sky(d, mood):
    """The gradient of the sky."""
    d.rectangle(0, 0, WIDTH, WATERLINE + 4, d.vertical(0, WATERLINE, mood.sky))


def clouds(d, seed, top, bottom, scale, levels, colours, opacity, drift, cover=0.0):
    """Clouds as stacked outlines; each denser part is shifted away from the light."""
    noise = Noise(seed)
    middle, reach = (top + bottom) / 2, (bottom - top) / 2

    def density(x, y):
        edge = 1 - ((y - middle) / reach) ** 2
        return noise.fractal(x / scale[0] + 0.002 * y, y / scale[1], 5) + cover - 0.9 * (1 - edge)

    cloud = Field(-40, top, WIDTH + 40, bottom, 10, density)
    for k, level in enumerate(levels):
        shapes = [[(x + drift[0] * k, y + drift[1] * k) for x, y in shape]
                  for shape in cloud.above(level, 90, 0.8)]
        d.shapes(shapes, ramp(colours, k / (len(levels) - 1)), opacity)


def glow(d, x, y, radius, stops):
    """Light around a lamp."""
    d.ellipse(x, y, radius, radius, d.radial(x, y, radius, stops))


def dawn_sky(d):
    """Thin rose clouds, a setting moon, the first birds."""
    clouds(d, 41, 20, 470, (420, 46), (0.02, 0.14, 0.26, 0.38), ["#fbe3e0", "#fff1e6"], 0.22, (2, -3))
    glow(d, 1130, 150, 90, [(0, "#ffffff", 0.35), (1, "#ffffff", 0)])
    d.ellipse(1130, 150, 26, 26, "#fffaf2", 0.9)
    d.ellipse(1122, 143, 7, 6, "#cfd3e2", 0.5)
    d.ellipse(1137, 156, 9, 8, "#cfd3e2", 0.4)
    birds(d, [(820, 250, 13), (850, 240, 11), (880, 232, 10), (796, 264, 10), (770, 280, 12),
              (905, 240, 9), (930, 250, 8)], "#51688a", 0.8)


def golden_sky(d):
    """The sun in the valley and clouds lit from below."""
    clouds(d, 23, 10, 520, (330, 62), (-0.02, 0.08, 0.18, 0.28, 0.4),
           ["#ffd79a", "#ff9f78", "#a4607f"], 0.4, (0, -5))
    glow(d, *SUN, 420, [(0, "#fff6c8", 0.95), (0.1, "#ffe79a", 0.75), (0.3, "#ffc060", 0.38),
                        (0.6, "#ff9a50", 0.14), (1, "#ff9a50", 0)])
    d.ellipse(*SUN, 34, 34, "#fffbe0")
    birds(d, [(700, 330, 12), (722, 322, 10), (746, 330, 9), (1040, 300, 9), (1062, 306, 8)],
          "#3a2c55", 0.9)


def birds(d, flock, fill, opacity):
    """Birds as thin gliding wings: (x, y, half span)."""
    path = ""
    for x, y, s in flock:
        path += (f"M{x - s} {y - s * .3:.1f}q{s * .6:.1f} {-s * .25:.1f} {s} {s * .35:.1f}"
                 f"q{s * .4:.1f} {-s * .6:.1f} {s} {-s * .35:.1f}"
                 f"q{-s * .6:.1f} {-s * .05:.1f} {-s} {s * .6:.1f}"
                 f"q{-s * .4:.1f} {-s * .55:.1f} {-s} {-s * .6:.1f}z")
    d.path(path, fill, opacity)


def night_sky(d):
    """Milky Way, stars and aurora."""
    milky_way(d)
    stars(d)
    aurora(d)


def milky_way(d):
    """A band of star dust from the valley to the upper right, with its dark rift."""
    noise = Noise(77)

    def dust(x, y):
        along = ((x - 930) * 0.72 - (y - 520) * 0.69)
        across = ((x - 930) * 0.69 + (y - 520) * 0.72)
        width = 95 + 0.09 * along
        band = math.exp(-(across / width) ** 2)
        rift = math.exp(-((across - 8 + 26 * noise.at(along / 130, 5)) / (width * 0.22)) ** 2)
        return band * (0.75 + 0.6 * noise.fractal(x / 90, y / 90, 4)) - 0.5 * rift * band

    field = Field(700, -20, 1640, 620, 10, dust)
    for k in range(9):
        d.shapes(field.above(0.12 + 0.09 * k, 120, 0.8), ramp(["#3b5fa8", "#8fa0d8", "#ffe6d8"], k / 8), 0.085)
    rng = random.Random(8)
    dust_stars = ""
    while dust_stars.count("M") < 700:
        x, y = rng.uniform(700, 1600), rng.uniform(0, 560)
        if rng.random() < dust(x, y):
            dust_stars += box(x, y, rng.uniform(0.6, 1.3))
    d.path(dust_stars, "#dfe8ff", 0.6)


def stars(d):
    """Stars of several sizes and colours, a few of them bright."""
    rng = random.Random(4)
    for colour, count, small, large, opacity in (
            ("#ffffff", 420, 0.7, 1.3, 0.55), ("#cfe0ff", 260, 1.0, 1.8, 0.75),
            ("#ffe9c8", 120, 1.0, 1.9, 0.8), ("#ffffff", 90, 1.7, 2.5, 0.95)):
        path = "".join(box(rng.uniform(0, WIDTH), 590 * rng.random() ** 1.25, rng.uniform(small, large))
                       for _ in range(count))
        d.path(path, colour, opacity)
    for _ in range(16):
        x, y, s = rng.uniform(20, 1580), rng.uniform(20, 330), rng.uniform(5, 11)
        colour = rng.choice(("#bcd4ff", "#ffffff", "#ffe2b8"))
        glow(d, x, y, s, [(0, colour, 0.9), (0.2, colour, 0.35), (1, colour, 0)])
        d.ellipse(x, y, 1.5, 1.5, "#ffffff")


def aurora(d):
    """Two curtains of light behind the mountains: green below, violet above."""
    noise = Noise(19)

    def curtain(x, y, height, bottom, swing, salt):
        foot = bottom + swing * math.sin(x / 210 + salt) + 22 * noise.at(x / 70, salt)
        up = (foot - y) / (height * (0.75 + 0.5 * noise.at(x / 60 + salt, 9) + 0.35 * noise.at(x / 17, salt)))
        if up < -0.12:
            return 0.0
        rise = min(1, (up + 0.12) / 0.12)
        rays = 0.72 + 0.75 * noise.at(x / 15 + salt, y / 400) + 0.3 * noise.at(x / 120, 3 + salt)
        return rise * rays * math.exp(-2.1 * max(0, up))

    def light(x, y):
        fade = math.exp(-((x - 560) / 560) ** 2)
        return fade * (curtain(x, y, 250, 330, 62, 0.4)) + 0.8 * math.exp(-((x - 330) / 420) ** 2) * curtain(x, y, 190, 210, 46, 2.2)

    field = Field(-20, -20, 1500, 520, 6, light)
    fill = d.vertical(0, 420, [(0, "#7a4fd0"), (0.3, "#5a7fe0"), (0.55, "#35d6a8"), (1, "#8dffb0")])
    for k in range(14):
        d.shapes(field.above(0.06 + 0.075 * k, 60, 0.7), fill, 0.085)


# Mountains and forests

def mountains(d, place, mood):
    """The relief under this mood's lamp, then the haze that rises from the valley."""
    outline = place.relief.silhouette()
    d.shapes([outline], mood.rock[0])
    lit = place.relief.light(mood.lamp, mood.snow, mood.shade)
    low, high = mood.levels
    count = 8
    for k in range(count):
        level = low + (high - low) * k / (count - 1)
        d.shapes(lit.above(level), ramp(mood.rock, (k + 1) / count))
    d.shapes([outline], d.vertical(300, WATERLINE, [
        (0, mood.haze, 0), (0.45, mood.haze, mood.haze_amount * 0.25),
        (1, mood.haze, mood.haze_amount)]))


def distance(d, place, mood):
    """Ridges between the mountains and the woods, each fading into the haze at its foot."""
    for line, colour in zip(place.ranges, mood.ranges):
        top = min(y for _, y in line)
        d.shapes([line], d.vertical(top, WATERLINE, [
            (0, colour), (1, mix(colour, mood.haze, mood.haze_amount * 0.75))]))


def woods(d, place, mood):
    """Wooded slopes left and right, tree by tree."""
    rng = random.Random(61)
    for slope, trees in zip(place.slopes, place.woods):
        edge, foot, dark, light = mood.woods
        end = slope[0][0]
        ground = slope + [(slope[-1][0], WATERLINE + 4), (end, WATERLINE + 4)]
        d.shapes([ground], d.vertical(450, WATERLINE, [(0, edge), (1, foot)]))
        for shade in range(5):
            some = trees[len(trees) * shade // 5:len(trees) * (shade + 1) // 5]
            fade = mix(dark, foot, 0.5 - 0.1 * shade)
            d.each([pine(x, y, h, rng, 3) for x, y, h in some], fade)


def shore(d, place, mood):
    """Pines along the water."""
    rng = random.Random(62)
    trees = [pine(x, y, h, rng) for x, y, h in place.shore_pines]
    d.shapes([[(-10, WATERLINE - 8), (250, WATERLINE - 4), (420, WATERLINE), (600, WATERLINE + 1),
               (600, WATERLINE + 4), (360, WATERLINE + 8), (160, WATERLINE + 14), (-10, WATERLINE + 20)],
              [(1010, WATERLINE + 1), (1100, WATERLINE - 4), (1200, WATERLINE - 6),
               (1200, WATERLINE + 8), (1060, WATERLINE + 5)]], mood.shore[0])
    d.each(trees, mood.shore[0])
    d.each([sunny_side(t, light_side(t, mood)) for t in trees], mood.rim, mood.rim_amount * 0.35)


def light_side(tree, mood):
    """The side of a tree that faces the mood's light."""
    if mood.name == "middle":
        return 1 if tree[0][0] < SUN[0] else -1
    return mood.lit_side


# Lake

def lake(d, place, mood):
    """Water: the sky, mountains and woods again, then ripples and the path of the light."""
    d.rectangle(0, WATERLINE, WIDTH, HEIGHT - WATERLINE, d.vertical(WATERLINE, HEIGHT, mood.water))
    mirrored_mountains(d, place, mood)
    mirrored_woods(d, place, mood)
    glitter(d, mood)
    ripples(d, mood)


def mirrored_mountains(d, place, mood):
    """The relief in the water, in fewer tones."""
    lit = place.relief.light(mood.lamp, mood.snow, mood.shade)
    low, high = mood.levels
    outline = [(x, y) for x, y in place.relief.silhouette()]
    d.shapes([reflected(outline)], mix(mood.rock[1], mood.water[2][1], 0.35), 0.75)
    for k in range(1, 5):
        level = low + (high - low) * k / 5
        loops = [reflected(loop) for loop in lit.above(level, 160)]
        d.shapes(loops, mix(ramp(mood.rock, k / 5 + 0.05), mood.water[2][1], 0.25), 0.55)


def mirrored_woods(d, place, mood):
    """Slopes and shore pines in the water."""
    rng = random.Random(62)
    for slope in place.slopes:
        line = slope + [(slope[-1][0], WATERLINE), (slope[0][0], WATERLINE)]
        d.shapes([reflected(dense(line, 6))], mix(mood.woods[2], mood.water[2][1], 0.3), 0.8)
    trees = [pine(x, y, h, rng) for x, y, h in place.shore_pines]
    d.each([reflected(t, t_foot(t), 0.85) for t in trees], mood.shore[0], 0.55)


def t_foot(tree):
    """The foot of a tree."""
    return max(y for _, y in tree)


def lens(x, y, half, thick):
    """A flat ripple."""
    return [(x - half, y), (x - half * 0.4, y - thick), (x + half * 0.45, y - thick * 0.8),
            (x + half, y), (x + half * 0.4, y + thick), (x - half * 0.5, y + thick * 0.9)]


def glitter(d, mood):
    """The path of the light on the water, below the valley."""
    rng = random.Random(9)
    groups = [[], [], []]
    for _ in range(520):
        t = rng.random() ** 1.2
        y = WATERLINE + 3 + t * 372
        spread = 18 + 120 * t
        x = SUN[0] + rng.gauss(0, 0.5) * spread
        off = abs(x - SUN[0]) / spread
        size = (3 + 20 * t) * rng.uniform(0.4, 1.2)
        groups[min(2, int(off * 2.4))].append(lens(x, y, size, 0.5 + 1.3 * t))
    strength = {"back": 0.35, "middle": 0.9, "front": 0.3}[mood.name]
    for group, opacity in zip(groups, (1, 0.7, 0.4)):
        for part in range(12):
            d.shapes(group[part::12], mood.glint, opacity * strength)


def ripples(d, mood):
    """Ripples all over the lake, light ones far away, dark ones close by."""
    rng = random.Random(10)
    light, dark = [], []
    for _ in range(300):
        t = rng.random()
        y = WATERLINE + 4 + t * 360
        shape = lens(rng.uniform(-20, WIDTH), y, (20 + 70 * t) * rng.uniform(0.3, 1.3), 0.5 + 1.5 * t)
        (light if rng.random() < 0.55 else dark).append(shape)
    for part in range(10):
        d.shapes(light[part::10], mood.glint, 0.12)
        d.shapes(dark[part::10], mood.dark_ripple, 0.16)


# Headland

def headland(d, place, mood):
    """The rocky point, with its reflection."""
    rock, lit, dark, grass = mood.head
    d.shapes([reflected(dense([p for p in place.head], 5), HEAD_BASE, 0.8)], dark, 0.7)
    d.shapes([place.head], d.vertical(552, 690, [(0, grass), (0.25, rock), (1, dark)]))
    rng = random.Random(21)
    bright, deep = [], []
    for _ in range(150):
        x = rng.uniform(1075, 1600)
        top = max(590, 664 - (x - 1075) * 0.7)
        y = rng.uniform(top, 674)
        if y > 680:
            continue
        w, h = rng.uniform(5, 20), rng.uniform(4, 12)
        bright.append([(x - w, y), (x - w * 0.3, y - h), (x + w * 0.5, y - h * 0.7), (x + w * 0.1, y + h * 0.1)])
        deep.append([(x + w * 0.5, y - h * 0.7), (x + w, y + h * 0.3), (x + w * 0.1, y + h * 0.6), (x + w * 0.1, y + h * 0.1)])
    d.each(bright, lit, 0.4)
    d.each(deep, dark, 0.55)


def observatory(d, mood):
    """The dome on its round house, the keeper's cabin beside it, and both in the water."""
    x, y, r = DOME
    cabin(d, mood)
    left, right = (mood.walls[1], mood.walls[0]) if mood.lit_side < 0 else mood.walls
    wall = d.linear(x - r, 0, x + r, 0, [(0, left), (0.35, mix(left, right, 0.45)), (1, right)])
    d.rectangle(x - r + 4, y, 2 * r - 8, 62, wall)
    d.rectangle(x - r - 2, y - 3, 2 * r + 4, 7, mix(right, "#000000", 0.25))
    d.rectangle(x - r - 2, y - 3, 2 * r + 4, 2, left, 0.8)
    dark, middle, light = mood.dome
    shade = d.linear(x - r, y - r, x + r, y - r * 0.4, [(0, middle), (0.25, light), (0.55, middle), (1, dark)])
    d.path(f"M{x - r} {y - 2}a{r} {r} 0 0 1 {2 * r} 0z", shade)
    for k in (-0.82, -0.5, 0.5, 0.82):
        d.path(f"M{x} {y - r}Q{x + 1.12 * k * r:.1f} {y - .82 * r:.1f} {x + k * r:.1f} {y - 3}h1.2"
               f"Q{x + 1.12 * k * r + 1:.1f} {y - .82 * r:.1f} {x} {y - r}z", dark, 0.55)
    slit(d, mood)
    for k in (-0.5, 0, 0.5):
        d.rectangle(x + k * r - 5, y + 20, 10, 16, mood.window)
    d.path(f"M{x - 34} {y + 62}v-26a7 7 0 0 1 14 0v26z", mix(mood.walls[0], "#000000", 0.45))
    if mood.name == "front":
        glow(d, x, y + 28, 110, [(0, "#ffb84d", 0.5), (0.4, "#ff9a3a", 0.16), (1, "#ff9a3a", 0)])


def slit(d, mood):
    """The opening of the dome: closed by day, glowing at night."""
    x, y, r = DOME
    shape = f"M{x + 2} {y - r - 1}Q{x + 20} {y - r + 2} {x + 26} {y - 6}h-17Q{x + 8} {y - r * .6:.0f} {x - 8} {y - r - 1}z"
    d.path(shape, {"back": mood.dome[0], "middle": "#3b2742", "front": "#ffcf7a"}[mood.name])
    if mood.name == "front":
        glow(d, x + 14, y - 36, 120, [(0, "#ffd58a", 0.6), (0.35, "#ffb35a", 0.18), (1, "#ffb35a", 0)])


def cabin(d, mood):
    """The keeper's cabin: a gable roof, a chimney, two windows."""
    left, right = mood.walls[1], mood.walls[0]
    d.path("M1352 574v-32h92v32z", mix(right, left, 0.2))
    d.path("M1352 574v-32l20-26l20 26v32z", mix(right, left, 0.55))
    d.path("M1366 516h64l22 30h-60z", mix(mood.head[2], mood.rim, 0.15))
    d.path("M1372 514l24 32h-5l-19-26l-20 26h-5z", mix(mood.head[2], mood.rim, 0.4))
    d.path("M1416 522v-20h11v20z", mood.head[2])
    for x in (1365, 1406, 1426):
        d.rectangle(x, 552, 11, 12, mood.window)


def head_trees(d, place, mood):
    """Pines on the headland."""
    rng = random.Random(33)
    behind, before = place.head_pines
    for group, colour in ((behind, mix(mood.shore[0], mood.head[0], 0.5)), (before, mood.shore[0])):
        trees = [pine(x, y, h, rng) for x, y, h in group
                 if not (group is behind and 1205 < x < 1330)]
        d.each(trees, colour)
        d.each([sunny_side(t, -1) for t in trees], mood.rim, mood.rim_amount * 0.4)


def mist(d, mood):
    """Banks of mist on the water at dawn."""
    d.rectangle(0, 520, WIDTH, 220, d.vertical(520, 740, [
        (0, "#fdf2ee", 0), (0.42, "#fdf2ee", 0.62), (0.55, "#fdf2ee", 0.66), (1, "#fdf2ee", 0)]))
    clouds(d, 90, 540, 800, (300, 34), (-0.15, 0.0, 0.15, 0.3), ["#fff6f2", "#ffffff"], 0.2, (0, 0))


# Foreground

def foreground(d, place, mood):
    """The near shore: ground, jetty and boat, grass, and the great pines."""
    ground, grass, lit = mood.near
    d.shapes(place.bank, ground)
    for part in range(10):
        d.shapes(place.grass[part::10], (grass, ground, ground, lit)[part % 4], 1 if part % 4 < 3 else 0.6)
    rng = random.Random(17)
    for x, foot, height, lean in place.tall_pines:
        trunk, boughs = great_pine(x, foot, height, lean, rng)
        d.shapes([trunk], ground)
        d.each(boughs, mix(ground, grass, 0.35))
