"""Land: far headlands, the cliff with the village, the rock under the tower and the crag before us."""

from random import Random

from mood import HEIGHT, SEA, Field, Noise, mix, pair, polygon, smoothstep

NOISE = Noise(9)


def outline(points):
    """A height over x from a few places, with straight lines between them."""

    def at(x):
        for (ax, ay), (bx, by) in zip(points, points[1:]):
            if ax <= x <= bx:
                return ay + (by - ay) * (x - ax) / (bx - ax)
        return HEIGHT + 40

    return at


class Rock:
    """A face of rock: its outline, and the facets that light from the left or from the right falls on."""

    def __init__(self, top, bottom, left, right, scale, step, seed, flat=1.0):
        edge, foot = outline(top), outline(bottom)

        def rough(x, y):
            return NOISE.ridged(x / scale + seed, y / scale / flat + seed, 3)

        def inside(x, y):
            jag = 5 * NOISE.fractal(x / 13 + seed, 0.5, 2)
            return min(y - edge(x) - jag, foot(x) - y + 3 * NOISE.at(x / 9, seed)) / 12

        def facets(sx, sy, level):
            def value(x, y):
                slope = rough(x, y) - rough(x + sx, y + sy)
                return min(inside(x, y) * 1.5, slope - level)

            return Field(
                left - step,
                min(y for _, y in top) - 20,
                right + step,
                max(y for _, y in bottom) + 12,
                step,
                value,
            )

        d = step * 1.4
        self.body = Field(
            left - step, min(y for _, y in top) - 20, right + step, max(y for _, y in bottom) + 12, step, inside
        ).above(0, 12, 0.5)
        self.from_left = facets(-d, -d * 0.6, 0.05).above(0, 9, 0.55)
        self.from_right = facets(d, -d * 0.6, 0.05).above(0, 9, 0.55)
        self.dark = facets(-d * 0.2, d, 0.09).above(0, 9, 0.55)


# The rock under the tower, the cliff with the village, and the crag before us.
STACK = Rock(
    (
        (262, 420),
        (276, 382),
        (300, 368),
        (318, 346),
        (344, 338),
        (372, 326),
        (412, 320),
        (470, 322),
        (498, 330),
        (520, 336),
        (540, 352),
        (566, 362),
        (584, 384),
        (602, 420),
    ),
    ((262, 424), (602, 424)),
    258,
    606,
    34,
    3.4,
    3,
)
CLIFF = Rock(
    ((556, 330), (570, 316), (592, 310), (612, 303), (660, 297), (720, 294), (768, 288), (830, 280)),
    ((556, 332), (640, 344), (830, 352)),
    552,
    808,
    24,
    4,
    8,
    1.8,
)
CRAG = Rock(
    ((586, 520), (610, 486), (640, 470), (668, 440), (704, 428), (730, 400), (766, 392), (830, 372)),
    ((586, 530), (830, 530)),
    582,
    812,
    44,
    5.6,
    17,
)


def face(drawing, mood, rock, colour, place, more=0.0, bright=1.0):
    """A rock in this picture's light."""
    x, y = place
    beam = mood.beam(x, y, 22) * 0.8 + more
    drawing.shapes(rock.body, mood.lit(mix(colour, "#000000", 0.45), more=beam * 0.4))
    drawing.shapes(rock.dark, mood.lit(mix(colour, "#000000", 0.74), more=beam * 0.2), 0.8)
    left = max(mood.evening, 0.35 * mood.night, beam * (x < 430 or mood.angle < 0), mood.flash)
    right = max(mood.morning, beam * (x > 430))
    for shapes, light, warm in ((rock.from_left, left, "#ffb088"), (rock.from_right, right, "#ffe0b4")):
        if light > 0.04:
            lit = mood.lit(mix(colour, warm if mood.night < 0.5 else "#d8dcec", 0.45), more=beam)
            drawing.shapes(shapes, lit, min(0.95, 0.3 + 0.75 * light) * bright)


def far(drawing, mood):
    """Headlands in the haze, one behind the other."""
    for k, (left, right, high, part) in enumerate(
        ((-60, 330, 34, 0.35), (430, 860, 40, 0.4), (-120, 190, 24, 0.6))
    ):
        points = [(left, SEA + 3)]
        for j in range(33):
            t = j / 32
            x = left + (right - left) * t
            swell = smoothstep(0, 0.22, t) * smoothstep(0, 0.3, 1 - t)
            points.append((x, SEA + 2 - swell * high * (0.55 + 0.7 * NOISE.fractal(x / 60 + 5 * k, k, 3))))
        points.append((right, SEA + 3))
        colour = mix(mood.horizon, mix(mood.near, "#101428", 0.3), part)
        drawing.path(
            polygon(points),
            drawing.vertical(SEA - high, SEA + 2, ((0, colour), (1, mix(colour, mood.horizon, 0.4)))),
        )


HOUSES = (
    (606, 304, 0.72, "#e8d8c0", "#a8503c"),
    (634, 302, 0.95, "#f4e6cc", "#c4553c"),
    (664, 298, 1.1, "#ead6b4", "#8a4a44"),
    (697, 297, 1.25, "#fff0d8", "#c8583c"),
    (732, 294, 1.0, "#f0dcc0", "#a04a40"),
    (762, 291, 1.15, "#f4e4c8", "#b8523c"),
)


def village(drawing, mood):
    """A cliff with fields, a church and houses with lights."""
    face(drawing, mood, CLIFF, "#8a7a72", (690, 305))
    grass = [
        (558, 327),
        (572, 314),
        (592, 308),
        (612, 302),
        (660, 296),
        (720, 293),
        (768, 287),
        (810, 282),
        (810, 292),
        (760, 300),
        (700, 305),
        (640, 311),
        (590, 319),
    ]
    drawing.path(polygon(grass), mood.lit("#7a9a58", 690, 298))
    church(drawing, mood, 718, 292)
    for x, y, s, wall, roof in HOUSES:
        house(drawing, mood, x, y, s, wall, roof)
    for x, y, s in ((621, 303, 5), (650, 300, 6), (682, 298, 5), (748, 292, 6), (782, 288, 7), (790, 290, 5)):
        drawing.ellipse(x, y - s * 0.6, s, s * 1.2, mood.lit("#4f7440", x, y))
        drawing.ellipse(x - s * 0.3, y - s, s * 0.5, s * 0.6, mood.lit("#86a860", x, y), 0.7)


def house(drawing, mood, x, y, s, wall, roof):
    def at(*points):
        return polygon([(x + s * a, y + s * b) for a, b in points])

    drawing.path(at((-11, 1), (-11, -11), (5, -11), (5, 1)), mood.lit(wall, x, y))
    drawing.path(
        at((5, 1), (5, -11), (10, -17), (15, -11), (15, 1)), mood.lit(mix(wall, "#3a3040", 0.35), x, y)
    )
    drawing.path(at((-13, -10), (-8, -19), (10, -19), (4, -10)), mood.lit(roof, x, y))
    drawing.path(at((10, -19.4), (17, -10), (14.6, -9.4), (9, -17)), mood.lit(mix(roof, "#2a1420", 0.4), x, y))
    drawing.path(at((-6, -18), (-6, -23), (-2.6, -23), (-2.6, -18)), mood.lit("#8a5a4c", x, y))
    glow = 0.35 + 0.65 * max(mood.night, 0.5 * mood.evening)
    drawing.path(
        at((-8, -3), (-8, -8), (-4.6, -8), (-4.6, -3))
        + at((-1, -3), (-1, -8), (2.4, -8), (2.4, -3))
        + at((8.6, -4), (8.6, -9), (11.6, -9), (11.6, -4)),
        mix(mood.lit("#40485c", x, y), "#ffd070", glow),
    )
    if mood.night > 0.3:
        drawing.halo(x, y - 5 * s, 17 * s, 12 * s, ((0, "#ffc860", 0.4 * mood.night), (1, "#ffc860", 0)))


def church(drawing, mood, x, y):
    drawing.path(
        polygon([(x - 4, y), (x - 4, y - 30), (x + 5, y - 30), (x + 5, y)]), mood.lit("#e0d2bc", x, y - 12)
    )
    drawing.path(
        polygon([(x + 1, y), (x + 1, y - 30), (x + 5, y - 30), (x + 5, y)]), mood.lit("#9a8a80", x, y - 12)
    )
    drawing.path(
        polygon([(x - 5.4, y - 29), (x + 0.5, y - 50), (x + 6.4, y - 29)]), mood.lit("#4a5a70", x, y - 12)
    )
    drawing.ellipse(x - 1, y - 22, 1.7, 2.6, "#ffd070", 0.4 + 0.6 * mood.night)


def stack(drawing, mood):
    """The rock under the tower. The lamp's light falls on it from above."""
    face(drawing, mood, STACK, "#7c7884", (430, 370), 0.1 * mood.lamp)
    moss = [
        (318, 347),
        (344, 338),
        (372, 327),
        (412, 320),
        (470, 322),
        (500, 331),
        (524, 338),
        (500, 340),
        (476, 332),
        (440, 330),
        (400, 334),
        (372, 337),
        (346, 346),
    ]
    drawing.path(polygon(moss), mood.lit("#6f8450", more=0.12 * mood.lamp))
    stairs(drawing, mood)


def stairs(drawing, mood):
    """Steps from the landing up to the door."""
    treads, walls = "", ""
    for k in range(11):
        x, y = 350 + 5.4 * k + 0.25 * k * k * 0.4, 392 - 6 * k
        treads += polygon([(x, y), (x + 13 - k * 0.4, y), (x + 15 - k * 0.4, y + 1.8), (x + 1, y + 1.8)])
        walls += polygon(
            [(x + 1, y + 1.8), (x + 15 - k * 0.4, y + 1.8), (x + 15 - k * 0.4, y + 6), (x + 1, y + 6)]
        )
    drawing.path(walls, mood.lit("#4c4852", more=0.05))
    drawing.path(treads, mood.lit("#c4bcb4", more=0.18 * mood.lamp))


def crag(drawing, mood):
    """Near and dark: it frames the picture. A little grass on it bends in the wind."""
    face(drawing, mood, CRAG, "#4c4658", (720, 450), 0, 0.7)
    random, blades = Random(6), ""
    for _ in range(46):
        x = random.uniform(640, 800)
        y = (
            474 - (x - 640) * 0.62 + random.uniform(-3, 8)
            if x < 730
            else 402 - (x - 730) * 0.3 + random.uniform(-2, 6)
        )
        length, bend = random.uniform(7, 19), random.uniform(2, 9) + 4 * mood.night
        blades += f"M{pair(x - 1, y)}q{pair(bend * .2, -length * .7)} {pair(bend, -length)}"
        blades += f"q{pair(-bend * .5, length * .4)} {pair(-bend + 2.4, length)}z"
    drawing.path(blades, mood.lit("#6c7a48", 720, 420))
