#!/usr/bin/python3
"""The part of KDE's daemon kded5 that keeps whether the display is turned with the device.

    kscreen.py FILE

FILE begins with "rotates" or "locked", and gets the word again after each change. It is written when the
program has its name on the bus of the session.
"""

import sys

import dbus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

INTERFACE = "org.kde.KScreen"


class KScreen(dbus.service.Object):
    def __init__(self, bus, path):
        super().__init__(bus, "/modules/kscreen")
        self.path = path
        with open(path) as file:
            self.rotates = file.read().strip() == "rotates"

    @dbus.service.method(INTERFACE, out_signature="b")
    def isAutoRotateAvailable(self):
        return True

    @dbus.service.method(INTERFACE, out_signature="b")
    def getAutoRotate(self):
        return self.rotates

    @dbus.service.method(INTERFACE, in_signature="b")
    def setAutoRotate(self, value):
        self.rotates = bool(value)
        self.tell()

    def tell(self):
        with open(self.path, "w") as file:
            file.write("rotates\n" if self.rotates else "locked\n")


dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
bus = dbus.SessionBus()
name = dbus.service.BusName("org.kde.kded5", bus)
screen = KScreen(bus, sys.argv[1])
print("ready", flush=True)
GLib.MainLoop().run()
