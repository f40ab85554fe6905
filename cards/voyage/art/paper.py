"""Sheets of cut paper as SVG: shapes with a soft shadow, a bright edge, and a grain of fibres."""

import math
import random


def number(value):
    """A coordinate with at most one decimal."""
    text = f"{value:.1f}"
    text = text[:-2] if text.endswith(".0") else text
    return "0" if text in ("-0", "0") else text


def pair(point):
    """Two coordinates."""
    return f"{number(point[0])} {number(point[1])}"


def polygon(points):
    """Straight lines through points, closed."""
    return "M" + "L".join(pair(point) for point in points) + "z"


def through(points):
    """A smooth curve through points (Catmull-Rom), not closed."""
    data = "M" + pair(points[0])
    ends = [points[0], *points, points[-1]]
    for before, start, end, after in zip(ends, ends[1:], ends[2:], ends[3:]):
        data += bend(before, start, end, after)
    return data


def closed(points):
    """A smooth closed curve through points."""
    data, count = "M" + pair(points[0]), len(points)
    for index in range(count):
        data += bend(*(points[(index + step) % count] for step in (-1, 0, 1, 2)))
    return data + "z"


def bend(before, start, end, after):
    """One piece of such a curve."""
    first = (start[0] + (end[0] - before[0]) / 6, start[1] + (end[1] - before[1]) / 6)
    second = (end[0] - (after[0] - start[0]) / 6, end[1] - (after[1] - start[1]) / 6)
    return f"C{pair(first)} {pair(second)} {pair(end)}"


def circle(x, y, radius):
    """A circle, clockwise."""
    arc = f"a{number(radius)} {number(radius)} 0 0 1"
    return f"M{pair((x - radius, y))}{arc} {number(2 * radius)} 0{arc} {number(-2 * radius)} 0z"


def star(x, y, radius, points=4, inner=0.2, turn=0.0):
    """A star with one point upwards."""
    corners = []
    for index in range(2 * points):
        angle = math.pi * index / points + math.radians(turn)
        length = radius if index % 2 == 0 else radius * inner
        corners.append((x + length * math.sin(angle), y - length * math.cos(angle)))
    return polygon(corners)


class Sheet:
    """One picture: a box of the card, in the card's points."""

    def __init__(self, name, left, top, right, bottom):
        self.name, self.box = name, (left, top, right, bottom)
        self.definitions, self.body = [], []
        self.named = 0
        self.grain, self.stamps = "", {}

    def text(self):
        """The picture as SVG."""
        left, top, right, bottom = self.box
        width, height = number(right - left), number(bottom - top)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
            f'viewBox="{number(left)} {number(top)} {width} {height}">\n<defs>\n'
            + "\n".join(self.definitions)
            + "\n</defs>\n"
            + "\n".join(self.body)
            + "\n</svg>\n"
        )

    def add(self, text):
        """SVG as it stands."""
        self.body.append(text)

    def define(self, kind, text):
        """Adds a definition, in which {} is its name, and gives the name."""
        self.named += 1
        name = f"{kind}{self.named}"
        self.definitions.append(text.replace("{}", name))
        return name

    def linear(self, x1, y1, x2, y2, *colours):
        """A gradient between two points."""
        return (
            "url(#"
            + self.define(
                "g",
                (
                    f'<linearGradient id="{{}}" gradientUnits="userSpaceOnUse" x1="{number(x1)}" '
                    f'y1="{number(y1)}" x2="{number(x2)}" y2="{number(y2)}">{stops(colours)}'
                    "</linearGradient>"
                ),
            )
            + ")"
        )

    def radial(self, x, y, radius, *colours):
        """A gradient outwards from a point."""
        return (
            "url(#"
            + self.define(
                "g",
                (
                    f'<radialGradient id="{{}}" gradientUnits="userSpaceOnUse" cx="{number(x)}" '
                    f'cy="{number(y)}" r="{number(radius)}">{stops(colours)}</radialGradient>'
                ),
            )
            + ")"
        )

    def blur(self, radius):
        """A filter for shadows and glows."""
        left, top, right, bottom = self.box
        return self.define(
            "b",
            (
                f'<filter id="{{}}" filterUnits="userSpaceOnUse" x="{number(left)}" '
                f'y="{number(top)}" width="{number(right - left)}" height="{number(bottom - top)}" '
                f'color-interpolation-filters="sRGB"><feGaussianBlur stdDeviation="{radius}"/>'
                "</filter>"
            ),
        )

    def fill(self, data, colour, opacity=1.0, rule=""):
        """A plain shape."""
        rule = f' fill-rule="{rule}"' if rule else ""
        self.add(f'<path d="{data}" fill="{colour}"{faint(opacity)}{rule}/>')

    def shade(self, data, lift, drop, darkness, colour="#00030c"):
        """A soft shadow alone."""
        self.add(
            f'<g filter="url(#{self.blur(lift)})"><path d="{data}" fill="{colour}" '
            f'fill-opacity="{darkness}" transform="translate({pair(drop)})"/></g>'
        )

    def line(self, data, colour, width, opacity=1.0, extra=""):
        """A line with round ends."""
        self.add(
            f'<path d="{data}" fill="none" stroke="{colour}" stroke-width="{width:g}" '
            f'stroke-linecap="round" stroke-linejoin="round"{faint(opacity)}{extra}/>'
        )

    def paper(
        self,
        data,
        colour,
        lift=8.0,
        drop=(-4, 7),
        darkness=0.6,
        shade="#01040f",
        edge="#fff",
        light=0.3,
        thick=1.4,
        grain=0.0,
    ):
        """A cut sheet: `lift` is how soft its shadow is, `light` how bright its edge is."""
        name = self.define(
            "p", f'<path id="{{}}" d="{data}" fill-rule="evenodd" ' 'clip-rule="evenodd"/>'
        )
        if lift:
            self.add(
                f'<g filter="url(#{self.blur(lift)})"><use href="#{name}" fill="{shade}" '
                f'fill-opacity="{darkness}" x="{drop[0]}" y="{drop[1]}"/></g>'
            )
        self.add(f'<use href="#{name}" fill="{colour}"/>')
        if grain:
            self.add(f'<use href="#{name}" fill="{self.fibres()}" opacity="{grain}"/>')
        if light:
            clip = self.clip(name)
            self.add(
                f'<g clip-path="url(#{clip})"><use href="#{name}" fill="none" '
                f'stroke="{edge}" stroke-width="{number(2 * thick)}" '
                f'stroke-opacity="{light}"/></g>'
            )
        return name

    def clip(self, name):
        """What cuts along a defined path."""
        return self.define("c", f'<clipPath id="{{}}"><use href="#{name}"/></clipPath>')

    def stamp(self, key, x, y, scale, draw):
        """A small drawing about 0, 0, kept once and shown in many places."""
        if key not in self.stamps:
            body, self.body = self.body, []
            draw()
            text, self.body = "".join(self.body), body
            self.stamps[key] = self.define("s", f'<g id="{{}}">{text}</g>')
        self.add(
            f'<use href="#{self.stamps[key]}" transform="translate({number(x)} {number(y)}) '
            f'scale({scale:.2f})"/>'
        )

    def fibres(self, seed=3, side=240, count=210):
        """A pattern of short light and dark fibres, the same for all shapes of the sheet."""
        if self.grain:
            return self.grain
        rng = random.Random(seed)
        text = ""
        for colour, opacity in (("#fff", 0.5), ("#000", 0.6)):
            data = ""
            for _ in range(count):
                x, y = rng.uniform(4, side - 4), rng.uniform(4, side - 4)
                angle, length = rng.uniform(0, math.pi), rng.uniform(2, 8)
                dx, dy = length * math.cos(angle), length * math.sin(angle)
                data += (
                    f"M{pair((x, y))}q{pair((dx / 2 + rng.uniform(-1, 1), dy / 2))} "
                    f"{pair((dx, dy))}"
                )
            text += (
                f'<path d="{data}" fill="none" stroke="{colour}" stroke-width="0.7" '
                f'stroke-opacity="{opacity}"/>'
            )
        self.grain = (
            "url(#"
            + self.define(
                "f",
                (
                    f'<pattern id="{{}}" patternUnits="userSpaceOnUse" width="{side}" height="{side}">'
                    f"{text}</pattern>"
                ),
            )
            + ")"
        )
        return self.grain


def stops(colours):
    """Gradient stops: a colour, or (place, colour), or (place, colour, opacity)."""
    text = ""
    for index, colour in enumerate(colours):
        place, opacity = index / max(1, len(colours) - 1), ""
        if isinstance(colour, tuple):
            if len(colour) == 3:
                opacity = f' stop-opacity="{colour[2]:g}"'
            place, colour = colour[0], colour[1]
        text += f'<stop offset="{place:.3g}" stop-color="{colour}"{opacity}/>'
    return text


def faint(opacity):
    """An attribute for what is not opaque."""
    return "" if opacity == 1 else f' opacity="{opacity:g}"'
