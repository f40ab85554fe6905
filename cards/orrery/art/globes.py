"""The sun, and the planets of painted glass."""

from math import cos, hypot, pi, radians, sin
from random import Random

from space import CENTRE, number, pair, polygon, smooth

# How far the globes turn between the middle view and the outermost one, degrees: more than the camera goes round them,
# which makes them rounder to both eyes.
ROLL = 16.0
# How far a globe's pole leans towards us.
LEAN = radians(20)


class Globe:
    """A globe in one view: what is painted on it is given by latitude and longitude, degrees."""

    def __init__(self, view, place, radius, tilt):
        self.view, self.radius, self.tilt = view, radius, radians(tilt)
        self.x, self.y, self.scale = view.place(*place)
        self.size = radius * self.scale
        self.away = view.seen(*place)

    def spot(self, latitude, longitude):
        """A place in the picture; one on the far side comes to the edge."""
        a, b = radians(latitude), radians(longitude + ROLL * self.view.turn())
        x, y, z = cos(a) * sin(b), sin(a), cos(a) * cos(b)
        y, z = y * cos(LEAN) - z * sin(LEAN), y * sin(LEAN) + z * cos(LEAN)
        if z < 0:
            far = hypot(x, y) or 1
            x, y = x / far * 0.995, y / far * 0.995
        x, y = x * cos(self.tilt) + y * sin(self.tilt), y * cos(self.tilt) - x * sin(self.tilt)
        return self.x + x * self.size, self.y - y * self.size

    def band(self, low, high, colour, opacity, wave=0.0, seed=0):
        """A band between two latitudes with uneven edges."""

        def edge(latitude, shift):
            return [
                self.spot(
                    latitude
                    + wave
                    * (sin(radians(b) * 5 + seed + shift) + 0.6 * sin(radians(b) * 11 + 2 * seed + shift)),
                    b,
                )
                for b in range(-100, 101, 25)
            ]

        self.view.path(smooth(edge(low, 0) + edge(high, 1.7)[::-1]), colour, opacity)

    def patch(self, latitude, longitude, size, colour, opacity=1.0, rough=0.35, seed=1, wide=1.0):
        """A spot with an uneven outline."""
        random = Random(seed)
        points, corners = [], 6 if size < 7 else 8
        for k in range(corners):
            a = 2 * pi * k / corners
            r = size * (1 + rough * random.uniform(-1, 1))
            points.append(
                self.spot(
                    latitude + r * sin(a), longitude + wide * r * cos(a) / max(0.3, cos(radians(latitude)))
                )
            )
        b = (longitude + ROLL * self.view.turn() + 180) % 360 - 180
        if abs(b) < 100:
            self.view.path(smooth(points), colour, opacity)

    def paint(self, colour, texture):
        """The globe with its texture, shaded as the sun and the window light it."""
        view, x, y, size = self.view, self.x, self.y, self.size
        view.ellipse(x, y, size, size, colour)
        texture(self)
        self.shade()

    def light(self):
        """Towards the light, as seen: from the sun, and a little from a window above."""
        far = max(1.0, hypot(*self.away))
        x, y = -self.away[0] / far * 0.8 - 0.12, -self.away[1] / far * 0.8 - 0.26
        length = max(1.0, hypot(x, y) / 0.72)
        return x / length, y / length

    def shade(self):
        view, x, y, size = self.view, self.x, self.y, self.size
        lx, ly = self.light()
        view.ellipse(
            x,
            y,
            size + 0.3,
            size + 0.3,
            view.radial(
                x + lx * size * 0.75,
                y + ly * size * 0.75,
                size * 1.72,
                (
                    (0, "#fff4d8", 0.5),
                    (0.22, "#ffe8c0", 0.12),
                    (0.34, "#140a1c", 0),
                    (0.54, "#0c0818", 0.5),
                    (0.74, "#06040e", 0.85),
                    (1, "#06040e", 0.95),
                ),
            ),
        )
        far = hypot(lx, ly) or 1
        ux, uy = lx / far, ly / far
        rim = view.linear(
            x + ux * size,
            y + uy * size,
            x - ux * size * 0.1,
            y - uy * size * 0.1,
            ((0, "#fff0c0", 0.95), (1, "#ffb060", 0)),
        )
        back = view.linear(
            x - ux * size,
            y - uy * size,
            x - ux * size * 0.4,
            y - uy * size * 0.4,
            ((0, "#8a7ad0", 0.5), (1, "#8a7ad0", 0)),
        )
        for stroke in (rim, back):
            view.round_line(x, y, size - 0.7, stroke, max(1, size * 0.06))
        self.glint()

    def glint(self):
        """The window in the glass."""
        view, size = self.view, self.size
        x, y = self.x - size * 0.36, self.y - size * 0.44
        view.halo(
            x, y, size * 0.34, size * 0.25, ((0, "#ffffff", 0.75), (0.5, "#ffffff", 0.3), (1, "#ffffff", 0))
        )
        a, b = size * 0.1, size * 0.085
        pane = "".join(
            polygon(
                [
                    (x + dx * a * 1.15 - a / 2, y + dy * b * 1.2 - b / 2 - dx * b * 0.4),
                    (x + dx * a * 1.15 + a / 2, y + dy * b * 1.2 - b / 2 - dx * b * 0.4 - b * 0.3),
                    (x + dx * a * 1.15 + a / 2, y + dy * b * 1.2 + b / 2 - dx * b * 0.4 - b * 0.3),
                    (x + dx * a * 1.15 - a / 2, y + dy * b * 1.2 + b / 2 - dx * b * 0.4),
                ]
            )
            for dx in (-0.5, 0.5)
            for dy in (-0.5, 0.5)
        )
        if size > 12:
            view.path(pane, "#ffffff", 0.9)


def sun(view):
    """A globe of hot glass, its glow and its rays."""
    x, y = CENTRE
    view.begin(-4)
    view.halo(
        x,
        y,
        235,
        235,
        ((0, "#ffd070", 0.8), (0.17, "#ffb050", 0.5), (0.45, "#ff8a3c", 0.18), (1, "#ff7030", 0)),
    )
    rays = ""
    for k in range(24):
        a, b = 2 * pi * k / 24, 0.035 if k % 2 else 0.05
        far = 92 if k % 2 == 0 else 70
        rays += polygon(
            [
                (x + 34 * cos(a - b * 2), y + 34 * sin(a - b * 2)),
                (x + far * cos(a), y + far * sin(a)),
                (x + 34 * cos(a + b * 2), y + 34 * sin(a + b * 2)),
            ]
        )
    view.path(rays, view.radial(x, y, 92, ((0.35, "#fff0b0", 0.75), (1, "#ffc860", 0))))
    view.begin(0)
    globe = Globe(view, (0, 0, 0), 37, 12)
    view.ellipse(x, y, 37, 37, "#ffb02e")
    random = Random(4)
    for k in range(30):
        globe.patch(
            random.uniform(-75, 75),
            random.uniform(-110, 110),
            random.uniform(6, 15),
            random.choice(("#ffdf6a", "#ff8a1c", "#fff0a0", "#ff7a14")),
            random.uniform(0.3, 0.6),
            0.5,
            k,
            1.4,
        )
    view.ellipse(
        x,
        y,
        37,
        37,
        view.radial(
            x - 4,
            y - 5,
            40,
            (
                (0, "#fffef4", 0.95),
                (0.42, "#fff6c8", 0.6),
                (0.75, "#ffc040", 0.12),
                (0.93, "#ff7a10", 0.4),
                (1, "#e85a08", 0.75),
            ),
        ),
    )
    globe.glint()


def moon(globe):
    for k, (a, b, s) in enumerate(((30, -20, 16), (-20, 24, 20), (5, -50, 14), (-45, -30, 12), (50, 30, 10))):
        globe.patch(a, b, s, "#8d8f98", 0.7, 0.2, k)


def mercury(globe):
    random = Random(3)
    for k in range(12):
        a, b, s = random.uniform(-60, 65), random.uniform(-80, 80), random.uniform(6, 15)
        globe.patch(a - 3, b - 3, s, "#fff0d8", 0.5, 0.15, k)
        globe.patch(a, b, s * 0.9, "#6f5138", 0.6, 0.15, k)


def venus(globe):
    for k, (low, high) in enumerate(((-70, -48), (-34, -14), (-4, 8), (20, 34), (46, 66))):
        globe.band(low, high, ("#c98636", "#fff0c0", "#b8702c", "#ffe4a0", "#d29a4c")[k], 0.55, 5, k)


def earth(globe):
    lands = (
        (48, -70, 20, 1.5),
        (22, -58, 12, 1),
        (-14, -38, 15, 0.8),
        (-34, -42, 9, 0.7),
        (52, 20, 20, 1.9),
        (12, 6, 19, 1.1),
        (-16, 12, 12, 0.9),
        (30, 62, 17, 1.4),
        (-26, 88, 11, 1.2),
    )
    for k, (a, b, s, w) in enumerate(lands):
        globe.patch(a, b, s * 1.15, "#8fd0e0", 0.35, 0.3, k, w)
        globe.patch(a, b, s, "#4f9a4a", 1, 0.4, k, w)
        globe.patch(a + 2, b + 2, s * 0.55, "#c8b060", 0.8, 0.5, k + 20, w)
    globe.band(74, 92, "#ffffff", 0.95, 3, 1)
    globe.band(-92, -70, "#ffffff", 0.95, 3, 2)
    random = Random(9)
    for k in range(13):
        globe.patch(
            random.uniform(-60, 62),
            random.uniform(-90, 90),
            random.uniform(4, 8),
            "#ffffff",
            0.75,
            0.5,
            40 + k,
            random.uniform(2, 4),
        )


def mars(globe):
    for k, (a, b, s, w) in enumerate(((-14, -30, 17, 2), (8, 30, 13, 1.7), (-34, 40, 12, 2), (34, -12, 9, 2))):
        globe.patch(a, b, s, "#7c2f1c", 0.65, 0.5, k, w)
    globe.patch(26, -52, 8, "#f0a878", 0.8, 0.2, 7)
    globe.band(72, 92, "#fff4ec", 0.95, 3, 1)
    globe.band(-92, -80, "#fff4ec", 0.9, 3, 1)


def jupiter(globe):
    bands = (
        (-92, -62, "#8f6a50"),
        (-56, -44, "#fbeede"),
        (-40, -30, "#a8663e"),
        (-27, -20, "#fff4e4"),
        (-17, -6, "#b4683c"),
        (-4, 5, "#fff6e8"),
        (7, 19, "#9c5530"),
        (23, 30, "#fbeede"),
        (33, 40, "#c08a5e"),
        (45, 56, "#f2dcc0"),
        (62, 92, "#9a7658"),
    )
    for k, (low, high, colour) in enumerate(bands):
        globe.band(low, high, colour, 0.8, 1.3, k)
    random = Random(2)
    for k in range(16):
        globe.patch(
            random.choice((-38, -18, -6, 6, 20, 32)) + random.uniform(-2, 2),
            random.uniform(-90, 90),
            random.uniform(1.6, 3.2),
            random.choice(("#fff8ec", "#7c4020")),
            0.6,
            0.3,
            k,
            3,
        )
    globe.patch(-23, -16, 11, "#fff2e0", 0.9, 0.06, 1, 1.6)
    globe.patch(-23, -16, 8.6, "#c4472a", 1, 0.06, 1, 1.6)
    globe.patch(-23, -17, 4.6, "#e88a5c", 0.9, 0.06, 1, 1.7)


def saturn(globe):
    bands = (
        (-92, -60, "#8a6c3c"),
        (-50, -38, "#fff2c8"),
        (-30, -20, "#c09a58"),
        (-12, -2, "#fff6d8"),
        (6, 14, "#c8a262"),
        (22, 34, "#fff0c4"),
        (42, 52, "#b48c4e"),
        (60, 74, "#e8cc90"),
        (76, 92, "#94774a"),
    )
    for k, (low, high, colour) in enumerate(bands):
        globe.band(low, high, colour, 0.75, 0.6, k)
    globe.band(-19, -9, "#2a1a10", 0.5)


def uranus(globe):
    for k, (low, high) in enumerate(((-60, -40), (-20, 0), (24, 44), (60, 92))):
        globe.band(low, high, ("#4fa0b0", "#c8f4f4", "#68b8c4", "#e4fcfa")[k], 0.5, 0.5, k)


# The rings of Saturn: from where to where in its radii, and colour.
RINGS = (
    (1.28, 1.46, "#8a7048"),
    (1.48, 1.72, "#e4c88c"),
    (1.73, 1.9, "#fff0c4"),
    (1.91, 1.97, "#c4a064"),
    (2.03, 2.2, "#dcbe84"),
    (2.22, 2.27, "#fff3d0"),
)


def rings(view, globe, is_front):
    """Half of Saturn's rings; what the globe throws its shadow on is dark."""
    tilt, lean = radians(17), sin(radians(24))

    def place(r, a):
        x, y = r * cos(a), r * sin(a) * lean
        s = globe.size
        return globe.x + s * (x * cos(tilt) - y * sin(tilt)), globe.y + s * (x * sin(tilt) + y * cos(tilt))

    start, end = (0, pi) if is_front else (pi, 2 * pi)

    def arc(r, a, turn):
        return f"A{number(r * globe.size)} {number(r * globe.size * lean)} 17 0 {turn} {pair(*place(r, a))}"

    for inner, outer, colour in RINGS:
        view.path(
            f"M{pair(*place(outer, start))}{arc(outer, end, 1)}L{pair(*place(inner, end))}{arc(inner, start, 0)}z",
            colour,
        )
    view.stroke(f"M{pair(*place(2.27, start))}{arc(2.27, end, 1)}", "#fffae8", 1.1, 0.8)
    if is_front:
        dark = [(2.28, pi * 0.58 + 0.05 * k) for k in range(0, 11, 2)] + [
            (1.27, pi * (0.58 + 0.24 * (1 - k / 10)) + 0.12) for k in range(0, 11, 2)
        ]
        view.path(polygon([place(r, a) for r, a in dark]), "#0e0608", 0.62)


def planet(view, place, radius, tilt, colour, texture, extra=None):
    """A planet on its arm; Saturn with its rings."""
    globe = Globe(view, place, radius, tilt)
    view.begin(globe.away[2] + (33 if globe.away[2] > 0 else -27))
    if extra == "rings":
        rings(view, globe, False)
    globe.paint(colour, texture)
    if extra == "rings":
        rings(view, globe, True)
    return globe
