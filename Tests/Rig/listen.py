"""Listens to a service: listen.py SOCKET SECONDS [REQUEST]

Prints a line each for "connected" and for what the service says, its time on the rig's clock first.
"""

import socket
import sys

from clock import now

path, seconds, *request = sys.argv[1:]
with socket.socket(socket.AF_UNIX) as service:
    service.connect(path)
    print(now(), "connected", flush=True)
    for line in request:
        service.sendall(f"{line}\n".encode())
    end, rest = now() + float(seconds), b""
    while (left := end - now()) > 0:
        service.settimeout(left)
        try:
            data = service.recv(1 << 16)
        except TimeoutError:
            break
        if not data:
            print(now(), "closed")
            break
        received = now()
        *lines, rest = (rest + data).split(b"\n")
        for line in lines:
            print(received, line.decode(), flush=True)
