"""A fake IIO device: its channels, its scans, and what the kernel keeps and refuses."""

import errno
import math
import re
import time

from clock import lead, now

CLOCKS = {
    "realtime": time.CLOCK_REALTIME,
    "monotonic": time.CLOCK_MONOTONIC,
    "monotonic_raw": time.CLOCK_MONOTONIC,
    "boottime": time.CLOCK_BOOTTIME,
}


class Refusal(Exception):
    """The error number that a system call gets."""

    def __init__(self, number):
        self.number = number


class Channel:
    """One axis, or the timestamp, in a scan."""

    def __init__(self, name, index, format, part=None, axis=None):
        self.name, self.index, self.format, self.part, self.axis = name, index, format, part, axis
        order, bits, length, count, shift = re.match(
            r"(.)e:s(\d+)/(\d+)(?:X(\d+))?>>(\d+)", format
        ).groups()
        self.count = int(count or 1)
        self.order = "big" if order == "b" else "little"
        self.bits, self.size, self.shift = int(bits), int(length) // 8, int(shift)

    def pack(self, value):
        """The field's bytes, the value cut off at the format's limits."""
        limit = (1 << (self.bits - 1)) - 1
        value = max(-limit - 1, min(limit, int(value))) & ((1 << self.bits) - 1)
        return (value << self.shift).to_bytes(self.size, self.order)


def parse_matrix(text):
    """Rows of numbers from "1, 0, 0; 0, 1, 0; 0, 0, 1"."""
    return [[float(number) for number in row.split(",")] for row in text.split(";")]


def quaternion(rows):
    """w, x, y and z of a rotation, from the rows of its matrix."""
    (a, b, c), (d, e, f), (g, h, i) = rows
    squares = [1 + a + e + i, 1 + a - e - i, 1 - a + e - i, 1 - a - e + i]
    # Four times the products of the largest of the four numbers with each of them.
    products = (
        (squares[0], h - f, c - g, d - b),
        (h - f, squares[1], b + d, c + g),
        (c - g, b + d, squares[2], f + h),
        (d - b, c + g, f + h, squares[3]),
    )[squares.index(max(squares))]
    length = math.hypot(*products)
    return [product / length for product in products]


def product(left, right):
    """The quaternion of first `right`, then `left`."""
    (w, x, y, z), (p, q, r, s) = left, right
    return [
        w * p - x * q - y * r - z * s,
        w * q + x * p + y * s - z * r,
        w * r - x * s + y * p + z * q,
        w * s + x * r - y * q + z * p,
    ]


class Device:
    """The state of one device; `world` gives the motion and the time."""

    def __init__(self, preset, number, world):
        self.preset, self.number, self.world = preset, number, world
        self.id = preset.id
        self.mounting = parse_matrix(preset.mounting)
        self.channels = list(self._channels())
        self.is_enabled = {channel.name: False for channel in self.channels}
        self.length, self.watermark, self.is_on = 2, 1, False
        self.trigger, self.clock = preset.trigger, "realtime"
        self.rate, self.rate_text = preset.rate, f"{preset.rate:.6f}"
        self.fifo, self.scanned, self.scan_size, self.due = [], [], 0, 0.0
        self.is_open, self.is_present, self.is_stalled = False, True, False
        self.to_drop, self.delay, self.epoch, self.last_use = 0, 0.0, 0, -1e9
        self.errors, self.overrides = {}, {}
        # The error of the read after the next ten scans, which come together; whether they have.
        self.failure, self.is_failing = 0, False

    def _channels(self):
        index = self.preset.first_index
        for part in self.preset.parts:
            if part.kind == "rot":
                format = self.preset.format
                format = format if "X" in format else format.replace(">>", "X4>>")
                yield Channel("in_rot_quaternion", index, format, part)
                index += 1
                continue
            for axis, letter in enumerate("xyz"):
                name = f"in_{part.kind}_{letter}"
                yield Channel(name, index, self.preset.format, part, axis)
                index += 1
        if self.preset.has_timestamp:
            yield Channel("in_timestamp", index, "le:s64/64>>0")

    @property
    def is_readable(self):
        """Whether poll says so: the watermark is reached."""
        least = self.watermark if self.is_on else 1
        return self.is_present and len(self.fifo) >= least and not self.holds_back()

    def raw(self, part, axis, motion):
        """The number that the sensor measures: its axes are the mounting's columns."""
        vector = motion[0] if part.kind == "accel" else motion[1]
        value = sum(self.mounting[row][axis] * vector[row] for row in range(3))
        return round(value / part.scale - part.offset)

    def rotation(self, part, motion):
        """The four numbers of the shortest turn that brings gravity upright, in the driver's order.

        A hub gives that of the device, a chip its own.
        """
        x, y, z = motion[0]
        length = math.hypot(x, y, z)
        w = math.sqrt((1 + z / length) / 2)
        turn = [w, y / length / (2 * w), -x / length / (2 * w), 0.0]
        is_chip = self.preset.name == "bno055"
        if is_chip:
            turn = product(turn, quaternion(self.mounting))
        numbers = [round(number / part.scale) for number in turn]
        return numbers if is_chip else numbers[1:] + numbers[:1]

    def scan(self, channels, motion, timestamp):
        """A scan's bytes: each field aligned to its own size, the whole to the largest."""
        scan, largest = bytearray(), 1
        for channel in channels:
            size = channel.size * channel.count
            scan += bytes(-len(scan) % size)
            largest = max(largest, size)
            scan += self._field(channel, motion, timestamp)
        return bytes(scan + bytes(-len(scan) % largest))

    def _field(self, channel, motion, timestamp):
        if channel.part is None:
            return channel.pack(timestamp)
        if channel.count == 4:
            return b"".join(map(channel.pack, self.rotation(channel.part, motion)))
        field = channel.pack(self.raw(channel.part, channel.axis, motion))
        if not self.preset.has_junk:
            return field
        if channel.axis == 2:
            return field[:2] + b"\x5a\xa5"
        return field[:2] + channel.pack(self.raw(channel.part, channel.axis + 1, motion))[:2]

    def switch(self, is_on):
        """Turns the buffer on or off, as the kernel allows."""
        if is_on == self.is_on:
            return
        if is_on:
            self.scanned = [each for each in self.channels if self.is_enabled[each.name]]
            if not self.scanned or not self.trigger:
                raise Refusal(errno.EINVAL)
            self.fifo = []
            self.scan_size = len(self.scan(self.scanned, self.world.motion(0), 0))
            self.due = now() + 1 / self.rate
        self.is_on = is_on
        self.world.say(self.id, "on" if is_on else "off")

    def take(self, size):
        """The oldest scans that fit into `size` bytes."""
        count = min(size // self.scan_size, len(self.fifo)) if self.scan_size else 0
        taken = b"".join(self.fifo[:count])
        del self.fifo[:count]
        return taken

    def holds_back(self):
        """Whether no scan is given until ten are there, before an error."""
        self.is_failing |= self.failure != 0 and len(self.fifo) >= 10
        return self.failure != 0 and not self.is_failing

    def take_failure(self):
        """The error of this read, for which there is no scan; 0 if it is none."""
        if not self.is_failing:
            return 0
        failure, self.failure, self.is_failing = self.failure, 0, False
        self.world.say(self.id, "fails")
        return failure

    def advance(self, latest):
        """Measures what is due; a full fifo drops the newest. Whether there is something new."""
        is_new = False
        while self.is_on and not self.is_stalled and self.due <= latest:
            moment = self.due
            self.due += self.preset.skew / self.rate
            if self.to_drop > 0:
                self.to_drop -= 1
            elif len(self.fifo) < self.length:
                self.fifo.append(self._measure(moment))
                is_new = True
        return is_new

    def _measure(self, moment):
        timestamp = int(moment * 1e9) + lead(CLOCKS[self.clock]) + self.epoch
        force, rate = self.world.motion_at(moment)
        if any(channel.part and channel.part.kind == "anglvel" for channel in self.scanned):
            rate = self._mean_rate(moment)
        return self.scan(self.scanned, (force, rate), timestamp)

    def _mean_rate(self, moment):
        """What a gyroscope gives: the mean over the interval before, here by Simpson's rule."""
        rates = [self.world.motion_at(moment - part / self.rate)[1] for part in (0, 0.5, 1)]
        return tuple((a + 4 * b + c) / 6 for a, b, c in zip(*rates))

    def waking_delay(self):
        """How many seconds the next raw reading takes."""
        since, self.last_use = self.last_use, now()
        is_asleep = self.preset.sleeps and not self.is_on and self.last_use - since > 3
        return self.delay + (2 / self.rate if is_asleep else 0)
