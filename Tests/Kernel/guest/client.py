#!/usr/bin/env python3
"""Writes what a service says to standard output, until it ends: client.py SOCKET [REQUEST]"""

import socket
import sys


def main():
    with socket.socket(socket.AF_UNIX) as service:
        service.connect(sys.argv[1])
        for request in sys.argv[2:]:
            service.sendall(f"{request}\n".encode())
        for line in service.makefile():
            print(line, end="", flush=True)


if __name__ == "__main__":
    main()
