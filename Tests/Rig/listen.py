"""Listens to a service: listen.py SOCKET SECONDS [REQUEST]

Prints a line each for "connected" and for what the service says, its time of CLOCK_MONOTONIC first.
"""

import socket
import sys
import time

path, seconds, *request = sys.argv[1:]
with socket.socket(socket.AF_UNIX) as service:
    service.connect(path)
    print(time.monotonic(), "connected", flush=True)
    for line in request:
        service.sendall(f"{line}\n".encode())
    end, rest = time.monotonic() + float(seconds), b""
    while (left := end - time.monotonic()) > 0:
        service.settimeout(left)
        try:
            data = service.recv(1 << 16)
        except TimeoutError:
            break
        if not data:
            print(time.monotonic(), "closed")
            break
        now = time.monotonic()
        *lines, rest = (rest + data).split(b"\n")
        for line in lines:
            print(now, line.decode(), flush=True)
