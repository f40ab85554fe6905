"""How the virtual hub moves: functions of CLOCK_BOOTTIME alone, in seconds.

The hub pushes what a sensor measures of this motion, and angles.py compares with it: within one
guest the clock is the same for both, also after the hub was plugged anew, and it goes on while the machine
sleeps. Until the first sleep CLOCK_MONOTONIC says the same.
"""

from math import cos, pi, radians, sin
from time import CLOCK_BOOTTIME, clock_gettime

GRAVITY = 9.80665


def now():
    return clock_gettime(CLOCK_BOOTTIME)


def swing(time, degrees, period):
    """An angle that swings so far to each side once in `period`, and its rate."""
    omega = 2 * pi / period
    angle = radians(degrees)
    return angle * sin(omega * time), angle * omega * cos(omega * time)


def pitch(time):
    return swing(time, 60, 12)


def roll(time):
    return swing(time, 20, 8)


def acceleration(time):
    """Specific force in m/s², device frame."""
    a, b = pitch(time)[0], roll(time)[0]
    return -GRAVITY * cos(a) * sin(b), GRAVITY * sin(a), GRAVITY * cos(a) * cos(b)


def rotation_rate(time):
    """Angular rate in rad/s, device frame; there is no yaw."""
    (a_rate, (b, b_rate)) = pitch(time)[1], roll(time)
    return a_rate * cos(b), b_rate, a_rate * sin(b)
