#!/usr/bin/env python3
"""A virtual input device with keys or switches, through /dev/uinput: uinput.py NAME CODE...

It does what it reads, a line each: `CODE VALUE`, as `lid 1`, or `press CODE...` for keys that are held together and
released. It is plugged in until standard input ends. Codes are those of CODES.
"""

import fcntl
import os
import struct
import sys

EV_SYN, EV_KEY, EV_SW = 0, 1, 5
CODES = {
    "q": (EV_KEY, 16),
    "control": (EV_KEY, 29),
    "c": (EV_KEY, 46),
    "lid": (EV_SW, 0),
    "tablet": (EV_SW, 1),
}

# linux/uinput.h
UI_DEV_CREATE, UI_DEV_SETUP = 0x5501, 0x405C5503
UI_SET_EVBIT, UI_SET_BIT = 0x40045564, {EV_KEY: 0x40045565, EV_SW: 0x4004556D}
BUS_VIRTUAL = 6


class Device:
    def __init__(self, name, codes):
        self.file = os.open("/dev/uinput", os.O_WRONLY)
        for code in codes:
            kind, number = CODES[code]
            fcntl.ioctl(self.file, UI_SET_EVBIT, kind)
            fcntl.ioctl(self.file, UI_SET_BIT[kind], number)
        identity = struct.pack("<HHHH80sI", BUS_VIRTUAL, 0x1234, 0x5678, 1, name.encode(), 0)
        fcntl.ioctl(self.file, UI_DEV_SETUP, identity)
        fcntl.ioctl(self.file, UI_DEV_CREATE)

    def send(self, code, value):
        for kind, number, value in ((*CODES[code], value), (EV_SYN, 0, 0)):
            os.write(self.file, struct.pack("<qqHHi", 0, 0, kind, number, value))


def main():
    name, *codes = sys.argv[1:]
    device = Device(name, codes)
    for line in sys.stdin:
        first, *rest = line.split()
        if first == "press":
            for code in rest:
                device.send(code, 1)
            for code in reversed(rest):
                device.send(code, 0)
        else:
            device.send(first, int(rest[0]))


if __name__ == "__main__":
    main()
