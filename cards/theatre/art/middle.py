"""What stands in the middle of the stage: castle, village, river and boat."""

from paper import (Sheet, circle, ellipse, land, pair, polygon, rectangle, star, through)

WALL, WALL_SHADE = ("#f3e2bd", "#d3b78f"), ("#d9c6a4", "#ad9276")
ROOF, ROOF_SHADE = ("#cf5a4d", "#93343f"), ("#a8454a", "#742a3c")
UNLIT = "#1c3a4c"


def tower(sheet, x, top, bottom, width, roof, back=False):
    """A round tower with a pointed roof; `roof` is the roof's height."""
    wall, cap = (WALL_SHADE, ROOF_SHADE) if back else (WALL, ROOF)
    half = width / 2
    sheet.paper(rectangle(x - half, top, width, bottom - top), sheet.linear(*wall),
                lift=6, drop=1, darkness=0.34, light=0.5)
    sheet.fill(rectangle(x + half * 0.25, top, half * 0.75, bottom - top), "#7a4a2c", 0.16)
    eaves = half + 6
    data = (f"M{pair((x, top - roof))}Q{pair((x + half * 0.55, top - roof * 0.4))} "
            f"{pair((x + eaves, top + 5))}H{x - eaves:.1f}"
            f"Q{pair((x - half * 0.55, top - roof * 0.4))} {pair((x, top - roof))}z")
    sheet.paper(data, sheet.linear(*cap), lift=5, drop=2, darkness=0.36, light=0.4)
    sheet.fill(f"M{pair((x, top - roof))}Q{pair((x + half * 0.55, top - roof * 0.4))} "
               f"{pair((x + eaves, top + 5))}H{x + half * 0.3:.1f}z", "#3a0d22", 0.2)


def pennant(sheet, x, y, colour):
    """A small flag on a pole whose foot is at y."""
    sheet.line(f"M{x} {y}v-22", "#5b3b2a", 1.8)
    sheet.paper(f"M{x} {y - 22}q9 -4 22 4q-12 2 -22 8z", colour, lift=3, drop=1, darkness=0.3)


def battlements(left, right, top, bottom, tooth=8):
    """A wall with teeth along its upper edge."""
    count = max(1, round((right - left) / (2 * tooth)))
    step = (right - left) / (2 * count)
    data = f"M{pair((left, bottom))}V{top}"
    for _ in range(count):
        data += f"h{step:.2f}v{tooth}h{step:.2f}v{-tooth}"
    return data + f"V{bottom}z"


# Where windows are: middle, lower edge, width, height.
CASTLE_WINDOWS = [
    (435, 292, 9, 17), (435, 330, 9, 17), (421, 374, 9, 17), (449, 374, 9, 17),
    (374, 352, 9, 17), (374, 392, 9, 17), (495, 334, 9, 17), (495, 376, 9, 17),
    (337, 408, 7, 13), (548, 404, 7, 13), (400, 424, 8, 14), (470, 424, 8, 14),
]
GATE = (435, 474, 30, 44)
VILLAGE_WINDOWS = [
    (816, 478, 8, 10), (834, 478, 8, 10), (825, 458, 7, 9), (880, 478, 8, 10), (896, 478, 8, 10),
    (938, 434, 7, 15), (938, 464, 7, 12), (984, 478, 8, 10), (1001, 478, 8, 10),
    (992, 459, 7, 9), (752, 492, 8, 10), (769, 492, 8, 10),
]


def window(x, bottom, width, height, grow=0.0):
    """A window with a round top."""
    half = width / 2 + grow
    return (f"M{pair((x - half, bottom + grow))}v{-(height - width / 2 + grow):.1f}"
            f"a{half:.1f} {half:.1f} 0 0 1 {2 * half:.1f} 0v{height - width / 2 + grow:.1f}z")


def castle():
    """The castle on its hill."""
    sheet = Sheet("castle", 190, 156, 690, 566)
    hill = [(190, 556), (244, 520), (298, 488), (352, 468), (430, 460), (508, 466), (566, 482),
            (630, 520), (690, 552)]
    tower(sheet, 338, 384, 478, 26, 48, back=True)
    tower(sheet, 548, 380, 478, 26, 50, back=True)
    tower(sheet, 435, 258, 400, 38, 70, back=True)
    pennant(sheet, 435, 190, "#f0b64f")
    tower(sheet, 374, 322, 474, 38, 64)
    tower(sheet, 495, 302, 474, 38, 68)
    pennant(sheet, 374, 260, "#e2574c")
    pennant(sheet, 495, 236, "#e2574c")
    sheet.paper(battlements(402, 468, 344, 474), sheet.linear(*WALL), lift=6, drop=0,
                darkness=0.34, light=0.5)
    sheet.paper(battlements(325, 384, 418, 480), sheet.linear(*WALL), lift=6, drop=0,
                darkness=0.34, light=0.5)
    sheet.paper(battlements(486, 560, 414, 480), sheet.linear(*WALL), lift=6, drop=0,
                darkness=0.34, light=0.5)
    sheet.paper(battlements(384, 486, 398, 482), sheet.linear("#f8ebcb", "#dcc198"), lift=7,
                drop=0, darkness=0.36, light=0.6)
    for place in CASTLE_WINDOWS:
        sheet.fill(window(*place), UNLIT)
        sheet.line(window(*place), "#8d6b4d", 1, 0.6)
    sheet.fill(window(*GATE, grow=4), "#b3906a")
    sheet.fill(window(*GATE), UNLIT)
    sheet.paper(land(hill, 566), sheet.linear("#3a8187", "#2b6a76", "#235a69"), lift=10, drop=-1,
                darkness=0.34, light=0.35, fibres=5, seed=7)
    sheet.paper("M419 463C424 478 402 486 396 500C388 520 430 526 424 566H466C470 528 420 512 430 498"
                "C438 488 452 482 451 463z", sheet.linear("#e9d3a4", "#9fa98a"), lift=0, light=0.3)
    pines(sheet, [(262, 520, 0.8), (286, 506, 1.0), (312, 496, 0.75), (566, 492, 0.8),
                  (592, 510, 1.05), (616, 522, 0.85), (344, 520, 0.7), (520, 524, 0.75)],
          ("#1f5c69", "#2f7478"))
    return sheet


def lights(name, box, places, gate=None):
    """What is added when the windows are lit: glow around them, and the windows."""
    sheet = Sheet(name, *box)
    halo = sheet.radial((0, "#ffdf8a", 0.9), (0.4, "#ffc55e", 0.36), (1, "#ffb347", 0))
    pane = sheet.linear("#fff3bf", "#ffb545")
    for x, bottom, width, height in places:
        sheet.fill(circle(x, bottom - height / 2, 2.5 * height), halo)
    if gate:
        sheet.fill(circle(gate[0], gate[1] - 18, 66), halo)
    for place in places + ([gate] if gate else []):
        sheet.fill(window(*place), pane)
        sheet.line(window(*place), "#b5703a", 1, 0.8)
    return sheet


def pines(sheet, places, colours):
    """Firs of three boughs."""
    for x, y, size in places:
        w, h = 15 * size, 46 * size
        data = f"M{pair((x, y - h))}"
        for part in (0.45, 0.72, 1):
            data += (f"Q{pair((x + w * part * 0.45, y - h * (1.02 - part)))} "
                     f"{pair((x + w * part, y - h * (0.9 - part * 0.9)))}"
                     f"L{pair((x + w * part * 0.5, y - h * (0.92 - part * 0.9)))}")
        for part in (1, 0.72, 0.45):
            data += (f"L{pair((x - w * part * 0.5, y - h * (0.92 - part * 0.9)))}"
                     f"L{pair((x - w * part, y - h * (0.9 - part * 0.9)))}")
            upper = {1: 0.72, 0.72: 0.45, 0.45: 0}[part]
            data += (f"Q{pair((x - w * part * 0.45, y - h * (1.02 - part)))} "
                     f"{pair((x - w * upper * 0.5, y - h * (0.92 - upper * 0.9) if upper else y - h))}")
        sheet.paper(data + "z", sheet.linear(*reversed(colours)), lift=4, drop=1, darkness=0.34,
                    light=0.25, thick=1)


def house(sheet, x, bottom, width, wall, roof, colours):
    """A house with a gable to the front."""
    half = width / 2
    sheet.paper(polygon((x - half, bottom), (x - half, bottom - wall), (x, bottom - wall - roof),
                        (x + half, bottom - wall), (x + half, bottom)),
                sheet.linear(*colours), lift=5, drop=0, darkness=0.34, light=0.5)
    sheet.paper(polygon((x - half - 7, bottom - wall + 6), (x, bottom - wall - roof - 7),
                        (x + half + 7, bottom - wall + 6), (x + half + 2, bottom - wall + 10),
                        (x, bottom - wall - roof + 3), (x - half - 2, bottom - wall + 10)),
                sheet.linear(*ROOF), lift=3, drop=2, darkness=0.34, light=0.4)


def village():
    """Hills with a village on the right."""
    sheet = Sheet("village", 96, 372, 1184, 600)
    back = [(96, 520), (180, 500), (280, 522), (400, 548), (540, 556), (660, 530), (780, 496),
            (900, 474), (1010, 468), (1100, 480), (1184, 500)]
    sheet.paper(land(back, 600), sheet.linear("#2f7a80", "#23606e", "#1d5262"), lift=10, drop=-1,
                darkness=0.34, light=0.35, fibres=5, seed=8)
    pines(sheet, [(140, 512, 0.9), (166, 508, 1.15), (196, 512, 0.85), (226, 518, 1.0),
                  (694, 526, 0.8), (716, 520, 1.05), (738, 516, 0.8), (1096, 486, 1.0),
                  (1120, 490, 1.25), (1148, 498, 0.95)], ("#174a58", "#28696f"))
    tower_x = 938
    sheet.paper(rectangle(tower_x - 13, 416, 26, 72), sheet.linear(*WALL), lift=5, drop=0,
                darkness=0.34, light=0.5)
    sheet.paper(polygon((tower_x, 374), (tower_x + 19, 420), (tower_x - 19, 420)),
                sheet.linear("#5fa39b", "#2f6f78"), lift=4, drop=2, darkness=0.34, light=0.45)
    house(sheet, 760, 506, 40, 22, 18, ("#e8c9a2", "#c39a78"))
    house(sheet, 825, 492, 48, 24, 24, ("#f0dcb4", "#cbab84"))
    house(sheet, 888, 492, 44, 24, 20, ("#e6bb98", "#bd8a72"))
    house(sheet, 992, 492, 46, 24, 22, ("#f0dcb4", "#cbab84"))
    for place in VILLAGE_WINDOWS:
        sheet.fill(window(*place), UNLIT)
    front = [(96, 556), (200, 540), (320, 556), (440, 574), (560, 572), (680, 548), (780, 518),
             (870, 498), (960, 504), (1060, 510), (1184, 536)]
    sheet.paper(land(front, 600), sheet.linear("#256975", "#1b5363"), lift=9, drop=-1,
                darkness=0.34, light=0.3, fibres=5, seed=9)
    pines(sheet, [(788, 526, 0.9), (856, 512, 0.7), (914, 512, 0.75), (964, 512, 0.8),
                  (1080, 524, 1.0), (250, 556, 0.9), (276, 558, 0.7), (640, 562, 0.8)],
          ("#123f4e", "#1f5a64"))
    return sheet


# The river

def wave(name, top, bottom, crest, start, colours, seed):
    """A strip of water: hollow scallops between crests, and lines of foam under them."""
    left, right = 84, 1196
    sheet = Sheet(name, left, top - 12, right, bottom)
    data, foam, x = f"M{left} {bottom}V{top}", "", left - start
    points = [x + index * crest for index in range(int((right - x) / crest) + 2)]
    data = f"M{pair((points[0], bottom))}V{top}"
    for index, x in enumerate(points[:-1]):
        deep = top + crest * (0.2 + 0.05 * (index % 3))
        data += (f"C{pair((x + crest * 0.2, deep))} {pair((x + crest * 0.62, deep + 2))} "
                 f"{pair((x + crest, top))}")
        foam += (f"M{pair((x + crest * 0.22, deep + 5))}"
                 f"C{pair((x + crest * 0.42, deep + 9))} {pair((x + crest * 0.66, deep + 7))} "
                 f"{pair((x + crest * 0.86, top + 13))}")
    data += f"V{bottom}z"
    sheet.paper(data, sheet.linear(*colours), lift=9, drop=-1, darkness=0.36, edge="#d8fff2",
                light=0.5, thick=1.4, fibres=4, seed=seed)
    sheet.line(foam, "#d8fff2", 2, 0.28)
    return sheet


def waves():
    """Three strips of water."""
    return [
        wave("wave-1", 546, 604, 74, 10, ("#4fa7a8", "#2c7f8d", "#24707f"), 12),
        wave("wave-2", 574, 632, 92, 52, ("#37909a", "#1f6b7d", "#185b6e"), 13),
        wave("wave-3", 602, 672, 112, 20, ("#24768a", "#145265", "#0f4254"), 14),
    ]


def boat():
    """A boat of folded paper with a lantern at its bow, and its captain."""
    sheet = Sheet("boat", 0, 0, 200, 150)
    sail = polygon((95, 12), (136, 96), (54, 96))
    sheet.paper(sail, sheet.linear("#fffaf0", "#dfe3d6"), lift=6, darkness=0.34, light=0.6)
    sheet.fill(polygon((95, 12), (136, 96), (95, 96)), "#3c6a78", 0.2)
    sheet.line("M140 92C150 70 158 50 176 42", "#3b2430", 3.4)
    sheet.line("M176 42v6", "#3b2430", 1.6)
    sheet.fill(circle(176, 60, 22), sheet.radial((0, "#ffe08a", 0.6), (1, "#ffc45e", 0)))
    sheet.paper("M169 50h14l2 18h-18z", sheet.linear("#fff0b4", "#f6ae42"), lift=3, darkness=0.3,
                light=0.5)
    sheet.fill("M166 68h20v3.5h-20zM168 47h16v3.5h-16z", "#3b2430")
    captain(sheet, 62, 82)
    hull = "M20 78L62 92H128L170 78L142 132H48z"
    sheet.paper(hull, sheet.linear("#fffdf6", "#d6dccf"), lift=6, darkness=0.34, light=0.7)
    sheet.fill("M128 92L170 78L142 132H128z", "#3c6a78", 0.2)
    sheet.fill("M20 78L62 92L48 132z", "#3c6a78", 0.09)
    sheet.line("M62 92L48 132M128 92L142 132", "#9db0aa", 1.2, 0.7)
    sheet.line("M36 108q59 12 118 0", "#d35a4e", 5, 0.9)
    return sheet


def captain(sheet, x, y):
    """A mouse that looks out of the boat."""
    grey = sheet.linear("#a89aa5", "#766577")
    sheet.paper(f"M{x - 12} {y + 16}C{x - 12} {y} {x + 10} {y} {x + 12} {y + 16}z",
                sheet.linear("#d9534a", "#a83240"), lift=4, darkness=0.35, light=0.4)
    sheet.paper(circle(x - 9, y - 19, 8) + circle(x + 8, y - 20, 8), grey, lift=4, darkness=0.35,
                light=0.4, thick=1)
    sheet.fill(circle(x - 9, y - 19, 4.4) + circle(x + 8, y - 20, 4.4), "#e3a5a2")
    sheet.paper(f"M{x - 13} {y - 6}C{x - 13} {y - 18} {x + 12} {y - 18} {x + 13} {y - 6}"
                f"C{x + 10} {y + 4} {x - 8} {y + 5} {x - 13} {y - 6}z", grey, lift=4, drop=1,
                darkness=0.35, light=0.4, thick=1)
    sheet.fill(circle(x - 5, y - 8, 1.9) + circle(x + 6, y - 8, 1.9), "#2d1a26")
    sheet.fill(circle(x + 1, y - 3, 2), "#e98072")


def sheets():
    """All pictures of this part."""
    return [castle(), lights("castle-lights", (300, 252, 580, 530), CASTLE_WINDOWS, GATE),
            village(), lights("village-lights", (720, 400, 1040, 520), VILLAGE_WINDOWS),
            *waves(), boat()]
