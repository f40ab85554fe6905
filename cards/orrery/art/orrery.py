#!/usr/bin/env python3
"""Draws the card's sixteen views of one scene, an orrery of brass and glass, as cameras in a row see it. Run it in this
folder.

A camera stands `EYE` before the card and looks straight ahead; what lies in the card's plane, z = 0, is in the same
place in all views. What is nearer goes with larger z, and moves against the camera.
"""

from math import cos, pi, sin
from pathlib import Path
from random import Random

CARD = Path(__file__).resolve().parent.parent
WIDTH, HEIGHT = 800, 500
VIEWS = 16
EYE = 900.0
# How far the outermost cameras stand from the middle.
REACH = 48.0
TILT = 0.36     # of the orbits towards us, radians

# Distance from the sun, place on the orbit, radius, colours from the bright side to the dark one, moons.
PLANETS = (
    (88, 2.5, 8, ("#f3dcc0", "#b08a68", "#3a261c"), ()),
    (132, 4.35, 13, ("#fff0c8", "#e0a858", "#5a3014"), ()),
    (182, 0.75, 15, ("#d8f4ff", "#4a90d8", "#0c2450"), ((26, 1.0, 4),)),
    (232, 3.5, 11, ("#ffd8c0", "#d0603c", "#481410"), ()),
    (296, 5.35, 31, ("#fff0d8", "#d8a878", "#4a2a1c"), ((48, 2.2, 5), (60, 5.0, 4))),
    (350, 1.75, 24, ("#fff6d0", "#e0c488", "#54401c"), ()),
)


def turned(x, z):
    """A place on the plane of the orbits: x to the right, y down, z towards us."""
    return x, z * sin(TILT), z * cos(TILT)


class View:
    def __init__(self, camera):
        self.camera, self.drawn, self.shades = camera, [], []

    def place(self, x, y, z):
        scale = EYE / (EYE - z)
        return WIDTH / 2 + self.camera + (x - self.camera) * scale, HEIGHT * 0.46 + y * scale, scale

    def add(self, z, text):
        self.drawn.append((z, text))

    def shade(self, colours, x, y):
        name = f"s{len(self.shades)}"
        stops = "".join(f'<stop offset="{at}" stop-color="{c}"/>' for at, c in zip((0, 0.5, 1), colours))
        self.shades.append(f'<radialGradient id="{name}" cx="{x:.3f}" cy="{y:.3f}" r=".8">{stops}</radialGradient>')
        return name

    def ball(self, place, radius, colours):
        """Lit by the sun in the middle."""
        x, y, z = place
        far = max(1.0, (x * x + y * y + z * z) ** 0.5)
        sx, sy, scale = self.place(x, y, z)
        name = self.shade(colours, 0.5 - 0.36 * x / far, 0.5 - 0.36 * y / far - 0.06)
        self.add(z, f'<circle cx="{sx:.2f}" cy="{sy:.2f}" r="{radius * scale:.2f}" fill="url(#{name})"/>')

    def curve(self, points, width, colour, opacity):
        """A closed curve in pieces, each as far away as it is."""
        for first in range(0, len(points), 4):
            piece = [points[(first + k) % len(points)] for k in range(5)]
            places = [self.place(*point) for point in piece]
            z = piece[2][2]
            light = opacity * (0.55 + 0.45 * (z + 380) / 760)
            way = "L".join(f"{x:.1f} {y:.1f}" for x, y, _ in places)
            self.add(z, f'<path d="M{way}" fill="none" stroke="{colour}" stroke-opacity="{light:.2f}" '
                        f'stroke-width="{width * places[2][2]:.2f}"/>')

    def svg(self):
        drawn = "".join(text for _, text in sorted(self.drawn, key=lambda item: item[0]))
        return f"""\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">
<defs><radialGradient id="sky" cx=".5" cy=".5" r=".75"><stop offset="0" stop-color="#2a2358"/><stop offset=".5" stop-color="#141436"/><stop offset="1" stop-color="#060818"/></radialGradient>
<radialGradient id="sun"><stop offset="0" stop-color="#fffdf0"/><stop offset=".45" stop-color="#ffe27a"/><stop offset="1" stop-color="#ff9a2c"/></radialGradient>
<radialGradient id="halo"><stop offset="0" stop-color="#ffd070" stop-opacity=".75"/><stop offset=".35" stop-color="#ff9a40" stop-opacity=".28"/><stop offset="1" stop-color="#ff8030" stop-opacity="0"/></radialGradient>
{"".join(self.shades)}</defs>
<path d="M0 0H{WIDTH}V{HEIGHT}H0Z" fill="url(#sky)"/>{drawn}</svg>
"""


def stars(view):
    random = Random(3)
    for _ in range(170):
        z = random.choice((-420.0, -560.0, -700.0))
        x, y = random.uniform(-800, 800), random.uniform(-470, 470)
        sx, sy, scale = view.place(x, y, z)
        colour = random.choice(("#ffffff", "#cfe0ff", "#ffe8c8"))
        view.add(z, f'<circle cx="{sx:.2f}" cy="{sy:.2f}" r="{random.uniform(0.7, 1.9) * scale * 1.4:.2f}" '
                    f'fill="{colour}" fill-opacity="{random.uniform(0.35, 0.95):.2f}"/>')


def ring(view, centre, radii, colour, opacity):
    x, y, z = centre
    for radius in radii:
        points = [(x + radius * cos(a), y + radius * sin(a) * 0.32, z + radius * sin(a) * 0.9)
                  for a in (2 * pi * k / 48 for k in range(48))]
        view.curve(points, 2.2, colour, opacity)


def sun(view):
    sx, sy, scale = view.place(0, 0, 0)
    view.add(-1, f'<circle cx="{sx:.2f}" cy="{sy:.2f}" r="{150 * scale:.2f}" fill="url(#halo)"/>')
    view.add(0, f'<circle cx="{sx:.2f}" cy="{sy:.2f}" r="{38 * scale:.2f}" fill="url(#sun)"/>')


def orrery(view):
    stars(view)
    sun(view)
    for distance, at, radius, colours, moons in PLANETS:
        view.curve([turned(distance * cos(a), distance * sin(a)) for a in (2 * pi * k / 120 for k in range(120))],
                   1.5, "#e8c890", 0.5)
        centre = turned(distance * cos(at), distance * sin(at))
        view.ball(centre, radius, colours)
        for far, place, size in moons:
            x, y, z = turned(far * cos(place), far * sin(place))
            view.ball((centre[0] + x, centre[1] + y, centre[2] + z), size, ("#ffffff", "#b8bcc8", "#282c3c"))
        if radius == 24:
            ring(view, centre, (34, 38, 42), "#f0d8a0", 0.85)


def card():
    return f"""\
# An orrery in depth: {VIEWS} views of one scene, as cameras in a row see it, under a sheet of lenses. Each eye has its own
# view, and a turn of the card looks round the planets that are near.
#
# art/orrery.py draws the views.
format = 2
name = "The orrery"
author = "Lenticule"
size = [{WIDTH}, {HEIGHT}]
surround = "card"

[lens]
preset = "75"
pictures = "views"
width = 150
distance = 500
cross-talk = 0.05
flip-back = false
relief = 0.3
gloss = 0.25
"""


(CARD / "views").mkdir(exist_ok=True)
for number in range(VIEWS):
    # The first picture is seen where the tilt is least: the right edge is near then, and the eye at the right.
    view = View(REACH * (1 - 2 * number / (VIEWS - 1)))
    orrery(view)
    (CARD / "views" / f"{number + 1}.svg").write_text(view.svg())
(CARD / "card.toml").write_text(card())
