"""Nanoseconds an update: Lenticule's Swift beside native peers, in one run on one machine."""

import pathlib
import subprocess
import sys
import tarfile

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent.parent
SOURCES = {"vqf": "vqf/cpp/vqf.hpp", "imufusion": "Fusion/Fusion.h"}


def measure(trials, folder):
    """Pairs of name and nanoseconds."""
    rows = folder / "samples.bin"
    np.vstack([np.hstack([t.acceleration, t.rate]) for t in trials]).astype("<f8").tofile(rows)
    own = command([*swift_build(), "--show-bin-path"]).strip()
    command(swift_build())
    peers = build_peers(folder)
    answers = [line.split("\t") for line in command([peers, rows]).splitlines()]
    lenticule = float(command([pathlib.Path(own) / "attitude-speed", rows]))
    return [("Lenticule", lenticule), *((name, float(ns)) for name, ns in answers)]


def swift_build():
    return ["swift", "build", "-c", "release", "--package-path", HERE]


def build_peers(folder):
    """VQF's C++ and Fusion's C from their source distributions, compiled with -O3."""
    vqf, fusion = (unpack(package, folder) for package in SOURCES)
    objects = []
    for source in sorted(fusion.glob("*.c")):
        objects.append(folder / f"{source.stem}.o")
        command(["cc", "-O3", "-c", source, "-o", objects[-1]])
    program = folder / "native"
    command(["c++", "-O3", f"-I{vqf}", f"-I{fusion}", HERE / "peers/native.cpp", vqf / "vqf.cpp",
             vqf / "basicvqf.cpp", *objects, "-o", program])
    return program


def unpack(package, folder):
    """The folder of a package's native sources, which PyPI's source distribution carries."""
    archives = lambda: sorted(folder.glob(f"{package}-*.tar.gz"))  # noqa: E731
    if not archives():
        command([sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--no-binary", package,
                 "-d", folder, package])
    with tarfile.open(archives()[-1]) as archive:
        archive.extractall(folder, filter="data")
    root = folder / archives()[-1].name.removesuffix(".tar.gz")
    return (root / SOURCES[package]).parent


def command(words):
    done = subprocess.run([str(word) for word in words], stdout=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit(f"attitude: {' '.join(map(str, words))}: exit status {done.returncode}\n{done.stdout}")
    return done.stdout
