"""The panel in which a card is tuned: from the mouse to the screen, and what it costs."""

import json
import mmap
import os
import pathlib
import statistics
import struct
import subprocess
import tempfile
import time

from . import processes
from .processes import is_missing, processor_seconds, run, running, xvfb
from .report import Figure

SIZE = 1280, 720

CARD = """format = 2
size = [1280, 720]
[[layer]]
colour = "#102030"
[[layer]]
name = "box"
colour = "#ff8000"
opacity = 0.5
"""


class Screen:
    """The pixels of an X server whose screen is a file (X11/XWDFile.h)."""

    def __init__(self, folder):
        file = open(pathlib.Path(folder) / "Xvfb_screen0", "rb")
        self.bytes = mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ)
        header = struct.unpack(">25I", self.bytes[:100])
        self.start, self.stride = header[0] + 12 * header[19], header[12]

    def pixel(self, x, y):
        place = self.start + y * self.stride + 4 * x
        return self.bytes[place:place + 3]


class Mouse:
    """An xdotool that reads what to do."""

    def __init__(self, environment):
        self.tool = subprocess.Popen(["xdotool", "-"], stdin=subprocess.PIPE, env=environment, text=True)

    def do(self, text):
        self.tool.stdin.write(text + "\n")
        self.tool.stdin.flush()

    def close(self):
        self.tool.stdin.close()
        self.tool.wait()


def tuning_figures(tools, report):
    if is_missing("xdotool"):
        report.skip("the panel", "xdotool is missing")
        return []
    figures = []
    with tempfile.TemporaryDirectory() as folder, xvfb(*SIZE, folder=folder) as (_, environment):
        card = pathlib.Path(folder) / "card"
        card.mkdir()
        (card / "card.toml").write_text(CARD)
        for renderer in ("cpu", "gl"):
            figures += drag_figures(tools, renderer, environment, folder, card)
    return figures + [open_figure(tools)]


def drag_figures(tools, renderer, environment, folder, card):
    """A slider is dragged 60 times a second; a pixel of the card shows when it was heard."""
    trace = pathlib.Path(folder) / f"trace-{renderer}"
    command = [tools.lenticule, "show", "--tune", "--fullscreen", "--card", card, "--from", "pointer:",
               "--renderer", renderer, "--trace", trace]
    with running(command, environment) as program:
        widget(trace, "layer 1")
        time.sleep(1)  # Until the window fills the screen.
        mouse, screen = Mouse(environment), Screen(folder)
        x, y = middle(widget(trace, "layer 1"))
        mouse.do(f"mousemove {x} {y} click 1")
        place = widget(trace, "layer[2].opacity")
        x, y = middle(place)
        mouse.do(f"mousemove {x} {y} mousedown 1")
        time.sleep(1)
        steps = [int(place[0] + place[2] * (0.15 + 0.7 * (index % 41) / 40))
                 for index in range(0, 20 * (10 if processes.is_brief else 40), 20)]
        delays = []
        began, start = time.monotonic(), processor_seconds(program.pid)
        for step in steps:
            before, sent = screen.pixel(100, 360), time.monotonic()
            mouse.do(f"mousemove {step} {y}")
            while screen.pixel(100, 360) == before and time.monotonic() < sent + 1:
                time.sleep(0.0002)
            delays.append((time.monotonic() - sent) * 1e3)
            time.sleep(max(0, sent + 1 / 60 - time.monotonic()))
        used = processor_seconds(program.pid) - start
        mouse.do("mouseup 1")
        mouse.close()
    delays.sort()
    return [
        Figure(f"mouse to changed pixel, {renderer}", statistics.median(delays), "ms wall time",
               note=f"99 % within {delays[int(0.99 * (len(delays) - 1))]:.0f} ms, at 60 frames a second"),
        Figure(f"a change by a slider, {renderer}", used / len(steps) * 1e3, "ms processor time",
               note="the card read anew, drawn and shown, with the panel")]


def open_figure(tools):
    """What frames of a swaying card cost more with the panel than in a window without it.

    The panel takes 380 columns of the window; without it the window is narrower by these.
    """
    def frame(width, *options):
        command = [tools.lenticule, "show", "--fullscreen", "--card", tools.cards / "theatre", "--from",
                   "pointer:", "--renderer", "cpu", "--resolution", "full", *options, "--frames"]
        with xvfb(width, SIZE[1]) as (_, environment):
            few, many = (run([*command, str(count)], env=environment) for count in (60, 360))
        return (many.processor - few.processor) / 300 * 1e3

    rounds = [(frame(SIZE[0] - 380), frame(SIZE[0], "--tune"))
              for _ in range(1 if processes.is_brief else 3)]
    closed = statistics.median(closed for closed, _ in rounds)
    more = statistics.median(panel - closed for closed, panel in rounds)
    return Figure("the open panel, cpu", more, "ms processor time a frame", 2,
                  note=f"the theatre takes {closed:.1f} ms without it")


def widget(trace, name):
    """The place of a widget in the panel, as soon as it is there."""
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        lines = trace.read_text().splitlines()[:-1] if os.path.exists(trace) else []
        panels = [line for line in lines if '"panel":' in line]
        place = json.loads(panels[-1])["panel"].get(name) if panels else None
        if place:
            return place
        time.sleep(0.05)
    raise SystemExit(f"bench: the panel has no {name}")


def middle(place):
    return int(place[0] + place[2] / 2), int(place[1] + place[3] / 2)
