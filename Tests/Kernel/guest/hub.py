#!/usr/bin/env python3
"""A virtual HID sensor hub with an accelerometer and a gyroscope, through /dev/uhid.

    hub.py [--bits 16|32] [--timestamps] [--times FILE]

The kernel's own drivers bind to it and make of it the IIO devices accel_3d and gyro_3d, with their
triggers and buffers. It is plugged in while this runs; ending it unplugs it. It moves as motion.py
says, prints what the kernel sets, and writes the time of each report to FILE.
"""

import argparse
import math
import struct
import sys
from dataclasses import dataclass

sys.dont_write_bytecode = True

import motion  # noqa: E402
import uhid  # noqa: E402
from descriptor import hub_descriptor  # noqa: E402

# A selector's choices as the kernel counts them, from 1.
NO_EVENTS, ALL_EVENTS = 1, 2
FULL_POWER, POWER_OFF = 2, 6
READY, DATA_UPDATED = 2, 4

SETTINGS = struct.Struct("<BBIH")


@dataclass
class Sensor:
    """One sensor, and what the kernel has set of it."""

    id: int
    usage: int
    first_axis: int
    sensitivity_usage: int
    # Of ten, in four bits; and what one raw unit is, in m/s² or rad/s.
    exponent: int
    unit: float
    measure: callable
    reporting: int = NO_EVENTS
    power: int = POWER_OFF
    # In milliseconds.
    interval: int = 10
    sensitivity: int = 0
    # When its next report is due, in seconds of CLOCK_BOOTTIME.
    due: float = 0.0

    @property
    def is_on(self):
        return self.reporting == ALL_EVENTS and self.power == FULL_POWER

    def feature_report(self):
        settings = (self.reporting, self.power, self.interval, self.sensitivity)
        return bytes([self.id]) + SETTINGS.pack(*settings)

    def take(self, report):
        """Takes what the kernel sets."""
        was_on = self.is_on
        settings = SETTINGS.unpack_from(report, 1)
        self.reporting, self.power, self.interval, self.sensitivity = settings
        if self.is_on and not was_on:
            self.due = motion.now()
        state = f"on, {self.interval} ms" if self.is_on else "off"
        print(f"{motion.now():.3f} sensor {self.id} {state}", flush=True)


SENSORS = [
    # Thousandths of g.
    Sensor(1, 0x73, 0x0453, 0x1452, 0x0D, 1e-3 * motion.GRAVITY, motion.acceleration),
    # Hundredths of a degree a second.
    Sensor(2, 0x76, 0x0457, 0x1456, 0x0E, math.radians(0.01), motion.rotation_rate),
]


class Hub(uhid.Device):
    def __init__(self, bits, has_timestamps, times):
        self.times = open(times, "w", buffering=1)
        self.axis = "h" if bits == 16 else "i"
        self.has_timestamps = has_timestamps
        descriptor = hub_descriptor(SENSORS, bits, has_timestamps)
        super().__init__(b"Virtual sensor hub", uhid.BUS_I2C, 0x1234, 0x5678, descriptor)

    def input_report(self, sensor):
        """What the sensor measures now."""
        now = motion.now()
        raw = [round(value / sensor.unit) for value in sensor.measure(now)]
        report = struct.pack(f"<BBB3{self.axis}", sensor.id, READY, DATA_UPDATED, *raw)
        if self.has_timestamps:
            # From an epoch of their own, as hubs count.
            report += struct.pack("<Q", int((now + 1000) * 1e6))
        return report

    def report(self):
        """Sends what is due; what the machine is too late for is lost."""
        for sensor in SENSORS:
            if not sensor.is_on or sensor.due > motion.now():
                continue
            self.send_input(self.input_report(sensor))
            print(motion.now(), file=self.times)
            interval = (sensor.interval or 10) * 1e-3
            late = motion.now() - sensor.due
            sensor.due += interval * max(1, math.ceil(late / interval))
        due = min((sensor.due for sensor in SENSORS if sensor.is_on), default=math.inf)
        return due - motion.now()

    def get(self, number, part):
        sensor = self.sensor(number)
        if sensor is None:
            return None
        is_feature = part == uhid.FEATURE_REPORT
        return sensor.feature_report() if is_feature else self.input_report(sensor)

    def set(self, report):
        sensor = self.sensor(report[0])
        if sensor is not None:
            sensor.take(report)
        return sensor is not None

    def sensor(self, number):
        return next((each for each in SENSORS if each.id == number), None)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bits", type=int, choices=(16, 32), default=16)
    parser.add_argument("--timestamps", action="store_true", help="reports carry their own time")
    parser.add_argument("--times", default="/dev/null", help="where each report's time goes")
    arguments = parser.parse_args()
    Hub(arguments.bits, arguments.timestamps, arguments.times).run()


if __name__ == "__main__":
    main()
