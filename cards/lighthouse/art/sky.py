"""The sky: the sun that sets and rises, moon and stars, the storm's clouds, lightning, rain and the beam."""

from math import cos, hypot, pi, radians, sin
from random import Random

from mood import HEIGHT, LAMP, SEA, WIDTH, ball, dots, mix, number, pair, polygon, smooth, smoothstep


def sky(drawing, mood):
    drawing.rectangle(
        0,
        0,
        WIDTH,
        SEA + 8,
        drawing.vertical(0, SEA, ((0, mood.high), (0.42, mood.sky), (0.8, mood.low), (1, mood.horizon))),
    )
    stars(drawing, mood)
    suns(drawing, mood)
    moon(drawing, mood)


def stars(drawing, mood):
    shown = max(0.0, mood.night - 0.1)
    if not shown:
        return
    random = Random(7)
    dots(
        drawing,
        [
            (random.uniform(0, WIDTH), 250 * random.random() ** 1.3, random.choice((0.4, 0.6, 0.6, 0.9)))
            for _ in range(110)
        ],
        "#dce8ff",
        0.85 * shown,
    )


def suns(drawing, mood):
    """The sun goes down on the left, and comes up on the right."""
    for strength, x, y, colours in (
        (mood.evening, 150, SEA - 18 + 22 * mood.time, ("#fff4c8", "#ffb45c", "#ff6a4a")),
        (mood.morning, 596, SEA + 20 - 34 * smoothstep(8.5, 11, mood.time), ("#fffbe4", "#ffd890", "#ff9a78")),
    ):
        if strength <= 0:
            continue
        drawing.halo(
            x,
            y,
            420,
            210,
            ((0, colours[1], 0.95 * strength), (0.3, colours[2], 0.45 * strength), (1, colours[2], 0)),
        )
        drawing.halo(
            x, y, 90, 80, ((0, colours[0], strength), (0.4, colours[1], 0.7 * strength), (1, colours[1], 0))
        )
        if strength > 0.25:
            drawing.ellipse(x, y, 21, 21, colours[0])


def moon_place(mood):
    return 210 + 36 * (mood.time - 3), 92 - 26 * sin(pi * (mood.time - 2) / 7)


def moon(drawing, mood):
    if not 2 <= mood.time <= 9:
        return
    x, y = moon_place(mood)
    shown = mood.night**0.5 if mood.night else 0
    drawing.halo(
        x, y, 130, 110, ((0, "#c8dcff", 0.6 * shown), (0.25, "#8fb0f0", 0.3 * shown), (1, "#6f90d8", 0))
    )
    drawing.ellipse(x, y, 23, 23, "#f4f6ec", max(0.25, shown))
    for dx, dy, rx, ry in ((-7, -6, 6, 5), (6, -2, 5, 6), (-3, 8, 7, 4), (9, 9, 3, 3), (-13, 4, 3, 4)):
        drawing.ellipse(x + dx, y + dy, rx, ry, "#b8c4d0", 0.55 * shown)


# The clouds: place of the middle, half the width, height, how far they drift from picture to picture, bank (0 is far).
CLOUDS = (
    (90, 238, 150, 13, 5, 0),
    (390, 226, 120, 11, 5, 0),
    (690, 232, 170, 14, 5, 0),
    (-120, 176, 120, 26, 11, 1),
    (175, 186, 140, 24, 11, 1),
    (540, 172, 150, 28, 11, 1),
    (800, 186, 90, 20, 11, 1),
    (-230, 96, 150, 46, 17, 2),
    (70, 84, 170, 44, 17, 2),
    (330, 112, 90, 30, 17, 2),
    (560, 72, 170, 48, 17, 2),
    (780, 110, 100, 36, 17, 2),
    (-160, 8, 190, 62, 25, 3),
    (130, 2, 170, 56, 25, 3),
    (420, -6, 190, 60, 25, 3),
    (700, 4, 170, 64, 25, 3),
)


def clouds(drawing, mood):
    """Banks of clouds that drift to the right. They are lowest and thickest at night; sun, moon or lightning lights their edges."""
    for k, (x, y, half, high, speed, bank) in enumerate(CLOUDS):
        if k == 12:
            lightning(drawing, mood)
        swell = 1 + 0.22 * mood.night
        x, y = x + speed * (mood.time - 2), y + (10 + 8 * bank) * mood.night * (bank > 0)
        cloud(drawing, mood, x, y, half * swell, high * swell, bank, k)
    if mood.flash:
        drawing.halo(
            *STRIKE[mood.number],
            300,
            170,
            ((0, "#e4e0ff", 0.6 * mood.flash), (0.4, "#a8a4ff", 0.26 * mood.flash), (1, "#8080ff", 0)),
        )


def cloud(drawing, mood, x, y, half, high, bank, seed):
    """Balls of cloud on a flat foot. The same shape is drawn in several tones, each a little further from the light."""
    if x + half * 1.2 < 0 or x - half * 1.2 > WIDTH:
        return
    random = Random(seed * 7 + 1)
    balls, inner = "", ""
    count = max(7, int(half / (8, 9, 11, 13)[bank]))
    for k in range(count):
        t = -1 + 2 * (k + 0.5) / count
        dome = (1 - t * t) ** 0.6 * (0.62 + 0.38 * sin(k * 1.7 + seed))
        r = high * (0.16 + 0.36 * dome) * random.uniform(0.8, 1.15)
        balls += ball(
            round(x + half * t + random.uniform(-4, 4)),
            round(y - high * dome * random.uniform(0.35, 0.75)),
            round(r),
        )
        if k % 3 and dome > 0.5:
            inner += ball(
                round(x + half * t * 0.85),
                round(y - r * random.uniform(0.35, 0.7)),
                round(r * random.uniform(0.55, 0.8)),
            )
    foot = smooth(
        [
            (x + half * dx, y + high * dy)
            for dx, dy in (
                (-1.25, 0.14), (-0.95, -0.14), (-0.4, -0.2), (0.3, -0.2), (0.95, -0.14), (1.3, 0.12),
                (1, 0.24), (0.62, 0.32), (0.1, 0.2), (-0.3, 0.24), (-0.7, 0.36), (-1, 0.24),
            )
        ]
    )
    lean = lights(mood, x, y)
    dark, lit = tones(mood, bank)
    size = high / 46 + 0.35
    name = f"c{seed}"
    drawing.elements.append(
        f'<g fill="{lit}"><path id="{name}" d="{balls}{foot}"/></g>'
        + use(name, mix(lit, dark, 0.5), lean, -2.2 * size)
        + use(name, mix(lit, dark, 0.82), lean, -6 * size)
        + f'<g fill="{mix(lit, dark, .62)}"><path id="{name}i" d="{inner}"/></g>'
        + use(name + "i", mix(lit, dark, 0.84), lean, -2.5 * size)
    )


def use(name, colour, lean, far):
    return f'<use href="#{name}" x="{number(lean[0] * far)}" y="{number(lean[1] * far)}" fill="{colour}"/>'


def lights(mood, x, y):
    """The direction from a cloud to what lights it."""
    if mood.flash:
        to = STRIKE[mood.number]
    elif mood.evening > 0:
        to = 150, SEA
    elif mood.morning > 0.05:
        to = 596, SEA
    else:
        to = moon_place(mood)
    dx, dy = to[0] - x, to[1] - y
    far = hypot(dx, dy) or 1
    return dx / far, dy / far


def tones(mood, bank):
    """A cloud's colour, and that of its lit edge."""
    dark = mix(mix(mood.sky, mood.low, (0.75, 0.45, 0.15, 0)[bank]), "#080a1a", 0.12 + 0.12 * bank)
    lit = mix(mix(mood.low, "#8fa4d8", 0.45), "#dcdcff", 0.8 * mood.flash)
    if mood.evening > 0:
        lit = mix(lit, "#ffb070", min(1, 0.25 + mood.evening))
        dark = mix(dark, "#6a3464", 0.5 * mood.evening)
    lit = mix(lit, "#fff0dc", mood.morning)
    dark = mix(dark, "#9a9cc8", 0.75 * mood.morning)
    return mix(dark, "#6c6ab0", 0.35 * mood.flash), lit


# Where lightning begins, by the number of the picture.
STRIKE = {4: (196, 70), 7: (600, 66)}


def lightning(drawing, mood):
    """A forked flash behind the near clouds."""
    if not mood.flash:
        return
    random = Random(31 + mood.number)
    start = STRIKE[mood.number]

    def fork(x, y, heading, length, width, depth):
        points = [(x, y)]
        while length > 0:
            step = random.uniform(9, 19)
            x, y = x + step * sin(heading + random.uniform(-0.75, 0.75)), min(
                SEA, y + step * cos(heading + random.uniform(-0.4, 0.4))
            )
            points.append((x, y))
            length -= step
            if depth and random.random() < 0.3:
                fork(x, y, heading + random.choice((-0.75, 0.75)), length * 0.5, width * 0.5, depth - 1)
            if y >= SEA:
                break
        way = "M" + "L".join(pair(*p) for p in points)
        for wide, colour, opacity in (
            (width * 5, "#a8a0ff", 0.2),
            (width * 2.4, "#d4d0ff", 0.5),
            (width, "#ffffff", 1),
        ):
            drawing.elements.append(
                f'<path d="{way}" fill="none" stroke="{colour}" stroke-width="{number(wide)}" stroke-opacity="{opacity * mood.flash:.2f}" '
                'stroke-linejoin="round" stroke-linecap="round"/>'
            )

    fork(*start, 0.12, 280, 2.6, 2)


def cone(drawing, mood, x, y, half, length, fill, opacity):
    """A part of the beam: what lies between two directions."""
    ends = []
    for k in range(5):
        a = radians(half * (k / 2 - 1))
        ends.append(
            (LAMP[0] + length * (x * cos(a) - y * sin(a)), LAMP[1] + length * (x * sin(a) + y * cos(a)))
        )
    drawing.path(polygon([LAMP] + ends), fill, opacity)


def beam(drawing, mood, shown, is_near):
    """Light in the haze: many thin cones, one in the other, so that its edges are soft; and one to the other side."""
    x, y = mood.way()
    half = 5.5 + 10 * mood.towards()
    strength = mood.lamp * (1 - 0.45 * mood.morning) * shown
    ahead = drawing.radial(
        *LAMP, 760, ((0, "#fffbe8", 1), (0.12, "#fff2c4", 0.85), (0.45, "#ffe4a0", 0.4), (1, "#ffd88a", 0))
    )
    behind = drawing.radial(*LAMP, 520, ((0, "#fff6d8", 0.9), (0.3, "#ffe9b0", 0.35), (1, "#ffe0a0", 0)))
    for k in range(12 if shown > 0.02 else 0):
        cone(drawing, mood, x, y, half * (2 - 0.155 * k), 800, ahead, (0.045 + 0.0085 * k) * strength)
    if is_near:
        return
    strength = mood.lamp * (1 - 0.45 * mood.morning)
    for part, opacity in ((1.5, 0.08), (1.1, 0.1), (0.7, 0.13), (0.35, 0.15)):
        cone(drawing, mood, -x, -y * 0.5, half * 0.6 * part, 540, behind, opacity * strength)


def rain(drawing, mood):
    """Streaks of rain at night, which shine in the beam."""
    wet = smoothstep(2, 4, mood.time) * (1 - smoothstep(7, 9, mood.time))
    if not wet:
        return
    random = Random(int(50 + 2 * mood.time))
    bright = dim = ""
    for _ in range(140):
        x, y, length = random.uniform(0, WIDTH + 60), random.uniform(-10, HEIGHT), random.uniform(9, 22)
        streak = f"M{pair(x, y)}l{pair(-length * .3, length)}"
        if mood.beam(x, y, 14 + 8 * mood.towards()) > 0.35:
            bright += streak
        else:
            dim += streak
    for data, colour, opacity in ((dim, "#9fb8e8", 0.26), (bright, "#fff4d0", 0.6)):
        drawing.elements.append(
            f'<path d="{data}" fill="none" stroke="{colour}" stroke-width=".9" stroke-opacity="{opacity * wet:.2f}"/>'
        )


def flare(drawing, mood):
    """What we see of the lamp itself: most where the beam comes towards us."""
    size = 24 + 80 * mood.towards() ** 2
    strength = 0.55 + 0.45 * mood.lamp
    drawing.halo(
        *LAMP,
        size * 1.5,
        size * 1.5,
        ((0, "#fff4d0", 0.7 * strength), (0.3, "#ffe2a0", 0.3 * strength), (1, "#ffd080", 0)),
    )
    drawing.halo(
        *LAMP, size * 0.42, size * 0.42, ((0, "#ffffff", 1), (0.45, "#fff8dc", 0.8), (1, "#ffe9a8", 0))
    )
    rays = ""
    for k in range(8):
        a = pi * k / 8 + 0.2
        far = size * (1.5 if k % 4 == 0 else 0.8) * (0.4 + 0.6 * mood.towards())
        rays += polygon(
            [
                (LAMP[0] + far * cos(a), LAMP[1] + far * sin(a)),
                (LAMP[0] - 1.6 * sin(a), LAMP[1] + 1.6 * cos(a)),
                (LAMP[0] - far * cos(a), LAMP[1] - far * sin(a)),
                (LAMP[0] + 1.6 * sin(a), LAMP[1] - 1.6 * cos(a)),
            ]
        )
    drawing.path(
        rays, drawing.radial(*LAMP, size * 2.2, ((0, "#ffffff", 0.9), (0.3, "#fff0c0", 0.4), (1, "#ffe0a0", 0)))
    )
