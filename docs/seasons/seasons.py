#!/usr/bin/env python3
"""Draws the three photographs of docs/first-card.md, and the cut-outs of its scene.

    docs/seasons/seasons.py FOLDER

writes winter.svg, spring.svg and summer.svg, and of spring sky.svg, hills.svg and tree.svg, which are
transparent where nothing is.
"""
import math
import random
import sys

WIDTH, HEIGHT = 1200, 750

SEASONS = {
    "winter": dict(
        sky=("#7f9fc8", "#e9e4ee"), sun=("#fff4dc", 300, 210, 46, 0.8), cloud="#f4f3f8",
        far=("#8fa3c4", "#f4f6fb"), middle="#b9c7de", hills=("#dfe7f2", "#edf2f9", "#fbfdff"),
        shade="#9fb2d0", forest="#4a6278", forest_top="#e6edf5", bark=("#4b3d3b", "#6d5a55"),
        leaves=None, roof="#f5f8fc", window="#ffd36b", path="#dfe3ea"),
    "spring": dict(
        sky=("#5fb0e6", "#e2f3f7"), sun=("#fff6c9", 300, 150, 50, 0.9), cloud="#ffffff",
        far=("#7f9fc0", "#eef4f8"), middle="#7fae93", hills=("#a8d07a", "#86c163", "#67b04e"),
        shade="#3f8a45", forest="#3f8056", forest_top="#62a56a", bark=("#5a4034", "#7d5c49"),
        leaves=("#d9749c", "#f2a3bf", "#fbd3df"), roof="#b5523b", window="#5f7f95", path="#dccba6"),
    "summer": dict(
        sky=("#1f78c8", "#a9dcf2"), sun=("#ffe56a", 300, 100, 58, 1.0), cloud="#ffffff",
        far=("#6d86ad", "#8ca2bf"), middle="#4f8560", hills=("#e8c75a", "#7fae3e", "#4f8f32"),
        shade="#2f6b2b", forest="#25603c", forest_top="#3b7f4a", bark=("#4f382b", "#74543f"),
        leaves=("#2a6b2c", "#3f8b35", "#6bb046"), roof="#a8452f", window="#4c6d85", path="#d8c08c"),
}


def line(points):
    return "M" + "L".join(f"{x:.0f} {y:.0f}" for x, y in points)


def ridge(base, waves, step=10):
    """The places of a ridge: a sum of sine waves (length, height, phase)."""
    return [
        (x, base - sum(h * math.sin(x / l + p) for l, h, p in waves))
        for x in range(-40, WIDTH + 41, step)
    ]


def below(points, colour, bottom=HEIGHT + 20):
    ends = [(points[-1][0], bottom), (points[0][0], bottom)]
    return f'<path d="{line(points + ends)}Z" fill="{colour}"/>'


def height_at(points, x):
    return min(points, key=lambda point: abs(point[0] - x))[1]


def gradient(name, colours):
    stops = "".join(
        f'<stop offset="{i / (len(colours) - 1)}" stop-color="{c}"/>' for i, c in enumerate(colours))
    return f'<linearGradient id="{name}" x1="0" y1="0" x2="0" y2="1">{stops}</linearGradient>'


def sky(season):
    colour, x, y, radius, opacity = season["sun"]
    parts = [gradient("sky", season["sky"])]
    parts.append(
        f'<radialGradient id="glow"><stop offset="0" stop-color="{colour}" stop-opacity="{opacity}"/>'
        f'<stop offset="1" stop-color="{colour}" stop-opacity="0"/></radialGradient>')
    parts.append(f'<rect width="{WIDTH}" height="{HEIGHT}" fill="url(#sky)"/>')
    parts.append(f'<circle cx="{x}" cy="{y}" r="{radius * 4}" fill="url(#glow)"/>')
    parts.append(f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{colour}"/>')
    parts.append(f'<g fill="{season["cloud"]}" opacity="0.85">')
    for cx, cy, scale in ((560, 120, 1.1), (150, 260, 0.7), (1000, 90, 0.9)):
        for dx, dy, r in ((-64, 8, 26), (-30, -8, 36), (12, -18, 42), (52, -2, 32), (84, 10, 22)):
            parts.append(
                f'<circle cx="{cx + dx * scale:.0f}" cy="{cy + dy * scale:.0f}" r="{r * scale:.0f}"/>')
        parts.append(
            f'<rect x="{cx - 90 * scale:.0f}" y="{cy + 4 * scale:.0f}" width="{196 * scale:.0f}" '
            f'height="{28 * scale:.0f}" rx="{14 * scale:.0f}"/>')
    return parts + ["</g>"]


def mountains(season):
    rock, snow = season["far"]
    peaks = [(-60, 430), (90, 300), (180, 350), (330, 225), (450, 330), (540, 290), (660, 372),
             (800, 262), (930, 350), (1050, 300), (1260, 420)]
    parts = [below(peaks, rock)]
    for index in (1, 3, 5, 7, 9):
        (lx, ly), (x, y), (rx, ry) = peaks[index - 1:index + 2]
        part = 0.42
        left = (x + (lx - x) * part, y + (ly - y) * part)
        right = (x + (rx - x) * part, y + (ry - y) * part)
        zigzag = [left] + [
            (left[0] + (right[0] - left[0]) * k / 6,
             left[1] + (right[1] - left[1]) * k / 6 + (26 if k % 2 else 2)) for k in range(1, 6)
        ] + [right]
        parts.append(f'<path d="{line([(x, y)] + zigzag)}Z" fill="{snow}"/>')
        parts.append(
            f'<path d="{line([(x, y), right, (rx, ry), (x + 8, ry)])}Z" fill="#203050" '
            f'fill-opacity="0.13"/>')
    parts.append(below(ridge(402, [(150, 22, 0.5), (47, 7, 2)]), season["middle"]))
    return parts


def fir(x, y, size, season):
    parts = []
    for k in range(3):
        top, width = y - size + k * size * 0.22, size * (0.18 + 0.07 * k)
        bottom = top + size * 0.46
        parts.append(
            f'<path d="{line([(x, top), (x + width, bottom), (x - width, bottom)])}Z" '
            f'fill="{season["forest"]}"/>')
        parts.append(
            f'<path d="{line([(x, top), (x + width * 0.2, bottom - size * 0.14), (x - width, bottom)])}Z" '
            f'fill="{season["forest_top"]}" fill-opacity="0.8"/>')
    return parts


def house(x, y, season):
    wall = "#f3e7d2"
    return [
        f'<path d="M{x + 62} {y - 92}h16v34h-16z" fill="#7d5a4a"/>',
        f'<path d="M{x} {y}V{y - 46}L{x + 46} {y - 82}L{x + 92} {y - 46}V{y}Z" fill="{wall}"/>',
        f'<path d="M{x + 92} {y}V{y - 46}H{x + 176}V{y}Z" fill="#dccab0"/>',
        f'<path d="M{x + 46} {y - 90}H{x + 134}L{x + 188} {y - 42}H{x + 92}Z" fill="{season["roof"]}"/>',
        f'<path d="M{x - 10} {y - 42}L{x + 46} {y - 90}L{x + 102} {y - 42}L{x + 92} {y - 40}'
        f'L{x + 46} {y - 78}L{x} {y - 40}Z" fill="{season["roof"]}"/>',
        f'<path d="M{x + 34} {y}v-30h22v30z" fill="#6b4734"/>',
        f'<path d="M{x + 110} {y - 30}h18v18h-18zM{x + 142} {y - 30}h18v18h-18zM{x + 38} {y - 56}h16v16h-16z" '
        f'fill="{season["window"]}"/>',
    ]


def hills(season, name):
    dice = random.Random(4)
    back = ridge(470, [(210, 34, 1.0), (80, 6, 0)])
    middle = ridge(540, [(260, 40, 3.6), (95, 8, 1)])
    front = ridge(650, [(300, 38, 0.4), (120, 9, 2)])
    parts = [below(back, season["hills"][0])]
    for _ in range(46):
        x = dice.uniform(-20, 560) if dice.random() < 0.6 else dice.uniform(900, WIDTH)
        parts += fir(x, height_at(back, x) + dice.uniform(2, 16), dice.uniform(36, 64), season)
    parts.append(below(middle, season["hills"][1]))
    if name == "summer":
        for k in range(9):
            rows = [(x, y + 12 + k * 12) for x, y in back if 520 < x < 900]
            parts.append(
                f'<path d="{line(rows)}" fill="none" stroke="#c99f36" stroke-width="3" '
                'stroke-opacity="0.35"/>')
        parts.append(below(middle, season["hills"][1]))
    parts += house(330, height_at(middle, 420) + 14, season)
    for x, size in ((300, 92), (540, 84), (572, 66)):
        parts += fir(x, height_at(middle, x) + 16, size, season)
    parts.append(below(front, season["hills"][2]))
    parts.append(
        f'<path d="M365 {height_at(middle, 420) + 15}C392 610 430 600 400 632C380 660 440 700 500 760H620'
        f'C520 690 440 664 446 634C456 600 404 600 385 {height_at(middle, 420) + 15}Z" '
        f'fill="{season["path"]}"/>')
    shadow = height_at(front, 865) + 26
    parts.append(
        f'<ellipse cx="915" cy="{shadow:.0f}" rx="240" ry="26" fill="{season["shade"]}" '
        'fill-opacity="0.5"/>')
    colours = {"winter": ("#ffffff",), "spring": ("#fff", "#ffd84d", "#e86a92"),
               "summer": ("#e24a3b", "#ffd84d", "#3f8f32")}[name]
    for _ in range(260):
        x, y = dice.uniform(0, WIDTH), dice.uniform(610, HEIGHT)
        if y < height_at(front, x) + 14 or 400 < x < 660:
            continue
        parts.append(
            f'<circle cx="{x:.0f}" cy="{y:.0f}" r="{1.2 + (y - 600) / 55:.1f}" '
            f'fill="{dice.choice(colours)}"/>')
    return parts


def tree(season, name):
    dice = random.Random(11)
    wood, light, snow, tips = [], [], [], []

    def branch(x, y, angle, length, width, depth):
        x2, y2 = x + length * math.cos(angle), y - length * math.sin(angle)
        wood.append(
            f'<path d="M{x:.0f} {y:.0f}L{x2:.0f} {y2:.0f}" stroke-width="{width:.1f}"/>')
        (light if width > 20 else snow).append(
            f'<path d="M{x - width * 0.22:.1f} {y:.0f}L{x2 - width * 0.2:.1f} {y2:.0f}" '
            f'stroke-width="{width * 0.3:.1f}"/>')
        if depth < 5:
            tips.append((x2, y2, depth))
        if depth == 0:
            return
        for turn in (dice.uniform(0.3, 0.55), dice.uniform(-0.55, -0.3)):
            branch(x2, y2, angle + turn, length * dice.uniform(0.72, 0.84), width * 0.66, depth - 1)
        if depth > 3:
            branch(x2, y2, angle + dice.uniform(-0.1, 0.1), length * 0.7, width * 0.6, depth - 1)

    branch(865, 668, math.pi / 2 + 0.04, 128, 44, 6)
    parts = [f'<path d="M830 684Q850 668 848 618H882Q882 668 906 684Z" fill="{season["bark"][0]}"/>']
    parts.append(
        f'<g stroke="{season["bark"][0]}" stroke-linecap="round" fill="none">{"".join(wood)}</g>')
    parts.append(
        f'<g stroke="{season["bark"][1]}" stroke-linecap="round" fill="none">'
        f'{"".join(light + ([] if season["leaves"] is None else snow))}</g>')
    if season["leaves"] is None:
        parts.append(
            '<g stroke="#f7faff" stroke-linecap="round" fill="none" transform="translate(-1 -3)">'
            f'{"".join(snow)}</g>')
    else:
        size = 1.0 if name == "summer" else 0.8
        for shade, (dx, dy, part) in enumerate(((8, 12, 1.0), (0, 0, 0.8), (-10, -12, 0.5))):
            for x, y, depth in tips:
                if dice.random() > part and depth < 3:
                    continue
                radius = dice.uniform(13, 30) * size * (1 - 0.16 * shade)
                parts.append(
                    f'<circle cx="{x + dx + dice.uniform(-9, 9):.0f}" '
                    f'cy="{y + dy + dice.uniform(-9, 9):.0f}" r="{radius:.0f}" '
                    f'fill="{season["leaves"][shade]}" fill-opacity="{0.95 - 0.12 * shade}"/>')
    return parts


def air(name):
    """What falls: snow in winter, petals in spring."""
    dice = random.Random(2)
    if name == "winter":
        return [
            f'<circle cx="{dice.uniform(0, WIDTH):.0f}" cy="{dice.uniform(0, HEIGHT):.0f}" '
            f'r="{dice.uniform(1.2, 4.2):.1f}" fill="#fff" fill-opacity="0.85"/>' for _ in range(190)]
    if name == "spring":
        return [
            f'<ellipse transform="translate({dice.uniform(620, 1180):.0f} {dice.uniform(300, 730):.0f}) '
            f'rotate({dice.uniform(0, 180):.0f})" rx="6" ry="3" fill="#fbd3df"/>' for _ in range(40)]
    return []


def write(folder, name, parts):
    with open(f"{folder}/{name}.svg", "w", encoding="utf-8") as file:
        file.write(
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
            f'viewBox="0 0 {WIDTH} {HEIGHT}">\n' + "\n".join(parts) + "\n</svg>\n")


def main(folder):
    for name, season in SEASONS.items():
        write(
            folder, name,
            sky(season) + mountains(season) + hills(season, name) + tree(season, name) + air(name))
    spring = SEASONS["spring"]
    write(folder, "sky", sky(spring) + mountains(spring))
    write(folder, "hills", hills(spring, "spring"))
    write(folder, "tree", tree(spring, "spring"))


main(sys.argv[1])
