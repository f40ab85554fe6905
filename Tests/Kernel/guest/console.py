#!/usr/bin/env python3
"""Runs a program on the first virtual console, as a login there does: console.py GROUPS PROGRAM [ARGUMENT...]

The user is nobody, with these groups, numbers with commas between them. Standard input is the console, which is also the
program's controlling terminal; standard output and standard error stay.
"""

import fcntl
import os
import sys
import termios

CONSOLE = "/dev/tty1"
NOBODY = 65534


def main():
    groups, *command = sys.argv[1:]
    os.setsid()
    console = os.open(CONSOLE, os.O_RDWR)
    fcntl.ioctl(console, termios.TIOCSCTTY, 0)
    os.dup2(console, 0)
    os.fchown(console, NOBODY, NOBODY)
    os.setgroups([int(group) for group in groups.split(",")])
    os.setgid(NOBODY)
    os.setuid(NOBODY)
    os.execvp(command[0], command)


if __name__ == "__main__":
    main()
