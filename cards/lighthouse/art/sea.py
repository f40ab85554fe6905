"""The sea: rows of waves that roll to the right, light on the water, and the surf on the rocks."""

from math import cos, exp, hypot, pi, radians, sin
from random import Random

from mood import HEIGHT, LAMP, SEA, WIDTH, Noise, ball, dots, mix, number, pair, wavy
from sky import moon_place

NOISE = Noise(4)
ROWS = 10


def depth(row):
    """Where a row of waves lies: its height in the picture, and how high it rolls."""
    part = row / (ROWS - 1)
    return SEA + 3 + 176 * part**1.55, 1.2 + 15 * part**1.3, 26 + 190 * part


def crest(row, mood, x):
    """The height of a wave: sharp above and round below, as in a storm."""
    y, high, long = depth(row)
    swell = 0.75 + 0.35 * mood.night
    bend = NOISE.at(x / long / 1.3 + row * 7.3 - mood.time * 0.25, mood.time * 0.31 + row)
    a = x / long * 2 * pi - mood.time * 1.15 * (1 if row % 2 else 0.8) + row * 2.1 + 2.6 * bend
    sharp = 1 - abs(sin(a / 2))
    size = 0.55 + 0.9 * abs(NOISE.at(x / long / 2.3 + row * 3.1 - mood.time * 0.2, row * 5.7)) * 2
    return y - high * swell * (1.5 * size * sharp**1.6 - 0.4 + 0.5 * sin(a * 0.43 + row) + 0.25 * sin(a * 2.3))


def base(drawing, mood):
    drawing.rectangle(
        0,
        SEA,
        WIDTH,
        HEIGHT - SEA,
        drawing.vertical(
            SEA,
            HEIGHT,
            ((0, mood.far), (0.22, mix(mood.far, mood.near, 0.6)), (1, mix(mood.near, "#04060e", 0.35))),
        ),
    )


def rows(drawing, mood, first, last):
    for row in range(first, last):
        wave(drawing, mood, row)


def wave(drawing, mood, row):
    """One row: its body, the light in its thin crest, and foam along it."""
    y, high, long = depth(row)
    step = max(6.0, long / 12)
    count = int((WIDTH + 40) / step) + 2
    line = [(-20 + step * k, crest(row, mood, -20 + step * k)) for k in range(count)]
    part = row / (ROWS - 1)
    thin = mix(mix(mood.far, mood.near, part), "#5fb0b4", 0.2 + 0.22 * part - 0.1 * mood.night)
    deep = mix(mood.near, "#050914", 0.25 + 0.3 * part)
    drop = 5 + 34 * part
    top = y - high * 1.3
    drawing.path(
        f"{wavy(line)}V{number(y + drop + 30)}H-20z",
        drawing.vertical(top, top + 2.6 * high + 12, ((0, thin), (0.38, mix(thin, deep, 0.55)), (1, deep))),
    )
    foam(drawing, mood, row, line, high)


def foam(drawing, mood, row, line, high):
    """White where a crest breaks, and streaks on its back."""
    part = row / (ROWS - 1)
    white, crumbs = "", []
    random = Random(int(row * 100 + 2 * mood.time))
    y = depth(row)[0]
    for k in range(1, len(line) - 1):
        (ax, ay), (bx, by), (cx, cy) = line[k - 1 : k + 2]
        if by < y - high * 0.5 and by <= ay + 1.2 and by <= cy + 1.2:
            wide = (cx - ax) * 0.7
            drop = 1.2 + high * 0.34
            white += (
                f"M{pair(bx - wide, by + drop)}q{pair(wide * .6, -drop * 1.6)} {pair(wide * 1.1, -drop * 1.1)}"
                f"t{pair(wide * 1.1, drop * 1.1)}q{pair(-wide * .5, -drop * .5)} {pair(-wide * .8, 0)}"
                f"t{pair(-wide * .7, -drop * .1)}t{pair(-wide * .7, drop * .1)}z"
            )
            if row > 3:
                for _ in range(5):
                    x, dy = bx + random.uniform(-wide, wide * 1.4), random.uniform(-drop * 1.2, drop * 0.8)
                    crumbs.append((x, by + dy, random.uniform(0.4, 1 + 1.1 * part)))
    if white:
        colour = mood.lit("#e4f0f4", more=0.12)
        drawing.path(white, colour, 0.55 + 0.35 * part)
        dots(drawing, crumbs, colour, 0.8)


def glints(drawing, mood, whale):
    """Strokes of light on the water: under the sun, the moon and the lamp, and where the beam meets the sea."""
    random = Random(11)
    strokes = {}
    mx, my = moon_place(mood)
    moon = mood.night * (2 <= mood.time <= 9)
    for _ in range(340):
        part = random.random() ** 1.5
        y, x = SEA + 3 + 186 * part, random.uniform(-20, WIDTH + 20)
        if y < 384 and 270 < x < 580 or whale and hypot(x - whale[0], (y - whale[1]) * 2) < 90:
            continue
        length, wobble = (4 + 34 * part) * random.uniform(0.5, 1), random.random()
        middle = x + length / 2
        spread = 10 + 70 * part
        lights = (
            ("#fff0c0", mood.beam(middle, y, 9 + 7 * mood.towards()) * 1.1),
            ("#ffe6a8", 0.9 * exp(-(((middle - LAMP[0]) / (8 + 26 * part)) ** 2)) * mood.lamp),
            ("#ffc088", 1.1 * exp(-(((middle - 150) / (26 + spread)) ** 2)) * mood.evening),
            ("#ffe2b0", 1.1 * exp(-(((middle - 596) / (26 + spread)) ** 2)) * mood.morning),
            ("#d4e4ff", 0.8 * exp(-(((middle - mx) / (16 + spread * 0.7)) ** 2)) * moon),
            ("#dcd8ff", 0.8 * exp(-(((middle - 200) / 120) ** 2)) * mood.flash),
        )
        colour, light = max(lights, key=lambda item: item[1])
        light *= 0.55 + 0.6 * wobble
        if light < 0.12:
            continue
        level = min(3, int(light * 4))
        style = (colour, level, min(2, int(part * 3)))
        strokes[style] = (
            strokes.get(style, "") + f"M{pair(x, y)}q{pair(length / 2, -1 - 2 * part)} {pair(length, 0)}"
        )
    for (colour, level, size), data in sorted(strokes.items()):
        drawing.elements.append(
            f'<path d="{data}" fill="none" stroke="{colour}" stroke-width="{(.9, 1.6, 2.5)[size]}" stroke-linecap="round" '
            f'stroke-opacity="{(.22, .45, .7, .92)[level]}"/>'
        )


def surf(drawing, mood, x, y, size, turn):
    """A wave that breaks on a rock: it rises, stands and falls back as the pictures follow each other."""
    phase = (mood.time / 4 + turn) % 1
    rise = sin(pi * phase) ** 0.8
    random = Random(int(x))
    white, shade = mood.lit("#f2f8fa", x, y, 0.14), mood.lit("#a8c4d4", x, y, 0.06)
    back = front = ""
    for k in range(26):
        a = radians(random.uniform(-66, 66))
        far = size * rise * random.uniform(0.1, 1) * (1 - 0.3 * abs(a))
        r = size * random.uniform(0.06, 0.15) * (0.6 + 0.7 * rise) * (1.15 - 0.7 * far / max(1, size))
        cx, cy = x + far * sin(a), y - far * cos(a)
        back += ball(cx + 1.5, cy + 2.5, r * 1.1)
        front += ball(cx, cy, r)
    drawing.path(back, shade, 0.75)
    drawing.path(front, white, 0.85)
    drops = []
    for _ in range(46):
        a = radians(random.uniform(-75, 75))
        far = size * rise * random.uniform(0.6, 1.8)
        drops.append(
            (x + far * sin(a), y - far * cos(a) + size * 0.5 * phase * phase, random.uniform(0.4, 1.7))
        )
    dots(drawing, drops, white, 0.9)
