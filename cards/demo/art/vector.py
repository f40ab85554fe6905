"""Points to SVG: paths, contours of fields, gradients, and the drawing that holds them."""

import math


# Paths

def number(value):
    """A coordinate with one decimal and nothing to spare."""
    text = f"{value:.1f}"
    if text.endswith(".0"):
        text = text[:-2]
    if text in ("-0", "0"):
        return "0"
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def pair(x, y):
    """Two coordinates, separated only where they must be."""
    second = number(y)
    return number(x) + (second if second.startswith("-") else " " + second)


def polygon(points):
    """Path data of one closed polygon, in relative steps (they are the shortest)."""
    x, y = round(points[0][0], 1), round(points[0][1], 1)
    data = "M" + pair(x, y) + "l"
    steps = []
    for px, py in points[1:]:
        dx, dy = round(px - x, 1), round(py - y, 1)
        if dx or dy:
            steps.append(pair(dx, dy))
            x, y = x + dx, y + dy
    return data + "".join(s if s.startswith("-") or not i else " " + s
                          for i, s in enumerate(steps)) + "z"


def polygons(shapes):
    """Path data of several polygons."""
    return "".join(polygon(shape) for shape in shapes if len(shape) > 2)


def simplify(points, tolerance):
    """Leaves out points that lie within tolerance of the line through their neighbours."""
    if len(points) < 4:
        return points
    keep = [False] * len(points)
    keep[0] = keep[-1] = True
    spans = [(0, len(points) - 1)]
    while spans:
        first, last = spans.pop()
        (ax, ay), (bx, by) = points[first], points[last]
        dx, dy = bx - ax, by - ay
        length = math.hypot(dx, dy)
        worst, index = tolerance, None
        for i in range(first + 1, last):
            x, y = points[i][0] - ax, points[i][1] - ay
            off = abs(x * dy - y * dx) / length if length > 1e-9 else math.hypot(x, y)
            if off > worst:
                worst, index = off, i
        if index is not None:
            keep[index] = True
            spans += [(first, index), (index, last)]
    return [p for p, kept in zip(points, keep) if kept]


def area(points):
    """Area of a polygon, without its sign."""
    following = points[1:] + points[:1]
    return abs(sum(x * v - u * y for (x, y), (u, v) in zip(points, following))) / 2


# Fields: a grid of values, and the shapes where the value is above a level

class Field:
    """Values on a regular grid; rows run downwards from `top`, columns from `left`."""

    def __init__(self, left, top, right, bottom, step, function):
        self.left, self.top, self.step = left, top, step
        self.columns = int((right - left) / step) + 1
        self.rows = int((bottom - top) / step) + 1
        self.values = [[function(left + c * step, top + r * step)
                        for c in range(self.columns)] for r in range(self.rows)]

    def above(self, level, smallest=0.0, tolerance=0.5):
        """Closed outlines of the places above level, holes turning the other way."""
        loops = self._loops(level)
        return [simplify(loop, tolerance) for loop in loops if area(loop) > smallest]

    def _loops(self, level):
        """Marching squares, the pieces joined end to start."""
        following = self._pieces(level)
        loops = []
        while following:
            start, (point, edge) = next(iter(following.items()))
            del following[start]
            loop = [point]
            while edge != start:
                point, edge = following.pop(edge)
                loop.append(point)
            loop.append(loop[0])
            loops.append(loop)
        return loops

    def _pieces(self, level):
        """For each crossed grid edge: its crossing point and the edge the outline runs to."""
        rows, columns = self.rows, self.columns
        last_row, last_column = rows - 1, columns - 1

        def value(r, c):
            inside = 0 < r < last_row and 0 < c < last_column
            return self.values[r][c] - level if inside else -1.0

        pieces = {}
        for r in range(last_row):
            for c in range(last_column):
                corners = (value(r, c), value(r, c + 1), value(r + 1, c + 1), value(r + 1, c))
                signs = tuple(v > 0 for v in corners)
                if all(signs) or not any(signs):
                    continue
                sides = (("h", r, c), ("v", r, c + 1), ("h", r + 1, c), ("v", r, c))
                enters = [k for k in range(4) if signs[k] and not signs[(k + 1) % 4]]
                leaves = [k for k in range(4) if not signs[k] and signs[(k + 1) % 4]]
                for k in enters:
                    end = leaves[0] if len(leaves) == 1 else next(
                        e for e in ((k + 3) % 4, (k + 1) % 4) if e in leaves)
                    point = self._crossing(r, c, k, corners)
                    pieces[sides[k]] = (point, sides[end])
        return pieces

    def _crossing(self, r, c, side, corners):
        """Where the level crosses side 0 (top), 1 (right), 2 (bottom) or 3 (left) of a cell."""
        here, there = corners[side], corners[(side + 1) % 4]
        t = here / (here - there)
        column, row = ((c + t, r), (c + 1, r + t), (c + 1 - t, r + 1), (c, r + 1 - t))[side]
        return self.left + column * self.step, self.top + row * self.step


# Colours

def mix(a, b, t):
    """A colour between two '#rrggbb' colours."""
    one, two = (tuple(int(c[i:i + 2], 16) for i in (1, 3, 5)) for c in (a, b))
    return "#" + "".join(f"{round(p + (q - p) * t):02x}" for p, q in zip(one, two))


def ramp(colours, t):
    """A colour at t = 0 ... 1 along evenly spaced colours."""
    place = min(1, max(0, t)) * (len(colours) - 1)
    index = min(int(place), len(colours) - 2)
    return mix(colours[index], colours[index + 1], place - index)


class Drawing:
    """An SVG document under construction."""

    def __init__(self, width, height):
        self.width, self.height = width, height
        self.definitions, self.elements = [], []

    def path(self, data, fill, opacity=1.0):
        """A filled path; empty data draws nothing."""
        if data:
            self.elements.append(f'<path fill="{fill}"{alpha(opacity)} d="{data}"/>')

    def shapes(self, shapes, fill, opacity=1.0):
        """Polygons as one path."""
        self.path(polygons(shapes), fill, opacity)

    def each(self, shapes, fill, opacity=1.0):
        """Polygons as paths of their own: overlapping ones rasterise much faster so."""
        inner = "".join(f'<path d="{polygon(s)}"/>' for s in shapes if len(s) > 2)
        if inner:
            self.elements.append(f'<g fill="{fill}"{alpha(opacity)}>{inner}</g>')

    def rectangle(self, x, y, width, height, fill, opacity=1.0):
        """A filled rectangle."""
        self.elements.append(f'<rect x="{number(x)}" y="{number(y)}" width="{number(width)}" '
                             f'height="{number(height)}" fill="{fill}"{alpha(opacity)}/>')

    def ellipse(self, x, y, rx, ry, fill, opacity=1.0):
        """A filled ellipse."""
        self.elements.append(f'<ellipse cx="{number(x)}" cy="{number(y)}" rx="{number(rx)}" '
                             f'ry="{number(ry)}" fill="{fill}"{alpha(opacity)}/>')

    def linear(self, x1, y1, x2, y2, stops):
        """A linear gradient in picture coordinates; gives the fill that names it."""
        return self._gradient("linear", f'x1="{number(x1)}" y1="{number(y1)}" '
                              f'x2="{number(x2)}" y2="{number(y2)}"', stops)

    def vertical(self, top, bottom, stops):
        """A gradient from top to bottom (the cheapest kind by far)."""
        return self.linear(0, top, 0, bottom, stops)

    def radial(self, x, y, radius, stops):
        """A radial gradient in picture coordinates."""
        return self._gradient("radial", f'cx="{number(x)}" cy="{number(y)}" '
                              f'r="{number(radius)}"', stops)

    def _gradient(self, kind, place, stops):
        """Stops are (offset, colour) or (offset, colour, opacity)."""
        name = f"{kind[0]}{len(self.definitions)}"
        inner = ""
        for offset, colour, *opacity in stops:
            shown = f' stop-opacity="{opacity[0]:g}"' if opacity and opacity[0] != 1 else ""
            inner += f'<stop offset="{offset:g}" stop-color="{colour}"{shown}/>'
        self.definitions.append(f'<{kind}Gradient id="{name}" gradientUnits="userSpaceOnUse" '
                                f'{place}>{inner}</{kind}Gradient>')
        return f"url(#{name})"

    def text(self):
        """The document."""
        size = f'{self.width} {self.height}'
        head = (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" '
                f'width="{self.width}" height="{self.height}">')
        return "\n".join([head, "<defs>", *self.definitions, "</defs>",
                          *self.elements, "</svg>", ""])


def alpha(opacity):
    """The attribute for an opacity below 1. On the fill, which needs no layer of its own."""
    return "" if opacity >= 1 else f' fill-opacity="{opacity:.3g}"'
