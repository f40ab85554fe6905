"""What hangs and stands far away: sky, moon, stars, clouds and mountains."""

import random

from paper import (Sheet, circle, ellipse, land, polygon, sparkle, star, through)

MOON = (820, 248)


def sky():
    """Night above, the last light below, and paper rings around the moon."""
    sheet = Sheet("sky", 80, 28, 1200, 548)
    sheet.fill("M80 28h1120v520H80z", sheet.linear(
        (0, "#0b2239"), (0.35, "#17435b"), (0.62, "#3b7f85"), (0.8, "#a5bd9f"), (1, "#f6d7a2")))
    for radius, opacity, colour in ((390, 0.16, "#3f93a0"), (300, 0.2, "#56aaa6"),
                                    (222, 0.24, "#84c4aa"), (150, 0.32, "#d8e2b0")):
        ring = circle(*MOON, radius)
        for width in (30, 22, 15, 9, 5, 2):
            sheet.line(ring, "#041626", width, 0.022)
        sheet.fill(ring, colour, opacity)
        sheet.line(ring, "#fff6dc", 1.2, 0.2)
    stars(sheet)
    return sheet


def stars(sheet):
    """Stars that are farther from each other than they would be by chance."""
    rng = random.Random(11)
    places = []
    while len(places) < 46:
        x, y = rng.uniform(96, 1184), 40 + 300 * rng.random() ** 1.5
        if all((x - a) ** 2 + (y - b) ** 2 > 62 ** 2 for a, b in places) and (
                (x - MOON[0]) ** 2 + (y - MOON[1]) ** 2 > 110 ** 2):
            places.append((x, y))
    for index, (x, y) in enumerate(places):
        if index % 6 == 0:
            sheet.fill(sparkle(x, y, rng.uniform(8, 12)), "#fff3cf", 0.95)
        else:
            sheet.fill(circle(x, y, rng.uniform(1.1, 2.3)), "#fff3cf", rng.uniform(0.55, 0.95))


def moon():
    """The moon on its thread."""
    sheet = Sheet("moon", 728, 0, 912, 344)
    x, y = MOON
    sheet.line(f"M{x} 0V{y - 66}", "#0a2233", 2.6, 0.35)
    sheet.line(f"M{x} 0V{y - 66}", "#f7e6bd", 1.4, 0.9)
    sheet.paper(circle(x, y, 70), sheet.radial("#fffbe8", (0.7, "#ffeec0"), (1, "#f3cf8c"),
                                               at=(0.4, 0.35), radius=0.7),
                lift=18, drop=5, darkness=0.34, light=0.7)
    for dx, dy, radius in ((-38, -30, 12), (33, -40, 8), (44, 8, 10), (-47, 16, 7), (4, -52, 5),
                           (22, 47, 9)):
        crater = circle(x + dx, y + dy, radius)
        sheet.fill(crater, "#e3b873", 0.5)
        sheet.line(crater, "#b98a4e", 1, 0.25)
    sheet.fill(circle(x, y - 70, 5), "#d9a441")
    for side in (-1, 1):
        sheet.fill(ellipse(x + side * 34, y + 18, 11, 7), "#f2a27e", 0.6)
    sheet.line(f"M{x - 6} {y + 4}q6 7 12 0", "#a8743f", 2.4, 0.8)
    return sheet


def asleep():
    """The moon's face while it sleeps."""
    sheet = Sheet("moon-asleep", 772, 222, 868, 292)
    x, y = MOON
    for side in (-1, 1):
        sheet.line(f"M{x + side * 24 - 12} {y - 6}q12 11 24 0", "#6d4427", 3.4)
        for lash in (-6, 0, 6):
            sheet.line(f"M{x + side * 24 + lash} {y - 0.5 - abs(lash) / 4}l{lash / 3:.1f} 6",
                       "#6d4427", 2)
    sheet.line(f"M{x - 9} {y + 27}q9 6 18 0", "#6d4427", 3)
    return sheet


def awake():
    """The moon's face when it is awake."""
    sheet = Sheet("moon-awake", 772, 222, 868, 292)
    x, y = MOON
    for side in (-1, 1):
        sheet.fill(ellipse(x + side * 24, y - 5, 10, 12), "#fffdf4")
        sheet.line(ellipse(x + side * 24, y - 5, 10, 12), "#6d4427", 2.4)
        sheet.fill(circle(x + side * 24 - 2, y - 2, 6.5), "#4a2b1a")
        sheet.fill(circle(x + side * 24 - 4, y - 5, 2.2), "#fff")
    sheet.fill(f"M{x - 15} {y + 22}q15 5 30 0q-3 17 -15 17t-15 -17z", "#8f3b35")
    sheet.fill(f"M{x - 8} {y + 35}q8 -7 16 0q-3 4 -8 4t-8 -4z", "#e98072")
    sheet.line(f"M{x - 16} {y + 21.5}q16 6 32 0", "#6d4427", 2.6)
    return sheet


def glow():
    """Light around the moon when it is awake."""
    sheet = Sheet("glow", MOON[0] - 190, MOON[1] - 190, MOON[0] + 190, MOON[1] + 190)
    sheet.fill(circle(*MOON, 190), sheet.radial(
        (0.3, "#fff1bd", 0.75), (0.5, "#ffe6a0", 0.34), (0.75, "#ffe09a", 0.1),
        (1, "#ffdf9a", 0)))
    return sheet


def hanging_star():
    """A star on a thread."""
    sheet = Sheet("star", 0, 0, 60, 300)
    sheet.line("M30 0V252", "#0a2233", 2.2, 0.35)
    sheet.line("M30 0V252", "#f7e6bd", 1.2, 0.9)
    gold = sheet.linear("#ffe7a3", "#eab14b")
    sheet.paper(star(30, 270, 22, turn=0, inner=0.5), gold, lift=6, darkness=0.45, light=0.75)
    sheet.fill(polygon((30, 248), (30, 270), (25, 261)), "#fff", 0.3)
    sheet.fill(polygon((51, 263.2), (30, 270), (39, 273.5)), "#a8652a", 0.22)
    sheet.fill(polygon((43, 288), (30, 270), (30, 281)), "#a8652a", 0.3)
    sheet.fill(polygon((17, 288), (30, 270), (20, 273)), "#a8652a", 0.15)
    return sheet


def puffs(x, y, sizes, bottom):
    """A cloud: scallops of the given widths and heights over a straight lower edge."""
    data = f"M{x} {bottom}"
    for width, rise in sizes:
        radius = width * 0.54
        data += f"a{radius:.1f} {radius:.1f} 0 0 1 {width} {rise}"
    return data + f"V{bottom}q0 9 -10 9H{x + 9}q-9 0 -9 -9z"


def cloud(name, box, sheets):
    """A cloud of several sheets, the last one in front."""
    sheet = Sheet(name, *box)
    for (x, y, sizes, bottom), colours in sheets:
        sheet.paper(puffs(x, y, sizes, bottom), sheet.linear(*colours), lift=9, darkness=0.36,
                    light=0.6, fibres=5, seed=3)
    return sheet


def clouds():
    """Two clouds, one high on the left, one low on the right."""
    pale, warm = ("#cfe0d2", "#93b9b3"), ("#fbf3dc", "#c9d6be")
    return [
        cloud("cloud-left", (268, 168, 536, 276), [
            ((318, 0, [(44, -16), (58, -18), (52, 10), (44, 24)], 250), pale),
            ((284, 0, [(38, -10), (50, -16), (48, 8), (40, 10), (34, 8)], 262), warm),
        ]),
        cloud("cloud-right", (868, 254, 1128, 352), [
            ((886, 0, [(40, -14), (52, -12), (50, 12), (38, 14)], 330), pale),
            ((912, 0, [(36, -8), (50, -16), (46, 6), (40, 10), (28, 8)], 338), warm),
        ]),
    ]


def mountains():
    """Two ranges in the haze."""
    far = Sheet("mountains-far", 80, 316, 1200, 540)
    ridge = [(80, 462), (128, 424), (170, 440), (228, 372), (262, 398), (316, 344), (356, 388),
             (398, 414), (450, 396), (512, 430), (578, 408), (640, 436), (712, 424), (770, 446),
             (842, 402), (884, 420), (946, 360), (978, 386), (1026, 346), (1072, 396), (1122, 384),
             (1200, 442)]
    peaks(far, ridge, 540, ("#8db4a8", "#b9c9a9", "#e8d3a0"), 10, seed=5)
    near = Sheet("mountains", 80, 362, 1200, 560)
    ridge = [(80, 404), (136, 438), (186, 416), (248, 462), (318, 436), (372, 470), (452, 448),
             (540, 476), (610, 452), (668, 470), (738, 436), (800, 468), (872, 440), (918, 462),
             (984, 418), (1044, 446), (1106, 400), (1152, 424), (1200, 396)]
    peaks(near, ridge, 560, ("#4f8f92", "#78aa9d", "#a5c0a0"), 12, seed=6)
    return [far, near]


def peaks(sheet, ridge, bottom, colours, lift, seed):
    """A range of mountains, each with a side in shade."""
    data = polygon(*ridge, (ridge[-1][0], bottom), (ridge[0][0], bottom))
    sheet.paper(data, sheet.linear(*colours), lift=lift, drop=-1, darkness=0.3, light=0.5,
                fibres=2, seed=seed)
    shade = ""
    for before, peak, after in zip(ridge, ridge[1:], ridge[2:]):
        if peak[1] < before[1] and peak[1] < after[1]:
            down = (after[1] - peak[1]) * 1.25 + 14
            across = after[0] - peak[0]
            shade += polygon(peak, after, (after[0] - across * 0.2, after[1] + down * 0.22),
                             (peak[0] + across * 0.42, peak[1] + down * 0.86),
                             (peak[0] + across * 0.3, peak[1] + down * 0.55),
                             (peak[0] + across * 0.05, peak[1] + down * 0.5))
    sheet.fill(shade, "#0d3f52", 0.13)


def sheets():
    """All pictures of this part."""
    return [sky(), moon(), asleep(), awake(), glow(), hanging_star(), *clouds(), *mountains()]
