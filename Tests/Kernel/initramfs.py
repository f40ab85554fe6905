#!/usr/bin/env python3
"""Makes the first file system of a kernel: busybox, an init, and the modules named and theirs.

    initramfs.py MODULES INIT OUT MODULE...

MODULES is an unpacked package's lib/modules/VERSION. In the guest /modules/order lists what is to be
loaded, in order.
"""

import lzma
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile


def dependencies(modules):
    """The files that each module's file needs, by its own, as depmod finds them."""
    base = modules.parents[2]
    command = ["depmod", "-b", base, "-n", modules.name]
    listing = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    lines = re.findall(r"^(kernel/\S+\.ko\S*): ?(.*)$", listing, re.MULTILINE)
    return {file: needed.split() for file, needed in lines}


def module_name(file):
    return pathlib.Path(file).name.split(".ko")[0].replace("-", "_")


def loading_order(needed, names):
    """The files of these modules and of all that they need, the needed ones first."""
    files = {module_name(file): file for file in needed}
    order = []

    def add(file):
        for each in reversed(needed[file]):
            add(each)
        if file not in order:
            order.append(file)

    for name in names:
        # What is missing is built into this kernel.
        if name in files:
            add(files[name])
    return order


def copy_modules(modules, names, target):
    target.mkdir()
    order = loading_order(dependencies(modules), names)
    for file in order:
        content = (modules / file).read_bytes()
        if file.endswith(".xz"):
            content = lzma.decompress(content)
        (target / f"{module_name(file)}.ko").write_bytes(content)
    (target / "order").write_text("".join(f"{module_name(file)}\n" for file in order))


def main():
    modules, init, out, *names = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for name in ("bin", "proc", "sys", "dev", "root"):
            (root / name).mkdir()
        shutil.copy(shutil.which("busybox"), root / "bin/busybox")
        shutil.copy(init, root / "init")
        copy_modules(pathlib.Path(modules).resolve(), names, root / "modules")
        files = "\n".join(str(path.relative_to(root)) for path in root.rglob("*"))
        archive = ["cpio", "-o", "-H", "newc", "--quiet", "-R", "0:0", "-D", root, "-F"]
        archive.append(pathlib.Path(out).resolve())
        subprocess.run(archive, input=files, text=True, check=True)


if __name__ == "__main__":
    main()
