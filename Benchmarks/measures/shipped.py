"""Every card that is shipped, in full screen, moved by the same hand: as a user sees it."""

import ctypes
import functools
import json
import shutil
import statistics
import tempfile
import time

from . import processes
from .processes import memory, run, running, xvfb
from .report import Figure

ROUNDS = 9
SIZES = ((1280, 720), (1920, 1080), (3840, 2160))
# Of each card in each round, by the window's width: more take long where a card is slow.
FRAMES = {1280: 60, 1920: 60, 3840: 30}
# What a frame may take at most, milliseconds: at full scale, and as a window shows it.
AIMS = {(1920, "full"): 16, (3840, "full"): 40, (3840, "auto"): 25}
# A window's private memory at 1920x1080, MB.
MEMORY = 150
# The processor time of a frame that `gl` may take in our own code, milliseconds.
OWN = 2


def shipped_figures(tools, report):
    """The median frame and the 99th percentile of each card with `cpu`; with `gl` once, at 1920x1080."""
    names = sorted(path.parent for pattern in ("*/card.toml", "examples/*/card.toml")
                   for path in tools.cards.glob(pattern))
    resolutions = ("full", "auto") if has_resolutions(tools.lenticule) else ("full",)
    figures = []
    for size in SIZES:
        ways = [("cpu", resolution) for resolution in resolutions
                if resolution == "full" or (size[0], resolution) in AIMS]
        with xvfb(*size) as (_, environment):
            limit = copying(size)
            for renderer, resolution in ways:
                rounds = [[frames(tools, environment, card, renderer, size, resolution)
                           for card in names] for _ in range(1 if processes.is_brief else ROUNDS)]
                figures += [card_figure(card.name, renderer, size, resolution, found, limit)
                            for card, *found in zip(names, *rounds)]
            if size[0] == 1920 and not processes.is_brief:
                figures += [
                    card_figure(card.name, "gl", size, "full", [
                        frames(tools, environment, card, "gl", size, "full")], limit)
                    for card in names]
                figures += [own_figure(tools, environment, card) for card in names]
                figures += [memory_figure(tools, environment, card) for card in names]
    return figures


def frames(tools, environment, card, renderer, size, resolution):
    """What `--stats` says of some frames."""
    command = [tools.lenticule, "show", "--card", card, "--fullscreen", "--from", "simulated:hand",
               "--frames", FRAMES[size[0]], "--stats", "--renderer", renderer]
    if has_resolutions(tools.lenticule):
        command += ["--resolution", resolution]
    return json.loads(run(list(map(str, command)), env=environment).output.splitlines()[-1])


@functools.cache
def has_resolutions(program):
    """Whether frames may be drawn smaller: programs before that option draw them at full scale."""
    return "--resolution" in run([str(program), "show", "--help"]).output


def card_figure(name, renderer, size, resolution, found, limit):
    """The limit is the time in which the window's pixels are copied once."""
    title = f"{renderer}, {name}, {size[0]}x{size[1]}" + ", auto" * (resolution == "auto")
    median, slow = (statistics.median(each[key] for each in found)
                    for key in ("frame_ms_median", "frame_ms_p99"))
    aim = AIMS.get((size[0], resolution)) if renderer == "cpu" else None
    note = f"{slow:.1f} at the 99th percentile; {found[0]['passes_mean']:.0f} passes"
    if renderer == "gl":
        note += (f", {found[0]['drawn_pixels_mean'] / 1e6:.1f} million pixels, "
                 f"{found[0].get('uploaded_bytes_mean', 0) / 1e3:.0f} kB uploaded")
    if resolution == "auto":
        note += f"; scale {statistics.median(each['scale_mean'] for each in found):.2f}"
    return Figure(title, median, "ms a frame", aim, peers=(("memcpy", limit),), note=note)


def own_figure(tools, environment, card):
    """The processor time of a frame with `gl` in our own code, on the thread that draws: the driver's is left out."""
    title = f"our own code, gl, {card.name}, 1920x1080"
    if not shutil.which("perf"):
        return Figure(title, None, "ms a frame", OWN, note="needs perf")
    few, many = 30, 150
    seconds = [own_seconds(tools, environment, card, count) for count in (few, many)]
    return Figure(title, 1000 * (seconds[1] - seconds[0]) / (many - few), "ms a frame", OWN)


def own_seconds(tools, environment, card, count):
    """The processor time of the program's own code on its main thread, in a show of `count` frames."""
    with tempfile.TemporaryDirectory() as folder:
        data = f"{folder}/perf.data"
        run(["perf", "record", "-q", "-e", "cpu-clock", "-F", "2000", "-o", data,
             str(tools.lenticule), "show", "--card", str(card), "--fullscreen", "--from",
             "simulated:hand", "--frames", str(count), "--renderer", "gl"], env=environment)
        report = run(["perf", "report", "-i", data, "--stdio", "--sort", "comm,dso", "-F",
                  "period,comm,dso"])
    rows = (line.split() for line in report.output.splitlines() if not line.startswith("#"))
    return sum(int(row[0]) for row in rows if row[1:] == [tools.lenticule.name] * 2) / 1e9


def copying(size):
    """Milliseconds in which a window's pixels are copied once."""
    count = 4 * size[0] * size[1]
    source, target = ctypes.create_string_buffer(count), ctypes.create_string_buffer(count)
    times = []
    for _ in range(9):
        began = time.monotonic()
        ctypes.memmove(target, source, count)
        times.append((time.monotonic() - began) * 1e3)
    return statistics.median(times)


def memory_figure(tools, environment, card):
    """A window's private memory while the hand moves it."""
    command = [tools.lenticule, "show", "--card", card, "--fullscreen", "--from", "simulated:hand",
               "--renderer", "cpu"]
    with running(command, environment) as process:
        time.sleep(5)
        return Figure(f"memory, {card.name}, 1920x1080", memory(process.pid)[2], "MB private", MEMORY)
