"""The tower: bricks, bands, windows, the gallery and the lantern; and the keeper's house."""

from random import Random

from mood import LAMP, mix, number, pair, polygon

TOP, FOOT, MIDDLE = 176, 326, LAMP[0]


def half(y):
    """Half of the tower's width at a height: it widens towards the foot."""
    part = (y - TOP) / (FOOT - TOP)
    return 15.5 + 12 * part + 5 * part**4


def around(drawing, mood, low, high, colour):
    """A gradient across round things: light comes from the evening's sun, the moon or the morning's sun."""
    left, right = (
        0.35 + 0.75 * mood.evening + 0.3 * mood.night + 0.3 * mood.flash,
        0.3 + 0.8 * mood.morning + 0.1 * mood.night,
    )

    def tone(part, warm):
        return (
            mix(mood.lit(colour, more=0.06), mood.lit(warm, more=0.5 * part), min(0.85, part * 0.62))
            if part > 0.45
            else mood.lit(mix(colour, "#05060f", 0.75 * (0.62 - part)), more=0.04)
        )

    return drawing.linear(
        low,
        0,
        high,
        0,
        (
            (0, mood.lit(mix(colour, "#0a0c1c", 0.55 - 0.3 * min(1, left)), more=0.02)),
            (0.2, tone(left, "#ffe6cc")),
            (0.5, mood.lit(mix(colour, "#10121e", 0.16), more=0.05)),
            (0.8, tone(right, "#fff0d0")),
            (1, mood.lit(mix(colour, "#0a0c1c", 0.62 - 0.3 * min(1, right)), more=0.02)),
        ),
    )


def slab(y0, y1, wider=0.0):
    a, b = half(y0) + wider, half(y1) + wider
    curve = 0.11
    return (
        f"M{pair(MIDDLE - a, y0)}Q{pair(MIDDLE, y0 + 2 * a * curve)} {pair(MIDDLE + a, y0)}L{pair(MIDDLE + b, y1)}"
        f"Q{pair(MIDDLE, y1 + 2 * b * curve)} {pair(MIDDLE - b, y1)}z"
    )


def tower(drawing, mood):
    white = around(drawing, mood, MIDDLE - 30, MIDDLE + 30, "#efe6d8")
    red = around(drawing, mood, MIDDLE - 28, MIDDLE + 28, "#c63a30")
    drawing.path(slab(TOP, FOOT), white)
    for y in (190, 236, 282):
        drawing.path(slab(y, y + 23), red)
    bricks(drawing, mood)
    drawing.path(slab(FOOT - 6, FOOT + 2, 3), around(drawing, mood, MIDDLE - 36, MIDDLE + 36, "#8f8a8c"))
    windows(drawing, mood)
    door(drawing, mood)
    gallery(drawing, mood)
    lantern(drawing, mood)


def bricks(drawing, mood):
    """Courses of bricks: joints that bend round the tower, and single bricks that are lighter or darker."""
    random, joints, dark, light = Random(3), "", "", ""
    y = TOP + 5.0
    course = 0
    while y < FOOT - 6:
        a = half(y)
        joints += f"M{pair(MIDDLE - a, y)}q{pair(a, a * .22)} {pair(2 * a, 0)}"
        for k in range(7):
            t = -1 + 2 * (k + 0.5 * (course % 2) + 0.25) / 7
            if abs(t) > 0.97:
                continue
            x = MIDDLE + a * t
            sag = a * 0.11 * (1 - t * t)
            joints += f"M{pair(x, y + sag)}v5"
            if random.random() < 0.22:
                brick = polygon(
                    [
                        (x, y + sag + 0.3),
                        (x + a * 0.26, y + sag + 0.3),
                        (x + a * 0.26, y + sag + 4.7),
                        (x, y + sag + 4.7),
                    ]
                )
                if random.random() < 0.5:
                    dark += brick
                elif t < 0.7:
                    light += brick
        y += 5
        course += 1
    drawing.path(dark, "#1a1020", 0.16)
    drawing.path(light, "#fff4e0", 0.14)
    drawing.elements.append(
        f'<path d="{joints}" fill="none" stroke="#1a1226" stroke-width=".6" stroke-opacity=".32"/>'
    )


def windows(drawing, mood):
    glow = 0.3 + 0.7 * max(mood.night, 0.8 * mood.evening)
    for dx, y in ((-3, 224), (4, 270)):
        x = MIDDLE + dx
        drawing.path(f"M{pair(x - 5, y + 8)}v-11a5 5 0 0 1 10 0v11z", mood.lit("#5a5058", more=0.1))
        drawing.path(
            f"M{pair(x - 3.4, y + 6.6)}v-9.4a3.4 3.4 0 0 1 6.8 0v9.4z",
            mix(mood.lit("#2c3448"), "#ffcf6a", glow),
        )
        drawing.elements.append(
            f'<path d="M{pair(x, y - 6)}v13M{pair(x - 3.4, y + 1)}h6.8" stroke="#3a2c2c" stroke-width=".8"/>'
        )
        if glow > 0.5:
            drawing.halo(x, y, 13, 13, ((0, "#ffcf6a", 0.45 * glow), (1, "#ffcf6a", 0)))


def door(drawing, mood):
    x, y = MIDDLE + 1, FOOT
    drawing.path(f"M{pair(x - 8.4, y + 3)}v-17a8.4 8.4 0 0 1 16.8 0v17z", mood.lit("#8a8084", more=0.12))
    drawing.path(f"M{pair(x - 6, y + 3)}v-16a6 6 0 0 1 12 0v16z", mood.lit("#3c5a50", more=0.06))
    drawing.elements.append(
        f'<path d="M{pair(x, y - 18)}v21M{pair(x - 6, y - 8)}h12" stroke="#101820" stroke-width=".8" stroke-opacity=".7"/>'
    )
    drawing.ellipse(x, y - 23, 2.2, 2.8, "#ffd880", 0.5 + 0.5 * mood.night)
    if mood.night > 0.3:
        drawing.halo(x, y - 20, 20, 16, ((0, "#ffcf6a", 0.5 * mood.night), (1, "#ffcf6a", 0)))


def gallery(drawing, mood):
    """The platform on its brackets, and its railing."""
    stone = around(drawing, mood, MIDDLE - 26, MIDDLE + 26, "#9c948f")
    for dx in (-17, -9, 0, 9, 17):
        drawing.path(
            polygon(
                [
                    (MIDDLE + dx - 2, TOP + 9),
                    (MIDDLE + dx - 3.4, TOP),
                    (MIDDLE + dx + 3.4, TOP),
                    (MIDDLE + dx + 2, TOP + 9),
                ]
            ),
            mood.lit("#5a5256", more=0.1),
        )
    drawing.path(f"M{pair(MIDDLE - 25, TOP - 5)}q25 5 50 0l-2 5q-23 5-46 0z", stone)
    drawing.path(
        f"M{pair(MIDDLE - 25, TOP - 5)}q25 5 50 0q-25-4-50 0z", mood.lit("#c8c0b8", more=0.5 * mood.lamp)
    )
    posts = "".join(
        f"M{pair(MIDDLE + dx, TOP - 4 + 2.2 * (1 - (dx / 25) ** 2))}v-11"
        for dx in (-24, -20, -15, -10, -5, 0, 5, 10, 15, 20, 24)
    )
    rails = "".join(f"M{pair(MIDDLE - 25, TOP - y)}q25 5 50 0" for y in (16, 11))
    drawing.elements.append(
        f'<path d="{posts}{rails}" fill="none" stroke="{mood.lit("#2c303c", more=.12)}" stroke-width="1"/>'
    )


def lantern(drawing, mood):
    """The glass room of the lamp, its dome, and the wind vane."""
    x, y = LAMP
    drawing.path(
        f"M{pair(x - 14, TOP - 6)}v-6q14 4 28 0v6q-14 4-28 0z", around(drawing, mood, x - 14, x + 14, "#b83a32")
    )
    drawing.path(
        polygon([(x - 13, TOP - 11), (x - 13, y - 17), (x + 13, y - 17), (x + 13, TOP - 11)]),
        drawing.radial(
            x,
            y,
            26,
            ((0, "#ffffff"), (0.35, "#fff2c0"), (1, mix("#e0a850", mood.lit("#a8c4d8"), 0.5 * mood.morning))),
        ),
    )
    # The lens of glass prisms.
    drawing.ellipse(x, y + 2, 7.5, 12, "#fffdf0")
    prisms = "".join(
        f"M{pair(x - w, y + 2 + dy)}q{pair(w, 2)} {pair(2 * w, 0)}"
        for dy, w in ((-9, 5), (-6, 6.4), (-3, 7.2), (3, 7.4), (6, 6.6), (9, 5))
    )
    drawing.elements.append(
        f'<path d="{prisms}" fill="none" stroke="#d89a3c" stroke-width=".8" stroke-opacity=".7"/>'
    )
    iron = mood.lit("#2a2e3c", more=0.14)
    bars = "".join(f"M{pair(x + dx, TOP - 11)}V{number(y - 17)}" for dx in (-13, -7, 7, 13))
    cross = "".join(
        f"M{pair(x + 13 * side, y + dy)}l{-6 * side} {rise}" for side in (-1, 1) for dy, rise in ((-4, -12), (18, -22))
    )
    drawing.elements.append(
        f'<path d="{bars}" fill="none" stroke="{iron}" stroke-width="1.7"/>'
        f'<path d="{cross}" fill="none" stroke="{iron}" stroke-width=".8"/>'
    )
    dome = around(drawing, mood, x - 18, x + 18, "#a8322c")
    drawing.path(f"M{pair(x - 17, y - 16)}q17 4.6 34 0q-2-13-17-18q-15 5-17 18z", dome)
    ribs = f"M{pair(x, y - 34)}v19M{pair(x, y - 34)}q-9 6-10 18M{pair(x, y - 34)}q9 6 10 18"
    drawing.elements.append(
        f'<path d="{ribs}" fill="none" stroke="#3a0e12" stroke-width=".8" stroke-opacity=".6"/>'
        f'<path d="M{pair(x - 17.6, y - 15.4)}q17.6 4.6 35.2 0" fill="none" stroke="{iron}" stroke-width="2"/>'
    )
    drawing.ellipse(x, y - 36, 2.6, 2.6, mood.lit("#d8a850", more=0.2))
    vane = f"M{pair(x, y - 38)}v-14M{pair(x - 8, y - 47)}h16"
    drawing.elements.append(f'<path d="{vane}" fill="none" stroke="{iron}" stroke-width="1.2"/>')
    drawing.path(
        polygon([(x + 8, y - 50), (x + 14, y - 47), (x + 8, y - 44)])
        + polygon([(x - 8, y - 47), (x - 14, y - 51), (x - 14, y - 43)]),
        iron,
    )


def cottage(drawing, mood):
    """The keeper's house, beside the tower."""
    x, y = 487, 332
    stone = mood.lit("#d8ccbc", more=0.12 * mood.lamp)
    drawing.path(polygon([(x - 26, y + 2), (x - 26, y - 20), (x + 12, y - 20), (x + 12, y + 5)]), stone)
    drawing.path(
        polygon([(x + 12, y + 5), (x + 12, y - 20), (x + 21, y - 33), (x + 30, y - 18), (x + 30, y + 6)]),
        mood.lit(mix("#d8ccbc", "#4a3c50", 0.5 - 0.5 * mood.morning), more=0.05),
    )
    drawing.path(
        polygon([(x - 30, y - 18), (x - 20, y - 35), (x + 21, y - 35), (x + 11, y - 18)]),
        mood.lit("#6c5058", more=0.14 * mood.lamp),
    )
    drawing.path(
        polygon([(x + 21, y - 36), (x + 33, y - 17), (x + 29.6, y - 16), (x + 19, y - 33)]),
        mood.lit("#453440", more=0.05),
    )
    slates = "".join(f"M{pair(x - 28 + 2.6 * k, y - 21 - 4.2 * k)}h41" for k in range(4))
    drawing.elements.append(
        f'<path d="{slates}" fill="none" stroke="#201018" stroke-width=".7" stroke-opacity=".5"/>'
    )
    drawing.path(
        polygon([(x - 14, y - 33), (x - 14, y - 43), (x - 7, y - 43), (x - 7, y - 33)]),
        mood.lit("#9a6a58", more=0.1),
    )
    glow = 0.3 + 0.7 * max(mood.night, 0.8 * mood.evening)
    panes = "".join(
        polygon([(a, b), (a + 7, b), (a + 7, b + 8), (a, b + 8)])
        for a, b in ((x - 21, y - 14), (x - 8, y - 14), (x + 18, y - 13))
    )
    drawing.path(panes, mix(mood.lit("#2c3448"), "#ffcf6a", glow))
    bars = "".join(
        f"M{pair(a + 3.5, b)}v8M{pair(a, b + 4)}h7"
        for a, b in ((x - 21, y - 14), (x - 8, y - 14), (x + 18, y - 13))
    )
    drawing.elements.append(f'<path d="{bars}" stroke="#3a2c2c" stroke-width=".9"/>')
    drawing.path(
        polygon([(x + 3, y + 4), (x + 3, y - 12), (x + 9, y - 12), (x + 9, y + 4.4)]),
        mood.lit("#7a3a30", more=0.08),
    )
    if glow > 0.4:
        drawing.halo(x - 10, y - 8, 34, 20, ((0, "#ffcf6a", 0.42 * glow), (1, "#ffcf6a", 0)))
