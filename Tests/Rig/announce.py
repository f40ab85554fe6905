"""Announces devices as udev does: to all of this network namespace, over netlink.

The layout is that of systemd's libsystemd/sd-device/device-monitor.c.
"""

import os
import socket
import struct

# NETLINK_KOBJECT_UEVENT, and the group that udev tells.
KOBJECT_UEVENT, UDEV_GROUP = 15, 2
MAGIC = 0xFEEDCAFE
MASK = 0xFFFFFFFF


def hash32(text):
    """MurmurHash2, by which listeners filter subsystems and device types."""
    data = text.encode()
    m, h = 0x5BD1E995, len(data)
    whole = len(data) // 4 * 4
    for offset in range(0, whole, 4):
        k = struct.unpack_from("<I", data, offset)[0] * m & MASK
        k = (k ^ k >> 24) * m & MASK
        h = (h * m & MASK) ^ k
    rest = data[whole:]
    if rest:
        h = (h ^ int.from_bytes(rest, "little")) * m & MASK
    h = (h ^ h >> 13) * m & MASK
    return h ^ h >> 15


def announce(action, path, name, number):
    """Tells whoever listens that the device `name` at sysfs's `path` came ("add") or went."""
    properties = "".join(
        f"{each}\0"
        for each in (
            f"ACTION={action}",
            f"DEVPATH={path}",
            "SUBSYSTEM=iio",
            "DEVTYPE=iio_device",
            f"DEVNAME=/dev/{name}",
            "MAJOR=244",
            f"MINOR={number}",
            "SEQNUM=1",
        )
    ).encode()
    size = 40
    header = b"libudev\0" + struct.pack(">I", MAGIC) + struct.pack("=3I", size, size, len(properties))
    header += struct.pack(">2I", hash32("iio"), hash32("iio_device")) + struct.pack(">2I", 0, 0)
    with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, KOBJECT_UEVENT) as sender:
        try:
            sender.sendto(header + properties, (0, UDEV_GROUP))
        except OSError:
            pass  # Nobody listens, or this user may not tell.
