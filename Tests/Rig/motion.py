"""How the fake device moves: functions from seconds to (specific force, angular rate).

Both are in the device frame, in m/s² and rad/s.
"""

import bisect
import math

GRAVITY = 9.80665
SWING_DEGREES = 30


def still(time):
    """Lies on a table, face up."""
    return (0.0, 0.0, GRAVITY), (0.0, 0.0, 0.0)


def tilt(time):
    """Rocks about x: 30 degrees to each side, once in two seconds."""
    return rock(time, 0.5)


def sway(time):
    """Rocks about x as far, once in ten seconds."""
    return rock(time, 0.1)


def rock(time, hertz):
    omega = 2 * math.pi * hertz
    swing = math.radians(SWING_DEGREES)
    angle = swing * math.sin(omega * time)
    rate = swing * omega * math.cos(omega * time)
    return (0.0, GRAVITY * math.sin(angle), GRAVITY * math.cos(angle)), (rate, 0.0, 0.0)


def spin(time):
    """Turns on the table, one radian a second."""
    return (0.0, 0.0, GRAVITY), (0.0, 0.0, 1.0)


def from_csv(path):
    """Repeats a file of rows `seconds,ax,ay,az,gx,gy,gz`, straight lines between them."""
    with open(path) as file:
        rows = [tuple(map(float, line.split(","))) for line in file if line[0] in "-0123456789."]
    times = [row[0] for row in rows]

    def motion(time):
        time = time % times[-1] if times[-1] > 0 else 0.0
        after = min(max(bisect.bisect_right(times, time), 1), len(rows) - 1)
        a, b = rows[after - 1], rows[after]
        part = (time - a[0]) / (b[0] - a[0]) if b[0] > a[0] else 0.0
        values = [x + part * (y - x) for x, y in zip(a, b)]
        return tuple(values[1:4]), tuple(values[4:7])

    return motion


def named(name):
    """The motion called `name`, else the one in the file of that name."""
    return {"still": still, "tilt": tilt, "sway": sway, "spin": spin}.get(name) or from_csv(name)
