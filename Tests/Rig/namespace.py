"""A mount namespace of one's own, with room for fake devices in /sys/bus/iio and /dev."""

import ctypes
import os

CLONE_NEWNS, CLONE_NEWUSER = 0x20000, 0x10000000
MS_NOSUID, MS_NODEV, MS_BIND, MS_REC, MS_PRIVATE = 2, 4, 4096, 16384, 1 << 18
MNT_DETACH = 2
RIG = "/run/fake-iio"
STASH = "/tmp/.fake-iio" if os.access("/tmp", os.W_OK) else "/run/.fake-iio"
NODES = ("null", "zero", "full", "random", "urandom", "tty", "ptmx", "fuse", "kvm")
FOLDERS = ("shm", "pts")
LINKS = (("fd", "/proc/self/fd"), ("stdin", "fd/0"), ("stdout", "fd/1"), ("stderr", "fd/2"))

libc = ctypes.CDLL(None, use_errno=True)


def check(result, what):
    if result != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")


def mount(source, target, kind=None, flags=0, options=None):
    """mount(2)."""
    texts = [text and text.encode() for text in (source, target, kind, options)]
    result = libc.mount(*texts[:3], ctypes.c_ulong(flags), texts[3])
    check(result, f"mount {source} on {target}")


def bind(source, target):
    mount(source, target, flags=MS_BIND | MS_REC)


def unshare():
    """Leaves the host's mounts; without root, by way of a user namespace."""
    uid, gid = os.getuid(), os.getgid()
    if uid == 0:
        check(libc.unshare(CLONE_NEWNS), "unshare")
    else:
        check(libc.unshare(CLONE_NEWNS | CLONE_NEWUSER), "unshare")
        for name, text in (
            ("setgroups", "deny"),
            ("uid_map", f"0 {uid} 1"),
            ("gid_map", f"0 {gid} 1"),
        ):
            with open(f"/proc/self/{name}", "w") as file:
                file.write(text)
    mount("none", "/", flags=MS_REC | MS_PRIVATE)


def make_room():
    """Puts empty folders over /sys/bus and /dev, and what was there back into them."""
    os.makedirs(STASH, exist_ok=True)
    mount("tmpfs", STASH, "tmpfs")
    for name, path in (("bus", "/sys/bus"), ("dev", "/dev")):
        os.mkdir(f"{STASH}/{name}")
        bind(path, f"{STASH}/{name}")
        mount("tmpfs", path, "tmpfs", options="mode=755")
    restore_buses()
    restore_nodes()
    for name in ("dev", "bus"):
        libc.umount2(f"{STASH}/{name}".encode(), MNT_DETACH)
    for path in ("/run/udev", RIG):
        make_run_folder(path)
    # The state of this machine's lid.
    if os.path.isdir("/proc/acpi"):
        mount("tmpfs", "/proc/acpi", "tmpfs")


def restore_buses():
    for bus in os.listdir(f"{STASH}/bus"):
        if bus != "iio":
            os.mkdir(f"/sys/bus/{bus}")
            bind(f"{STASH}/bus/{bus}", f"/sys/bus/{bus}")


def restore_nodes():
    for name in NODES:
        if os.path.exists(f"{STASH}/dev/{name}"):
            open(f"/dev/{name}", "w").close()
            bind(f"{STASH}/dev/{name}", f"/dev/{name}")
    for name in FOLDERS:
        if os.path.isdir(f"{STASH}/dev/{name}"):
            os.mkdir(f"/dev/{name}")
            bind(f"{STASH}/dev/{name}", f"/dev/{name}")
    for name, target in LINKS:
        os.symlink(target, f"/dev/{name}")


def make_run_folder(path):
    try:
        os.makedirs(path, exist_ok=True)
    except PermissionError:
        mount("tmpfs", "/run", "tmpfs")
        os.makedirs(path, exist_ok=True)
    mount("tmpfs", path, "tmpfs", options="mode=755")
