#!/usr/bin/env python3
"""Draws the pictures of the voyage, next to card.toml.

Run it anywhere; it needs Python 3.9 or later and nothing else, and always draws the same.
"""

import sys
from pathlib import Path

sys.dont_write_bytecode = True

import chart
import figures


def main():
    """Writes each sheet."""
    folder = Path(__file__).resolve().parent.parent
    for sheet in [*chart.sheets(), *figures.sheets()]:
        target = folder / f"{sheet.name}.svg"
        target.write_text(sheet.text(), encoding="ascii")
        left, top, right, bottom = sheet.box
        print(
            f"{target.name}: {target.stat().st_size / 1024:.1f} KB, "
            f"{right - left} x {bottom - top} at {(left + right) / 2}, {(top + bottom) / 2}"
        )


if __name__ == "__main__":
    main()
