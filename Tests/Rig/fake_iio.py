#!/usr/bin/env python3
"""Runs a command among fake IIO devices, which the real libiio and iiod read like real ones.

    fake_iio.py [--preset NAME] [--motion still|tilt|sway|spin|FILE.csv]
                [--udev] [--desktop] [--udev-matrix MATRIX] [--log FILE|-] -- COMMAND [ARGUMENTS...]

The command runs in a mount namespace of its own (as root, else with a user namespace). There,
sysfs attributes and the nodes /dev/iio:deviceN are served by this program over the kernel's FUSE
protocol, by the kernel's rules: EBUSY for a second reader, EINVAL without a channel or a trigger or
for a rate that is not on offer, poll at the watermark, a fifo that drops the newest, ENODEV.
Outside nothing changes. The exit status is the command's.

One command a line into /run/fake-iio/ctl:

    motion NAME             another motion
    stall DEVICE            no more scans, until: resume DEVICE
    unplug DEVICE           the device goes, until: plug DEVICE, or: plug DEVICE stalled
    drop DEVICE COUNT       the next scans are lost
    slow DEVICE MS          raw readings take so long
    epoch DEVICE NS         timestamps are so much later
    set DEVICE ATTR TEXT    an attribute reads so; without TEXT: as it is, again
    err DEVICE ATTR ERRNO   an attribute fails so; 0: no more
"""

import argparse
import contextlib
import ctypes
import dataclasses
import os
import signal
import sys

# The folder is a part of the source; nothing is to be left in it.
sys.dont_write_bytecode = True

from namespace import MS_NODEV, MS_NOSUID, RIG, bind, libc, make_room, mount, unshare
from presets import PRESETS
from world import World

PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36


def main():
    arguments = parse()
    # Threads of a test's own often block signals, which what they start inherits.
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    presets = PRESETS[arguments.preset]()
    mounting = arguments.udev_matrix or arguments.mounting
    if mounting:
        presets = [dataclasses.replace(each, mounting=mounting) for each in presets]
    libc.prctl(PR_SET_CHILD_SUBREAPER, ctypes.c_ulong(1))
    build(presets, arguments)
    status = run(arguments.command)
    kill_children()
    sys.exit(status)


def parse():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--preset", default="combo", choices=PRESETS)
    parser.add_argument("--motion", default="tilt")
    parser.add_argument("--udev", action="store_true", help="plugging is announced as by udev")
    parser.add_argument("--desktop", action="store_true", help="iio-sensor-proxy is installed")
    parser.add_argument("--udev-matrix", help="the mounting, which only udev's database knows")
    parser.add_argument("--mounting", help="how it is mounted, which nothing knows")
    parser.add_argument("--log")
    parser.add_argument("command", nargs="+")
    return parser.parse_args()


def build(presets, arguments):
    """Makes the namespace and the tree in it, and starts to serve it."""
    # Root's /dev/fuse is opened outside, another user's where the namespace has made it theirs.
    descriptor = open_fuse() if os.getuid() == 0 else None
    unshare()
    make_room()
    if descriptor is None:
        descriptor = open_fuse()
    os.mkfifo(f"{RIG}/ctl")
    os.mkdir(f"{RIG}/fs")
    options = f"fd={descriptor},rootmode=40755,user_id=0,group_id=0,allow_other,default_permissions"
    mount("fake-iio", f"{RIG}/fs", "fuse", MS_NOSUID | MS_NODEV, options)
    os.mkdir("/sys/bus/iio")
    os.makedirs("/run/udev/data")
    if arguments.udev:
        open("/run/udev/control", "w").close()
    for number, preset in enumerate(presets):
        os.symlink(f"{RIG}/fs/dev/{preset.id}", f"/dev/{preset.id}")
        write_udev_record(number, preset, arguments)
    serve(presets, arguments, descriptor)
    bind(f"{RIG}/fs/bus", "/sys/bus/iio")
    # Else libudev refuses what is not of the kernel's sysfs.
    os.environ["SYSTEMD_DEVICE_VERIFY_SYSFS"] = "0"


def open_fuse():
    return os.open("/dev/fuse", os.O_RDWR | os.O_CLOEXEC)


def write_udev_record(number, preset, arguments):
    ways = "iio-poll-accel iio-buffer-accel" if preset.trigger else "iio-poll-accel"
    with open(f"/run/udev/data/c244:{number}", "w") as file:
        if arguments.desktop:
            file.write(f"E:IIO_SENSOR_PROXY_TYPE={ways}\n")
        if arguments.udev_matrix:
            file.write(f"E:ACCEL_MOUNT_MATRIX={arguments.udev_matrix}\n")


def serve(presets, arguments, descriptor):
    log = sys.stderr if arguments.log == "-" else arguments.log and open(arguments.log, "w")
    if os.fork() == 0:
        die_with_parent()
        hurry()
        World(presets, arguments.motion, descriptor, log).run()
        os._exit(0)
    os.close(descriptor)


def hurry():
    """Gets a processor before others, where that is allowed: devices and kernel wait for none."""
    with contextlib.suppress(PermissionError):
        os.setpriority(os.PRIO_PROCESS, 0, -15)


def run(command):
    """Runs the command to its end; its exit status."""
    child = os.fork()
    if child == 0:
        die_with_parent()
        os.execvp(command[0], command)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) & 255


def kill_children():
    """Ends the server, and whatever the command has left running."""
    path = f"/proc/self/task/{os.getpid()}/children"
    while children := open(path).read().split():
        for child in children:
            os.kill(int(child), signal.SIGKILL)
            os.waitpid(int(child), 0)


def die_with_parent():
    libc.prctl(PR_SET_PDEATHSIG, ctypes.c_ulong(signal.SIGTERM))


main()
