#!/usr/bin/env python3
"""Draws the twelve pictures of the card: a lighthouse at night, whose beam stands elsewhere in each. Run it in this
folder.

What the beam meets is lit in that picture only: a ship, a whale, a village, gulls, and the clouds.
"""

from math import atan2, cos, degrees, exp, radians, sin
from pathlib import Path
from random import Random

CARD = Path(__file__).resolve().parent.parent
WIDTH, HEIGHT = 800, 500
LAMP = (400, 168)
PICTURES = 12
SEA = 330


def direction(number):
    """Of the beam, degrees from straight towards us: to the left below 0."""
    return -82 + 164 * number / (PICTURES - 1)


def way(angle):
    """The beam's direction in the picture, x to the right and y down, of length 1."""
    x, y = sin(radians(angle)), 0.1 + 0.42 * cos(radians(angle)) ** 2
    length = (x * x + y * y) ** 0.5
    return x / length, y / length


def lit(angle, x, y, width=12.0):
    """How much of the beam a place gets: 1 in its middle."""
    beam, place = degrees(atan2(*way(angle))), degrees(atan2(x - LAMP[0], y - LAMP[1]))
    return exp(-((beam - place) / width) ** 2)


def beam(angle):
    """Two cones of light from the lamp: the one at the front is wide, as it comes towards us in the middle."""
    near = cos(radians(angle)) ** 2
    half, length = 7 + 9 * near, 760
    x, y = way(angle)

    def cone(x, y, half, length, opacity):
        left = (x * cos(radians(half)) - y * sin(radians(half)), x * sin(radians(half)) + y * cos(radians(half)))
        right = (x * cos(radians(half)) + y * sin(radians(half)), -x * sin(radians(half)) + y * cos(radians(half)))
        ends = [(LAMP[0] + length * a, LAMP[1] + length * b) for a, b in (left, right)]
        return (f'<path d="M{LAMP[0]} {LAMP[1]}L{ends[0][0]:.1f} {ends[0][1]:.1f}L{ends[1][0]:.1f} {ends[1][1]:.1f}Z" '
                f'fill="url(#beam)" opacity="{opacity:.2f}"/>')

    return (cone(-x, -y * 0.55, half * 0.55, 520, 0.4) + cone(x, y, half * 1.7, length, 0.3)
            + cone(x, y, half, length, 0.75))


def flare(angle):
    """What we see of the lamp itself."""
    flare = 20 + 62 * cos(radians(angle)) ** 2
    return f'<circle cx="{LAMP[0]}" cy="{LAMP[1]}" r="{flare:.1f}" fill="url(#flare)"/>'


def stars():
    random = Random(7)
    return "".join(
        f'<circle cx="{random.uniform(0, WIDTH):.1f}" cy="{random.uniform(0, 230):.1f}" '
        f'r="{random.choice((0.6, 0.8, 1.2))}" opacity="{random.uniform(0.25, 0.9):.2f}"/>' for _ in range(90))


def waves(angle):
    """Strokes of light on the sea, brighter towards the beam."""
    random, text = Random(11), ""
    for _ in range(150):
        depth = random.random() ** 1.4
        y = SEA + 8 + 160 * depth
        x = random.uniform(-20, WIDTH + 20)
        length = 8 + 46 * depth * random.uniform(0.5, 1)
        light = lit(angle, x + length / 2, y, 14)
        opacity = 0.06 + 0.12 * random.random() + 0.7 * light
        colour = "#ffe9b0" if light > 0.2 else "#6f93c8"
        text += (f'<path d="M{x:.1f} {y:.1f}q{length / 2:.1f} {-1.5 - 2.5 * depth:.1f} {length:.1f} 0" '
                 f'stroke="{colour}" stroke-opacity="{opacity:.2f}" stroke-width="{0.8 + 1.9 * depth:.1f}"/>')
    return f'<g fill="none" stroke-linecap="round">{text}</g>'


def mixed(dark, light, part):
    """A colour between two."""
    pairs = zip(*([int(c[i:i + 2], 16) for i in (1, 3, 5)] for c in (dark, light)))
    return "#" + "".join(f"{round(a + (b - a) * part):02x}" for a, b in pairs)


def ship(angle):
    part = lit(angle, 126, 290)
    hull, sail = mixed("#101c36", "#b0412f", part), mixed("#1b2a4a", "#fff3d6", part)
    return (f'<g transform="translate(126 322)"><path d="M-46 0H46L33 22H-34Z" fill="{hull}"/>'
            f'<path d="M-4-6V-84C26-62 34-30 33-6Z" fill="{sail}"/><path d="M-10-6V-70C-30-50-36-26-36-6Z" fill="{sail}"/>'
            f'<path d="M-7-90V0" stroke="{mixed("#0d1730", "#6b4a2c", part)}" stroke-width="3"/>'
            f'<path d="M-7-90l20 6-20 6Z" fill="{mixed("#24314f", "#e2553d", part)}"/></g>')


def whale(angle):
    part = lit(angle, 262, 405)
    body, belly = mixed("#0f1d3a", "#3f7f9f", part), mixed("#152648", "#d9eef0", part)
    spout = f'<path d="M-8-34C-20-60-34-58-36-46M-8-34C0-62 16-62 20-48" fill="none" stroke="#dff4ff" stroke-width="3.4" stroke-linecap="round" stroke-opacity="{part:.2f}"/>'
    return (f'<g transform="translate(262 418)">{spout}<path d="M-62 12C-64-18-34-34-4-32C30-30 46-8 62-18C72-24 74-38 88-40C84-26 86-18 94-10C78-12 66-2 50 12Z" fill="{body}"/>'
            f'<path d="M-62 12C-50 4-30 2-8 12Z" fill="{belly}"/><circle cx="-42" cy="-8" r="2.6" fill="{mixed("#1c2e54", "#08111f", part)}"/>'
            f'<path d="M-76 13q20-9 40 0t40 0 40 0 30 0" fill="none" stroke="{mixed("#30507f", "#e9fbff", part)}" stroke-width="3" stroke-linecap="round"/></g>')


def gulls(angle):
    part = lit(angle, 525, 310)
    bird = "M-15 0C-10-9-4-7 0 0C4-7 10-9 15 0C9-4 4-2 0 3C-4-2-9-4-15 0Z"
    places = ((520, 300, 1.2), (566, 276, 0.9), (486, 330, 0.8), (548, 338, 1.0))
    return "".join(
        f'<path transform="translate({x} {y}) scale({s})" d="{bird}" fill="{mixed("#16243f", "#ffffff", part)}"/>'
        for x, y, s in places)


def village(angle):
    part = lit(angle, 690, 300)
    wall, roof = mixed("#141f3b", "#f4dfc0", part), mixed("#0e1730", "#c4553c", part)
    text = f'<path d="M560 338C610 300 690 284 800 292V344H560Z" fill="{mixed("#0d1a2c", "#4f7a4a", part)}"/>'
    for x, y, s in ((640, 306, 1.0), (684, 300, 1.25), (736, 300, 1.0)):
        text += (f'<g transform="translate({x} {y}) scale({s})"><path d="M-14 0V-16H14V0Z" fill="{wall}"/>'
                 f'<path d="M-18-16L0-30L18-16Z" fill="{roof}"/><path d="M-5 0V-9H5V0Z" fill="#ffcf70" opacity="{0.55 + 0.45 * part:.2f}"/></g>')
    return text


def tower():
    stripes = "".join(
        f'<path d="M{400 - w0:.1f} {y0}H{400 + w0:.1f}L{400 + w1:.1f} {y1}H{400 - w1:.1f}Z" fill="#c8443a"/>'
        for y0, y1 in ((208, 232), (256, 280), (304, 328))
        for w0, w1 in (((15 + (y0 - 190) * 0.115), (15 + (y1 - 190) * 0.115)),))
    return (f'<path d="M385 190H415L432 352H368Z" fill="#e9e4dc"/>{stripes}'
            '<path d="M400 190H415L432 352H400Z" fill="#101a3a" opacity=".32"/>'
            '<path d="M376 190H424V182H376Z" fill="#26304f"/><path d="M386 182V154H414V182Z" fill="#ffe9a8"/>'
            '<path d="M386 182V154M395 182V154M405 182V154M414 182V154" stroke="#26304f" stroke-width="2.4"/>'
            '<path d="M382 154H418L400 134Z" fill="#8e2f33"/><path d="M400 134V122" stroke="#26304f" stroke-width="3"/>'
            '<path d="M392 352V330a8 8 0 0 1 16 0V352Z" fill="#2a2f46"/>')


def rock():
    return ('<path d="M300 372C312 352 344 344 366 350C388 342 418 342 436 350C462 346 492 356 506 374C470 392 340 394 300 372Z" fill="#131b30"/>'
            '<path d="M318 366C332 354 350 350 368 354C360 362 338 368 318 366Z" fill="#2a3654"/>'
            '<path d="M292 378q26-10 52 0t52 0 52 0 62-2" fill="none" stroke="#8fb0dd" stroke-opacity=".5" stroke-width="2.6" stroke-linecap="round"/>')


def picture(number):
    angle = direction(number)
    glow = 0.05 + 0.16 * cos(radians(angle)) ** 2
    return f"""\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">
<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#070d24"/><stop offset=".6" stop-color="#182a5a"/><stop offset="1" stop-color="#3b4f86"/></linearGradient>
<linearGradient id="sea" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#25406f"/><stop offset=".35" stop-color="#152a52"/><stop offset="1" stop-color="#081127"/></linearGradient>
<radialGradient id="beam" gradientUnits="userSpaceOnUse" cx="{LAMP[0]}" cy="{LAMP[1]}" r="700"><stop offset="0" stop-color="#fff6d8" stop-opacity=".95"/><stop offset=".3" stop-color="#ffe9a8" stop-opacity=".5"/><stop offset="1" stop-color="#ffe08a" stop-opacity="0"/></radialGradient>
<radialGradient id="flare"><stop offset="0" stop-color="#fffdf0"/><stop offset=".3" stop-color="#fff0b8" stop-opacity=".75"/><stop offset="1" stop-color="#ffe08a" stop-opacity="0"/></radialGradient>
<radialGradient id="glow" cx=".5" cy=".34" r=".6"><stop offset="0" stop-color="#ffdf9a" stop-opacity="{glow:.2f}"/><stop offset="1" stop-color="#ffdf9a" stop-opacity="0"/></radialGradient></defs>
<path d="M0 0H{WIDTH}V{HEIGHT}H0Z" fill="url(#sky)"/><g fill="#fff">{stars()}</g>
<path d="M0 0H{WIDTH}V{HEIGHT}H0Z" fill="url(#glow)"/>
{village(angle)}
<path d="M0 {SEA}H{WIDTH}V{HEIGHT}H0Z" fill="url(#sea)"/>
{waves(angle)}{beam(angle)}{ship(angle)}{gulls(angle)}{rock()}{tower()}{whale(angle)}{flare(angle)}</svg>
"""


def card():
    return f"""\
# A lighthouse under a sheet of lenses: {PICTURES} pictures, of which the angle shows one. Turn the card, and the beam goes round and
# finds a ship, a whale, gulls and a village.
#
# art/lighthouse.py draws the pictures.
format = 2
name = "The lighthouse"
author = "Lenticule"
size = [{WIDTH}, {HEIGHT}]
surround = "card"

[lens]
preset = "60"
pictures = "pictures"
width = 150
distance = 2000
cross-talk = 0.03
relief = 0.3
gloss = 0.35
"""


(CARD / "pictures").mkdir(exist_ok=True)
for number in range(PICTURES):
    (CARD / "pictures" / f"{number + 1}.svg").write_text(picture(number))
(CARD / "card.toml").write_text(card())
