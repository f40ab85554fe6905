"""The devices, their motion, and the loop that keeps both going."""

import os
import select
import stat

import motion
from announce import announce
from attributes import attributes, constant
from clock import now
from device import Device
from fuse import FileSystem
from namespace import RIG


class World:
    """Serves the fake tree until it is unmounted."""

    def __init__(self, presets, motion_name, descriptor, log):
        self.start, self.log, self.timers = now(), log, []
        self.motion = motion.named(motion_name)
        self.say("start", self.start)
        self.files = FileSystem(descriptor, self.later)
        self.bus = self.folder(self.files.root, "bus")
        self.node_folder = self.folder(self.files.root, "dev")
        self.hardware, self.pluggings = self.folder(self.bus, "hw"), 0
        self.folder(self.bus, "drivers")
        self.listing = self.folder(self.bus, "devices")
        self.devices, self.triggers = {}, [each.trigger for each in presets if each.trigger]
        for number, preset in enumerate(presets):
            self.plug(Device(preset, number, self))

    def folder(self, parent, name):
        return self.files.add(parent, name, stat.S_IFDIR | 0o755)

    def motion_at(self, moment):
        """The motion at a time of the rig's clock."""
        return self.motion(moment - self.start)

    def motion_now(self):
        return self.motion_at(now())

    def say(self, *words):
        if self.log:
            print(f"[{now() - self.start:8.3f}]", *words, file=self.log, flush=True)

    def later(self, seconds, action):
        """Lets the loop call `action` then."""
        self.timers.append((now() + seconds, action))
        self.timers.sort(key=lambda timer: timer[0])

    # Devices come and go.

    def plug(self, device):
        """Shows a device, as the kernel does when its driver is bound."""
        self.devices[device.id] = device
        self.pluggings += 1
        parent = device.preset.parent.format(self.pluggings)
        folder = self.show(device.id, parent)
        self.files.add(folder, "subsystem", stat.S_IFLNK | 0o777, link="../../../../iio")
        for path, attribute in attributes(device).items():
            self.files.add_attribute(folder, path, attribute, device)
        if device.preset.trigger:
            folder = self.show(f"trigger{device.number}", parent)
            for name, text in (("name", device.preset.trigger), ("uevent", "DEVTYPE=iio_trigger")):
                self.files.add_attribute(folder, name, constant(f"{text}\n"), device)
        self.files.add(self.node_folder, device.id, stat.S_IFREG | 0o660, device=device)

    def show(self, name, parent):
        """A folder for the device or trigger below what it hangs on, and the bus's link to it."""
        self.files.add(self.listing, name, stat.S_IFLNK | 0o777, link=f"../hw/{parent}/{name}")
        above = self.hardware.children.get(parent) or self.folder(self.hardware, parent)
        return self.folder(above, name)

    def unplug(self, device):
        """Takes a device away, open files and all."""
        names = (device.id, f"trigger{device.number}")
        folders = [each for each in self.hardware.children.values() if device.id in each.children]
        for parent in (*folders, self.listing, self.node_folder):
            for name in names:
                if name in parent.children:
                    self.files.remove(parent.children[name])
        device.is_on, device.is_present, device.fifo = False, False, []
        # Those who poll are not told: the real kernel does not tell them either.
        for waiting in [each for each in self.files.blocked if each[0] is device]:
            self.files.wake_reader(*waiting)

    # The control file.

    def command(self, line):
        """Carries out one line of the control file."""
        self.say("control:", line)
        name, *words = line.split(None, 3)
        if name == "motion":
            self.motion = motion.named(words[0])
            return
        device = self.devices[words[0]]
        getattr(self, f"control_{name}")(device, *words[1:])

    def control_stall(self, device):
        device.is_stalled = True

    def control_resume(self, device):
        device.is_stalled, device.due = False, now()

    def control_drop(self, device, count):
        device.to_drop = int(count)

    def control_slow(self, device, milliseconds):
        device.delay = float(milliseconds) / 1000

    def control_epoch(self, device, nanoseconds):
        device.epoch = int(nanoseconds)

    def control_set(self, device, path, text=None):
        device.overrides[path] = text

    def control_err(self, device, path, number):
        device.errors[path] = int(number)

    def control_fail(self, device, number):
        device.failure = int(number)

    def control_unplug(self, device):
        self.unplug(device)
        os.unlink(f"/dev/{device.id}")
        self.announce("remove", device)

    def announce(self, action, device):
        """Tells as udev does, if there is a udev."""
        if os.path.exists("/run/udev/control"):
            path = f"/devices/{device.preset.parent.format(self.pluggings)}/{device.id}"
            announce(action, path, device.id, device.number)

    def control_plug(self, device, state=""):
        new = Device(device.preset, device.number, self)
        new.is_stalled = state == "stalled"
        self.plug(new)
        os.symlink(f"{RIG}/fs/dev/{device.id}", f"/dev/{device.id}")
        self.announce("add", device)

    # The loop.

    def run(self):
        control = os.open(f"{RIG}/ctl", os.O_RDWR | os.O_NONBLOCK)
        while True:
            self.call_timers()
            for device in list(self.devices.values()):
                if device.advance(now()):
                    self.files.wake(device)
            ready = select.select([self.files.descriptor, control], [], [], self.pause())[0]
            if self.files.descriptor in ready and not self.files.serve():
                return
            if control in ready:
                for line in os.read(control, 4096).decode().splitlines():
                    self.command(line)

    def call_timers(self):
        while self.timers and self.timers[0][0] <= now():
            self.timers.pop(0)[1]()

    def pause(self):
        """Seconds until something is due; None for ever."""
        due = [timer[0] for timer in self.timers]
        due += [each.due for each in self.devices.values() if each.is_on and not each.is_stalled]
        return max(0, min(due) - now()) if due else None
