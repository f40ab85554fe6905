"""What is behind and below the machine: the study, the star chart and the table."""

from math import cos, pi, sin
from random import Random

from space import CENTRE, HEIGHT, WIDTH, box, line, pair, polygon, smooth

WALL, CHART = -560.0, -430.0
# The table: its height, and its edge at the back.
TABLE, BACK = -186.0, -235.0
CHART_RADIUS = 322.0

# Figures of the sky: places from -1 to 1 on the chart, and the lines between them.
FIGURES = (
    (
        (
            (-0.62, -0.3),
            (-0.5, -0.36),
            (-0.41, -0.31),
            (-0.31, -0.33),
            (-0.2, -0.27),
            (-0.14, -0.39),
            (-0.27, -0.45),
        ),
        ((0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 6), (6, 3)),
    ),
    (
        ((0.02, -0.78), (0.1, -0.68), (0.18, -0.76), (0.26, -0.66), (0.35, -0.74)),
        ((0, 1), (1, 2), (2, 3), (3, 4)),
    ),
    (
        (
            (0.44, -0.5),
            (0.56, -0.46),
            (0.47, -0.33),
            (0.51, -0.31),
            (0.55, -0.29),
            (0.43, -0.14),
            (0.6, -0.12),
            (0.5, -0.58),
        ),
        ((0, 2), (1, 4), (2, 3), (3, 4), (2, 5), (4, 6), (0, 7), (1, 7)),
    ),
    (
        ((-0.3, -0.66), (-0.2, -0.62), (-0.1, -0.57), (0, -0.52), (-0.16, -0.74), (-0.26, -0.53)),
        ((0, 1), (1, 2), (2, 3), (4, 1), (1, 5)),
    ),
    (
        ((-0.8, -0.08), (-0.7, -0.16), (-0.62, -0.06), (-0.72, 0.04), (-0.55, 0.02)),
        ((0, 1), (1, 2), (2, 3), (3, 0), (2, 4)),
    ),
    (
        ((0.68, -0.34), (0.76, -0.24), (0.84, -0.2), (0.78, -0.08), (0.7, -0.02)),
        ((0, 1), (1, 2), (1, 3), (3, 4)),
    ),
    (((0.16, -0.4), (0.24, -0.46), (0.3, -0.38), (0.22, -0.32)), ((0, 1), (1, 2), (2, 3), (3, 0))),
)


def study(view):
    """A dark wall, and shelves of books to both sides of the chart."""
    view.begin(-1000)
    view.rectangle(
        0,
        0,
        WIDTH,
        280,
        view.radial(
            CENTRE[0], 215, 470, ((0, "#6b3a2a"), (0.42, "#3d2024"), (0.72, "#211421"), (1, "#0d0913"))
        ),
    )
    random, backs, edges, gold = Random(12), {}, {}, {}
    for side in (-1, 1):
        for shelf in range(3):
            books(view, random, side, 90 - 152 * shelf, (backs, edges, gold))
    for colour, data in backs.items():
        view.path(data, colour)
    for light, data in edges.items():
        view.stroke(data, "#ffb870", 1.4, 0.04 + 0.4 * light)
    for light, data in gold.items():
        view.stroke(data, "#e8b860", 1.1, 0.12 + 0.5 * light)
    for side in (-1, 1):
        for shelf in range(3):
            board(view, side, 90 - 152 * shelf)


def books(view, random, side, bottom, paths):
    """The backs of the books on one shelf: the nearer to the sun, the more light is on them and on their gold."""
    backs, edges, gold = paths

    def add(kind, style, data):
        kind[style] = kind.get(style, "") + data

    x = 300.0
    while x < 690:
        width, height = random.uniform(14, 29), random.uniform(82, 118)
        light = round(max(0.0, 1 - (x - 300) / 330) * (1 - 0.2 * (bottom < 0) - 0.2 * (bottom < -100)) * 4) / 4
        colour = random.choice(
            ((96, 42, 34), (44, 58, 72), (88, 66, 36), (52, 70, 50), (78, 36, 54), (110, 82, 54))
        )
        (ax, ay, _), (bx, by, _) = view.flat(side * x, bottom - height, WALL), view.flat(
            side * (x + width - 1), bottom, WALL
        )
        ax, bx = sorted((ax, bx))
        add(backs, "#" + "".join(f"{int(c * (.3 + .8 * light)):02x}" for c in colour), box(ax, ay, bx, by))
        near = ax if side > 0 else bx - 1.4
        add(edges, light, line((near + 0.7, by), (near + 0.7, ay)))
        for part in random.choice(((0.14, 0.2), (0.1, 0.86), (0.3,), (0.5,))):
            y = ay + (by - ay) * part
            add(gold, light, line((ax + 1.5, y), (bx - 1.5, y)))
        x += width


def board(view, side, y):
    """The board below the books."""
    (ax, ay, _), (bx, by, _) = view.flat(side * 290, y, WALL), view.flat(side * 710, y + 12, WALL)
    left, right = sorted((ax, bx))
    view.rectangle(left, ay, right - left, by - ay, "#2c1814")
    view.rectangle(
        left, ay, right - left, 1.6, view.across(ax, bx, ((0, "#e0985a", 0.7), (1, "#e0985a", 0.05)))
    )


def chart(view):
    """A disc of dark blue enamel in a brass rim, with the constellations engraved."""
    view.begin(-900)

    def place(x, y):
        return view.flat(x * CHART_RADIUS, y * CHART_RADIUS, CHART)[:2]

    cx, cy, scale = view.flat(0, 0, CHART)
    radius = CHART_RADIUS * scale
    view.round_line(cx + 6, cy + 8, radius + 8, "#000000", 16, 0.45)
    view.ellipse(
        cx,
        cy,
        radius - 5,
        radius - 5,
        view.radial(cx, cy, radius, ((0, "#3d5fa8"), (0.4, "#1f3a7c"), (0.75, "#122556"), (1, "#080f2c"))),
    )
    view.round_line(cx, cy, radius - 4, "#3a2210", 3)
    view.round_line(
        cx,
        cy,
        radius + 3.5,
        view.linear(
            cx - 190,
            cy - 210,
            cx + 190,
            cy + 210,
            (
                (0, "#fff0bd"),
                (0.2, "#b27d36"),
                (0.38, "#f3d288"),
                (0.55, "#7d4f1f"),
                (0.75, "#e2b35c"),
                (1, "#4a2b12"),
            ),
        ),
        13,
    )
    for part, width, opacity in (
        (0.955, 1.2, 0.8),
        (0.885, 0.9, 0.7),
        (0.87, 0.6, 0.5),
        (0.62, 0.7, 0.45),
        (0.36, 0.7, 0.45),
    ):
        view.round_line(cx, cy, radius * part, "#e9c479", width, opacity)
    marks(view, place)
    figures(view, place)
    rim(view, cx, cy, radius)


def marks(view, place):
    """The degrees on the edge of the chart, its hours, and the sun's way among the stars."""
    hours = ""
    for inner, count, width in ((0.905, 180, 0.8), (0.885, 36, 1.1)):
        (x, y), radius = place(0, 0), place((0.952 + inner) / 2, 0)[0] - place(0, 0)[0]
        gap = 2 * pi * radius / count - width
        view.round_line(
            x,
            y,
            radius,
            "#f2d08a",
            (0.952 - inner) * CHART_RADIUS * 0.67,
            0.75,
            f' stroke-dasharray="{10 * width:.0f} {10 * gap:.3f}"',
        )
    for k in range(13):
        a = pi + pi * k / 12
        hours += line(place(0.36 * cos(a), 0.36 * sin(a)), place(0.87 * cos(a), 0.87 * sin(a)))
    view.stroke(hours, "#9fb8f0", 0.6, 0.28)
    way = [place(0.14 + 0.6 * cos(a), 0.1 + 0.6 * sin(a)) for a in (2 * pi * k / 12 for k in range(12))]
    view.stroke(smooth(way), "#ffcf7a", 0.8, 0.5)


def figures(view, place):
    """Stars and constellations."""
    random = Random(5)
    small = {}
    for _ in range(90):
        a, r = random.uniform(pi * 0.95, pi * 2.05), 0.86 * random.random() ** 0.5
        x, y = place(r * cos(a), r * sin(a))
        size = random.choice((1, 1.4, 1.4, 2))
        small[size] = small.get(size, "") + f"M{pair(x, y)}h0"
    for size, data in small.items():
        view.stroke(data, "#cfe0ff", size, 0.75, "round")
    lines = ""
    stars = [view.share(f'<path d="{star(0, 0, size)}"/>') for size in (4.6, 3.2)]
    sparks = []
    for places, joined in FIGURES:
        lines += "".join(line(place(*places[a]), place(*places[b])) for a, b in joined)
        for k, spot in enumerate(places):
            sparks.append((stars[k % 3 > 0], *place(*spot)))
    view.stroke(lines, "#7fa2ee", 2.2, 0.2)
    view.stroke(lines, "#ffe6a8", 0.9, 0.85)
    for name, x, y in sparks:
        view.use(name, x, y, ' fill="#fff6d8"')


def star(x, y, size):
    """A star of four points."""
    points = [
        (
            x + (size if k % 2 == 0 else size * 0.3) * sin(pi * k / 4),
            y - (size if k % 2 == 0 else size * 0.3) * cos(pi * k / 4),
        )
        for k in range(8)
    ]
    return polygon(points)


def rim(view, cx, cy, radius):
    """The rim's studs, and a line of light on its edge."""
    for part, colour, opacity in ((radius + 8.6, "#fff3c8", 0.7), (radius - 1.5, "#2a1608", 0.8)):
        view.round_line(cx, cy, part, colour, 1.1, opacity)
    stud = view.share(
        '<g fill="#f7dc98"><circle cx="5" cy="7" r="26" fill="#2a1608"/><circle r="22"/>'
        '<circle cx="-6" cy="-6" r="9" fill="#fff"/></g>'
    )
    for k in range(25):
        a = pi * 0.96 + pi * 1.08 * k / 24
        view.use(stud, cx + (radius + 3.6) * cos(a), cy + (radius + 3.6) * sin(a))


def table(view):
    """Polished planks, which mirror the chart and the sun's light."""
    view.begin(-800)
    y = view.point(0, TABLE, BACK)[1]
    view.rectangle(0, y - 9, WIDTH, 10, view.vertical(y - 9, y, ((0, "#000000", 0), (1, "#000000", 0.55))))
    view.rectangle(
        0,
        y,
        WIDTH,
        HEIGHT - y,
        view.vertical(
            y, HEIGHT, ((0, "#8c4a26"), (0.12, "#743a1d"), (0.45, "#55270f"), (0.8, "#3a180a"), (1, "#1d0a05"))
        ),
    )
    grain(view)
    mirrored(view, y)
    pool = view.place(0, TABLE, 0)
    view.halo(pool[0], pool[1] + 6, 330, 120, ((0, "#ffca70", 0.8), (0.4, "#ff9a48", 0.36), (1, "#ff8030", 0)))
    view.rectangle(
        0,
        y,
        WIDTH,
        3.2,
        view.across(
            0, WIDTH, ((0, "#4a2a12"), (0.3, "#d49a48"), (0.5, "#fff0b8"), (0.7, "#d49a48"), (1, "#4a2a12"))
        ),
    )
    view.rectangle(0, y + 3.2, WIDTH, 1.6, "#1d0a05", 0.7)
    view.rectangle(
        0,
        0,
        WIDTH,
        HEIGHT,
        view.radial(CENTRE[0], 250, 480, ((0, "#000000", 0), (0.62, "#050208", 0), (1, "#050208", 0.78))),
    )


def grain(view):
    """Seams between the planks, and the wood's grain, which runs from left to right."""
    random = Random(8)
    seams = [BACK + 3 + 41 * k for k in range(13)]
    dark = light = ""
    for z in seams[1:]:
        (ax, ay), (bx, by) = view.point(-900, TABLE, z), view.point(900, TABLE, z)
        dark += f"M{pair(ax, ay)}L{pair(bx, by)}"
        light += f"M{pair(ax, ay + 1.3)}L{pair(bx, by + 1.3)}"
    for k, z in enumerate(seams):
        for x in range(-900, 900, 320):
            x += (k * 137) % 320
            dark += line(view.point(x, TABLE, z), view.point(x, TABLE, z + 41))
            if random.random() < 0.45:
                tone(view, x, z, random)
    lines = {}
    for _ in range(54):
        z, x = random.uniform(BACK + 6, 250), random.uniform(-520, 400)
        length, bend = random.uniform(60, 200), random.uniform(-3, 3)
        a, b, c = (view.point(x + length * t, TABLE, z + bend * w) for t, w in ((0, 0), (0.5, 1), (1, 0)))
        style = random.choice((("#1e0a04", 0.7, 0.35), ("#1e0a04", 1.3, 0.2), ("#d8894a", 0.8, 0.28)))
        lines[style] = lines.get(style, "") + (
            f"M{pair(*a)}q{pair(b[0] - a[0], b[1] - a[1])} {pair(c[0] - a[0], c[1] - a[1])}"
        )
    for style, data in lines.items():
        view.stroke(data, *style)
    view.stroke(dark, "#170703", 1.3, 0.7)
    view.stroke(light, "#f0a060", 0.7, 0.22)


def tone(view, x, z, random):
    """A plank that is lighter or darker than its neighbours."""
    corners = ((x, z), (x + 320, z), (x + 320, z + 41), (x, z + 41))
    view.path(
        polygon([view.point(a, TABLE, b) for a, b in corners]),
        random.choice(("#e08a48", "#120502")),
        random.uniform(0.06, 0.16),
    )


def mirrored(view, y):
    """The chart in the polish of the table."""
    x, _, scale = view.flat(0, 0, CHART)
    radius = CHART_RADIUS * scale
    sheen = view.vertical(y, y + 190, ((0, "#5a86e0", 0.3), (0.5, "#4468c0", 0.12), (1, "#4468c0", 0)))
    edge = view.vertical(y, y + 170, ((0, "#ffe0a0", 0.45), (0.6, "#ffe0a0", 0.12), (1, "#ffe0a0", 0)))
    height = radius * 0.82
    half = radius * (1 - (30 / height) ** 2) ** 0.5
    outline = f"M{pair(x - half, y)}A{pair(radius, height)} 0 0 0 {pair(x + half, y)}"
    view.path(outline, sheen)
    view.stroke(outline, edge, 5)
