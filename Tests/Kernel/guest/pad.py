#!/usr/bin/env python3
"""A virtual game controller with motion sensors: a DualShock 4 on Bluetooth, through /dev/uhid.

    pad.py [--silence SECONDS]

The kernel's own driver, hid-sony, binds to it, and SDL reads it beside that through hidraw. (On USB
SDL wants a real USB device above it.) It is plugged in while this runs; ending it unplugs it. It
moves as motion.py says, its face up where motion.py has the screen's.
"""

import argparse
import math
import struct
import sys
import time
import zlib

sys.dont_write_bytecode = True

import motion  # noqa: E402
import uhid  # noqa: E402
from descriptor import pad_descriptor  # noqa: E402

VENDOR, PRODUCT = 0x054C, 0x09CC
ADDRESS = b"ac:fd:93:00:00:01"
INTERVAL = 0.004

# Its reports, and the first byte of a message of each kind, which Bluetooth's checksum includes.
SIMPLE, FULL, WAKING, CALIBRATION, FIRMWARE = 0x01, 0x11, 0x02, 0x05, 0xA3
INPUT_MESSAGE, FEATURE_MESSAGE = b"\xa1", b"\xa3"

# As of a real one: what lies in the way of its axes, and what they read at both ends of a range. The
# gyroscope's is so many degrees a second, the accelerometer's one g.
GYRO_SPEED = 540
GYRO_BIAS = (-7, 9, -4)
GYRO_ENDS = ((8958, -8972), (8891, -8871), (8841, -8856))
ACCEL_ENDS = ((8403, -8441), (8383, -8022), (7868, -8424))

# 16/3 microseconds.
CLOCK_UNIT = 16 / 3 * 1e-6
# Sticks in the middle, and neither buttons nor triggers pressed.
UNTOUCHED = bytes([0x80, 0x80, 0x80, 0x80, 0x08, 0, 0, 0, 0])
NO_FINGER = b"\x80\0\0\0"
BATTERY = 0x08


def with_checksum(message, report):
    """The report as it goes through the air."""
    return report + struct.pack("<I", zlib.crc32(message + report))


def pad_axes(vector):
    """A vector of the device frame in the pad's: x right, y out of its face, z towards its player."""
    x, y, z = vector
    return x, z, -y


def raw_rotation(time):
    for rate, bias, ends in zip(pad_axes(motion.rotation_rate(time)), GYRO_BIAS, GYRO_ENDS):
        yield round(bias + math.degrees(rate) * (ends[0] - ends[1]) / (2 * GYRO_SPEED))


def raw_acceleration(time):
    for value, (plus, minus) in zip(pad_axes(motion.acceleration(time)), ACCEL_ENDS):
        yield round((plus + minus) / 2 + value / motion.GRAVITY * (plus - minus) / 2)


class Pad(uhid.Device):
    def __init__(self, silence):
        descriptor = pad_descriptor(SIMPLE, FULL, (WAKING, CALIBRATION, FIRMWARE))
        # Until it is asked for more, it reports sticks and buttons alone.
        self.is_full = False
        self.due = time.monotonic() + silence
        super().__init__(
            b"Wireless Controller", uhid.BUS_BLUETOOTH, VENDOR, PRODUCT, descriptor, ADDRESS
        )

    def report(self):
        now = time.monotonic()
        if self.due <= now:
            simple = bytes([SIMPLE]) + UNTOUCHED
            self.send_input(self.full_report(now) if self.is_full else simple)
            # What the machine is too late for is lost.
            self.due += INTERVAL * math.ceil((now - self.due) / INTERVAL or 1)
        return self.due - time.monotonic()

    def full_report(self, now):
        """What the sensors measure now."""
        clock = int(now / CLOCK_UNIT) & 0xFFFF
        sensors = struct.pack("<HB6h", clock, 0, *raw_rotation(now), *raw_acceleration(now))
        rest = bytes(5) + bytes([BATTERY]) + bytes(4) + NO_FINGER + NO_FINGER
        report = bytes([FULL, 0xC0, 0]) + UNTOUCHED + sensors + rest
        return with_checksum(INPUT_MESSAGE, report.ljust(74, b"\0"))

    def get(self, number, part):
        if part != uhid.FEATURE_REPORT or number not in (WAKING, CALIBRATION, FIRMWARE):
            return None
        if number == FIRMWARE:
            return bytes([FIRMWARE]).ljust(49, b"\0")
        self.wake()
        report = self.calibration(number)
        return report if number == WAKING else with_checksum(FEATURE_MESSAGE, report.ljust(37, b"\0"))

    def set(self, report):
        self.wake()
        return report[0] == FULL

    def wake(self):
        if not self.is_full:
            print(f"{time.monotonic():.3f} full reports", flush=True)
        self.is_full = True

    def calibration(self, number):
        plus, minus = zip(*GYRO_ENDS)
        ends = [end for axis in ACCEL_ENDS for end in axis]
        speeds = GYRO_SPEED, GYRO_SPEED
        return struct.pack("<B17h2x", number, *GYRO_BIAS, *plus, *minus, *speeds, *ends)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--silence", type=float, default=0, help="seconds before the first report")
    Pad(parser.parse_args().silence).run()


if __name__ == "__main__":
    main()
