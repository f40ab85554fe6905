#!/usr/bin/env python3
"""Writes a register of a chip on I2C: i2c.py BUS ADDRESS REGISTER VALUE."""

import ctypes
import fcntl
import os
import sys

# Of linux/i2c-dev.h and linux/i2c.h.
I2C_SLAVE, I2C_SMBUS = 0x0703, 0x0720
WRITE, BYTE_DATA = 0, 2


class Request(ctypes.Structure):
    _fields_ = (
        ("read_write", ctypes.c_uint8),
        ("command", ctypes.c_uint8),
        ("size", ctypes.c_uint32),
        ("data", ctypes.c_void_p),
    )


def main():
    bus, address, register, value = (int(word, 0) for word in sys.argv[1:])
    descriptor = os.open(f"/dev/i2c-{bus}", os.O_RDWR)
    fcntl.ioctl(descriptor, I2C_SLAVE, address)
    # Room for a block, as in union i2c_smbus_data.
    data = (ctypes.c_uint8 * 34)(value)
    request = Request(WRITE, register, BYTE_DATA, ctypes.addressof(data))
    fcntl.ioctl(descriptor, I2C_SMBUS, request)


if __name__ == "__main__":
    main()
