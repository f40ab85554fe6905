"""Frames at 1280x720: the two compositors, and what else could draw them."""

import http.server
import os
import queue
import subprocess
import threading
import time

from . import processes
from .processes import (descendants, is_missing, median_of, memory, processor_seconds, run,
                        running, xvfb)
from .report import Figure

# Enough for a second or two of each.
FRAMES = {"cpu": 1500, "software": 120, "gl": 120, "opengl": 120}
RUNS = 5


def frame_figures(tools, report):
    """Milliseconds a frame, presented back to back; the peers draw all three layers."""
    with xvfb() as server:
        ours = {(renderer, motion): measure(server, [
            tools.bench, "frames", tools.layers, renderer, motion, str(FRAMES[renderer])])
            for renderer in ("cpu", "gl") for motion in ("card", "three")}
        peers = [] if processes.is_brief else (
            sdl_peers(tools, report, server) + [chromium_peer(tools, report, server)])
    figures = []
    for (renderer, motion), (wall, processor, x_server) in ours.items():
        layers = "default card" if motion == "card" else "three translucent layers"
        aim = 1.5 if renderer == "cpu" else None
        note = f"X server {x_server:.2f} ms more"
        figures += [
            Figure(f"{renderer}, {layers}", processor, "ms processor time", aim,
                   peers=tuple((name, times and times[1]) for name, times in peers)),
            Figure(f"{renderer}, {layers}", wall, "ms wall time", note=note,
                   peers=tuple((name, times and times[0]) for name, times in peers))]
    return figures


def measure(server, command):
    """Medians of a program's own wall and processor milliseconds a frame, and the X server's."""
    return median_of(RUNS, lambda: measure_once(server, command))


def measure_once(server, command):
    pid, environment = server
    count = int(command[-1])
    before = processor_seconds(pid)
    wall, processor = map(float, run(command, env=environment).output.split())
    return wall, processor, (processor_seconds(pid) - before) / count * 1e3


def sdl_peers(tools, report, server):
    """SDL_Renderer with each of its drivers; None where it cannot be built."""
    if not tools.sdl_renderer:
        report.skip("the SDL_Renderer program: it needs cc, pkg-config and libsdl2-dev")
        return [("SDL_Renderer", None)]
    return [(f"SDL {driver}", measure(server, [
        tools.sdl_renderer, tools.layers, driver, str(FRAMES[driver])]))
        for driver in ("software", "opengl")]


class Page(http.server.SimpleHTTPRequestHandler):
    """Serves the page and its pictures, and hears how many frames it has drawn."""

    def __init__(self, *arguments, heard, **options):
        self.heard = heard
        super().__init__(*arguments, **options)

    def do_GET(self):
        path, _, frames = self.path.partition("?")
        if path != "/frames":
            return super().do_GET()
        self.heard.put((time.monotonic(), int(frames)))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_):
        pass


def chromium_command(tools, address, size):
    profile = tools.folder / f"profile-{time.monotonic_ns()}"
    sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
    return ["chromium", *sandbox, f"--user-data-dir={profile}", "--no-first-run", "--kiosk",
            f"--window-size={size[0]},{size[1]}", "--window-position=0,0", "--disable-background-networking",
            f"--app={address}"]


def chromium_peer(tools, report, server):
    """A Chromium page: milliseconds a frame, wall and processor time of all its processes."""
    if is_missing("chromium"):
        report.skip("the Chromium page: there is no chromium here")
        return "Chromium", None
    return "Chromium", chromium(tools, server[1], seconds=10)["times"]


def chromium(tools, environment, seconds, page=None, size=(1280, 720)):
    """Runs a page for so long: its times a frame, time to its first frame, and its memory.

    The page of the three layers, if there is no other.
    """
    heard = queue.Queue()
    page = page or tools.layers / "layers.html"
    handler = lambda *arguments: Page(*arguments, heard=heard, directory=page.parent)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as web:
        threading.Thread(target=web.serve_forever, daemon=True).start()
        began = time.monotonic()
        command = chromium_command(
            tools, f"http://127.0.0.1:{web.server_port}/{page.name}", size)
        with running(command, environment, stderr=subprocess.DEVNULL,
                     stdout=subprocess.DEVNULL) as browser:
            first, _ = heard.get(timeout=60)
            for _ in range(3):
                start = heard.get(timeout=60)
            before = tree_processor_seconds(browser.pid)
            end = start
            while end[0] < start[0] + seconds:
                end = heard.get(timeout=60)
            used = tree_processor_seconds(browser.pid) - before
            resident = sum(memory(pid)[1] for pid in descendants(browser.pid))
        web.shutdown()
    frames = end[1] - start[1]
    times = (end[0] - start[0]) / frames * 1e3, used / frames * 1e3
    return {"times": times, "first": (first - began) * 1e3, "memory": resident}


def tree_processor_seconds(pid):
    return sum(map(processor_seconds, descendants(pid)))
