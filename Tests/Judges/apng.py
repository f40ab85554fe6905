#!/usr/bin/env python3
"""Checks a PNG file, animated or not, against the specification (PNG, third edition), and prints what
it holds as JSON. Ends with 1 and a line on standard error at the first mistake.

    apng.py FILE        - is standard input
"""
import json
import struct
import sys
import zlib


def check(holds, mistake):
    if not holds:
        sys.exit(f"apng.py: {mistake}")


def chunks(data):
    check(data[:8] == b"\x89PNG\r\n\x1a\n", "no PNG signature")
    place = 8
    while place < len(data):
        check(place + 12 <= len(data), f"a chunk at {place} breaks off")
        length, kind = struct.unpack(">I4s", data[place : place + 8])
        body = data[place + 8 : place + 8 + length]
        check(len(body) == length, f"{kind} at {place} breaks off")
        checksum = data[place + 8 + length : place + 12 + length]
        check(checksum == struct.pack(">I", zlib.crc32(kind + body)), f"{kind}: wrong checksum")
        yield kind.decode("ascii"), body
        place += 12 + length


class Picture:
    LENGTHS = {"IHDR": 13, "acTL": 8, "fcTL": 26, "IEND": 0}
    CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}

    def __init__(self, data):
        self.kinds, self.delays, self.sequence, self.data = [], [], 0, b""
        self.colours = self.frames = self.plays = None
        for kind, body in chunks(data):
            check("IEND" not in self.kinds, f"{kind} after IEND")
            length = self.LENGTHS.get(kind, len(body))
            check(len(body) == length, f"{kind} has {len(body)} bytes, not {length}")
            getattr(self, kind, lambda body: None)(body)
            self.kinds.append(kind)
        check(self.kinds[0] == "IHDR", "IHDR is not first")
        check(self.kinds[-1] == "IEND", "IEND is not last")
        self.finish_frame()
        if self.frames is not None:
            check(self.frames == len(self.delays), f"acTL says {self.frames}, fcTL {len(self.delays)}")

    def IHDR(self, body):
        self.width, self.height, self.depth, self.type, *rest = struct.unpack(">IIBBBBB", body)
        check(self.width > 0 and self.height > 0 and self.depth == 8, "IHDR: size or depth")
        check(self.type in self.CHANNELS and rest == [0, 0, 0], "IHDR: kind of pixels")

    def PLTE(self, body):
        check(body and len(body) % 3 == 0 and len(body) <= 768, f"PLTE has {len(body)} bytes")
        self.colours = len(body) // 3

    def acTL(self, body):
        check("IDAT" not in self.kinds and self.frames is None, "acTL: second, or after IDAT")
        self.frames, self.plays = struct.unpack(">II", body)
        check(self.frames > 0, "acTL: no frames")

    def fcTL(self, body):
        self.finish_frame()
        number, width, height, x, y, time, unit, dispose, blend = struct.unpack(">IIIIIHHBB", body)
        self.count(number)
        self.size = width, height
        inside = x + width <= self.width and y + height <= self.height
        check(width > 0 and height > 0 and inside, "fcTL: the frame lies outside")
        whole = (width, height, x, y) == (self.width, self.height, 0, 0)
        check(self.delays or whole, "fcTL: the first frame is not the whole picture")
        check(dispose <= 2 and blend <= 1 and unit > 0, "fcTL: dispose, blend or delay")
        self.delays.append([time, unit])

    def IDAT(self, body):
        check(self.type != 3 or self.colours, "IDAT before PLTE")
        check("IDAT" not in self.kinds or self.kinds[-1] == "IDAT", "IDAT chunks apart")
        self.data += body

    def fdAT(self, body):
        check("IDAT" in self.kinds and len(self.delays) > 1, "fdAT before its frame")
        self.count(struct.unpack(">I", body[:4])[0])
        self.data += body[4:]

    def count(self, number):
        check(number == self.sequence, f"sequence number {number}, not {self.sequence}")
        self.sequence += 1

    def finish_frame(self):
        """What was gathered is one frame's pixels, each row after its filter type."""
        if not self.data and "IDAT" not in self.kinds and self.kinds[-1:] != ["IEND"]:
            return
        width, height = self.size if self.delays else (self.width, self.height)
        stream = zlib.decompressobj()
        pixels = stream.decompress(self.data)
        check(stream.eof and not stream.unused_data, "a frame's data do not end where they should")
        row = width * self.CHANNELS[self.type] + 1
        check(len(pixels) == row * height, f"{len(pixels)} bytes of pixels, not {row * height}")
        check(max(pixels[::row]) <= 4, "a filter that there is not")
        if self.type == 3:
            rows = [pixels[i + 1 : i + row] for i in range(0, len(pixels), row)]
            check(not any(pixels[::row]) and max(map(max, rows)) < self.colours, "no such colour")
        self.data = b""


source = sys.stdin.buffer if sys.argv[1] == "-" else open(sys.argv[1], "rb")
picture = Picture(source.read())
names = ["width", "height", "type", "colours", "frames", "plays", "delays"]
print(json.dumps({name: getattr(picture, name) for name in names}))
