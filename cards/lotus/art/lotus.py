#!/usr/bin/env python3
"""Draws the card: its petals, leaves and label as SVG, and card.toml. Run it in this folder.

The light comes from the side to which the card is turned. A petal's brightness follows both tilts, each by as much as
the petal points to that side; all shadows fall away from the light.
"""

from math import cos, radians, sin
from pathlib import Path

CARD = Path(__file__).resolve().parent.parent
SIZE = (800, 500)
CENTRE = (0.5, 0.47)


def follow(axis, low, high, more=""):
    return f'{{ follow = "tilt-{axis}", range = [-30, 30], values = [{low:g}, {high:g}]{more} }}'


def petal(name, base, middle, tip, vein):
    """A petal that points up, 120 x 260, with its foot in the middle of the lower edge."""
    outline = "M60 258C30 236 2 176 4 116C6 66 36 26 60 2C84 26 114 66 116 116C118 176 90 236 60 258Z"
    veins = "".join(
        f'<path d="M60 250C{60 + x * 0.5:g} 190 {60 + x:g} 120 {60 + x * 0.42:g} {24 + abs(x) * 0.5:g}"/>'
        for x in (-40, -27, -14, 0, 14, 27, 40))
    (CARD / f"{name}.svg").write_text(f"""\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 260">
<defs><linearGradient id="a" x1="0" y1="1" x2="0" y2="0"><stop offset="0" stop-color="{base}"/><stop offset=".42" stop-color="{middle}"/><stop offset="1" stop-color="{tip}"/></linearGradient>
<linearGradient id="b" x1="0" y1="0" x2="1" y2="0"><stop offset="0" stop-color="#fff" stop-opacity=".3"/><stop offset=".5" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#3a0a40" stop-opacity=".22"/></linearGradient></defs>
<path d="{outline}" fill="url(#a)"/>
<g fill="none" stroke="{vein}" stroke-width="1.1" stroke-opacity=".34" stroke-linecap="round">{veins}</g>
<path d="{outline}" fill="url(#b)"/>
<path d="{outline}" fill="none" stroke="#fff" stroke-opacity=".5" stroke-width="1.4"/></svg>
""")


def leaf():
    """A round leaf with a notch, seen from above."""
    veins = "".join(
        f'<path d="M150 150Q{150 + 70 * cos(radians(a + 5)):.1f} {150 + 70 * sin(radians(a + 5)):.1f} '
        f'{150 + 132 * cos(radians(a)):.1f} {150 + 132 * sin(radians(a)):.1f}"/>'
        for a in range(-46, 230, 25))
    outline = "M150 150L236 27A150 150 0 1 1 64 27Z"
    (CARD / "leaf.svg").write_text(f"""\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 300">
<defs><radialGradient id="a" cx=".5" cy=".5" r=".5"><stop offset="0" stop-color="#3f8f6c"/><stop offset=".75" stop-color="#1d6456"/><stop offset="1" stop-color="#124840"/></radialGradient></defs>
<path d="{outline}" fill="url(#a)"/>
<g fill="none" stroke="#9fe0b4" stroke-opacity=".3" stroke-width="2">{veins}</g>
<path d="{outline}" fill="none" stroke="#b8f0c4" stroke-opacity=".28" stroke-width="2.5"/></svg>
""")


def label():
    (CARD / "label.svg").write_text("""\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 208 88" fill="#fff" font-family="DejaVu Serif">
<text x="22" y="40" font-size="23">Lotus</text>
<g font-family="DejaVu Sans" font-size="11.5"><text x="22" y="63">light on water</text></g>
<g fill="none" stroke="#fff" stroke-width="1.6" stroke-linejoin="round"><path d="M170 58C150 54 148 38 152 30C161 33 168 43 170 58C172 43 179 33 188 30C192 38 190 54 170 58Z"/><path d="M170 58C161 46 162 30 170 20C178 30 179 46 170 58Z"/></g></svg>
""")


def leaf_layer(name, x, y, side, turn, depth):
    return f"""
[[layer]]
name = "{name}"
picture = "leaf.svg"
at = [{x}, {y}]
size = [{side / SIZE[0]:.5g}, {side / SIZE[1]:.5g}]
rotation = [{turn}, {follow("x", -2, 2, ', spring = "smooth"')}]
depth = {depth}
brightness = [{follow("x", (x - 0.5) * -0.12, (x - 0.5) * 0.12)}, {follow("y", (y - 0.5) * 0.12, (y - 0.5) * -0.12)}]
style = "lit"
"""


def ring(name, picture, count, length, first, depth, shadow, closed):
    """Petals round the middle. Those behind are drawn first, so that each lies over its neighbours further back."""
    width = length * 120 / 260
    text = f"""
[style.{name}]
picture = "{picture}.svg"
at = [{CENTRE[0]}, {CENTRE[1]}]
anchor = [0.5, 1.02]
size = [{width / SIZE[0]:.5g}, {length / SIZE[1]:.5g}]
depth = {depth}
scale = {{ on = "tap", steps = [1, {closed}], animation = "bouncy" }}
shadow-colour = "#12032ea0"
shadow-radius = {shadow}
shadow-offset-x = {follow("x", shadow * 1.5, -shadow * 1.5, ', spring = "smooth"')}
shadow-offset-y = [{shadow * 0.5:g}, {follow("y", -shadow * 1.5, shadow * 1.5, ', spring = "smooth"')}]
"""
    angles = [first + 360 / count * number for number in range(count)]
    for angle in sorted(angles, key=lambda a: -cos(radians(a))):
        x, y = sin(radians(angle)), cos(radians(angle))
        text += f"""
[[layer]]
style = "{name}"
rotation = {angle:g}
brightness = [{follow("x", -0.17 * x, 0.17 * x, ', spring = "smooth"')}, {follow("y", -0.17 * y, 0.17 * y, ', spring = "smooth"')}]
"""
    return text


def card():
    light_x = follow("x", 0.12, 0.88, ', spring = "smooth"')
    light_y = follow("y", 0.88, 0.12, ', spring = "smooth"')
    springy = ', spring = "smooth"'
    return f"""\
# Light on a pond. Nothing here moves but the light: it comes from the side to which the card is turned. The water is a
# mesh, whose bright place wanders with both tilts; petals that point to the light are bright, shadows fall away from it.
# The glow and the gold in the middle are angular gradients. A tap opens and closes the flower.
#
# art/lotus.py writes this file and the pictures.
format = 2
name = "Lotus"
author = "Lenticule"
size = [{SIZE[0]}, {SIZE[1]}]
surround = "card"

[parallax]
points = 14
degrees = 30

[[layer]]
name = "water"
[layer.mesh]
width = 4
height = 3
mix = "oklab"
vertices = [
    {{ colour = {colours("x", "#0b2350", "#0a1838")} }}, {{ at = [0.33, 0], colour = "#123a66" }}, {{ at = [0.66, 0], colour = "#10315f" }}, {{ colour = {colours("x", "#0a1838", "#0e2c5c")} }},
    {{ at = [0, 0.5], colour = {colours("x", "#2c7f96", "#0c2a55")} }},
    {{ at = [[0.34, {follow("x", -0.13, 0.13, springy)}], [0.5, {follow("y", 0.17, -0.17, springy)}]], colour = {colours("x", "#8fe0cf", "#27738f")} }},
    {{ at = [[0.66, {follow("x", -0.13, 0.13, springy)}], [0.5, {follow("y", 0.17, -0.17, springy)}]], colour = {colours("x", "#27738f", "#9be6d2")} }},
    {{ at = [1, 0.5], colour = {colours("x", "#0c2a55", "#2f869a")} }},
    {{ colour = {colours("y", "#241a52", "#150f36")} }}, {{ at = [0.33, 1], colour = {colours("y", "#4b2a72", "#1d1846")} }}, {{ at = [0.66, 1], colour = {colours("y", "#3a2468", "#1a1742")} }}, {{ colour = {colours("y", "#1f184c", "#120d30")} }},
]

# The sun in the water.
[[layer]]
name = "sun"
blend = "screen"
[layer.gradient]
kind = "radial"
mix = "linear"
centre = [{light_x}, {light_y}]
radii = [0, 1.25]
colours = ["#ffe9b0b0", {{ at = 0.16, colour = "#ffcf8a52" }}, "#ffb27000"]

[style.lit]
shadow-colour = "#04101ec0"
shadow-radius = 9
shadow-offset-x = {follow("x", 16, -16, springy)}
shadow-offset-y = [5, {follow("y", -16, 16, springy)}]
{leaf_layer("leaf behind", 0.2, 0.26, 150, 30, -0.5)}{leaf_layer("leaf at the right", 0.84, 0.37, 205, -70, -0.3)}{leaf_layer("leaf in front", 0.24, 0.84, 240, 110, -0.1)}{leaf_layer("small leaf", 0.69, 0.93, 120, 10, -0.4)}
# A glow of many colours on the water round the flower, as of a halo: it turns with the light.
[[layer]]
name = "halo"
at = [{CENTRE[0]}, {CENTRE[1]}]
size = [{720 / SIZE[0]:.5g}, {720 / SIZE[1]:.5g}]
blend = "screen"
opacity = 0.75
mask = "halo's edge"
[layer.gradient]
kind = "angular"
mix = "oklab"
angles = [{follow("x", -80, 80, springy)}, [360, {follow("x", -80, 80, springy)}]]
colours = ["#ff7fb0", {colours("y", "#ffd27f", "#fff0a8")}, "#6fe0c0", {colours("y", "#5aa0ff", "#7fd0ff")}, "#b07fff", "#ff7fb0"]

[[layer]]
name = "halo's edge"
at = [{CENTRE[0]}, {CENTRE[1]}]
size = [{720 / SIZE[0]:.5g}, {720 / SIZE[1]:.5g}]
gradient = {{ kind = "radial", radii = [0.3, 1], colours = ["#fff", {{ at = 0.5, colour = "#ffffff70" }}, "#ffffff00"] }}
""" + ring("outer", "petal-outer", 9, 224, 20, 0.1, 8, 0.56) + ring("between", "petal-between", 8, 178, 0, 0.3, 7, 0.62) \
        + ring("inner", "petal-inner", 7, 126, 12, 0.55, 6, 0.7) + f"""
# The seeds: gold, which is bright where the light is.
[[layer]]
name = "heart"
at = [{CENTRE[0]}, {CENTRE[1]}]
size = [{78 / SIZE[0]:.5g}, {78 / SIZE[1]:.5g}]
radius = 39
depth = 0.7
shadow-colour = "#3a0a20b0"
shadow-radius = 6
shadow-offset-x = {follow("x", 9, -9, springy)}
shadow-offset-y = [3, {follow("y", -9, 9, springy)}]
[layer.gradient]
kind = "angular"
mix = "linear"
angles = [{follow("x", -150, 30, springy)}, [360, {follow("x", -150, 30, springy)}]]
colours = ["#fff3c0", "#e0a030", "#a8651a", "#d89a2c", "#ffe590", "#c98a26", "#96590f", "#e0a030", "#fff3c0"]

[[layer]]
name = "seeds"
picture = "seeds.svg"
at = [{CENTRE[0]}, {CENTRE[1]}]
size = [{78 / SIZE[0]:.5g}, {78 / SIZE[1]:.5g}]
depth = 0.75

# The last light lies over everything, and takes the shaded side's colour away.
[[layer]]
name = "shade"
blend = "soft-light"
[layer.gradient]
kind = "linear"
from = [{follow("x", 0, 1, springy)}, {follow("y", 0.4, 0, springy)}]
to = [{follow("x", 1, 0, springy)}, {follow("y", 0.6, 1, springy)}]
colours = ["#fff2d870", "#80808000", "#10083c80"]

[[layer]]
name = "label"
at = [0.845, 0.845]
size = [{208 / SIZE[0]:.5g}, {88 / SIZE[1]:.5g}]

[[layer]]
in = "label"
material = "ultra-thin"
scheme = "dark"
radius = 18
backdrop-blur = 12

[[layer]]
in = "label"
picture = "label.svg"
"""


def colours(axis, low, high):
    return f'{{ follow = "tilt-{axis}", range = [-30, 30], values = ["{low}", "{high}"], spring = "smooth" }}'


def seeds():
    dots = "".join(
        f'<circle cx="{39 + r * cos(radians(a)):.2f}" cy="{39 + r * sin(radians(a)):.2f}" r="{3.1 if r else 3.6}"/>'
        for r, n in ((0, 1), (13, 6), (25.5, 12)) for a in (360 / n * k for k in range(n)))
    (CARD / "seeds.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 78 78">'
        f'<g fill="#6b3a08" fill-opacity=".55" transform="translate(.8 1)">{dots}</g>'
        f'<g fill="#ffe9a0" fill-opacity=".85">{dots}</g>'
        '<circle cx="39" cy="39" r="37.6" fill="none" stroke="#fff3c8" stroke-opacity=".5" stroke-width="1.6"/></svg>\n')


petal("petal-outer", "#7a1f6a", "#d65a9a", "#f7c3d8", "#8a1f60")
petal("petal-between", "#a02a70", "#ec86b0", "#fde0e6", "#a02a60")
petal("petal-inner", "#c85a80", "#f8b6c4", "#fff4ee", "#b84a70")
leaf()
label()
seeds()
(CARD / "card.toml").write_text(card())
