"""What happens among the fake devices: storms, and calms in which everything is looked at."""

import pathlib
import random
import sys
import time

# The folder is a part of the source; nothing is to be left in it.
sys.dont_write_bytecode = True

from clients import Crowd, Witness  # noqa: E402
from service import Service  # noqa: E402

STORM, CALM = 15, 4
# For an angle that is right; a machine in good health needs some 6 s.
PATIENCE = 90
# Degrees; the pushed motion turns with 94 degrees a second.
ANGLE_LIMIT = 1.0
# What a heap may keep of work that is done, in MB.
MEMORY_LIMIT = 3.0


class Devices:
    """The fake devices, and what is being done to each."""

    def __init__(self, dice):
        found = pathlib.Path("/sys/bus/iio/devices").glob("iio:device*")
        self.dice, self.all = dice, sorted(each.name for each in found)
        self.unplugged = set()

    def control(self, *words):
        with open("/run/fake-iio/ctl", "w") as file:
            print(*words, file=file)
        time.sleep(0.02)

    def disturb(self):
        """One bad thing; those that last are ended by another, or by `calm`."""
        device = self.dice.choice(self.all)
        if device in self.unplugged:
            return self.plug(device)
        self.dice.choice((self.stall, self.drop, self.jump, self.fail, self.unplug))(device)

    def stall(self, device):
        self.control("stall", device)
        time.sleep(self.dice.uniform(0.05, 2))
        self.control("resume", device)

    def drop(self, device):
        self.control("drop", device, self.dice.randint(1, 60))

    def jump(self, device):
        """Its clock jumps, up to a day to and fro, and stays so until the calm."""
        distance = int(10 ** self.dice.uniform(6, 14))
        self.control("epoch", device, self.dice.choice((-1, 1)) * distance)

    def fail(self, device):
        """Raw values cannot be read for a while, or only slowly."""
        for axis in "xyz":
            for kind in ("accel", "anglvel"):
                self.control("err", device, f"in_{kind}_{axis}_raw", 5)
        self.control("slow", device, self.dice.randint(1, 40))
        time.sleep(self.dice.uniform(0, 1))
        self.heal(device)

    def heal(self, device):
        for axis in "xyz":
            for kind in ("accel", "anglvel"):
                self.control("err", device, f"in_{kind}_{axis}_raw", 0)
        self.control("slow", device, 0)

    def unplug(self, device):
        self.control("unplug", device)
        self.unplugged.add(device)

    def plug(self, device):
        self.control("plug", device)
        self.unplugged.remove(device)

    def calm(self):
        for device in self.all:
            if device in self.unplugged:
                self.plug(device)
            self.control("resume", device)
            self.control("epoch", device, 0)
            self.heal(device)


def storm(dice, devices, crowd, seconds):
    """Bad things for so long; how many."""
    end, count = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        dice.choice((devices.disturb, crowd.disturb))()
        time.sleep(dice.expovariate(4))
        count += 1
    return count


def main():
    seconds, seed, program, folder = sys.argv[1:]
    dice, end = random.Random(int(seed)), time.monotonic() + float(seconds)
    devices, crowd = Devices(dice), Crowd(dice, f"{folder}/motion.sock")
    with Service(program, folder) as service:
        witness = Witness(f"{folder}/motion.sock", f"{folder}/rig.log")
        settle(devices, crowd, witness)
        # Once through everything: what is made once stays.
        storm(dice, devices, crowd, 5)
        settle(devices, crowd, witness)
        before, storms, count = service.usage(), 0, 0
        print(f"before: {before}", flush=True)
        while storms == 0 or time.monotonic() < end:
            count += storm(dice, devices, crowd, STORM)
            error = settle(devices, crowd, witness)
            storms += 1
            after = service.usage()
            print(f"storm {storms}: angle within {error:.2f} degrees, {after}", flush=True)
            check(error <= ANGLE_LIMIT, f"the angle is {error:.2f} degrees off")
            check(after.descriptors <= before.descriptors, f"descriptors leaked: {after}")
            check(after.threads <= before.threads, f"threads leaked: {after}")
            # Right after a crowd has left, memory may still be on its way back.
            before.memory = min(before.memory, after.memory)
            check(after.memory <= before.memory + MEMORY_LIMIT, f"memory leaked: {after}")
        print(f"{count} bad things in {storms} storms did no harm")


def settle(devices, crowd, witness):
    """Ends all that is bad; the largest error of the angle in the last of the calm, degrees."""
    devices.calm()
    crowd.leave()
    return witness.error(ANGLE_LIMIT, PATIENCE, CALM)


def check(is_good, words):
    if not is_good:
        sys.exit(f"FAILED: {words}")


main()
