#!/usr/bin/env python3
"""Prints the tilt of a running `lenticule serve`: motion.py [SOCKET [HZ]]"""

import json
import math
import os
import signal
import socket
import sys

# Your own service's socket, and that of root and the system's service.
usual = [os.environ.get("XDG_RUNTIME_DIR", "") + "/lenticule/motion.sock", "/run/lenticule/motion.sock"]
path = sys.argv[1] if len(sys.argv) > 1 else next(filter(os.path.exists, usual), usual[-1])
hz = float(sys.argv[2]) if len(sys.argv) > 2 else 60
# Ctrl-C ends it without a traceback.
signal.signal(signal.SIGINT, signal.SIG_DFL)
if not os.path.exists(path):
    sys.exit(f"motion.py: there is no {path}: does lenticule serve run?")


def pitch_and_roll(q):
    """Degrees, from the attitude: the up-vector in the device frame tells both."""
    w, x, y, z = q
    up = (2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y))
    pitch = math.asin(max(-1.0, min(1.0, up[1])))
    return math.degrees(pitch), math.degrees(math.atan2(-up[0], up[2]))


with socket.socket(socket.AF_UNIX) as connection:
    connection.connect(path)
    connection.sendall(json.dumps({"subscribe": "state", "hz": hz}).encode() + b"\n")
    for line in connection.makefile():
        message = json.loads(line)
        if "error" in message:
            sys.exit("motion.py: " + message["error"])
        if "lenticule" in message:
            print("sensor:", message["device"], flush=True)
        elif "q" in message:
            pitch, roll = pitch_and_roll(message["q"])
            print(f"tilt {message['tilt_deg']:.2f} pitch {pitch:.2f} roll {roll:.2f}", flush=True)
