#!/usr/bin/env python3
"""Lists the files that tests need where the host's root is not: needed.py PROGRAM...

Those are the programs and their libraries, this folder, and the modules of Python that it imports.
"""

import importlib
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).parent


def libraries(program):
    """The paths that the dynamic linker finds."""
    command = ["ldd", program]
    listing = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return re.findall(r"(/\S+) \(0x", listing)


def modules():
    """The files of all modules, and what they were compiled to where that is kept."""
    for script in HERE.glob("*.py"):
        importlib.import_module(script.stem)
    for module in list(sys.modules.values()):
        for file in (getattr(module, "__file__", None), getattr(module, "__cached__", None)):
            if file and pathlib.Path(file).exists():
                yield file


def main():
    programs = sys.argv[1:]
    files = {*programs, *modules(), *map(str, HERE.iterdir())}
    files.update(file for program in programs for file in libraries(program))
    print(*sorted(files), sep="\n")


if __name__ == "__main__":
    main()
