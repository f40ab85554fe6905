#!/usr/bin/env python3
"""Draws the demo card: back.svg (dawn), middle.svg (sunset) and front.svg (night).

Run it anywhere; it needs Python 3.9 or later and nothing else, and always draws the same.
"""

import sys
from pathlib import Path

sys.dont_write_bytecode = True

from lake import lake
from land import distance, head_trees, headland, mountains, shore, woods
from moods import MOODS
from near import far_mist, foreground, near_mist
from observatory import observatory
from scenery import HEIGHT, Place, WIDTH
from sky import sky
from vector import Drawing


def picture(place, mood):
    """One picture of the card, painted from the sky down to the grass at our feet."""
    drawing = Drawing(WIDTH, HEIGHT)
    sky(drawing, mood)
    for part in (mountains, distance, woods, lake, shore):
        part(drawing, place, mood)
    if mood.name == "back":
        far_mist(drawing)
    head_trees(drawing, place, mood, behind=True)
    headland(drawing, place, mood)
    observatory(drawing, mood)
    head_trees(drawing, place, mood, behind=False)
    if mood.name == "back":
        near_mist(drawing)
    foreground(drawing, place, mood)
    return drawing.text()


def main():
    """Writes the three pictures next to card.toml."""
    place = Place()
    for mood in MOODS:
        target = Path(__file__).resolve().parent.parent / f"{mood.name}.svg"
        target.write_text(picture(place, mood), encoding="ascii")
        print(f"{target.name}: {target.stat().st_size // 1024} KB")


if __name__ == "__main__":
    main()
