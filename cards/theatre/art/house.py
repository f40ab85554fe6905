"""The house: curtains, the frame of the stage, its lights, and the audience."""

import math

from paper import (Sheet, circle, ellipse, pair, polygon, rectangle, sparkle, star)

GOLD, GOLD_SHADE = ("#ffe3a0", "#e3ab4e", "#b9772f"), ("#d99c47", "#9a5c28")
VELVET = ("#5a1230", "#3c0c26")


# Curtains

def curtain(name, mirrored):
    """A curtain that a cord holds aside; `mirrored` is the right one."""
    box = (1030, 60, 1240, 660) if mirrored else (40, 60, 250, 660)
    sheet = Sheet(name, *box)
    if mirrored:
        sheet.add('<g transform="matrix(-1 0 0 1 1280 0)">')
    # The left and the right edge of the cloth at the top, at the cord, and at the foot.
    folds, top, cord, foot = 7, (46, 236), (46, 146), (46, 172)

    def edge(part):
        x0, x1, x2 = (a + (b - a) * part for a, b in (top, cord, foot))
        return (f"{pair((x0, 60))}C{pair((x0, 200))} {pair((x1, 300))} {pair((x1, 432))}"
                f"C{pair((x1, 520))} {pair((x2, 560))} {pair((x2, 660))}",
                f"{pair((x2, 660))}C{pair((x2, 560))} {pair((x1, 520))} {pair((x1, 432))}"
                f"C{pair((x1, 300))} {pair((x0, 200))} {pair((x0, 60))}")

    whole = f"M{edge(0)[0]}L{edge(1)[1]}z"
    sheet.paper(whole, "#7d1428", lift=12, drop=3, darkness=0.5, light=0)
    for index in range(folds):
        near, far = edge(index / folds)[0], edge((index + 1) / folds)[1]
        sheet.fill(f"M{near}L{far}z", sheet.linear(
            (0, "#6b0f26"), (0.3, "#b9243a"), (0.55, "#d8404a"), (0.8, "#a01c34"), (1, "#5c0c22"),
            across=True))
    sheet.fill(whole, sheet.linear((0, "#1c0312", 0.72), (0.22, "#1c0312", 0.2),
                                   (0.6, "#1c0312", 0), (1, "#1c0312", 0.4)))
    sheet.fill(whole, sheet.linear((0, "#1c0312", 0.75), (0.5, "#1c0312", 0.1),
                                   (0.8, "#1c0312", 0), across=True))
    sheet.line(f"M{edge(1)[0]}", "#f0b955", 5)
    sheet.line(f"M{edge(1)[0]}", "#fff0c0", 1.4, 0.7)
    sheet.paper("M40 414C82 424 120 424 154 412L158 436C120 450 82 450 40 440z",
                sheet.linear(*GOLD), lift=6, drop=3, darkness=0.45, light=0.5)
    sheet.line("M44 427C86 436 120 436 152 425", "#8d5423", 1.6, 0.6)
    sheet.paper("M138 436l14 -3l10 54q-15 7 -30 1z", sheet.linear(*GOLD), lift=5, drop=3,
                darkness=0.42, light=0.5)
    sheet.line("M141 446l-4 40M146 445v44M151 445l6 40", "#8d5423", 1.4, 0.6)
    sheet.paper(circle(145, 434, 9), sheet.linear(*GOLD), lift=3, drop=2, darkness=0.4, light=0.6)
    if mirrored:
        sheet.add("</g>")
    return sheet


def valance():
    """Swags of paper along the top of the stage."""
    sheet = Sheet("valance", 60, 48, 1220, 214)
    for middle, across, down in ((222, 146, 88), (1058, 146, 88), (430, 136, 74), (850, 136, 74),
                                 (640, 140, 80)):
        swag(sheet, middle, across, down)
    for x, length in ((328, 100), (952, 100), (536, 92), (744, 92)):
        tail(sheet, x, length)
    sheet.fill("M60 48h1160v76H60z", sheet.linear((0, "#1c0312", 0.8), (1, "#1c0312", 0)))
    return sheet


def swag(sheet, x, across, down):
    """Sheets that hang in curves, each one over a larger one."""
    sheets = 5
    for index in range(sheets):
        part = 1 - index / sheets
        wide, deep = across * (0.62 + 0.38 * part), down * part
        data = (f"M{pair((x - wide, 48))}V76C{pair((x - wide * 0.62, 76 + deep * 1.28))} "
                f"{pair((x + wide * 0.62, 76 + deep * 1.28))} {pair((x + wide, 76))}V48z")
        if index == 0:
            fringe(sheet, x, wide, deep)
        colours = ("#8d1730", "#c62f42") if index % 2 else ("#9d1b34", "#d9454e")
        sheet.paper(data, sheet.linear(*colours), lift=7, drop=3, darkness=0.42, shade="#1c0312",
                    edge="#ffb8a0", light=0.3, thick=1.2)


def fringe(sheet, x, wide, deep):
    """Gold scallops along a swag's lower edge."""
    data, count = "", 19
    for index in range(count + 1):
        t = index / count
        a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3
        px = a * (x - wide) + b * (x - wide * 0.62) + c * (x + wide * 0.62) + d * (x + wide)
        py = (a + d) * 76 + (b + c) * (76 + deep * 1.28)
        data += circle(px, py + 3, 6.5)
    sheet.paper(data, sheet.linear(*GOLD), lift=7, drop=3, darkness=0.45, light=0.5, thick=1)


def tail(sheet, x, length):
    """A piece of cloth that hangs between two swags."""
    half = 25
    for inset, colours in ((0, ("#a81f37", "#c9344a")), (7, ("#8a1630", "#b0283f")),
                           (14, ("#a81f37", "#d9454e"))):
        wide = half - inset
        low = 48 + length - inset * 1.6
        data = (f"M{pair((x - wide * 0.8, 48))}L{pair((x - wide, low - 16))}"
                f"Q{pair((x - wide * 0.5, low - 4))} {pair((x, low))}"
                f"Q{pair((x + wide * 0.5, low - 4))} {pair((x + wide, low - 16))}"
                f"L{pair((x + wide * 0.8, 48))}z")
        sheet.paper(data, sheet.linear(*colours), lift=6, drop=3, darkness=0.42, shade="#1c0312",
                    edge="#f6c566", light=0.75 if inset == 0 else 0.3, thick=2 if inset == 0 else 1)
    sheet.paper(circle(x, 48 + length + 6, 6.5), sheet.linear(*GOLD), lift=4, drop=2,
                darkness=0.4, light=0.6)


# The frame

def beam():
    """The upper part of the frame."""
    sheet = Sheet("frame-top", -40, -40, 1320, 92)
    sheet.fill("M-40 -40H1320V92H-40z", sheet.linear("#2a0a20", "#571333"))
    sheet.paper("M-60 -60H1340V2H-60z", sheet.linear("#42102b", "#6a1a3a"), lift=9, drop=4,
                darkness=0.5, light=0.3, edge="#f6c566", fibres=4, seed=41)
    sheet.paper("M-60 76H1340V130H-60z", sheet.linear("#fbdc97", "#c98a3c"), lift=7, drop=0,
                darkness=0.45, light=0.5)
    sheet.line("M-40 84.5H1320", "#8d5423", 1.4, 0.55)
    gold = sheet.linear(*GOLD, box=(0, 12, 0, 62))
    data = "".join(lozenge(x, 37, 14, 21) for x in diamonds())
    sheet.paper(data, gold, lift=5, drop=3, darkness=0.42, light=0.5)
    sheet.fill("".join(sparkle(x, 37, 9) for x in diamonds()), "#6a1a3a", 0.75)
    dots = "".join(circle(x + 33, 37, 4) for x in diamonds() if abs(x + 33 - 640) > 150)
    sheet.paper(dots, gold, lift=3, drop=2, darkness=0.4, light=0.5)
    scallops(sheet, [(x, 76, 11) for x in range(-40, 1331, 22)])
    return sheet


def diamonds():
    """Where the lozenges along the beam are; the crest has the middle."""
    return [x for x in range(-86, 1400, 66) if abs(x - 640) > 140]


def lozenge(x, y, across, down):
    """A rhomb with hollow sides."""
    return (f"M{pair((x, y - down))}Q{pair((x + across * 0.25, y - down * 0.3))} {pair((x + across, y))}"
            f"Q{pair((x + across * 0.25, y + down * 0.3))} {pair((x, y + down))}"
            f"Q{pair((x - across * 0.25, y + down * 0.3))} {pair((x - across, y))}"
            f"Q{pair((x - across * 0.25, y - down * 0.3))} {pair((x, y - down))}z")


def scallops(sheet, places):
    """A row of half discs."""
    sheet.paper("".join(circle(*place) for place in places), sheet.linear(*VELVET), lift=4, drop=2,
                darkness=0.4, light=0.45, edge="#f6c566", thick=1.2)


def pillar(name, mirrored):
    """A pillar of the frame with a garland around it; `mirrored` is the right one."""
    box = (1160, 84, 1320, 640) if mirrored else (-40, 84, 120, 640)
    sheet = Sheet(name, *box)
    if mirrored:
        sheet.add('<g transform="matrix(-1 0 0 1 1280 0)">')
    sheet.fill("M-40 84H120V640H-40z", sheet.linear("#2a0a20", "#571333", across=True))
    sheet.paper("M-60 60H8V680H-60z", sheet.linear("#3a0d28", "#6a1a3a", across=True), lift=9,
                drop=0, darkness=0.5, light=0.3, edge="#f6c566", fibres=4, seed=42)
    sheet.paper("M22 60H104V680H22z", sheet.linear(
        (0, "#7a1c3c"), (0.3, "#b53a4e"), (0.55, "#a12f47"), (1, "#57102f"), across=True),
        lift=8, drop=0, darkness=0.5, light=0.3, edge="#ffd9a6", fibres=5, seed=43)
    garland(sheet)
    sheet.fill("M108 84H120V640H108z", sheet.linear("#fbdc97", "#b9772f", across=True))
    sheet.line("M108 84V640", "#3a0d28", 2, 0.5)
    for top in (84, 592):
        block(sheet, 63, top)
    sheet.fill("M-40 84H120V138H-40z", sheet.linear((0, "#14020d", 0.55), (1, "#14020d", 0)))
    if mirrored:
        sheet.add("</g>")
    return sheet


def garland(sheet):
    """A ribbon and leaves that wind around the pillar."""
    gold = sheet.linear(*GOLD, box=(22, 0, 104, 0))
    for y in range(140, 600, 74):
        band = (f"M22 {y + 44}C48 {y + 40} 78 {y + 18} 104 {y - 6}V{y + 10}"
                f"C78 {y + 34} 48 {y + 56} 22 {y + 60}z")
        sheet.paper(band, gold, lift=5, drop=3, darkness=0.42, shade="#1c0312", light=0.45)
        for x, dy, angle in ((42, 38, -28), (65, 26, -36), (85, 10, -46)):
            for side in (-1, 1):
                petal(sheet, x, y + dy + 7, angle + side * 62)


def petal(sheet, x, y, angle, length=19):
    """A leaf of gold paper; the angle is clockwise from upwards."""
    turn = math.radians(angle)
    along, across = (math.sin(turn), -math.cos(turn)), (math.cos(turn), math.sin(turn))
    tip = (x + length * along[0], y + length * along[1])
    wide = length * 0.4
    sides = [(x + length / 2 * along[0] + side * wide * across[0],
              y + length / 2 * along[1] + side * wide * across[1]) for side in (1, -1)]
    data = f"M{pair((x, y))}Q{pair(sides[0])} {pair(tip)}Q{pair(sides[1])} {pair((x, y))}z"
    sheet.paper(data, sheet.linear("#4fa58a", "#1f6b62"), lift=3, drop=2, darkness=0.35,
                shade="#1c0312", light=0.4, edge="#d8ffe6", thick=0.9)


def block(sheet, x, top):
    """The square at a pillar's end, with a rosette."""
    sheet.paper(rectangle(x - 45, top, 90, 48), sheet.linear(*GOLD), lift=7, drop=3, darkness=0.45,
                light=0.6)
    sheet.paper(rectangle(x - 37, top + 7, 74, 34), sheet.linear(*VELVET), lift=0, light=0.3,
                edge="#f6c566")
    sheet.paper(star(x, top + 24, 16, points=8, inner=0.6), sheet.linear(*GOLD), lift=4, drop=2,
                darkness=0.42, light=0.5)
    sheet.fill(circle(x, top + 24, 4.5), "#8f1f38")
    for side in (-1, 1):
        sheet.fill(circle(x + side * 28, top + 24, 3.4), "#e3ab4e")


def crest():
    """The medallion over the stage: a moon and a star between leaves."""
    sheet = Sheet("crest", 480, -24, 800, 130)
    gold = sheet.linear(*GOLD)
    for side in (-1, 1):
        for along, down, angle, length in ((40, 30, 66, 64), (44, 42, 88, 84), (40, 56, 112, 66),
                                           (30, 66, 138, 48)):
            plume(sheet, 640 + side * along, down, side, angle, length, gold)
    data = circle(640, 48, 49) + "".join(
        circle(640 + 50 * math.sin(math.pi * k / 11), 48 - 50 * math.cos(math.pi * k / 11), 7)
        for k in range(22))
    sheet.paper(data, gold, lift=10, drop=4, darkness=0.5, light=0)
    sheet.line(circle(640, 48, 47), "#8d5423", 1.2, 0.6)
    sheet.paper(circle(640, 48, 42), sheet.radial("#235f72", "#0d2a42", radius=0.6), lift=0,
                light=0.8, edge="#8d5423")
    sheet.paper("M650 16A33.5 33.5 0 1 0 667 70A28.5 28.5 0 0 1 650 16z",
                sheet.linear("#fff3cf", "#efc06a"), lift=6, drop=3, darkness=0.45, light=0.6)
    sheet.paper(star(660, 43, 11, inner=0.48), sheet.linear("#fff3cf", "#efc06a"), lift=4, drop=2,
                darkness=0.4, light=0.6)
    for x, y, radius in ((650, 66, 4.5), (670, 25, 3.6)):
        sheet.fill(sparkle(x, y, radius), "#fff3cf", 0.9)
    return sheet


def plume(sheet, x, y, side, angle, length, fill):
    """A curved leaf of the crest; the angle is from upwards to its side."""
    turn = math.radians(angle)
    along, across = (math.sin(turn), -math.cos(turn)), (math.cos(turn), math.sin(turn))
    bend = length * 0.16

    def place(forward, aside):
        return pair((x + side * (forward * along[0] + aside * across[0]),
                     y + forward * along[1] + aside * across[1]))

    data = (f"M{place(0, -6)}C{place(length * 0.35, -length * 0.24 - bend)} "
            f"{place(length * 0.75, -length * 0.12 - bend)} {place(length, bend * 0.6)}"
            f"C{place(length * 0.7, length * 0.12)} {place(length * 0.35, length * 0.2)} {place(0, 6)}z")
    sheet.paper(data, fill, lift=6, drop=3, darkness=0.45, light=0.5)
    sheet.line(f"M{place(6, 0)}Q{place(length * 0.5, -bend * 0.5)} {place(length * 0.88, bend * 0.35)}",
               "#8d5423", 1.6, 0.55)


def apron():
    """The front of the stage with its lights."""
    sheet = Sheet("frame-bottom", -40, 616, 1320, 760)
    sheet.fill("M-40 636H1320V760H-40z", sheet.linear("#571333", "#1d0617"))
    sheet.paper("M-60 636H1340V652H-60z", sheet.linear("#fbdc97", "#c98a3c"), lift=0, light=0.5)
    sheet.line("M-40 646H1320", "#8d5423", 1.4, 0.5)
    scallops(sheet, [(x, 664, 13) for x in range(-40, 1331, 26)])
    sheet.paper("M-60 652H1340V666H-60z", sheet.linear("#6a1a3a", "#4a1230"), lift=5, drop=3,
                darkness=0.45, light=0.35, edge="#f6c566")
    for x in range(230, 1051, 205):
        shell(sheet, x, 652)
    return sheet


def shell(sheet, x, y):
    """A footlight behind a shell."""
    sheet.fill(ellipse(x, y - 8, 46, 28), sheet.radial(
        (0, "#fff2b8", 0.85), (0.35, "#ffd678", 0.4), (1, "#ffb347", 0)))
    rays = 7
    data = f"M{pair((x, y + 10))}L{pair((x - 30, y - 4))}"
    for index in range(rays):
        a, b = (math.pi * (1 - (index + k) / rays) for k in (0.5, 1))
        data += (f"Q{pair((x + 36 * math.cos(a), y - 4 - 31 * math.sin(a)))} "
                 f"{pair((x + 30 * math.cos(b), y - 4 - 26 * math.sin(b)))}")
    sheet.paper(data + "z", sheet.linear(*GOLD), lift=6, drop=2, darkness=0.45, light=0.65)
    ribs = "".join(f"M{pair((x, y + 6))}L{pair((x + 25 * math.cos(a), y - 4 - 21 * math.sin(a)))}"
                   for a in (math.pi * k / rays for k in range(1, rays)))
    sheet.line(ribs, "#8d5423", 1.5, 0.55)


# The audience

DARK = ("#64304a", "#2a1029")


def head(name, width, height, shapes, inner=""):
    """A spectator seen from behind, lit by the stage."""
    sheet = Sheet(name, 0, 0, width, height)
    sheet.paper(shapes, sheet.linear(*DARK, "#12060f"), lift=9, drop=-1, darkness=0.5,
                shade="#08020a", edge="#ffc08a", light=0.75, thick=1.8)
    if inner:
        sheet.line(inner, "#ffc08a", 2.4, 0.35)
    return sheet


def audience():
    """A rabbit, a bear, a cat, a mouse and an owl."""
    return [
        head("rabbit", 130, 200,
             "M44 78C30 52 26 22 38 12C52 6 60 40 60 70C66 69 70 69 74 70C76 40 86 8 100 14"
             "C110 22 104 54 90 78C106 90 112 110 104 128C118 142 124 168 124 200H8C8 168 14 142 28 128"
             "C20 110 28 90 44 78z", "M42 26C44 44 48 58 52 68M94 28C92 46 86 58 82 68"),
        head("bear", 170, 170,
             "M38 58C16 54 14 22 36 18C48 16 56 22 60 30C76 24 94 24 110 30C114 22 122 16 134 18"
             "C156 22 154 54 132 58C138 70 138 86 132 98C150 112 160 138 162 170H8C10 138 20 112 38 98"
             "C32 86 32 70 38 58z", "M28 34C32 28 40 28 44 33M126 33C130 28 138 28 142 34"),
        head("cat", 140, 170,
             "M32 74C26 52 26 30 30 14C42 22 52 32 58 44C66 42 74 42 82 44C88 32 98 22 110 14"
             "C114 30 114 52 108 74C112 88 110 98 104 108C122 122 130 146 132 170H8C10 146 18 122 36 108"
             "C30 98 28 88 32 74z", "M38 34C40 42 44 48 48 52M102 34C100 42 96 48 92 52"),
        head("mouse", 150, 150,
             "M46 66C20 70 8 50 14 32C22 12 52 14 58 40C68 36 82 36 92 40C98 14 128 12 136 32"
             "C142 50 130 70 104 66C108 76 106 86 102 92C118 106 126 126 128 150H22C24 126 32 106 48 92"
             "C44 86 42 76 46 66z", "M26 38C28 30 40 28 46 40M124 38C122 30 110 28 104 40"),
    ]


def seats():
    """The backs of the seats in front of the audience."""
    sheet = Sheet("seats", -60, 672, 1340, 764)
    data = "M-80 780V716"
    for x in range(-80, 1340, 142):
        data += f"C{x + 4} 676 {x + 36} 680 {x + 71} 680S{x + 138} 676 {x + 142} 716"
    sheet.paper(data + "V780z", sheet.linear("#7a1c3c", "#2c0a22", "#16050f"), lift=11, drop=-1,
                darkness=0.55, shade="#08020a", edge="#f6c566", light=0.6, thick=1.8, fibres=4,
                seed=51)
    buttons = "".join(circle(x, 716, 3) for x in range(-80 + 71, 1340, 142))
    sheet.fill(buttons, "#e3ab4e", 0.7)
    return sheet


def sheets():
    """All pictures of this part."""
    return [curtain("curtain-left", False), curtain("curtain-right", True), valance(), beam(),
            pillar("frame-left", False), pillar("frame-right", True), crest(), apron(),
            *audience(), seats()]
