"""What the beam finds: the ship, the whale and the gulls."""

from math import pi, sin

from mood import SEA, pair


# The sails of each mast, from above: the mast's place, then upper edge, half its width, lower edge, half its width.
SAILS = (
    (-20, ((-58, 11, -45, 13), (-43, 13, -28, 15), (-26, 15, -11, 16))),
    (4, ((-68, 12, -53, 14), (-51, 14, -34, 16), (-32, 16, -13, 17))),
)
PORTS = "M-33 1h4v3h-4zM-25 2h4v3h-4zM-15 3h4v3h-4zM-5 3h4v3h-4zM5 3h4v3h-4zM15 2h4v3h-4z"


def ship(drawing, mood):
    """A brig with lit windows, which sails past behind the rock."""
    x, y = 62 + 31 * mood.time, SEA + 12 + 1.6 * sin(mood.time * 1.9)
    lean = 3.5 * sin(mood.time * 1.6) - 2
    glow = max(0.25, mood.night, 0.8 * mood.evening)

    def lit(colour):
        return mood.lit(colour, x, y - 28)

    parts = [
        filled(lit("#5a3826"), "M-38-6L-34 8Q-4 13 26 8L40-8L30-5Q-4 0-30-5z"),
        filled(lit("#7a4630"), "M-38-8L-37-3Q-4 4 32-3L42-10L28-8Q-4-4-28-8z"),
        line(lit("#f0d090"), 1, "M-36-1Q-4 5 33-1"),
        line(lit("#4a3020"), 1.7, "M-20-6V-62M4-5V-72M38-9L58-20"),
    ]
    for mast, sails in SAILS:
        parts += [sail(mast, *edges, lit) for edges in sails]
    parts += [
        filled(lit("#fff0d8"), "M6-66Q26-46 54-20Q34-22 22-14Q24-36 6-66z"),
        filled(lit("#d8483c"), "M4-72q8-5 15-1q-7 0-15 5z"),
        filled("#ffd27a", PORTS, glow),
        '<circle cx="-37" cy="-13" r="2.4" fill="#ffe09a"/>',
    ]
    place = f"translate({pair(x, y)})rotate({lean:.1f})scale(.92)"
    drawing.elements.append(f'<g transform="{place}">{"".join(parts)}</g>')
    if mood.night > 0.2:
        drawing.halo(x - 34, y - 12, 16, 14, ((0, "#ffd27a", 0.6 * mood.night), (1, "#ffd27a", 0)))
        drawing.halo(x - 8, y + 8, 40, 8, ((0, "#ffd27a", 0.4 * mood.night), (1, "#ffd27a", 0)))


def filled(colour, data, opacity=1.0):
    return f'<path fill="{colour}" fill-opacity="{opacity:.2f}" d="{data}"/>'


def line(colour, width, data):
    return f'<path fill="none" stroke="{colour}" stroke-width="{width}" d="{data}"/>'


def sail(mast, top, a, bottom, b, lit):
    """A sail that the wind fills, and its shade."""
    middle = (top + bottom) // 2
    left, right = f"Q{mast - a + 2} {middle} {mast - a} {top}z", f"Q{mast + b + 6} {middle} {mast + b} {bottom}"
    whole = f"M{mast - a} {top}h{2 * a}{right}Q{mast} {bottom - 4} {mast - b} {bottom}{left}"
    shade = (
        f"M{mast - a} {top}h{a * .8:.1f}Q{mast - 2} {middle} {mast - 2} {bottom - 2}"
        f"Q{mast - b + 4} {bottom - 2} {mast - b} {bottom}{left}"
    )
    return filled(lit("#fff0d8"), whole) + filled(lit("#c0a890"), shade, 0.7)


# Where the whale is, picture by picture: how high it is out of the water, and how it is turned.
LEAP = {2: (-14, -10), 3: (10, -22), 4: (44, -20), 5.5: (26, 6), 7: (-10, 28)}


def whale_place(mood):
    """Where the whale is, if it is seen."""
    return (150 + 34 * (mood.time - 3), 418 - LEAP[mood.time][0]) if mood.time in LEAP else None


def whale(drawing, mood):
    """It comes out of the waves as the beam goes over it, and dives again."""
    if mood.time not in LEAP:
        return
    turn, (x, y) = LEAP[mood.time][1], whale_place(mood)
    glow = mood.beam(x + 20, y, 24) + 0.08
    skin, belly, dark, gleam = (
        mood.lit(colour, more=glow) for colour in ("#46708c", "#e4f0ee", "#28465e", "#bfe0ec")
    )
    grooves = "".join(f"M{58 - 3 * k} {14 + 3 * k}Q30 {20 + 3 * k} {4 - 3 * k} {14 + 2 * k}" for k in range(4))
    tail = "C-60 32-70 40-86 38C-82 32-80 28-74 22z"
    parts = (
        filled(skin, f"M-74 22C-66 8-40-20 8-22C44-24 70-10 78 6C80 14 74 18 66 18C40 30-30 34-52 26{tail}")
        + filled(dark, f"M-74 22C-66 8-40-20 8-22C20-22 32-21 42-18C10-16-30-6-52 26{tail}", 0.55)
        + filled(belly, "M77 10C60 14 40 12 22 10C0 12-16 20-26 28C6 33 46 28 66 18C74 18 78 14 77 10z")
        + line(dark, 1.1, grooves)
        + '<circle cx="48" cy="4" r="2.4" fill="#0a1018"/><circle cx="48.8" cy="3.2" r=".8" fill="#fff"/>'
        + filled(dark, "M14 16C8 30-4 42-20 46C-18 34-10 22 0 14z")
        + line(gleam, 1.6, "M-44-2C-22-18 16-22 44-16")
    )
    drawing.elements.append(f'<g transform="translate({pair(x, y)})rotate({turn})">{parts}</g>')
    if mood.time in (3, 4, 5.5):
        spout(drawing, mood, x + 26, y - 26, {3: 18, 4: 34, 5.5: 26}[mood.time])


def spout(drawing, mood, x, y, high):
    white = mood.lit("#f0faff", more=mood.beam(x, y, 24) + 0.2)
    data = f"M{pair(x - 2, y)}"
    for bend, over, end in (
        ((-3, 1), (-16, 1.3), (-22, 0.6)),
        ((-15, 1), (-8, 0.8), (0, 0.06)),
        ((4, 0.9), (13, 1.1), (20, 0.5)),
        ((17, 1.3), (4, 1.4), (2, 0)),
    ):
        data += "C" + " ".join(pair(x + dx, y - high * part) for dx, part in (bend, over, end))
    drawing.path(data + "z", white, 0.85)
    for k in range(9):
        drawing.ellipse(
            x - 24 + 6 * k, y - high * (0.5 + 0.7 * sin(pi * k / 8)) + 5 * (k % 3), 1.6, 1.6, white, 0.8
        )


FLOCK = ((520, 262, 1.2), (566, 236, 0.95), (484, 286, 0.8), (548, 286, 1.0), (600, 262, 0.7), (505, 230, 0.6))


def gulls(drawing, mood):
    """They fly a little further in each picture, and beat their wings."""
    for k, (x, y, s) in enumerate(FLOCK):
        x, y = x + 7 * (mood.time - 7), y + 4 * sin(mood.time * 1.3 + k * 2)
        lift = -5 - 7 * sin(mood.time * 1.7 + k * 1.9)
        body, wing = mood.lit("#ffffff", x, y), mood.lit("#c4ccd8", x, y)
        up = round(lift)
        parts = (
            filled(wing, f"M2-1C6 {up} 14 {up - 2} 21 {up + 4}C14 {up + 3} 8 {up + 7} 4 3z")
            + filled(body, f"M-2-1C-6 {up}-14 {up - 2}-21 {up + 5}C-14 {up + 4}-8 {up + 8}-3 3z")
            + filled(body, "M-8 2Q0-3 8-1Q11-2 12 0L9 2Q2 6-8 3L-12 5z")
            + filled("#e8a03c", "M12-.6l3 1.2l-3 .6z")
            + line("#20242e", 1.6, f"M19 {up + 3}l3 1M-19 {up + 4}l-3 1")
        )
        drawing.elements.append(f'<g transform="translate({pair(x, y)})scale({s})">{parts}</g>')
