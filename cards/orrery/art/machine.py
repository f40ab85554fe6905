"""The machine of brass: its base with the calendar, the wheels, the column and the arms."""

from math import cos, pi, radians, sin

from room import TABLE
from space import BRASS, PLATE, curve, line, pair, polygon

# The wheels: place, height, radius, number of teeth, its first tooth in parts of one, spokes.
WHEELS = (
    ((0, 0), -157, 112, 60, 0, 6),
    ((-128, 62), -157, 30, 16, 0.2, 3),
    ((134, 48), -157, 30, 16, 0.6, 3),
    ((0, 0), -144, 82, 44, 0.3, 6),
    ((92, 78), -144, 38, 20, 0.1, 4),
    ((0, 0), -131, 54, 29, 0, 5),
    ((-64, 44), -131, 24, 13, 0.4, 3),
    ((0, 0), -119, 33, 18, 0.5, 0),
)


def shadow(view):
    """Soft shadows of the base and the arms on the table."""
    view.begin(-700)
    x, y, scale = view.place(0, TABLE, 6)
    view.halo(
        x,
        y + 10,
        236 * scale,
        116 * scale,
        ((0, "#0c0302", 0.78), (0.72, "#0c0302", 0.74), (0.86, "#0c0302", 0.36), (1, "#0c0302", 0)),
    )


def fall(view, x, z, radius):
    """The shadow on the table of a globe above it."""
    if z < -200:
        return
    sx, sy, scale = view.place(x, TABLE, z)
    view.begin(-690)
    view.halo(
        sx,
        sy,
        radius * 1.7 * scale,
        radius * 0.8 * scale,
        ((0, "#0c0302", 0.62), (0.35, "#0c0302", 0.45), (1, "#0c0302", 0)),
    )


def drum(view, low, high, radius, colours, trim=True):
    """A round step of the base: its side, and its top."""
    left, right = view.point(-radius, low, 0)[0], view.point(radius, low, 0)[0]
    view.path(side(view, low, high, radius), view.across(left, right, colours))
    if trim:
        for height in (low + 1.5, high - 1.5):
            view.stroke(view.circle(0, height, 0, radius), view.across(left, right, BRASS), 2.4)


def side(view, low, high, radius):
    """The outline of a cylinder. Its top is drawn over it."""
    corners = [view.point(x, y, 0) for x, y in ((-radius, high), (radius, high), (radius, low), (-radius, low))]
    return view.circle(0, low, 0, radius) + polygon(corners)


def base(view):
    """Three steps of wood and brass; the calendar is engraved on the lowest one."""
    view.begin(-600)
    wood = (
        (0, "#1c0905"),
        (0.2, "#57240f"),
        (0.36, "#a85c2c"),
        (0.46, "#7a3a19"),
        (0.7, "#3a160a"),
        (0.9, "#7c3f1e"),
        (1, "#1c0905"),
    )
    feet(view)
    drum(view, TABLE + 4, TABLE + 17, 186, wood)
    high = TABLE + 17
    left, right = view.point(-186, high, 0)[0], view.point(186, high, 0)[0]
    view.path(view.circle(0, high, 0, 186), view.across(left, right, PLATE))
    calendar(view, high)
    drum(view, high, high + 8, 139, BRASS, False)
    plate(view, high + 8, 139)


def feet(view):
    """Brass balls under the base."""
    for a in (20, 55, 90, 125, 160):
        x, y, scale = view.place(178 * cos(radians(a)), TABLE + 3, 178 * sin(radians(a)))
        view.ellipse(
            x,
            y,
            9 * scale,
            6 * scale,
            view.radial(x - 2, y - 3, 11, ((0, "#fff0c0"), (0.4, "#b07a34"), (1, "#2a1508"))),
        )


def calendar(view, y):
    """A ring of enamel with the days, the months and their stars."""
    view.between(view.circle(0, y, 0, 180), view.circle(0, y, 0, 146), "#0f1e4a")
    view.between(
        view.circle(0, y, 0, 180),
        view.circle(0, y, 0, 146),
        view.radial(
            *view.point(0, y, 0), 190, ((0.5, "#ffc070", 0.3), (0.75, "#5a7ad0", 0.25), (1, "#050a22", 0.45))
        ),
    )
    days = months = marks = ""
    for k in range(96):
        a = 2 * pi * k / 96
        inner = 170 if k % 4 else 165
        days += line(view.point(178 * cos(a), y, 178 * sin(a)), view.point(inner * cos(a), y, inner * sin(a)))
    for k in range(12):
        a = 2 * pi * k / 12
        months += line(view.point(180 * cos(a), y, 180 * sin(a)), view.point(146 * cos(a), y, 146 * sin(a)))
        marks += sign(view, y, 156, a + pi / 12, k)
    view.stroke(days, "#ffe2a0", 0.8, 0.9)
    view.stroke(months, "#ffe2a0", 1.3, 0.95)
    view.path(marks, "#ffe9b4")
    for radius, width in ((180, 1.6), (163.5, 0.8), (146, 1.6)):
        view.stroke(view.circle(0, y, 0, radius), "#f7d58c", width, 0.9)


def sign(view, y, radius, angle, month):
    """A small mark for each month: stars, moons and lozenges, engraved flat."""
    cx, cz = radius * cos(angle), radius * sin(angle)
    count, inner = ((8, 0.38), (4, 0.55), (12, 0.62), (10, 0.42))[month % 4]
    points = [
        (
            cx + 7 * (1 if k % 2 == 0 else inner) * cos(2 * pi * k / count),
            y,
            cz + 7 * (1 if k % 2 == 0 else inner) * sin(2 * pi * k / count),
        )
        for k in range(count)
    ]
    return polygon([view.point(*p) for p in points])


def plate(view, y, radius):
    """The plate under the wheels, turned on a lathe."""
    left, right = view.point(-radius, y, 0)[0], view.point(radius, y, 0)[0]
    view.path(view.circle(0, y, 0, radius), view.across(left, right, PLATE))
    view.path(
        view.circle(0, y, 0, radius - 6),
        view.radial(
            *view.point(0, y, 0), radius, ((0, "#1c0c04", 0.75), (0.6, "#1c0c04", 0.55), (1, "#1c0c04", 0.2))
        ),
    )
    for part in (radius - 3, radius - 9, radius - 14):
        view.stroke(view.circle(0, y, 0, part), "#fff0c0", 0.6, 0.5)
    for k in range(16):
        a = 2 * pi * (k + 0.5) / 16
        x, sy, scale = view.place((radius - 6) * cos(a), y, (radius - 6) * sin(a))
        view.ellipse(x, sy, 2.4 * scale, 1.5 * scale, "#3a200d")
        view.ellipse(x - 0.3, sy - 0.4, 1.6 * scale, 1 * scale, "#fff0c0")


def teeth(view, centre, y, radius, count, first):
    """The outline of a wheel's teeth."""
    points = []
    for k in range(count):
        for part, far in ((-0.28, 0), (-0.15, 1), (0.15, 1), (0.28, 0)):
            a = 2 * pi * (k + first + part) / count
            r = radius + (3.3 if far else -1.8)
            points.append(view.point(centre[0] + r * cos(a), y, centre[1] + r * sin(a)))
    return polygon(points)


def wheel(view, centre, y, radius, count, first, spokes, thick=6.0):
    """A wheel that lies: its shadow, the edge with teeth, its face with windows between the spokes."""
    x, z = centre
    cx, cy, scale = view.place(x, y, z)
    low = view.place(x, y - thick, z)[1] - cy
    outline = teeth(view, centre, y, radius, count, first)
    left, right = cx - radius * scale, cx + radius * scale
    shade = view.across(
        left,
        right,
        (
            (0, "#1d0e05"),
            (0.3, "#8a5a24"),
            (0.42, "#4a2a10"),
            (0.75, "#2a1508"),
            (0.92, "#6d441b"),
            (1, "#1d0e05"),
        ),
    )
    name = view.share(f'<path d="{outline}"/>')
    view.use(name, 0, low + 5, ' fill="#0c0402" fill-opacity=".4"')
    for part in (1, 0.62, 0.3):
        view.use(name, 0, low * part, f' fill="{shade}"')
    view.use(name, 0, 0, f' fill="{view.across(left, right, PLATE)}"')
    if spokes:
        view.path(windows(view, centre, y, radius, spokes), "#160a04", 0.72)
        view.elements[-1] = view.elements[-1].replace("<path ", '<path stroke="#fff0c4" stroke-width="6" ')
    view.stroke(view.circle(x, y, z, radius - 3.6), "#4a2a10", 1.2, 0.8)
    view.stroke(view.circle(x, y, z, radius - 4.6), "#fff3cc", 0.5, 0.7)
    hub = max(6.0, radius * 0.17)
    view.path(view.circle(x, y, z, hub), view.across(cx - hub, cx + hub, BRASS))
    if x or z:
        post(view, x, y, z)


def windows(view, centre, y, radius, count):
    """The openings between the spokes."""
    shapes = ""
    outer, inner = radius * 0.84, radius * 0.34
    for k in range(count):
        a, b = 2 * pi * k / count, 2 * pi * (k + 1) / count
        gap_out, gap_in = 3.2 / outer + 0.03, 3.2 / inner + 0.06
        steps = [k / 4 for k in range(5)]
        arc = [(outer, a + gap_out + (b - a - 2 * gap_out) * t) for t in steps]
        arc += [(inner, b - gap_in - (b - a - 2 * gap_in) * t) for t in (0, 0.5, 1)]
        shapes += polygon([view.point(centre[0] + r * cos(t), y, centre[1] + r * sin(t)) for r, t in arc])
    return shapes


def post(view, x, y, z):
    """The screw on a wheel's axle."""
    view.tube((x, y, z), (x, y + 9, z), 5)
    sx, sy, scale = view.place(x, y + 9, z)
    view.ellipse(sx, sy, 4.6 * scale, 2.6 * scale, "#6d441b")
    view.ellipse(sx - 0.3, sy - 0.6, 3.8 * scale, 2 * scale, "#fbe3a4")
    view.stroke(f"M{pair(sx - 3, sy - 1.4)}L{pair(sx + 2.6, sy + .2)}", "#3a200d", 0.9)


def wheels(view):
    view.begin(-500)
    for (x, z), y, radius, count, first, spokes in WHEELS:
        wheel(view, (x, z), y, radius, count, first, spokes)


# The column: height and radius, from the wheels to below the sun.
PROFILE = (
    (-119, 17),
    (-115, 20),
    (-111, 14),
    (-106, 10),
    (-99, 9),
    (-93, 13),
    (-88, 15),
    (-84, 11),
    (-81, 17),
    (-76, 17),
    (-74, 13),
    (-69, 13),
    (-67, 15),
    (-63, 15),
    (-61, 12),
    (-57, 12),
    (-55, 14),
    (-51, 14),
    (-49, 10),
    (-45, 10),
    (-43, 12),
    (-39, 12),
    (-37, 7),
    (-33, 7),
)


def column(view):
    """A turned column with a sleeve for each arm."""
    view.begin(-12)
    for (low, wide), (high, narrow) in zip(PROFILE, PROFILE[1:]):
        front = [pi * k / 5 for k in range(6)]
        lower = [view.point(wide * cos(a), low, wide * sin(a)) for a in front]
        upper = [view.point(narrow * cos(a), high, narrow * sin(a)) for a in [2 * pi - b for b in front]]
        across = max(wide, narrow)
        x = view.point(0, low, 0)[0]
        view.path(polygon(lower + upper), view.across(x - across, x + across, BRASS))
        if narrow < wide or high == PROFILE[-1][0]:
            view.stroke(
                "M" + "L".join(pair(*view.point(wide * cos(a), high, wide * sin(a))) for a in front),
                "#fff0c0",
                0.5,
                0.6,
            )
    x, y, scale = view.place(0, -38, 0)
    view.ellipse(x, y + 2, 16 * scale, 8 * scale, "#ffb040", 0.35)


def arm(view, angle, reach, height, radius, width=4.6):
    """From the column out to below a planet, and up to it; on the other side a weight."""
    a = radians(angle)
    x, z = reach * cos(a), reach * sin(a)
    pieces = max(2, int(reach / 95))
    for k in range(pieces):
        start = 13 / reach
        s, t = start + (1 - start) * k / pieces, start + (1 - start) * (k + 1) / pieces + (
            0.01 if k < pieces - 1 else 0
        )
        view.begin(view.depth(x * (s + t) / 2, height, z * (s + t) / 2) + (30 if z > 0 else -30))
        view.tube((x * s, height, z * s), (x * t, height, z * t), width * (1.12 - 0.3 * s))
        if k == 0 and z > 0:
            knot(view, x * 13 / reach, height, z * 13 / reach, width * 1.25)
        if k == 1:
            knot(view, x * s, height, z * s, width)
    if z > 0:
        back = 42 / reach
        view.begin(view.depth(-x * back, height, -z * back) - 20)
        view.tube((0, height, 0), (-x * back, height, -z * back), width * 0.9)
        knot(view, -x * back, height, -z * back, width * 1.7)
    view.begin(view.depth(x, height, z) + (32 if z > 0 else -28))
    sx, sy, scale = view.place(x, height, z)
    view.elements.append(f'<use href="#{cog(view)}" transform="translate({pair(sx, sy)})scale({scale:.2f})"/>')
    view.tube((x, height + 3, z), (x, -radius + 1, z), 3.2)
    cup(view, x, -radius, z)


def cog(view):
    """The small wheel at an arm's end: one shape for all arms."""
    if not view.cog:
        outer, view.elements = view.elements, []
        wheel(view, (0, 0), 0, 11, 12, 0, 0)
        x, y = view.point(0, 0, 0)
        inner = "".join(view.elements)
        view.cog = view.share(f'<g transform="translate({pair(-x, -y)})">{inner}</g>')
        view.elements = outer
    return view.cog


def knot(view, x, y, z, size):
    """A ball of brass on an arm."""
    sx, sy, scale = view.place(x, y, z)
    size *= scale
    view.ellipse(
        sx,
        sy,
        size,
        size,
        view.radial(
            sx - size * 0.3,
            sy - size * 0.4,
            size * 1.5,
            ((0, "#fff6d0"), (0.3, "#d8a652"), (0.7, "#7a4b1c"), (1, "#2a1508")),
        ),
    )


def cup(view, x, y, z):
    """What holds a globe from below."""
    sx, sy, scale = view.place(x, y, z)
    view.path(
        polygon(
            [
                (sx - 6 * scale, sy - 2.4 * scale),
                (sx + 6 * scale, sy - 2.4 * scale),
                (sx + 2 * scale, sy + 6 * scale),
                (sx - 2 * scale, sy + 6 * scale),
            ]
        ),
        view.across(sx - 6 * scale, sx + 6 * scale, BRASS),
    )
    view.ellipse(sx, sy - 2.4 * scale, 6 * scale, 2.6 * scale, "#f4d48a")


def hoops(view, radius):
    """Rings of an armillary sphere round the sun: degrees are engraved on them."""
    for lean, spin in ((0, 0), (64, 25), (64, 145)):
        ring = []
        for k in range(25):
            a = 2 * pi * k / 24 - (pi / 2 if lean == 0 else 0)
            x, y, z = cos(a), sin(a) * sin(radians(lean)), sin(a) * cos(radians(lean))
            s = radians(spin)
            ring.append((x * cos(s) + z * sin(s), y, z * cos(s) - x * sin(s)))
        for first in range(0, 24, 6):
            piece = ring[first : first + 7]
            near = view.depth(*(c * radius for c in piece[3]))
            view.begin(near)
            way, inner = (
                curve([view.point(*(c * r for c in p)) for p in piece]) for r in (radius, radius - 1.5)
            )
            name = view.share(f'<path d="{way}"/>')
            view.elements.append(
                f'<g fill="none"><use href="#{name}" stroke="#3a1e0a" stroke-width="44"/>'
                f'<use href="#{name}" stroke="#c98f3c" stroke-width="34"/></g>'
            )
            view.stroke(inner, "#fff2b8", 1.2, 0.5 + 0.5 * max(0, -near / radius))
