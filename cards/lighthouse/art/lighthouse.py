#!/usr/bin/env python3
"""Draws the twelve pictures of the card: a lighthouse on a stormy coast, from the evening over the night to the morning.
Run it in this folder.

In each picture the beam stands elsewhere, and finds something: a ship that sails past, a whale that leaps, gulls, and a
village. The waves roll and break, clouds drift, lightning strikes, the moon comes and goes.

mood.py has the hour's light and the beam's place, sky.py, sea.py, coast.py, tower.py and life.py draw what their names say.
"""

from pathlib import Path

import coast
import life
import sea
import sky
import tower
from mood import HEIGHT, PICTURES, WIDTH, Drawing, Mood, smoothstep

CARD = Path(__file__).resolve().parent.parent


def picture(number):
    mood, drawing = Mood(number), Drawing(WIDTH, HEIGHT)
    sky.sky(drawing, mood)
    sky.clouds(drawing, mood)
    coast.far(drawing, mood)
    sea.base(drawing, mood)
    sea.rows(drawing, mood, 0, 2)
    life.ship(drawing, mood)
    coast.village(drawing, mood)
    sea.rows(drawing, mood, 2, 5)
    near = smoothstep(0.15, 0.6, mood.towards())
    sky.beam(drawing, mood, 1 - near, False)
    life.gulls(drawing, mood)
    sea.surf(drawing, mood, 566, 372, 44, 0.35)
    coast.stack(drawing, mood)
    tower.cottage(drawing, mood)
    tower.tower(drawing, mood)
    sea.surf(drawing, mood, 292, 384, 58, 0)
    sea.surf(drawing, mood, 440, 394, 30, 0.6)
    sea.rows(drawing, mood, 5, 7)
    life.whale(drawing, mood)
    sea.rows(drawing, mood, 7, sea.ROWS)
    sky.beam(drawing, mood, near, True)
    sea.glints(drawing, mood, life.whale_place(mood))
    coast.crag(drawing, mood)
    sky.rain(drawing, mood)
    sky.flare(drawing, mood)
    drawing.rectangle(
        0,
        0,
        WIDTH,
        HEIGHT,
        drawing.radial(400, 230, 520, ((0, "#000000", 0), (0.6, "#02030a", 0), (1, "#02030a", 0.5))),
    )
    return drawing.text()


def card():
    return f"""\
# A lighthouse under a sheet of lenses: {PICTURES} pictures, of which the angle shows one. Turn the card, and the evening
# becomes night and morning; the beam goes round and finds a ship, a whale, gulls and a village.
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
width = 200
distance = 2000
cross-talk = 0.015
relief = 0.3
gloss = 0.35
"""


def main():
    (CARD / "pictures").mkdir(exist_ok=True)
    for number in range(PICTURES):
        (CARD / "pictures" / f"{number + 1}.svg").write_text(picture(number))
    (CARD / "card.toml").write_text(card())


main()
