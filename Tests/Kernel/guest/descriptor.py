"""HID report descriptors: of a sensor hub, HID Usage Tables, chapter 20, and of a game controller."""

import struct

INPUT, OUTPUT, FEATURE = b"\x81", b"\x91", b"\xb1"
# Milliseconds, as the kernel expects; and the hub's own timestamps, microseconds.
EXPONENT_0, EXPONENT_MICRO = b"\x55\x00", b"\x55\x0a"
END = b"\xc0"
VENDOR_PAGE = b"\x06\x00\xff"


def usage(number):
    return b"\x0a" + struct.pack("<H", number)


def field(bits, lowest, highest, count=1):
    """The size of a value, its limits, and how many there are."""
    limits = b"\x17" + struct.pack("<i", lowest) + b"\x27" + struct.pack("<i", highest)
    return limits + bytes([0x75, bits, 0x95, count])


def selector(number, first, choices, item):
    """One of several choices, which the kernel counts from 1."""
    usages = b"".join(usage(first + choice) for choice in range(choices))
    return usage(number) + field(8, 1, choices) + b"\xa1\x02" + usages + item + b"\x00" + END


def axes(sensor, bits):
    limit = (1 << (bits - 1)) - 1
    for axis in range(3):
        yield usage(sensor.first_axis + axis) + field(bits, -limit - 1, limit)
        yield bytes([0x55, sensor.exponent]) + INPUT + b"\x02"


def sensor_descriptor(sensor, bits, has_timestamps):
    """One sensor: what can be set, then what it reports."""
    yield b"\x05\x20\x09" + bytes([sensor.usage]) + b"\xa1\x00\x85" + bytes([sensor.id])
    yield selector(0x0316, 0x0840, 6, FEATURE)  # reporting state
    yield selector(0x0319, 0x0850, 6, FEATURE)  # power state
    yield usage(0x030E) + field(32, 0, 0x7FFFFFFF) + EXPONENT_0 + FEATURE + b"\x02"  # interval
    yield usage(sensor.sensitivity_usage) + field(16, 0, 0x7FFF)
    yield bytes([0x55, sensor.exponent]) + FEATURE + b"\x02"
    yield selector(0x0201, 0x0800, 7, INPUT)  # sensor state
    yield selector(0x0202, 0x0810, 6, INPUT)  # sensor event
    yield from axes(sensor, bits)
    if has_timestamps:
        yield usage(0x0529) + field(64, 0, 0x7FFFFFFF) + EXPONENT_MICRO + INPUT + b"\x02"
        yield EXPONENT_0
    yield END


def hub_descriptor(sensors, bits, has_timestamps):
    """A hub of these sensors."""
    parts = [b"\x05\x20\x09\x01\xa1\x01"]
    for sensor in sensors:
        parts += sensor_descriptor(sensor, bits, has_timestamps)
    return b"".join(parts) + END


def pad_axis(number):
    return usage(number) + field(8, 0, 255) + INPUT + b"\x02"


def vendor_report(number, size, item):
    """Bytes of which only the maker knows what they are."""
    return bytes([0x85, number]) + usage(number) + field(8, 0, 255, size) + item + b"\x02"


def pad_descriptor(simple, full, features):
    """A game controller that reports sticks and buttons alone, or everything in a way of its own."""
    parts = [b"\x05\x01\x09\x05\xa1\x01\x85", bytes([simple])]
    parts += [pad_axis(number) for number in (0x30, 0x31, 0x32, 0x35)]  # both sticks
    parts += [usage(0x39), field(4, 0, 7), INPUT, b"\x42"]  # a hat, which may say nothing
    parts += [b"\x05\x09\x19\x01\x29\x0e", field(1, 0, 1, 14), INPUT, b"\x02"]  # buttons
    parts += [VENDOR_PAGE, usage(0x20), field(6, 0, 63), INPUT, b"\x02"]  # a counter
    parts += [b"\x05\x01", pad_axis(0x33), pad_axis(0x34)]  # triggers
    parts += [VENDOR_PAGE, vendor_report(full, 77, INPUT), vendor_report(full, 77, OUTPUT)]
    parts += [vendor_report(feature, 48, FEATURE) for feature in features]
    return b"".join(parts) + END
