"""The chart: the sea's floor, its slopes cut from blue paper, the home coast and the island."""

import math
import random

from paper import Sheet, circle, closed, pair, polygon, star, through
from relief import Field, Noise

WIDE = (-40, -40, 1320, 840)

# From the shelf, near the eye, down to the floor.
SLOPES = [
    ("shelf", -1.0, "#2f6690", "#1b4068"),
    ("slope-1", -1.72, "#255680", "#163860"),
    ("slope-2", -2.4, "#1a4168", "#102a50"),
    ("slope-3", -3.0, "#122f54", "#0a1c3c"),
]
GOLD = "#d9b46a"
COMPASS = (1080, 606)


def bump(x, y, cx, cy, rx, ry):
    """A hill of height 1."""
    return math.exp(-(((x - cx) / rx) ** 2) - ((y - cy) / ry) ** 2)


def sea():
    """Heights of the whole chart: land above 0, the shelf below it, and one deep basin."""
    noise = Noise(11)

    def height(x, y):
        u = x + 42 * noise.fractal(x / 150, y / 150, 4)
        v = y + 42 * noise.fractal(x / 150 + 40, y / 150 - 7, 4)
        deep = (
            3.1 * bump(u, v, 700, 505, 250, 135)
            + 3.2 * bump(u, v, 915, 345, 165, 150)
            + 1.5 * bump(u, v, 520, 570, 120, 90)
            + 1.25 * bump(u, v, 850, 590, 140, 84)
            + 0.9 * bump(u, v, 1040, 380, 110, 80)
        )
        land = (
            1.9 * bump(u, v, 90, 800, 190, 290)
            + 1.2 * bump(u, v, 300, 840, 190, 150)
            + 0.9 * bump(u, v, 60, 540, 120, 90)
            + 0.85 * bump(u, v, 445, 752, 34, 22)
        )
        rough = noise.fractal(x / 60, y / 60, 3) + max(0, 1 - abs(land - 0.5)) * noise.fractal(
            x / 34, y / 34, 3
        )
        return -0.55 - deep + land + 0.12 * rough

    return Field((-72, -72, 1352, 872), 8, height, -0.5)


def sheets():
    """All pictures of the chart."""
    field = sea()
    return [*slopes(field), home(field), *island()]


def around(loops, margin=64):
    """A box round a hole, with a margin for the shadow and for how far the sheets move."""
    xs = [x for loop in loops for x, _ in loop]
    ys = [y for loop in loops for _, y in loop]
    return (
        max(WIDE[0], 10 * math.floor((min(xs) - margin) / 10)),
        max(WIDE[1], 10 * math.floor((min(ys) - margin) / 10)),
        min(WIDE[2], 10 * math.ceil((max(xs) + margin) / 10)),
        min(WIDE[3], 10 * math.ceil((max(ys) + margin) / 10)),
    )


def courses(reach=1500.0):
    """Lines from the compass to all 32 winds."""
    data = ""
    for index in range(32):
        a = 2 * math.pi * index / 32
        dx, dy = math.sin(a), -math.cos(a)
        ends = [(COMPASS[0] + r * dx, COMPASS[1] + r * dy) for r in (128, reach)]
        data += f"M{pair(ends[0])}L{pair(ends[1])}"
    return data


def floor(box):
    """The deepest paper: a night sky under the sea."""
    sheet = Sheet("floor", *box)
    left, top, right, bottom = box
    area = f"M{left} {top}H{right}V{bottom}H{left}z"
    sheet.fill(area, sheet.radial(760, 470, 420, "#0d1d44", "#08112d", "#040819"))
    for x, y, radius, colour, opacity in (
        (640, 520, 190, "#2a4f9a", 0.42),
        (930, 340, 170, "#4a3f9f", 0.40),
        (810, 560, 130, "#1e6a86", 0.28),
    ):
        glow = sheet.radial(x, y, radius, (0, colour, opacity), (1, colour, 0))
        sheet.fill(area, glow)
    rng = random.Random(5)
    small, large = "", ""
    for _ in range(230):
        x, y = rng.uniform(430, 1110), rng.uniform(200, 720)
        small += circle(x, y, rng.choice([0.5, 0.6, 0.8, 1.1]))
    for _ in range(22):
        large += star(rng.uniform(470, 1070), rng.uniform(220, 690), rng.uniform(3, 6), 4, 0.16)
    sheet.fill(small, "#bcd3ff", 0.55)
    sheet.fill(large, "#e6efff", 0.75)
    return sheet


def slopes(field):
    """The floor, the sheets with holes above it, and the moon's light on the topmost one."""
    result, box = [], WIDE
    for name, level, light, dark in SLOPES:
        sheet = Sheet(name, *box)
        left, top, right, bottom = box
        loops = field.contours(level, 10, 200)
        data = f"M{left} {top}H{right}V{bottom}H{left}z" + "".join(map(closed, loops))
        paint = sheet.radial(1010, 210, 1150, light, (0.5, dark), (1, dark))
        shape = sheet.paper(
            data,
            paint,
            lift=10,
            drop=(-7, 11),
            darkness=0.8,
            edge="#b5dbf8",
            light=0.42,
            thick=1.3,
            grain=0.06,
        )
        clip = sheet.clip(shape)
        sheet.line(courses(), "#f0d08a", 0.8, 0.17, f' clip-path="url(#{clip})"')
        # Printed lines beside the edge: nearer ones first.
        for step, opacity in ((0.08, 0.62), (0.16, 0.34), (0.25, 0.16)):
            lines = "".join(closed(loop) for loop in field.contours(level + step, 12))
            sheet.line(lines, GOLD, 0.8, opacity)
        if name == "shelf":
            waves(sheet, field)
            shine = Sheet("moonlight", 300, top, right, bottom)
            glow = shine.radial(
                1100,
                176,
                800,
                (0, "#f3f8ff", 0.62),
                (0.16, "#cfe4ff", 0.46),
                (0.45, "#a5cfff", 0.25),
                (0.75, "#8fc0ff", 0.09),
                (1, "#8fc0ff", 0),
            )
            shine.fill(data, glow, 1, "evenodd")
            result.append(shine)
        result.append(sheet)
        box = around(loops)
    result.append(floor(box))
    return result


def waves(sheet, field):
    """Small engraved waves, where the shelf is free."""
    rng = random.Random(21)
    data, placed = "", []
    for _ in range(1400):
        x, y = rng.uniform(60, 1230), rng.uniform(70, 740)
        row = int((y - field.top) / field.step)
        column = int((x - field.left) / field.step)
        height = field.values[row][column]
        if not -0.78 < height < -0.42 or (x < 640 and y < 470) or math.dist((x, y), COMPASS) < 170:
            continue
        if math.dist((x, y), (1100, 176)) < 120:
            continue
        if any(abs(x - a) < 24 and abs(y - b) < 11 for a, b in placed):
            continue
        placed.append((x, y))
        data += f"M{pair((x, y))}q3 -4 6 0q3 4 6 0q3 -4 6 0"
    sheet.line(data, "#8fc0e6", 0.8, 0.34)


def mountain(sheet, x, y, size, rng):
    """A mountain as old charts have it: one side lit, the other one hatched."""
    w, h = size * rng.uniform(0.9, 1.1), size * rng.uniform(0.95, 1.2)
    top = (x + w * 0.06, y - h)
    sheet.fill(
        polygon([(x - w * 0.7, y), top, (x + w * 0.1, y - h * 0.45), (x - w * 0.05, y)]), "#a3845a"
    )
    sheet.fill(
        polygon([top, (x + w * 0.75, y), (x - w * 0.05, y), (x + w * 0.1, y - h * 0.45)]), "#fdefcb"
    )
    lines = ""
    for part in (0.2, 0.38, 0.56, 0.74):
        a = (top[0] + (x - w * 0.7 - top[0]) * part, top[1] + h * part)
        lines += f"M{pair(a)}L{pair((a[0] + w * 0.12, y - h * 0.06))}"
    sheet.line(lines, "#4d3720", 0.7, 0.7)
    sheet.line(
        f"M{pair((x - w * 0.75, y + 1))}L{pair(top)}L{pair((x + w * 0.8, y + 1))}", "#4d3720", 1.1
    )
    sheet.fill(
        polygon(
            [
                (top[0] - w * 0.13, top[1] + h * 0.2),
                top,
                (top[0] + w * 0.15, top[1] + h * 0.2),
                (top[0] + w * 0.05, top[1] + h * 0.15),
                (top[0], top[1] + h * 0.26),
            ]
        ),
        "#fffdf4",
    )


def tree(sheet, x, y, size):
    """A tree with a shadow to the left."""

    def draw():
        sheet.fill("M0 0L-18 3.2L-4 5.6z", "#3a2a18", 0.3)
        sheet.fill("M-6.8 0Q-5.6 -18 0 -23Q5.6 -18 6.8 0Q0 2.4 -6.8 0z", "#3f6a5a")
        sheet.fill("M.4 .9Q-.4 -14 0 -23Q5.6 -18 6.8 0Q4 1 .4 .9z", "#7fa889")

    sheet.stamp("tree", x, y, size / 20, draw)


def house(sheet, x, y, size):
    """A house seen from the front, with a lit window."""

    def draw():
        sheet.fill("M0 0h20v-14h-20z", "#f6e7c4")
        sheet.fill("M0 0h7.2v-14h-7.2z", "#c9aa78")
        sheet.fill("M-2.8 -13.2L5.2 -25.6H15.2L23.2 -13.2z", "#b4472f")
        sheet.fill("M-2.8 -13.2L5.2 -25.6L10 -13.2z", "#7d2d22")
        sheet.fill("M11.2 -3.2h4v-6h-4z", "#ffcf5e")

    sheet.stamp("house", x, y, size / 20, draw)


def lighthouse(sheet, x, y, s):
    """A white tower with two red bands and a lantern."""
    sheet.fill(
        f"M{pair((x - 0.5 * s, y))}L{pair((x - 1.9 * s, y + 0.6 * s))}L{pair((x + 0.4 * s, y + 0.1 * s))}z",
        "#2a1c10",
        0.35,
    )
    side = sheet.linear(x - 0.5 * s, 0, x + 0.5 * s, 0, "#b99a72", "#fff6de", "#fffaf0")

    def band(a, b, paint):
        wa, wb = 0.5 * s - 0.045 * s * a, 0.5 * s - 0.045 * s * b
        sheet.fill(
            polygon(
                [(x - wa, y - a * s), (x + wa, y - a * s), (x + wb, y - b * s), (x - wb, y - b * s)]
            ),
            paint,
        )

    band(0, 4, side)
    red = sheet.linear(x - 0.5 * s, 0, x + 0.5 * s, 0, "#7d2418", "#d9502f", "#e3694a")
    band(0.8, 1.6, red)
    band(2.4, 3.2, red)
    sheet.fill(
        f"M{pair((x - 0.48 * s, y - 4 * s))}h{0.96 * s:.1f}v{-0.16 * s:.1f}h{-0.96 * s:.1f}z",
        "#2d2438",
    )
    sheet.fill(
        f"M{pair((x - 0.24 * s, y - 4.16 * s))}h{0.48 * s:.1f}v{-0.6 * s:.1f}h{-0.48 * s:.1f}z",
        "#ffe08a",
    )
    sheet.fill(
        f"M{pair((x - 0.36 * s, y - 4.76 * s))}L{pair((x, y - 5.3 * s))}L{pair((x + 0.36 * s, y - 4.76 * s))}z",
        "#8f2c1e",
    )


def land(sheet, loops, higher, highest, centre, radius):
    """Parchment in three heights, with a dark line along the shore."""
    x, y = centre
    for index, loop in enumerate((loops, higher, highest)):
        if not loop:
            continue
        data = "".join(closed(points) for points in loop)
        paint = sheet.radial(
            x,
            y,
            radius,
            *(
                ("#f7e8c2", "#e3c992", "#c39e66"),
                ("#efdcae", "#d6b77b", "#b48c55"),
                ("#e6cf9b", "#c7a467", "#a37a47"),
            )[index],
        )
        sheet.paper(
            data,
            paint,
            lift=(9, 5, 4)[index],
            drop=((-8, 11), (-4, 6), (-3, 5))[index],
            darkness=(0.85, 0.5, 0.45)[index],
            edge="#fffbe9",
            light=0.75,
            thick=1.3,
            grain=0.10,
        )
        if index == 0:
            sheet.line(data, "#6b4a26", 0.8, 0.45, ' transform="translate(-1 1.4)"')


def home(field):
    """The coast where the journey begins, with islets."""
    sheet = Sheet("home", -40, 370, 500, 840)
    for level, opacity in ((-0.22, 0.2), (-0.15, 0.35), (-0.08, 0.6)):
        lines = "".join(closed(loop) for loop in field.contours(level, 11, 40))
        sheet.line(lines, "#cfe6ff", 0.8, opacity)
    land(
        sheet,
        field.contours(0, 8, 30),
        field.contours(0.34, 10),
        field.contours(0.72, 10),
        (330, 560),
        560,
    )
    rng = random.Random(8)
    # A river from the mountains to the sea, and a road along the coast.
    river = through(
        [(150, 640), (176, 634), (196, 646), (222, 640), (240, 654), (262, 648), (290, 652)]
    )
    sheet.line(river, "#6d4a22", 3.4, 0.5)
    sheet.line(river, "#5f9cc0", 2.2)
    road = through(
        [
            (62, 508),
            (98, 524),
            (134, 520),
            (170, 548),
            (196, 588),
            (226, 616),
            (258, 668),
            (290, 690),
        ]
    )
    sheet.line(road, "#7a5326", 1.6, 0.8, ' stroke-dasharray="1 4.5"')
    peaks = [
        (72, 566, 22),
        (98, 574, 28),
        (124, 590, 24),
        (88, 604, 34),
        (118, 622, 42),
        (150, 616, 28),
        (76, 636, 36),
        (108, 654, 32),
        (148, 660, 38),
        (176, 684, 26),
        (84, 682, 40),
        (122, 698, 46),
        (160, 714, 32),
        (92, 732, 34),
        (196, 724, 24),
        (132, 744, 34),
    ]
    for x, y, size in sorted(peaks, key=lambda peak: peak[1]):
        mountain(sheet, x, y, size, rng)
    woods = []
    for cx, cy, rx, ry, count in (
        (196, 618, 30, 16, 12),
        (228, 700, 26, 22, 15),
        (150, 556, 22, 12, 8),
        (300, 734, 40, 12, 12),
        (400, 738, 18, 6, 4),
    ):
        for _ in range(count):
            a, r = rng.uniform(0, 2 * math.pi), rng.uniform(0, 1) ** 0.5
            woods.append((cx + rx * r * math.cos(a), cy + ry * r * math.sin(a)))
    for x, y in sorted(woods, key=lambda place: place[1]):
        tree(sheet, x, y, rng.uniform(11, 17))
    return sheet


def island():
    """The island, as three sheets that rise one after the other, and its shore as a path."""
    noise = Noise(29)
    cx, cy = 915, 318

    def height(x, y):
        u = x + 30 * noise.fractal(x / 90, y / 90, 4)
        v = y + 30 * noise.fractal(x / 90 + 20, y / 90 + 5, 4)
        return (
            -1.35
            + 2.3 * bump(u, v, cx, cy, 92, 56)
            + 0.9 * bump(u, v, cx - 62, cy + 22, 40, 28)
            + 0.75 * bump(u, v, cx + 74, cy - 16, 36, 32)
            + 0.1 * noise.fractal(x / 40, y / 40, 3)
        )

    field = Field((cx - 220, cy - 170, cx + 220, cy + 170), 6, height, -1.35)
    box = (cx - 210, cy - 160, cx + 210, cy + 160)
    result = []
    for name, level, light, dark in (
        ("island-deep", -1.0, "#2f6a96", "#1d4672"),
        ("island-shoal", -0.6, "#6fb3d6", "#3f80aa"),
    ):
        sheet = Sheet(name, *box)
        data = "".join(closed(loop) for loop in field.contours(level, 9))
        sheet.paper(
            data,
            sheet.radial(cx + 60, cy - 60, 250, light, dark),
            lift=9,
            drop=(-6, 10),
            darkness=0.75,
            edge="#bfe2ff",
            light=0.5,
            thick=1.3,
            grain=0.05,
        )
        for step, opacity in ((0.08, 0.55), (0.17, 0.3)):
            lines = "".join(closed(loop) for loop in field.contours(level + step, 10))
            sheet.line(lines, GOLD, 0.8, opacity)
        result.append(sheet)
    sheet = Sheet("island", *box)
    for level, opacity in ((-0.22, 0.25), (-0.14, 0.45), (-0.07, 0.7)):
        sheet.line(
            "".join(closed(loop) for loop in field.contours(level, 10)), "#e3f2ff", 0.8, opacity
        )
    shore = field.contours(0, 7, 120)
    land(sheet, shore, field.contours(0.4, 9), field.contours(0.78, 9), (cx + 40, cy - 40), 170)
    rng = random.Random(4)
    for x, y, size in ((cx - 8, cy - 12, 30), (cx + 24, cy - 8, 38), (cx + 2, cy + 8, 28)):
        mountain(sheet, x, y, size, rng)
    house(sheet, cx - 14, cy + 24, 19)
    for x, y in (
        (cx - 78, cy + 22),
        (cx + 48, cy - 4),
        (cx + 62, cy + 2),
        (cx + 80, cy - 8),
        (cx + 74, cy - 4),
        (cx + 88, cy),
        (cx + 78, cy + 8),
        (cx + 12, cy + 26),
        (cx + 22, cy + 30),
        (cx + 52, cy + 14),
        (cx + 38, cy + 20),
    ):
        tree(sheet, x, y, rng.uniform(11, 15))
    result.append(sheet)
    # The shore alone, for the line that draws itself.
    line = Sheet("shore", *box)
    line.add(f'<path id="shore" d="{closed(shore[0])}"/>')
    result.append(line)
    return result
