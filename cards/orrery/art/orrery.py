#!/usr/bin/env python3
"""Draws the card's sixteen views of one scene, an orrery of brass and glass in a study, as cameras in a row see it. Run it
in this folder.

The cameras look straight ahead. The sun lies in the card's plane and is in the same place in all views; what is nearer or
further away moves, by little more than three points from view to view, so that it stays sharp under the lens.

space.py has the camera, room.py the wall, the star chart and the table, machine.py the brass, and globes.py the sun and
the planets.
"""

from math import cos, radians, sin
from pathlib import Path

import globes
import machine
import room
from space import HEIGHT, WIDTH, View

CARD = Path(__file__).resolve().parent.parent
VIEWS = 16
# How far the outermost cameras stand from the middle.
REACH = 58.0

# Each planet: distance from the sun, place on its way (0 is right, 90 is near), radius, how its axis leans, colour,
# texture, the height of its arm.
PLANETS = (
    (80, 160, 8, 4, "#b89878", globes.mercury, -41, None),
    (114, 322, 13, 8, "#e8b45c", globes.venus, -47, None),
    (156, 52, 17, 23, "#2f78c8", globes.earth, -53, None),
    (196, 214, 12, 24, "#d0603c", globes.mars, -59, None),
    (252, 12, 33, 5, "#e6c8a4", globes.jupiter, -65, None),
    (292, 308, 18, 80, "#8fd4dc", globes.uranus, -78, None),
    (312, 103, 28, 17, "#e6c98a", globes.saturn, -65, "rings"),
)
# Moons: of which planet, distance, place, radius.
MOONS = ((2, 31, 20, 4.5), (4, 50, 130, 5), (4, 60, 300, 4.2))


def scene(view):
    room.study(view)
    room.chart(view)
    room.table(view)
    machine.shadow(view)
    machine.base(view)
    machine.wheels(view)
    machine.column(view)
    machine.hoops(view, 55)
    globes.sun(view)
    places = []
    for distance, angle, radius, tilt, colour, texture, height, extra in PLANETS:
        x, z = distance * cos(radians(angle)), distance * sin(radians(angle))
        places.append((x, 0, z))
        machine.fall(view, x, z, radius)
        machine.arm(view, angle, distance, height, radius)
        globes.planet(view, (x, 0, z), radius, tilt, colour, texture, extra)
    for owner, distance, angle, radius in MOONS:
        x, _, z = places[owner]
        dx, dz = distance * cos(radians(angle)), distance * sin(radians(angle))
        height = -PLANETS[owner][2] - 4
        view.begin(view.depth(x + dx, 0, z + dz) + 32)
        view.tube((x, height, z), (x + dx, height, z + dz), 1.8)
        view.tube((x + dx, height, z + dz), (x + dx, 0, z + dz), 1.6)
        globes.planet(view, (x + dx, 0, z + dz), radius, 0, "#d8d8de", globes.moon)


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
width = 200
distance = 500
cross-talk = 0.025
flip-back = false
relief = 0.3
gloss = 0.25
"""


def main():
    (CARD / "views").mkdir(exist_ok=True)
    for number in range(VIEWS):
        # The first picture is seen where the tilt is least: the right edge is near then, and the eye at the right.
        view = View(REACH * (1 - 2 * number / (VIEWS - 1)))
        scene(view)
        (CARD / "views" / f"{number + 1}.svg").write_text(view.text())
    (CARD / "card.toml").write_text(card())


main()
