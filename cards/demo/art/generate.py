#!/usr/bin/env python3
"""Draws the demo card: back.svg (dawn), middle.svg (sunset) and front.svg (night).

Run it anywhere; it needs Python 3.9 or later and nothing else, and always draws the same.
"""

import sys
from pathlib import Path

sys.dont_write_bytecode = True

from moods import MOODS
from paint import picture
from scenery import Place


def main():
    """Writes the three pictures next to card.toml."""
    place = Place()
    for mood in MOODS:
        target = Path(__file__).resolve().parent.parent / f"{mood.name}.svg"
        target.write_text(picture(place, mood), encoding="ascii")
        print(f"{target.name}: {target.stat().st_size // 1024} KB")


if __name__ == "__main__":
    main()
