"""What lies in and on the chart: the serpent, the ship, the compass rose, the moon, birds and the frame."""

import math
import random

from chart import house, lighthouse
from paper import Sheet, circle, closed, number, pair, polygon, star, through

GOLD = ("#fff1c4", "#e2be74", "#a97a35")


def sheets():
    """All pictures that are no sheets of the chart."""
    return [
        *serpent(),
        ship(),
        rose(),
        ring(),
        halo(),
        moon(),
        gull(),
        harbour(),
        beam(),
        seal(),
        *clouds(),
        frame(),
    ]


# The serpent

SPINE = [
    (445, 640),
    (478, 560),
    (545, 520),
    (600, 560),
    (625, 612),
    (690, 632),
    (742, 585),
    (755, 520),
    (800, 462),
    (868, 455),
    (912, 486),
    (958, 470),
    (978, 420),
]


def sample(points, count):
    """Points of a Catmull-Rom curve, evenly by its parameter."""
    ends = [points[0], *points, points[-1]]
    result = []
    for index in range(count + 1):
        place = index / count * (len(points) - 1)
        piece = min(int(place), len(points) - 2)
        t = place - piece
        a, b, c, d = ends[piece : piece + 4]
        result.append(
            tuple(
                0.5
                * (
                    2 * q
                    + (r - p) * t
                    + (2 * p - 5 * q + 4 * r - s) * t * t
                    + (3 * q - p - 3 * r + s) * t**3
                )
                for p, q, r, s in zip(a, b, c, d)
            )
        )
    return result


def serpent():
    """A long body with scales and a fin; and its outline, which draws itself."""
    box = (400, 330, 1080, 700)
    sheet = Sheet("serpent", *box)
    spine = sample(SPINE, 150)
    count = len(spine)
    normals = []
    for index in range(count):
        a, b = spine[max(0, index - 1)], spine[min(count - 1, index + 1)]
        length = math.dist(a, b)
        normals.append((-(b[1] - a[1]) / length, (b[0] - a[0]) / length))

    def width(index):
        part = index / (count - 1)
        return 2 + 25 * math.sin(math.pi * min(1, part * 1.02) ** 0.8 * 0.72) ** 1.1

    def beside(index, share):
        (x, y), (nx, ny) = spine[index], normals[index]
        return x + nx * width(index) * share, y + ny * width(index) * share

    left = [beside(i, -1) for i in range(0, count, 3)]
    right = [beside(i, 1) for i in range(0, count, 3)]
    tail = spine[0]
    fluke = f"M{pair(tail)}q-30 -8 -34 -38q16 10 24 22q-2 -22 12 -34q8 22 2 46z"
    body = through(left) + "L" + through(right[::-1])[1:] + "z"
    # The fin along the back.
    spikes = ""
    for index in range(12, count - 8, 4):
        a, b = beside(index - 3, -0.92), beside(index + 2, -0.92)
        (nx, ny), size = normals[index], 6 + 0.42 * width(index)
        tip = (a[0] - nx * size + (a[0] - b[0]) * 0.25, a[1] - ny * size + (a[1] - b[1]) * 0.25)
        out = ((a[0] + tip[0]) / 2 - nx * 2, (a[1] + tip[1]) / 2 - ny * 2)
        back = ((b[0] + tip[0]) / 2 + nx * 2, (b[1] + tip[1]) / 2 + ny * 2)
        spikes += f"M{pair(a)}Q{pair(out)} {pair(tip)}Q{pair(back)} {pair(b)}z"
    paint = sheet.linear(430, 640, 1000, 380, "#1c5f72", "#2b8a8f", "#5cc0a8", "#a6e3bf")
    dark = sheet.linear(430, 640, 1000, 380, "#0b3048", "#0f4a5c", "#1c6a6e", "#2e8a80")
    whole = body + fluke
    sheet.shade(whole + spikes, 9, (-9, 14), 0.75)
    sheet.fill(spikes, sheet.linear(430, 640, 1000, 380, "#9a6a2c", "#d9a552", "#ffe3a0"))
    sheet.fill(whole, paint)
    # The side away from the moon is dark, the back has a light line.
    shade = (
        through([beside(i, 0.15) for i in range(0, count, 3)])
        + "L"
        + through(right[::-1])[1:]
        + "z"
    )
    sheet.fill(shade, dark, 0.75)
    scales = ""
    for index in range(6, count - 4, 2):
        for share in (-0.62, -0.2, 0.22, 0.64):
            p, w = beside(index + (1 if share in (-0.2, 0.64) else 0), share), width(index) * 0.2
            nx, ny = normals[index]
            tx, ty = ny, -nx
            a = (p[0] + nx * w, p[1] + ny * w)
            b = (p[0] - nx * w, p[1] - ny * w)
            scales += f"M{pair(a)}Q{pair((p[0] + tx * w * 1.8, p[1] + ty * w * 1.8))} {pair(b)}"
    sheet.line(scales, "#04202f", 0.9, 0.65)
    back = through([beside(i, -0.78) for i in range(6, count, 3)])
    sheet.line(back, "#e9fff0", 1.3, 0.55)
    belly = ""
    for index in range(6, count - 4, 2):
        belly += f"M{pair(beside(index, 0.72))}L{pair(beside(index, 0.98))}"
    sheet.line(belly, "#9fe0c8", 1, 0.35)
    sheet.line(body, "#c8f5dc", 0.9, 0.35)
    # The head, which looks up.
    x, y = spine[-1]
    ahead = math.degrees(math.atan2(spine[-1][1] - spine[-5][1], spine[-1][0] - spine[-5][0]))
    sheet.add(
        f'<g transform="translate({number(x)} {number(y)}) rotate({number(ahead + 18)}) scale(.74)">'
    )
    crest = "M-14 -24Q-40 -50 -66 -48Q-48 -38 -42 -26Q-62 -30 -78 -20Q-54 -14 -40 -4L-8 -8z"
    sheet.fill(
        crest,
        "url(#"
        + sheet.define(
            "g",
            (
                '<linearGradient id="{}" gradientUnits="userSpaceOnUse" x1="-78" y1="-20" x2="-8" y2="-20">'
                '<stop offset="0" stop-color="#ffe3a0"/><stop offset="1" stop-color="#a06a2c"/></linearGradient>'
            ),
        )
        + ")",
    )
    jaw = "M-26 22C-4 34 22 34 46 34C66 36 84 32 96 22C84 20 70 16 52 12L10 4z"
    upper = (
        "M-30 -27C-14 -36 2 -40 18 -38C24 -48 38 -48 46 -38C64 -32 84 -26 98 -16C108 -16 114 -6 108 2"
        "C96 8 74 6 56 9C40 12 24 16 8 16Q-40 2 -30 -27z"
    )
    sheet.fill("M44 12C62 18 84 18 104 30L120 24L112 32L122 40C108 38 92 28 40 20z", "#d8452f")
    frill = (
        "M-8 -34Q-30 -50 -50 -50Q-42 -38 -40 -30Q-58 -30 -68 -22Q-54 -14 -50 -8Q-64 0 -68 10Q-54 12 -46 16"
        "Q-52 28 -50 38Q-32 36 -12 26z"
    )
    gold = sheet.linear(-66, 0, 0, 0, "#fff0b8", "#e0a850", "#8a5a26")
    sheet.fill(frill, "#02131c", 0.4)
    sheet.add('<g transform="translate(2 -3)">')
    sheet.fill(frill, gold)
    sheet.line(
        "M-6 -26Q-28 -40 -47 -47M-8 -14Q-38 -22 -64 -21M-8 2Q-36 6 -64 9M-8 16Q-30 26 -48 36",
        "#6a4218",
        1.2,
        0.8,
    )
    sheet.add("</g>")
    sheet.fill(jaw, "#2f8d88")
    sheet.fill("M52 13l4 9l5 -8zM68 16l4 8l4 -7zM82 18l3 7l4 -6z", "#fff8e0")
    sheet.fill(upper, sheet.linear(-20, -40, 40, 30, "#c5f3cf", "#58b9a4", "#1f6f76"))
    sheet.fill("M58 9l4 9l5 -10zM74 8l4 9l4 -10zM90 6l4 8l4 -10z", "#fff8e0")
    sheet.line("M-26 20C4 16 34 14 56 9C74 6 96 8 108 2", "#05222c", 1.6, 0.8)
    sheet.line("M-18 -29C0 -36 30 -42 50 -34C66 -28 84 -22 98 -14", "#f2fff2", 1.4, 0.6)
    sheet.fill(
        circle(34, -24, 15), sheet.radial(34, -24, 15, (0, "#ffe08a", 0.9), (1, "#ffe08a", 0))
    )
    sheet.fill("M20 -24Q34 -38 48 -24Q34 -13 20 -24z", "#06131f")
    sheet.fill(
        "M22 -24Q34 -35 46 -24Q34 -15 22 -24z",
        sheet.radial(34, -25, 12, "#fffbe0", "#ffcf4a", "#e08a1c"),
    )
    sheet.fill("M33 -32Q37 -24 33 -17Q29 -24 33 -32z", "#120a04")
    sheet.line("M16 -28Q30 -44 50 -32", "#06202a", 2.4, 0.9)
    sheet.fill("M96 -10q6 -3 8 2q-5 2 -8 -2z", "#05222c", 0.8)
    sheet.line("M70 26C78 46 70 60 56 66M50 30C52 48 42 56 30 58", "#ffe3a0", 1.6, 0.8)
    sheet.add("</g>")
    lines = Sheet("serpent-line", *box)
    # From tail to neck along the back.
    lines.add(
        f'<path id="back" d="{through([beside(i, -0.95) for i in range(0, count - 8, 3)])}"/>'
    )
    return [sheet, lines]


# The ship


def ship():
    """A ship with three masts, seen from its side; its keel lies at 0, 0."""
    sheet = Sheet("ship", -70, -104, 70, 24)
    hull = (
        "M-52 -26C-44 -22 -38 -16 -30 -14L28 -14C38 -15 46 -20 54 -27"
        "C52 -10 44 4 30 8L-28 8C-42 2 -50 -12 -52 -26z"
    )
    sails = (
        "M-34 -80L-8 -74L-10 -30L-38 -28zM-6 -92L26 -84L24 -34L-8 -30z"
        "M28 -74L50 -66L48 -32L28 -30z"
    )
    sheet.shade(hull + sails, 3, (-5, 8), 0.6)
    sheet.line("M-24 -14V-88M8 -14V-98M36 -16V-80M50 -25L68 -40", "#3c2415", 2.2)
    sheet.line(
        "M-24 -88L8 -98L36 -80L66 -39M-24 -88L-50 -26M8 -98L-20 -16M36 -80L12 -16",
        "#e9d7a8",
        0.6,
        0.75,
    )

    def sail(x1, x2, top, bottom, swell):
        left, right = x1, x2
        data = (
            f"M{left} {top}Q{(left + right) / 2} {top - 4} {right} {top + 3}"
            f"Q{right + swell} {(top + bottom) / 2} {right + 2} {bottom}"
            f"Q{(left + right) / 2} {bottom - 7} {left - 2} {bottom}"
            f"Q{left + swell} {(top + bottom) / 2} {left} {top}z"
        )
        sheet.fill(
            data,
            sheet.linear(
                left - 2, top, right + swell, bottom, "#cdb184", "#fbf0d2", "#fffdf2", "#d9c294"
            ),
        )
        mid = (left + right) / 2
        sheet.line(
            f"M{mid - 7} {top}Q{mid - 7 + swell} {(top + bottom) / 2} {mid - 8} {bottom - 4}"
            f"M{mid + 6} {top}Q{mid + 6 + swell} {(top + bottom) / 2} {mid + 6} {bottom - 4}",
            "#9d7f4e",
            0.5,
            0.7,
        )
        sheet.line(f"M{left - 3} {top}Q{mid} {top - 4} {right + 3} {top + 3}", "#3c2415", 1.5)

    sail(-37, -12, -80, -56, 6)
    sail(-40, -12, -52, -26, 7)
    sail(-4, 23, -91, -64, 7)
    sail(-7, 24, -60, -29, 9)
    sail(28, 46, -72, -52, 5)
    sail(27, 48, -48, -28, 6)
    sheet.fill("M13 -53a8.4 8.4 0 1 0 7 13a7 7 0 1 1 -7 -13z", "#c8402a")
    for x, y, size in ((8, -98, 1.0), (-24, -88, 0.74), (36, -80, 0.74)):
        flag = (
            f"M{x} {y}q{pair((10 * size, -6 * size))} {pair((18 * size, -1 * size))}q{pair((8 * size, 4 * size))} "
            f"{pair((16 * size, -2 * size))}q{pair((-6 * size, 10 * size))} {pair((-15 * size, 8 * size))}"
            f"q{pair((-9 * size, -3 * size))} {pair((-19 * size, 3 * size))}z"
        )
        sheet.fill(
            flag,
            sheet.linear(x, y, x + 30 * size, y + 4, "#a32a1e", "#e8583c", "#c8402a", "#f0704f"),
        )
    sheet.fill(hull, sheet.linear(0, -26, 0, 8, "#a4683a", "#6d3d20", "#331a0f"))
    sheet.line("M-50 -22C-42 -15 -34 -9 -28 -8L30 -8C40 -9 47 -15 53 -22", "#e6bd6c", 1.7)
    sheet.line(
        "M-46 -12C-40 -5 -34 -2 -28 -2L31 -2C38 -3 45 -8 49 -13"
        "M-40 -3C-36 2 -32 3 -27 3L30 3C36 2 40 0 43 -4",
        "#1c0d07",
        0.8,
        0.7,
    )
    sheet.fill("".join(f"M{x} -6h4v3.4h-4z" for x in (-22, -11, 0, 11, 22)), "#ffcf5e")
    sheet.fill("M-54 -38h12l2 14q-8 -2 -12 -4z", "#8a5430")
    sheet.line("M-54 -38h12M-53 -32h12", "#e6bd6c", 1.2)
    sheet.line(
        "M-58 9q7 -6 14 0q7 6 14 0q7 -6 14 0q7 6 14 0q7 -6 14 0q7 6 14 0q7 -6 14 0q6 5 14 1",
        "#d6ecff",
        1.6,
        0.9,
    )
    sheet.line(
        "M-46 15q7 -5 14 0q7 5 14 0q7 -5 14 0q7 5 14 0q7 -5 14 0q7 5 14 0", "#d6ecff", 1.1, 0.5
    )
    return sheet


# The compass


def rose():
    """A rose of 32 points; each has a light and a dark half."""
    sheet = Sheet("rose", -125, -125, 125, 125)
    outline = "".join(
        star(0, 0, r, 4, inner, turn) for r, inner, turn in ((106, 0.2, 0), (78, 0.3, 45))
    )
    sheet.shade(outline, 5, (-5, 8), 0.7)
    light = sheet.radial(20, -40, 150, *GOLD)
    dark = sheet.radial(20, -40, 150, "#8a5f2c", "#5c3a1c", "#3c2412")
    deep = sheet.radial(0, 0, 110, "#17335e", "#0c1d3d")

    def points(radius, inner, turn, count, one, other):
        step = math.pi / count
        for index in range(count):
            a = math.radians(turn) + 2 * math.pi * index / count
            tip = (radius * math.sin(a), -radius * math.cos(a))
            left = (radius * inner * math.sin(a - step), -radius * inner * math.cos(a - step))
            right = (radius * inner * math.sin(a + step), -radius * inner * math.cos(a + step))
            sheet.fill(polygon([(0, 0), left, tip]), one)
            sheet.fill(polygon([(0, 0), tip, right]), other)
            sheet.line(f"M{pair(left)}L{pair(tip)}L{pair(right)}", "#fff0c0", 0.5, 0.5)

    points(52, 0.6, 11.25, 16, "#b98f4c", "#3a2a22")
    points(64, 0.5, 22.5, 8, "#cfa55c", "#4a3220")
    points(78, 0.34, 45, 4, light, "#6e4a26")
    points(106, 0.2, 0, 4, light, dark)
    sheet.fill(circle(0, 0, 15), sheet.linear(-10, -14, 10, 14, "#fff1c4", "#b98a42", "#6d4820"))
    sheet.fill(circle(0, 0, 11.5), deep)
    sheet.fill(star(0, 0, 10, 8, 0.45), light)
    # North is red.
    sheet.fill(polygon([(0, -106), (-7, -68), (0, -72)]), "#f0704f")
    sheet.fill(polygon([(0, -106), (7, -68), (0, -72)]), "#a02c1c")
    return sheet


def ring():
    """What stands still round the rose: rings with a scale of degrees."""
    sheet = Sheet("ring", -150, -150, 150, 150)
    sheet.fill(
        circle(0, 0, 148),
        sheet.radial(0, 0, 148, (0, "#030a1c", 0.75), (0.7, "#030a1c", 0.45), (1, "#030a1c", 0)),
    )
    band = circle(0, 0, 122) + circle(0, 0, 108)
    gold = sheet.linear(-80, 110, 80, -110, "#8d6430", "#e2be74", "#fff1c4")
    sheet.fill(band, "#0b1c3c", 0.9, "evenodd")
    data = ""
    for degree in range(0, 360, 5):
        a = math.radians(degree)
        inner = 108 if degree % 15 == 0 else 115
        x, y = math.sin(a), -math.cos(a)
        data += f"M{pair((inner * x, inner * y))}L{pair((122 * x, 122 * y))}"
    sheet.line(data, gold, 0.9)
    sheet.line(circle(0, 0, 122) + circle(0, 0, 108), gold, 1.6)
    sheet.line(circle(0, 0, 126) + circle(0, 0, 88) + circle(0, 0, 91), gold, 0.6, 0.8)
    return sheet


# The sky on the chart


def halo():
    """Light round the moon."""
    sheet = Sheet("halo", -200, -200, 200, 200)
    sheet.fill(
        circle(0, 0, 200),
        sheet.radial(
            0,
            0,
            200,
            (0, "#fff6da", 0.9),
            (0.32, "#fff0c8", 0.55),
            (0.5, "#ffe9b8", 0.24),
            (0.72, "#cfe2ff", 0.09),
            (1, "#cfe2ff", 0),
        ),
    )
    return sheet


def moon():
    """The moon's disc, and rays of gold round it."""
    sheet = Sheet("moon", -120, -120, 120, 120)
    gold = sheet.linear(-70, 90, 70, -90, "#9a6f36", "#e8c67e", "#fff4cf")
    rays = ""
    for index in range(48):
        a = 2 * math.pi * index / 48
        r1, r2 = 80, (112 if index % 4 == 0 else 98 if index % 2 == 0 else 90)
        w = 0.016 if index % 4 else 0.03
        rays += polygon(
            [
                (r1 * math.sin(a - w), -r1 * math.cos(a - w)),
                (r2 * math.sin(a), -r2 * math.cos(a)),
                (r1 * math.sin(a + w), -r1 * math.cos(a + w)),
            ]
        )
    sheet.fill(rays, gold, 0.9)
    sheet.line(circle(0, 0, 76), gold, 1.4)
    sheet.line(circle(0, 0, 72), gold, 0.5, 0.8)
    sheet.fill(circle(-4, 7, 66), sheet.radial(-4, 7, 72, (0.8, "#00030c", 0.7), (1, "#00030c", 0)))
    sheet.fill(circle(0, 0, 64), sheet.radial(16, -20, 92, "#fffdf0", "#f3e8c8", "#cdb88a"))
    for x, y, r in (
        (-22, -18, 17),
        (12, -30, 10),
        (24, 8, 14),
        (-8, 22, 19),
        (-34, 14, 8),
        (6, 2, 7),
        (34, -18, 6),
        (20, 36, 8),
        (-26, 40, 6),
        (-44, -6, 6),
        (-4, -46, 6),
        (44, 12, 5),
    ):
        sheet.fill(
            circle(x, y, r),
            sheet.radial(
                x + r * 0.3,
                y - r * 0.3,
                r,
                (0, "#b59f72", 0.5),
                (0.75, "#a88f60", 0.42),
                (1, "#a88f60", 0.12),
            ),
        )
        sheet.line(
            f"M{pair((x - r * 0.8, y + r * 0.5))}A{r} {r} 0 0 0 {pair((x + r * 0.8, y + r * 0.5))}",
            "#fffef2",
            0.8,
            0.6,
        )
    sheet.line(circle(0, 0, 63.4), "#fffef6", 1.2, 0.7)
    return sheet


def gull():
    """A bird of folded paper, seen from above."""
    sheet = Sheet("gull", -50, -40, 50, 50)
    shape = (
        "M0 -5C-12 -18 -28 -20 -44 -10C-30 -11 -18 -4 -5 8"
        "L0 20L5 8C18 -4 30 -11 44 -10C28 -20 12 -18 0 -5z"
    )
    sheet.shade(shape, 3.5, (-8, 20), 0.55)
    sheet.fill(shape, sheet.linear(-40, 0, 40, 0, "#b9c8dc", "#f4f7fb", "#ffffff", "#fdfdfb"))
    sheet.fill("M0 -5C-12 -18 -28 -20 -44 -10C-30 -13 -18 -8 -4 4z", "#8ea6c4", 0.55)
    sheet.line("M0 -7V18", "#7d93b2", 0.8, 0.7)
    sheet.fill("M-2 -8q2 -6 4 0l-2 5z", "#e58b3a")
    return sheet


def harbour():
    """The town and the lighthouse where the journey begins."""
    sheet = Sheet("harbour", 250, 520, 420, 720)
    # The lighthouse stands on a rock at the end of a mole.
    sheet.paper(
        "M296 672L340 660L346 669L302 684z",
        "#dcc28c",
        lift=3,
        drop=(-3, 5),
        darkness=0.6,
        edge="#fff3d2",
        light=0.6,
        thick=0.8,
    )
    rock = closed(
        [
            (330, 668),
            (336, 658),
            (350, 654),
            (364, 657),
            (374, 666),
            (371, 675),
            (356, 680),
            (340, 678),
        ]
    )
    sheet.paper(
        rock,
        sheet.linear(330, 680, 372, 654, "#7d5a34", "#b8935c", "#f0dcae"),
        lift=4,
        drop=(-5, 7),
        darkness=0.8,
        edge="#fff3d2",
        light=0.7,
        thick=1,
    )
    sheet.line("M326 682q12 6 26 4t26 -9M322 688q16 7 32 4t30 -12", "#cfe6ff", 0.8, 0.55)
    for x, y, s in (
        (266, 660, 16),
        (286, 668, 18),
        (258, 682, 18),
        (280, 690, 20),
        (306, 696, 17),
        (262, 706, 17),
        (290, 712, 18),
    ):
        sheet.fill(f"M{x} {y}h{s}l-16 8h{-s}z", "#3a2410", 0.28)
        house(sheet, x, y, s)
    lighthouse(sheet, 353, 668, 18)
    return sheet


def beam():
    """The lighthouse's beam, to the right of its lantern at the left edge."""
    sheet = Sheet("beam", 0, -90, 620, 90)
    soft = sheet.blur(5)
    paint = sheet.linear(
        0, 0, 600, 0, (0, "#fff3c4", 0.85), (0.25, "#ffe7a0", 0.42), (1, "#ffe7a0", 0)
    )
    sheet.add(
        f'<g filter="url(#{soft})"><path d="M14 -2L606 -64V64L14 2z" fill="{paint}"/>'
        f'<path d="M14 -1L606 -26V26L14 1z" fill="{paint}" opacity=".6"/></g>'
    )
    return sheet


def clouds():
    """Banks of cloud, cut from three sheets of pale paper."""
    result = []
    for name, width, height, seed in (("cloud-left", 400, 150, 5), ("cloud-right", 250, 104, 9)):
        sheet = Sheet(name, 0, 0, width, height)
        rng = random.Random(seed)
        for index, (top, bottom) in enumerate(
            (("#7fa3d0", "#3d6299"), ("#adc7e6", "#6488bd"), ("#e4eef9", "#90b1dc"))
        ):
            base = height - 34 - (2 - index) * height * 0.13
            x0, x1 = 26 + index * width * 0.05, width - 26 - index * width * 0.09
            count = 6 - index
            shares = [
                rng.uniform(0.6, 1.5) * (0.55 + math.sin(math.pi * (place + 0.5) / count))
                for place in range(count)
            ]
            x, lobes, engraved = x0, f"M{number(x0)} {number(base)}", ""
            for share in shares:
                step = (x1 - x0) * share / sum(shares)
                rise = min(step * 0.62, height * 0.5)
                lobes += f"a{number(step / 2)} {number(rise)} 0 0 1 {number(step)} 0"
                for inset, part in ((5, 0.8), (10, 0.45)):
                    r = step / 2 - inset
                    if r > 6:
                        a, c = math.radians(205), math.radians(205 + 130 * part)
                        k = (rise - inset) / r
                        cx = x + step / 2
                        engraved += (
                            f"M{number(cx + r * math.cos(a))} {number(base + k * r * math.sin(a))}"
                            f"A{number(r)} {number(k * r)} 0 0 1 {number(cx + r * math.cos(c))} {number(base + k * r * math.sin(c))}"
                        )
                x += step
            # Below, small shallow lobes go back.
            under = [rng.uniform(0.7, 1.4) for _ in range(count + 2)]
            lobes += "q12 5 2 11"
            for share in under:
                step = (x1 - x0 + 4) * share / sum(under)
                lobes += f"q{number(-step / 2)} {number(4 + step * 0.13)} {number(-step)} 0"
            lobes += "q-10 -6 2 -11z"
            sheet.paper(
                lobes,
                sheet.linear(0, base - height * 0.42, 0, base + 16, top, bottom),
                lift=5,
                drop=(-5, 8),
                darkness=0.55,
                edge="#fff",
                light=0.85,
                thick=1.1,
                grain=0.06,
            )
            sheet.line(engraved, "#fff" if index < 2 else "#8aa9d3", 0.9, 0.45)
        result.append(sheet)
    return result


def seal():
    """A seal of red wax, with a crescent pressed into it."""
    sheet = Sheet("seal", -34, -34, 34, 34)
    rng = random.Random(2)
    edge = [
        (
            (24 + rng.uniform(-2.4, 2.4)) * math.cos(math.radians(a)),
            (24 + rng.uniform(-2.4, 2.4)) * math.sin(math.radians(a)),
        )
        for a in range(0, 360, 24)
    ]
    shape = closed(edge)
    sheet.shade(shape, 3, (-3, 5), 0.65, "#1a0603")
    sheet.fill(shape, sheet.radial(7, -9, 36, "#f47a5c", "#c8362a", "#7c1713"))
    sheet.fill(circle(0, 0, 16.5), sheet.linear(-12, 12, 12, -12, "#e2583f", "#a02420"))
    sheet.line(circle(0, 0, 16.5), "#6a100e", 1.2, 0.7)
    sheet.line("M-14 9A16.5 16.5 0 0 0 15 7", "#ff9b80", 1.2, 0.8)
    sheet.fill("M3 -11a11 11 0 1 0 8 15a9 9 0 1 1 -8 -15z", "#7c1512")
    sheet.fill("M4 -10a10.6 10.6 0 1 0 7.4 14.6a9 9 0 1 1 -7.4 -14.6z", "#ffb199", 0.55)
    sheet.line("M-15 -14Q-6 -22 6 -21", "#ffd2c2", 2, 0.7)
    return sheet


# The frame


def frame():
    """A mat with a window, its scale of degrees, and corners of gold."""
    sheet = Sheet("frame", 0, 0, 1280, 800)
    notch = 26
    l, t, r, b = 50, 50, 1230, 750
    hole = (
        f"M{l + notch} {t}H{r - notch}A{notch} {notch} 0 0 0 {r} {t + notch}V{b - notch}"
        f"A{notch} {notch} 0 0 0 {r - notch} {b}H{l + notch}A{notch} {notch} 0 0 0 {l} {b - notch}"
        f"V{t + notch}A{notch} {notch} 0 0 0 {l + notch} {t}z"
    )
    data = f"M-60 -60H1340V860H-60z{hole}"
    sheet.paper(
        data,
        sheet.linear(1200, 0, 80, 800, "#1c2a52", "#121b3c", "#0a1028"),
        lift=12,
        drop=(-8, 13),
        darkness=0.85,
        edge="#ffe9b0",
        light=0.75,
        thick=1.2,
        grain=0.07,
    )
    gold = sheet.linear(1240, 20, 40, 780, "#fff1c4", "#d9b064", "#8d6430", "#e2be74", "#7a5428")
    sheet.line("M16 16H1264V784H16z", gold, 1.6)
    sheet.line("M21 21H1259V779H21z", gold, 0.6)
    # Alternating degrees.
    bars = ""
    for index in range(29):
        x = 60 + index * 40
        if index % 2 == 0:
            bars += f"M{x} 28h40v5h-40zM{x} 767h40v5h-40z"
    for index in range(17):
        y = 60 + index * 40
        if index % 2 == 0:
            bars += f"M28 {y}h5v40h-5zM1247 {y}h5v40h-5z"
    sheet.fill(bars, gold, 0.95)
    sheet.line("M28 28H1252V772H28zM33 33H1247V767H33z", gold, 0.6, 0.9)
    for x, y in ((54, 54), (1226, 54), (54, 746), (1226, 746)):
        sheet.fill(star(x, y, 15, 8, 0.42), gold)
        sheet.fill(circle(x, y, 4.6), "#101a3a")
        sheet.fill(circle(x, y, 2.6), "#fff1c4")
    return sheet
