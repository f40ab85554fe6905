"""Sheets of paper as SVG: shapes with a soft shadow, a cut edge and fibres, without any filter."""

import math
import random


# Paths

def number(value):
    """A coordinate with at most one decimal."""
    text = f"{value:.1f}"
    text = text[:-2] if text.endswith(".0") else text
    return "0" if text in ("-0", "0") else text


def pair(point):
    """Two coordinates."""
    return f"{number(point[0])} {number(point[1])}"


def polygon(*points):
    """Straight lines through points, closed."""
    return "M" + "L".join(pair(point) for point in points) + "z"


def through(points):
    """A smooth curve through points (Catmull-Rom), not closed."""
    data = "M" + pair(points[0])
    ends = [points[0]] + list(points) + [points[-1]]
    for before, start, end, after in zip(ends, ends[1:], ends[2:], ends[3:]):
        first = (start[0] + (end[0] - before[0]) / 6, start[1] + (end[1] - before[1]) / 6)
        second = (end[0] - (after[0] - start[0]) / 6, end[1] - (after[1] - start[1]) / 6)
        data += f"C{pair(first)} {pair(second)} {pair(end)}"
    return data


def land(points, bottom):
    """What lies under a smooth curve, down to `bottom`."""
    return through(points) + f"V{number(bottom)}H{number(points[0][0])}z"


def circle(x, y, radius):
    """A circle, clockwise."""
    return ellipse(x, y, radius, radius)


def ellipse(x, y, across, down):
    """An ellipse, clockwise."""
    arc = f"a{number(across)} {number(down)} 0 0 1"
    return f"M{pair((x - across, y))}{arc} {number(2 * across)} 0{arc} {number(-2 * across)} 0z"


def rectangle(x, y, width, height):
    """An upright rectangle."""
    return f"M{pair((x, y))}h{number(width)}v{number(height)}h{number(-width)}z"


def star(x, y, radius, points=5, inner=0.45, turn=0.0):
    """A star with one point upwards, turned clockwise by so many degrees."""
    corners = []
    for index in range(2 * points):
        angle = math.pi * index / points + math.radians(turn)
        length = radius if index % 2 == 0 else radius * inner
        corners.append((x + length * math.sin(angle), y - length * math.cos(angle)))
    return polygon(*corners)


def sparkle(x, y, radius):
    """A star of four points with hollow sides."""
    near = radius * 0.14
    data = f"M{pair((x, y - radius))}"
    for (cx, cy), (px, py) in [((near, -near), (radius, 0)), ((near, near), (0, radius)),
                               ((-near, near), (-radius, 0)), ((-near, -near), (0, -radius))]:
        data += f"Q{pair((x + cx, y + cy))} {pair((x + px, y + py))}"
    return data + "z"


# Sheets

class Sheet:
    """One picture: a box of the card, in the card's points."""

    def __init__(self, name, left, top, right, bottom):
        self.name, self.box = name, (left, top, right, bottom)
        self.definitions, self.body = [], []
        self.shapes = 0

    def text(self):
        """The picture as SVG."""
        left, top, right, bottom = self.box
        width, height = number(right - left), number(bottom - top)
        box = f"{number(left)} {number(top)} {width} {height}"
        return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
                f'viewBox="{box}">\n<defs>\n' + "\n".join(self.definitions) + "\n</defs>\n"
                + "\n".join(self.body) + "\n</svg>\n")

    def add(self, text):
        """SVG as it stands."""
        self.body.append(text)

    def name_next(self, kind):
        """A name that no other definition has."""
        self.shapes += 1
        return f"{kind}{self.shapes}"

    def linear(self, *colours, across=False, box=None):
        """A gradient down, or across, a shape; a colour may be (place, colour, opacity).

        `box` is (x1, y1, x2, y2) in points where the gradient is to span several shapes.
        """
        name = self.name_next("g")
        if box:
            x1, y1, x2, y2 = (number(value) for value in box)
            way = (f'gradientUnits="userSpaceOnUse" x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"')
        else:
            way = "" if across else 'x1="0" y1="0" x2="0" y2="1"'
        self.definitions.append(
            f'<linearGradient id="{name}" {way}>{stops(colours)}</linearGradient>')
        return f"url(#{name})"

    def radial(self, *colours, at=(0.5, 0.5), radius=0.5):
        """A gradient from a place of a shape's box outwards."""
        name = self.name_next("g")
        self.definitions.append(
            f'<radialGradient id="{name}" cx="{at[0]}" cy="{at[1]}" r="{radius}">'
            f"{stops(colours)}</radialGradient>")
        return f"url(#{name})"

    def fill(self, data, colour, opacity=1.0):
        """A plain shape."""
        self.add(f'<path d="{data}" fill="{colour}"{faint(opacity)}/>')

    def line(self, data, colour, width, opacity=1.0):
        """A line with round ends."""
        self.add(f'<path d="{data}" fill="none" stroke="{colour}" stroke-width="{number(width)}" '
                 f'stroke-linecap="round" stroke-linejoin="round"{faint(opacity)}/>')

    def paper(self, data, fill, lift=8, drop=3.0, darkness=0.4, shade="#02121c", edge="#fff",
              light=0.28, thick=1.6, fibres=0.0, seed=1):
        """A cut sheet: `lift` is how far its shadow spreads, `light` how bright its edge is."""
        name = self.name_next("p")
        self.definitions.append(f'<path id="{name}" d="{data}"/>')
        if lift:
            self.shadow(name, lift, drop, darkness, shade)
        self.add(f'<use href="#{name}" fill="{fill}"/>')
        if light or fibres:
            self.definitions.append(
                f'<clipPath id="c{name}"><use href="#{name}"/></clipPath>')
            inside = ""
            if fibres:
                inside += self.fibres(fibres, seed)
            if light:
                inside += (f'<use href="#{name}" fill="none" stroke="{edge}" '
                           f'stroke-width="{number(2 * thick)}"{faint(light, "stroke-")}/>')
            self.add(f'<g clip-path="url(#c{name})">{inside}</g>')

    def shadow(self, name, lift, drop, darkness, shade):
        """A soft shadow around a shape: strokes that lie over each other, wide ones faint."""
        steps = max(4, round(lift * 0.9))
        step = 1 - (1 - darkness) ** (1 / steps)
        strokes = "".join(
            f'<use href="#{name}" stroke-width="{number(2 * lift * ((i + 1) / steps) ** 1.4)}"/>'
            for i in range(steps))
        self.add(f'<g fill="none" stroke="{shade}" stroke-opacity="{step:.3f}" '
                 f'stroke-linejoin="round" transform="translate(0 {number(drop)})">{strokes}</g>')

    def fibres(self, amount, seed):
        """Short light and dark fibres all over the box, so many for 10,000 square points."""
        rng = random.Random(seed)
        left, top, right, bottom = self.box
        count = int((right - left) * (bottom - top) / 10_000 * amount)
        text = ""
        for colour, opacity in (("#fff", 0.07), ("#000", 0.08)):
            data = ""
            for _ in range(count):
                x, y = rng.uniform(left, right), rng.uniform(top, bottom)
                angle, length = rng.uniform(0, math.pi), rng.uniform(3, 9)
                dx, dy = length * math.cos(angle), length * math.sin(angle)
                data += (f"M{pair((x, y))}q{pair((dx / 2 + rng.uniform(-1, 1), dy / 2))} "
                         f"{pair((dx, dy))}")
            text += (f'<path d="{data}" fill="none" stroke="{colour}" '
                     f'stroke-opacity="{opacity}" stroke-width="0.8"/>')
        return text


def stops(colours):
    """Gradient stops; plain colours are spread evenly."""
    text = ""
    for index, colour in enumerate(colours):
        place = index / max(1, len(colours) - 1)
        opacity = ""
        if isinstance(colour, tuple):
            place, colour = colour[0], colour[1:]
            if len(colour) == 2:
                opacity = f' stop-opacity="{colour[1]}"'
            colour = colour[0]
        text += f'<stop offset="{place:.3g}" stop-color="{colour}"{opacity}/>'
    return text


def faint(opacity, kind=""):
    """An attribute for what is not opaque."""
    return "" if opacity == 1 else f' {kind}opacity="{opacity:g}"'
