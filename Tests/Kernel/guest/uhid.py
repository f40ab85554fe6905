"""A HID device made by a program, through /dev/uhid: linux/uhid.h."""

import errno
import os
import select
import struct

GET_REPORT, GET_REPORT_REPLY, CREATE2, INPUT2, SET_REPORT, SET_REPORT_REPLY = 9, 10, 11, 12, 13, 14
OUTPUT = 6
EVENT_SIZE = 4380

FEATURE_REPORT = 0
BUS_BLUETOOTH, BUS_I2C = 0x05, 0x18


class Device:
    """The device as the kernel sees it: plugged in for as long as this is.

    What makes one says in `report` what it has to report, and in `get` and `set` what it answers.
    """

    def __init__(self, name, bus, vendor, product, descriptor, serial=b""):
        # A report that is late says another angle than the motion has when it is read.
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))
        self.file = os.open("/dev/uhid", os.O_RDWR | os.O_CLOEXEC)
        names = struct.pack("128s64s64s", name, b"", serial)
        numbers = struct.pack("<HHIIII", len(descriptor), bus, vendor, product, 0, 0)
        self.send(CREATE2, names + numbers + descriptor)

    def report(self):
        """Sends what is due; gives the seconds until more is."""
        raise NotImplementedError

    def get(self, number, part):
        """The feature or input report of this number; None if there is none."""
        raise NotImplementedError

    def set(self, report):
        """Takes a report, its number first; whether there is one of that number."""
        raise NotImplementedError

    def send(self, kind, payload):
        os.write(self.file, struct.pack("<I", kind) + payload)

    def send_input(self, report):
        self.send(INPUT2, struct.pack("<H", len(report)) + report)

    def answer(self):
        """Takes one of the kernel's wishes."""
        event = os.read(self.file, EVENT_SIZE)
        (kind,) = struct.unpack_from("<I", event)
        if kind == GET_REPORT:
            request, number, part = struct.unpack_from("<IBB", event, 4)
            report = self.get(number, part)
            error, report = (errno.EIO, b"") if report is None else (0, report)
            reply = struct.pack("<IHH", request, error, len(report))
            self.send(GET_REPORT_REPLY, reply + report)
        elif kind == SET_REPORT:
            request, _, _, size = struct.unpack_from("<IBBH", event, 4)
            error = 0 if self.set(event[12 : 12 + size]) else errno.EIO
            self.send(SET_REPORT_REPLY, struct.pack("<IH", request, error))
        elif kind == OUTPUT:
            (size,) = struct.unpack_from("<H", event, 4 + 4096)
            self.set(event[4 : 4 + size])

    def run(self):
        while True:
            pause = max(0, min(1, self.report()))
            if select.select([self.file], [], [], pause)[0]:
                self.answer()
