"""The camera: places in the room become places in a picture, and parts are drawn from the far to the near.

A picture is written in tenths of a point, as whole numbers: they are shorter.
"""

from math import cos, pi, radians, sin

WIDTH, HEIGHT = 800, 500
# The sun is the middle of the room, and lies in the card's plane: it is in the same place in all views.
CENTRE = 400, 226
EYE = 900.0
PITCH = radians(26)

UNITS = ' gradientUnits="userSpaceOnUse"'

BRASS = (
    (0, "#2e1a0c"),
    (0.1, "#7a4d1c"),
    (0.26, "#e3b45c"),
    (0.34, "#fff1bd"),
    (0.43, "#d09a46"),
    (0.62, "#75461a"),
    (0.8, "#a8742f"),
    (0.92, "#f2cf85"),
    (1, "#4a2b12"),
)
# A plate that lies: the sheen of turned metal.
PLATE = (
    (0, "#6a431b"),
    (0.14, "#c08a40"),
    (0.27, "#f4d48a"),
    (0.37, "#b07c36"),
    (0.5, "#8a5c26"),
    (0.62, "#d3a050"),
    (0.71, "#ffe9ae"),
    (0.83, "#a9742f"),
    (1, "#53321a"),
)


class View:
    """One picture. The camera stands `camera` to the right of the middle and looks straight ahead."""

    def __init__(self, camera):
        self.camera, self.parts, self.elements = camera, [], []
        self.gradients, self.stops, self.shared, self.cog = {}, {}, [], None

    def begin(self, depth):
        """What is drawn now lies so near: larger is nearer."""
        self.elements = []
        self.parts.append((depth, self.elements))

    def turn(self):
        """Where the camera stands, from -1 to 1."""
        return self.camera / 58

    @staticmethod
    def seen(x, y, z):
        """A place in the room (y up, z towards us) as the camera has it: y down, z towards it."""
        return x, z * sin(PITCH) - y * cos(PITCH), z * cos(PITCH) + y * sin(PITCH)

    def flat(self, x, y, z):
        """The place in the picture of a place as the camera has it, and how large things are there."""
        scale = EYE / (EYE - z)
        return CENTRE[0] + self.camera + (x - self.camera) * scale, CENTRE[1] + y * scale, scale

    def place(self, x, y, z):
        return self.flat(*self.seen(x, y, z))

    def point(self, x, y, z):
        return self.place(x, y, z)[:2]

    def depth(self, x, y, z):
        return self.seen(x, y, z)[2]

    def circle(self, x, y, z, radius, count=10):
        """Path data of a circle that lies flat in the room: a soft outline of few corners is round enough."""
        radius /= cos(pi / count)
        return smooth(
            [
                self.point(x + radius * cos(a), y, z + radius * sin(a))
                for a in (2 * pi * k / count for k in range(count))
            ]
        )

    def path(self, data, fill, opacity=1.0):
        """What a path encloses."""
        self.elements.append(f'<path fill="{fill}"{alpha("fill", opacity)} d="{data}"/>')

    def stroke(self, data, colour, width, opacity=1.0, cap=""):
        """A line. Its path data may be several lines."""
        end = cap and f' stroke-linecap="{cap}"'
        self.elements.append(
            f'<path fill="none" stroke="{colour}" stroke-width="{number(width)}"{alpha("stroke", opacity)}{end} d="{data}"/>'
        )

    def between(self, outer, inner, fill, opacity=1.0):
        """What lies between two outlines."""
        self.elements.append(
            f'<path fill-rule="evenodd" fill="{fill}"{alpha("fill", opacity)} d="{outer}{inner}"/>'
        )

    def rectangle(self, x, y, width, height, fill, opacity=1.0):
        self.path(box(x, y, x + width, y + height), fill, opacity)

    def ellipse(self, x, y, rx, ry, fill, opacity=1.0):
        self.elements.append(
            f'<ellipse cx="{number(x)}" cy="{number(y)}" rx="{number(rx)}" ry="{number(ry)}" '
            f'fill="{fill}"{alpha("fill", opacity)}/>'
        )

    def round_line(self, x, y, radius, colour, width, opacity=1.0, dashes=""):
        """A circle drawn with a pen."""
        self.elements.append(
            f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}" fill="none" stroke="{colour}" '
            f'stroke-width="{number(width)}"{dashes}{alpha("stroke", opacity)}/>'
        )

    def halo(self, x, y, rx, ry, stops):
        """Light or shadow that fades out from a middle."""
        self.ellipse(x, y, rx, ry, self.gradient("radial", "", stops, "b"))

    def radial(self, x, y, radius, stops):
        return self.gradient("radial", f' cx="{number(x)}" cy="{number(y)}" r="{number(radius)}"', stops)

    def linear(self, x1, y1, x2, y2, stops):
        ends = zip(("x1", "y1", "x2", "y2"), (x1, y1, x2, y2))
        return self.gradient(
            "linear",
            "".join(f' {name}="{number(value)}"' for name, value in ends if value or name == "x2"),
            stops,
        )

    def vertical(self, top, bottom, stops):
        return self.linear(0, top, 0, bottom, stops)

    def gradient(self, kind, place, stops, space="c"):
        """The fill that names a gradient. Its colours are written once for all gradients that have the same."""
        colours = self.stops.setdefault((stops, space), f"{space}{len(self.stops)}")
        name = self.gradients.setdefault(f'{kind}Gradient href="#{colours}"{place}', f"g{len(self.gradients)}")
        return f"url(#{name})"

    def across(self, left, right, stops):
        """A gradient from left to right."""
        return self.linear(left, 0, right, 0, stops)

    def tube(self, start, end, width):
        """A round bar of brass between two places in the room."""
        (ax, ay, sa), (bx, by, sb) = self.place(*start), self.place(*end)
        width *= (sa + sb) / 2
        upright = abs(bx - ax) < abs(by - ay)
        dx, dy = (-width * 0.18, 0) if upright else (0, -width * 0.2)
        way, light = line((ax, ay), (bx, by)), line((ax + dx, ay + dy), (bx + dx, by + dy))
        lines = "".join(
            f'<path d="{data}" stroke="{colour}" stroke-width="{number(width * part)}"/>'
            for data, colour, part in ((way, "#2c190b", 1.25), (way, "#a8742f", 0.95), (light, "#fbdf9a", 0.4))
        )
        self.elements.append(f'<g fill="none">{lines}</g>')

    def share(self, shape):
        """The name of a shape that is drawn several times."""
        self.shared.append(shape.replace(" ", f' id="u{len(self.shared)}" ', 1))
        return f"u{len(self.shared) - 1}"

    def use(self, name, x, y, more=""):
        self.elements.append(f'<use href="#{name}" x="{number(x)}" y="{number(y)}"{more}/>')

    def text(self):
        """The document."""
        drawn = "".join(text for _, texts in sorted(self.parts, key=lambda part: part[0]) for text in texts)
        defined = "".join(
            f'<linearGradient id="{name}"{UNITS if space == "c" else ""}>'
            f"{colours(stops)}</linearGradient>"
            for (stops, space), name in self.stops.items()
        )
        defined += "".join(
            f'<{what.replace(" ", f""" id="{name}" """, 1)}/>' for what, name in self.gradients.items()
        )
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {10 * WIDTH} {10 * HEIGHT}" width="{WIDTH}" height="{HEIGHT}">\n'
            f'<defs>{defined}{"".join(self.shared)}</defs>\n{drawn}</svg>\n'
        )


def number(value):
    """A length in tenths of a point."""
    return str(round(value * 10))


def pair(x, y):
    """Two coordinates, separated only where they must be."""
    x, y = round(x * 10), round(y * 10)
    return f"{x}{y}" if y < 0 else f"{x} {y}"


def alpha(kind, opacity):
    """The attribute for an opacity below 1."""
    return "" if opacity >= 1 else f' {kind}-opacity="{short(opacity)}"'


def short(part):
    return f"{part:.2f}".rstrip("0").rstrip(".").lstrip("0") or "0"


def colours(stops):
    """The colours of a gradient: (place, colour) or (place, colour, opacity)."""
    return "".join(
        f'<stop offset="{short(at)}" stop-color="{colour}"'
        + "".join(f' stop-opacity="{short(part)}"' for part in opacity)
        + "/>"
        for at, colour, *opacity in stops
    )


def polygon(points):
    """Path data of a closed outline of straight lines, in relative steps."""
    steps = [(round(x, 1), round(y, 1)) for x, y in points]
    moves = [pair(bx - ax, by - ay) for (ax, ay), (bx, by) in zip(steps, steps[1:]) if (ax, ay) != (bx, by)]
    return (
        f"M{pair(*steps[0])}l"
        + "".join(m if m.startswith("-") or not k else " " + m for k, m in enumerate(moves))
        + "z"
    )


def smooth(corners):
    """Path data of a closed soft outline: quadratic curves from middle to middle of its sides, in relative steps."""
    middles = [((ax + bx) / 2, (ay + by) / 2) for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1])]
    x, y = round(middles[-1][0], 1), round(middles[-1][1], 1)
    data = f"M{pair(x, y)}"
    for index, ((cx, cy), (mx, my)) in enumerate(zip(corners, middles)):
        dx, dy = round(mx - x, 1), round(my - y, 1)
        data += f"t{pair(dx, dy)}" if index % 6 else f"q{pair(cx - x, cy - y)} {pair(dx, dy)}"
        x, y = x + dx, y + dy
    return data + "z"


def curve(corners):
    """Path data of an open soft line, which begins at the first corner and ends at the last."""
    x, y = round(corners[0][0], 1), round(corners[0][1], 1)
    data = f"M{pair(x, y)}"
    for index, (cx, cy) in enumerate(corners[1:-1], 1):
        mx, my = (
            corners[index + 1]
            if index == len(corners) - 2
            else ((cx + corners[index + 1][0]) / 2, (cy + corners[index + 1][1]) / 2)
        )
        dx, dy = round(mx - x, 1), round(my - y, 1)
        data += f"q{pair(cx - x, cy - y)} {pair(dx, dy)}"
        x, y = x + dx, y + dy
    return data


def line(a, b):
    """Path data of a straight line."""
    ax, ay = round(a[0], 1), round(a[1], 1)
    return f"M{pair(ax, ay)}l{pair(b[0] - ax, b[1] - ay)}"


def box(left, top, right, bottom):
    """Path data of a rectangle."""
    left, top = round(left, 1), round(top, 1)
    return f"M{pair(left, top)}h{number(right - left)}v{number(bottom - top)}h{number(left - right)}z"
