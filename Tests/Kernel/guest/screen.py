#!/usr/bin/env python3
"""Has qemu make a picture of a screen: screen.py SCREEN FILE [WANTED]

SCREEN is qemu's name of the device, FILE a PPM file, WANTED a PNG file. Prints the mean difference of both pictures, of
255; without WANTED the mean of the picture. Ends with 1 if qemu makes none.
"""

import os
import pathlib
import sys
import time
import tty
import zlib

sys.dont_write_bytecode = True

# qemu's monitor, which is connected to the second serial port.
MONITOR = "/dev/ttyS1"
# Seconds until qemu has written a picture.
PATIENCE = 60


def dump(screen, file):
    file.unlink(missing_ok=True)
    monitor = os.open(MONITOR, os.O_RDWR | os.O_NOCTTY)
    tty.setraw(monitor)
    os.write(monitor, f"screendump {file} {screen}\n".encode())
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            return ppm_pixels(file.read_bytes())
        except (FileNotFoundError, ValueError):
            time.sleep(0.1)
    sys.exit(f"qemu makes no picture of {screen}")


def ppm_pixels(data):
    """Width, and red, green and blue of each pixel; ValueError if the file is not complete."""
    kind, width, height, highest, pixels = data.split(maxsplit=4)
    if (kind, highest) != (b"P6", b"255") or len(pixels) != 3 * int(width) * int(height):
        raise ValueError("not a whole PPM file")
    return int(width), pixels


def png_pixels(data):
    """The same of a PNG file with 8 bits a channel and red, green and blue: PNG, third edition."""
    place, stream = 8, b""
    while place < len(data):
        length = int.from_bytes(data[place : place + 4], "big")
        kind, body = data[place + 4 : place + 8], data[place + 8 : place + 8 + length]
        if kind == b"IHDR":
            width, channels = int.from_bytes(body[:4], "big"), {2: 3, 6: 4}[body[9]]
        elif kind == b"IDAT":
            stream += body
        place += 12 + length
    rows, size = zlib.decompress(stream), width * channels
    above, pixels = bytes(size), bytearray()
    for start in range(0, len(rows), size + 1):
        above = unfiltered(rows[start], rows[start + 1 : start + 1 + size], above, channels)
        for pixel in range(0, size, channels):
            pixels += above[pixel : pixel + 3]
    return width, bytes(pixels)


def unfiltered(kind, row, above, step):
    out = bytearray(row)
    for index in range(len(row)):
        left = out[index - step] if index >= step else 0
        corner = above[index - step] if index >= step else 0
        up = above[index]
        guess = (0, left, up, (left + up) // 2, paeth(left, up, corner))[kind]
        out[index] = (row[index] + guess) & 255
    return bytes(out)


def paeth(left, up, corner):
    guess = left + up - corner
    return min((left, up, corner), key=lambda value: abs(guess - value))


def main():
    screen, file, *wanted = sys.argv[1:]
    width, pixels = dump(screen, pathlib.Path(file))
    if not wanted:
        print(f"{sum(pixels) / len(pixels):.2f}")
        return
    right_width, right = png_pixels(pathlib.Path(wanted[0]).read_bytes())
    if (width, len(pixels)) != (right_width, len(right)):
        sys.exit(f"{len(pixels)} bytes in rows of {width} pixels, not {len(right)} of {right_width}")
    print(f"{sum(abs(a - b) for a, b in zip(pixels, right)) / len(right):.2f}")


if __name__ == "__main__":
    main()
