"""What stands in front: trees, owl, fox, meadow and audience."""

import math
import random

from paper import (Sheet, circle, ellipse, land, pair, polygon, star, through)

BARK = ("#4a2f45", "#2c1b33")
LEAVES = [("#2d7a72", "#1d5a5d"), ("#1f6463", "#154a52"), ("#164f55", "#0f3a45")]


def crown(sheet, clumps, colours, seed):
    """Foliage: discs with scalloped edges that grow into each other."""
    rng = random.Random(seed)
    discs = []
    for x, y, radius in clumps:
        count, turn = max(9, round(radius / 4.2)), rng.uniform(0, 6.3)
        discs.append((x, y, radius * 0.94))
        discs += [(x + radius * 0.9 * math.cos(turn + 2 * math.pi * index / count),
                   y + radius * 0.9 * math.sin(turn + 2 * math.pi * index / count),
                   radius * 2.9 / count) for index in range(count)]
    top, bottom = min(y - r for x, y, r in discs), max(y + r for x, y, r in discs)
    fill = sheet.linear(*colours, box=(0, top, 0, bottom))
    # Discs that are a little smaller leave an edge all around, and none within.
    sheet.paper("".join(circle(*disc) for disc in discs),
                sheet.linear("#79b8a4", "#47857f", box=(0, top, 0, bottom)), lift=10, drop=4,
                darkness=0.42, light=0)
    sheet.fill("".join(circle(x, y, r - 1.3) for x, y, r in discs), fill)
    tufts = ""
    for x, y, radius in clumps:
        for _ in range(int(radius / 5)):
            angle, away = rng.uniform(0, 6.3), radius * 0.75 * math.sqrt(rng.random())
            tufts += (f"M{pair((x + away * math.cos(angle) - 6, y + away * math.sin(angle)))}"
                      "q3 6 6 0q3 6 6 0")
    sheet.line(tufts, "#a8e0c4", 1.6, 0.22)


def tree_left():
    """The tree on the left, with a bough that the owl sits on."""
    sheet = Sheet("tree-left", 92, 40, 452, 676)
    trunk = ("M178 676C196 600 204 520 196 430C190 360 168 300 150 240L190 210C206 260 220 300 232 326"
             "C268 318 330 318 386 346L390 356C330 342 284 344 246 362C256 440 258 520 266 590"
             "C270 626 280 652 300 676z")
    sheet.paper(trunk, sheet.linear(*BARK), lift=11, drop=1, darkness=0.45, light=0.32,
                edge="#ffd9a6", fibres=6, seed=21)
    sheet.line("M214 640C226 560 226 470 216 380M236 650C246 590 244 520 238 460M202 330C196 300 188 276 178 256"
               "M262 340C300 332 330 334 352 342", "#160c1c", 2.4, 0.4)
    sheet.line("M206 600C214 540 214 470 208 420M250 640C254 600 252 560 250 540", "#a77a7a", 1.6, 0.3)
    sheet.fill(ellipse(222, 470, 11, 17), "#160c1c", 0.75)
    sheet.line(ellipse(222, 470, 12, 18), "#8a6270", 2, 0.6)
    leaf(sheet, 372, 344, 62)
    leaf(sheet, 356, 346, 128)
    leaf(sheet, 384, 352, 110)
    crown(sheet, [(150, 130, 66), (236, 110, 62), (300, 140, 46), (110, 200, 50)], LEAVES[2], 3)
    crown(sheet, [(140, 210, 54), (210, 176, 60), (276, 190, 44)], LEAVES[1], 4)
    crown(sheet, [(122, 262, 36), (172, 240, 42), (234, 232, 34)], LEAVES[0], 5)
    return sheet


def leaf(sheet, x, y, angle, length=26):
    """One leaf; the angle is clockwise from upwards."""
    turn = math.radians(angle)
    along, across = (math.sin(turn), -math.cos(turn)), (math.cos(turn), math.sin(turn))

    def place(forward, aside):
        return (x + forward * along[0] + aside * across[0],
                y + forward * along[1] + aside * across[1])

    wide = length * 0.42
    data = (f"M{pair((x, y))}Q{pair(place(length / 2, wide))} {pair(place(length, 0))}"
            f"Q{pair(place(length / 2, -wide))} {pair((x, y))}z")
    sheet.paper(data, sheet.linear(*LEAVES[0]), lift=4, drop=2, darkness=0.35, light=0.4,
                edge="#bff2d8", thick=1)


def tree_right():
    """The tree on the right, which the fox hides behind."""
    sheet = Sheet("tree-right", 852, 36, 1192, 680)
    trunk = ("M958 680C976 652 986 620 990 580C998 500 990 430 1004 350C1010 316 1004 280 996 248L1034 232"
             "C1042 270 1044 296 1044 320C1060 290 1078 268 1100 248L1116 262C1086 292 1064 326 1060 370"
             "C1056 440 1064 510 1070 570C1076 616 1090 650 1112 680z")
    sheet.paper(trunk, sheet.linear(*BARK), lift=11, drop=1, darkness=0.45, light=0.32,
                edge="#ffd9a6", fibres=6, seed=22)
    sheet.line("M1020 640C1030 560 1022 470 1030 380M1044 650C1052 590 1042 520 1042 450"
               "M1022 330C1024 300 1022 280 1018 262M1052 330C1062 308 1076 290 1090 274",
               "#160c1c", 2.4, 0.4)
    sheet.line("M1004 610C1012 560 1006 500 1010 440M1058 620C1060 590 1054 560 1052 530",
               "#a77a7a", 1.6, 0.3)
    crown(sheet, [(1010, 140, 58), (1092, 116, 64), (1150, 170, 50), (950, 170, 40)], LEAVES[2], 6)
    crown(sheet, [(984, 196, 44), (1048, 176, 52), (1124, 210, 50)], LEAVES[1], 7)
    crown(sheet, [(1012, 232, 30), (1072, 228, 36), (1134, 256, 34)], LEAVES[0], 8)
    return sheet


def owl():
    """The owl, with open eyes."""
    sheet = Sheet("owl", 0, 0, 76, 92)
    sheet.paper("M12 10C20 10 28 14 38 18C48 14 56 10 64 10C62 16 62 20 64 28C70 44 68 64 60 74"
                "C54 82 46 86 38 86S22 82 16 74C8 64 6 44 12 28C14 20 14 16 12 10z",
                sheet.linear("#b98a63", "#7d5445"), lift=6, darkness=0.42, light=0.45,
                edge="#ffe6bd")
    sheet.paper("M10 40C4 56 8 72 18 80C24 68 22 52 18 42zM66 40C72 56 68 72 58 80C52 68 54 52 58 42z",
                sheet.linear("#8a5b49", "#5d3b3b"), lift=4, drop=1, darkness=0.35, light=0.3)
    sheet.fill("M26 56q4 6 8 0q4 6 8 0q4 6 8 0q-1 9 -4 12q-4 6 -8 0q-4 6 -8 0q-3 -4 -4 -12z",
               "#f0d2a0", 0.65)
    for x in (25, 51):
        sheet.paper(circle(x, 35, 14), sheet.linear("#fff3d6", "#e9c99a"), lift=3, drop=1,
                    darkness=0.3, light=0.5)
        sheet.fill(circle(x, 35, 9.5), "#f2a83b")
        sheet.fill(circle(x, 35, 6), "#2b1a26")
        sheet.fill(circle(x - 2.2, 32.6, 2), "#fff")
    sheet.paper("M38 40q6 3 4 7q-2 6 -4 8q-2 -2 -4 -8q-2 -4 4 -7z",
                sheet.linear("#f6b04a", "#cf7a2c"), lift=2, drop=1, darkness=0.3, light=0.3)
    sheet.line("M29 85v5M34 86v5M42 86v5M47 85v5", "#d98a3a", 3)
    return sheet


def lids():
    """The owl's closed eyes."""
    sheet = Sheet("owl-lids", 0, 0, 76, 92)
    for x in (25, 51):
        sheet.fill(circle(x, 35, 10.5), "#a3775a")
        sheet.line(f"M{x - 9} 36q9 8 18 0", "#4a2c2c", 2.2)
    return sheet


def fox():
    """The fox: its head on the left looks out, its tail on the right always shows a little."""
    sheet = Sheet("fox", 0, 0, 190, 130)
    fur, pale = sheet.linear("#f08a4b", "#c9502f"), "#fff1dc"
    sheet.paper("M96 122C128 128 160 120 172 96C180 80 176 66 184 56C166 60 152 72 146 88C140 102 122 108 96 104z",
                fur, lift=6, darkness=0.4, light=0.35)
    sheet.fill("M184 56C172 60 162 66 156 74C164 76 172 76 177 80C178 70 180 62 184 56z", pale)
    sheet.paper("M40 128C38 100 52 82 76 82C102 82 116 102 114 128z", fur, lift=6, darkness=0.35,
                light=0.3)
    sheet.fill("M62 128C60 110 66 98 76 98S92 110 90 128z", pale, 0.9)
    sheet.paper("M26 50C20 34 22 16 26 6C38 12 48 22 54 32zM102 50C108 34 106 16 102 6C90 12 80 22 74 32z",
                sheet.linear("#e2733d", "#b84a2e"), lift=5, darkness=0.36, light=0.35)
    sheet.fill("M31 38C28 28 28 20 30 15C37 20 43 26 46 32zM97 38C100 28 100 20 98 15C91 20 85 26 82 32z",
               "#4a2530")
    sheet.paper("M64 26c24 0 36 14 42 34c-8 8 -18 12 -26 20q-8 10 -16 10t-16 -10c-8 -8 -18 -12 -26 -20c6 -20 18 -34 42 -34z",
                fur, lift=6, darkness=0.36, light=0.4)
    sheet.fill("M24 61c14 -4 26 0 32 10q4 6 8 6t8 -6c6 -10 18 -14 32 -10c-8 7 -17 11 -24 19q-8 10 -16 10t-16 -10c-7 -8 -16 -12 -24 -19z",
               pale)
    for x in (46, 82):
        sheet.fill(ellipse(x, 56, 5.4, 7), "#2d1a26")
        sheet.fill(circle(x - 2, 53, 2.2), "#fff")
    sheet.fill("M57 78q7 -4 14 0q0 5 -7 9q-7 -4 -7 -9z", "#2d1a26")
    return sheet


def meadow():
    """Grass, ferns and toadstools along the stage's front, lit from below."""
    sheet = Sheet("meadow", 104, 548, 1176, 668)
    rng = random.Random(31)
    back = [(104, 592), (180, 600), (280, 622), (420, 640), (640, 646), (860, 640), (1000, 620),
            (1100, 602), (1176, 590)]
    blades(sheet, rng, 46, back, ("#2b7c6d", "#16504f"), 42)
    sheet.paper(land(back, 668), sheet.linear("#1c5b58", "#0f3d42"), lift=9, drop=-1,
                darkness=0.42, light=0.3, edge="#bff2d8", fibres=5, seed=32)
    toadstool(sheet, 336, 630, 1.0)
    toadstool(sheet, 362, 637, 0.62)
    toadstool(sheet, 690, 650, 0.6)
    toadstool(sheet, 1040, 618, 0.8)
    fern(sheet, 170, 612, 64, -18)
    fern(sheet, 196, 620, 58, 16)
    fern(sheet, 1110, 612, 62, 18)
    fern(sheet, 1084, 620, 54, -14)
    front = [(104, 622), (200, 632), (330, 648), (480, 656), (640, 660), (800, 656), (950, 648),
             (1080, 632), (1176, 620)]
    blades(sheet, rng, 54, front, ("#15514e", "#0c3338"), 30)
    sheet.paper(land(front, 668), sheet.linear("#114645", "#0b2e34"), lift=8, drop=-1,
                darkness=0.4, light=0.28, edge="#ffd9a6", fibres=5, seed=33)
    for x, y in ((244, 630), (420, 646), (470, 652), (806, 650), (876, 644), (1040, 632),
                 (560, 656), (720, 656)):
        flower(sheet, x, y, rng)
    return sheet


def height_at(points, x):
    """The height of a line through points."""
    for (ax, ay), (bx, by) in zip(points, points[1:]):
        if ax <= x <= bx:
            return ay + (by - ay) * (x - ax) / (bx - ax)
    return points[-1][1]


def blades(sheet, rng, count, ground, colours, longest):
    """Blades of grass; they are longer near the stage's sides."""
    data = ""
    for index in range(count):
        x = ground[0][0] + (ground[-1][0] - ground[0][0]) * (index + rng.random()) / count
        aside = abs(x - 640) / 540
        y, lean = height_at(ground, x) + 8, rng.uniform(-12, 12)
        tall = longest * (0.45 + 0.55 * aside) * rng.uniform(0.7, 1.15)
        data += (f"M{pair((x - 4, y))}Q{pair((x - 3 + lean * 0.1, y - tall * 0.6))} "
                 f"{pair((x + lean, y - tall))}Q{pair((x + 3 + lean * 0.3, y - tall * 0.5))} "
                 f"{pair((x + 4, y))}z")
    sheet.paper(data, sheet.linear(*colours), lift=5, drop=0, darkness=0.3, light=0.25,
                edge="#bff2d8", thick=0.8)


def toadstool(sheet, x, y, size):
    """A red cap with white spots."""
    def at(dx, dy):
        return pair((x + dx * size, y + dy * size))

    sheet.paper(f"M{at(-6, 8)}C{at(-4, -8)} {at(-4, -14)} {at(-5, -20)}H{x + 5 * size:.1f}"
                f"C{at(4, -14)} {at(4, -8)} {at(6, 8)}z", sheet.linear("#fff3dc", "#d9bf9a"),
                lift=4, drop=1, darkness=0.36, light=0.4)
    sheet.paper(f"M{at(-24, -18)}C{at(-22, -40)} {at(-8, -48)} {at(0, -48)}"
                f"S{at(22, -40)} {at(24, -18)}Q{at(0, -12)} {at(-24, -18)}z",
                sheet.linear("#ee5a4a", "#a82c39"), lift=5, drop=2, darkness=0.4, light=0.45)
    for dx, dy, radius in ((-11, -28, 4), (2, -37, 4.4), (13, -27, 3.4), (0, -22, 2.6)):
        sheet.fill(circle(x + dx * size, y + dy * size, radius * size), "#fff6e6", 0.95)


def fern(sheet, x, y, length, lean):
    """A frond with leaflets on both sides."""
    data, steps = "", 9
    for index in range(steps):
        part = (index + 0.5) / steps
        px = x + lean * 2.2 * part * part
        py = y - length * (part - 0.18 * part * part * abs(lean) / 18)
        reach = (1 - part) * 17 + 4
        for side in (-1, 1):
            data += (f"M{pair((px, py))}q{pair((side * reach * 0.4, -reach * 0.55))} "
                     f"{pair((side * reach, -reach * 0.35))}q{pair((-side * reach * 0.5, reach * 0.5))} "
                     f"{pair((-side * reach, reach * 0.35))}z")
    sheet.paper(data, sheet.linear("#3a9a7c", "#1b655c"), lift=4, drop=1, darkness=0.35,
                light=0.35, edge="#d8ffe6", thick=0.8)
    sheet.line(f"M{pair((x, y + 6))}Q{pair((x + lean * 0.3, y - length * 0.5))} "
               f"{pair((x + lean * 2.2, y - length * (1 - 0.18 * abs(lean) / 18)))}", "#124b45", 1.8)


def flower(sheet, x, y, rng):
    """A small star flower on a stem."""
    lean = rng.uniform(-5, 5)
    sheet.line(f"M{pair((x, y + 14))}q0 -10 {pair((lean, -16))}", "#2b7c6d", 1.6)
    top, radius = y - 3, rng.uniform(5.2, 7)
    sheet.paper(star(x + lean, top, radius, points=6, inner=0.55, turn=rng.uniform(0, 60)),
                rng.choice(["#fff1d0", "#ffd27d", "#f7b7a3"]), lift=3, drop=1, darkness=0.3,
                light=0.4, thick=0.8)
    sheet.fill(circle(x + lean, top, radius * 0.26), "#d98a3a")


def sheets():
    """All pictures of this part."""
    return [tree_left(), tree_right(), owl(), lids(), fox(), meadow()]
