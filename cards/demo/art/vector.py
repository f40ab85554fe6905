"""Points to SVG: paths, contours of fields, gradients, and the drawing that holds them."""

import math


# Paths

def number(value, digits=1):
    """A coordinate with few decimals and nothing to spare."""
    text = f"{value:.{digits}f}"
    if text.endswith(".0"):
        text = text[:-2]
    if text in ("-0", "0"):
        return "0"
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def pair(x, y, digits=1):
    """Two coordinates, separated only where they must be."""
    second = number(y, digits)
    return number(x, digits) + (second if second.startswith("-") else " " + second)


def polygon(points, digits=1):
    """Path data of one closed polygon, in relative steps (they are the shortest)."""
    x, y = round(points[0][0], digits), round(points[0][1], digits)
    data = "M" + pair(x, y, digits) + "l"
    steps = []
    for px, py in points[1:]:
        dx, dy = round(px - x, digits), round(py - y, digits)
        if dx or dy:
            steps.append(pair(dx, dy, digits))
            x, y = x + dx, y + dy
    return data + "".join(s if s.startswith("-") or not i else " " + s
                          for i, s in enumerate(steps)) + "z"


def polygons(shapes, digits=1):
    """Path data of several polygons."""
    return "".join(polygon(shape, digits) for shape in shapes if len(shape) > 2)


def smooth(points):
    """Path data of a closed soft outline: quadratic curves from middle to middle.

    A `T` curve mirrors the control point before it, which gives just the next corner; every
    eighth is written out again so that rounding does not add up.
    """
    corners = points[:-1] if points[0] == points[-1] else points
    middles = [((ax + bx) / 2, (ay + by) / 2)
               for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1])]
    data = "M" + pair(*middles[-1])
    for index, (corner, middle) in enumerate(zip(corners, middles)):
        data += "T" + pair(*middle) if index % 8 else "Q" + pair(*corner) + " " + pair(*middle)
    return data + "z"


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


def shaded(colour, t):
    """A colour on its way to black."""
    return mix(colour, "#000000", t)


def ramp(colours, t):
    """A colour at t = 0 ... 1 along evenly spaced colours."""
    place = min(1, max(0, t)) * (len(colours) - 1)
    index = min(int(place), len(colours) - 2)
    return mix(colours[index], colours[index + 1], place - index)


class Drawing:
    """An SVG document under construction."""

    def __init__(self, width, height):
        self.width, self.height = width, height
        self.definitions, self.elements = {}, []

    def path(self, data, fill, opacity=1.0):
        """A filled path; empty data draws nothing."""
        if data:
            self.elements.append(f'<path fill="{fill}"{alpha(opacity)} d="{data}"/>')

    def shapes(self, shapes, fill, opacity=1.0, digits=1):
        """Polygons as one path; large rough ones need no decimals."""
        self.path(polygons(shapes, digits), fill, opacity)

    def soft(self, shapes, fill, opacity=1.0):
        """Soft outlines as one path: clouds, mist and other light things."""
        self.path("".join(smooth(s) for s in shapes if len(s) > 3), fill, opacity)

    def each(self, shapes, fill, opacity=1.0, group=6):
        """Polygons in paths of a few, taken from afar: many that overlap rasterise slowly."""
        count = -(-len(shapes) // group)
        inner = "".join(f'<path d="{polygons(shapes[k::count])}"/>' for k in range(count))
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

    def halo(self, x, y, rx, ry, stops):
        """Light or shadow that fades out from a centre over an ellipse."""
        name = self._define("radial", "", stops)
        self.ellipse(x, y, rx, ry, name)

    def radial(self, x, y, radius, stops):
        """A round gradient in picture coordinates."""
        return self._define("radial", f' gradientUnits="userSpaceOnUse" cx="{number(x)}" '
                            f'cy="{number(y)}" r="{number(radius)}"', stops)

    def fade(self, stops):
        """A gradient from the top of each shape to its bottom."""
        return self._define("linear", ' x2="0" y2="1"', stops)

    def linear(self, x1, y1, x2, y2, stops):
        """A linear gradient in picture coordinates; gives the fill that names it."""
        ends = zip(("x1", "y1", "x2", "y2"), (x1, y1, x2, y2))
        place = "".join(f' {name}="{number(value)}"' for name, value in ends)
        return self._define("linear", f' gradientUnits="userSpaceOnUse"{place}', stops)

    def vertical(self, top, bottom, stops):
        """A gradient from top to bottom (the cheapest kind by far)."""
        return self.linear(0, top, 0, bottom, stops)

    def _define(self, kind, place, stops):
        """Stops are (offset, colour) or (offset, colour, opacity)."""
        inner = ""
        for offset, colour, *opacity in stops:
            shown = f' stop-opacity="{opacity[0]:.3g}"' if opacity and opacity[0] != 1 else ""
            inner += f'<stop offset="{offset:g}" stop-color="{colour}"{shown}/>'
        content = f"{place}>{inner}</{kind}Gradient>"
        name = self.definitions.setdefault((kind, content), f"{kind[0]}{len(self.definitions)}")
        return f"url(#{name})"

    def text(self):
        """The document."""
        size = f'{self.width} {self.height}'
        defined = [f'<{kind}Gradient id="{name}"{content}'
                   for (kind, content), name in self.definitions.items()]
        head = (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" '
                f'width="{self.width}" height="{self.height}">')
        return "\n".join([head, "<defs>", *defined, "</defs>",
                          *self.elements, "</svg>", ""])


def alpha(opacity):
    """The attribute for an opacity below 1. On the fill, which needs no layer of its own."""
    return "" if opacity >= 1 else f' fill-opacity="{opacity:.3g}"'
