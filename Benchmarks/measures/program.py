"""The whole program: its start, its memory, its frames at 60 a second, and its rest."""

import json
import statistics
import subprocess
import time

from . import processes
from .frames import chromium
from .processes import (descendants, is_missing, median_of, memory, processor_seconds, run,
                        running, writes, xvfb)
from .report import Figure

RENDERERS = ("cpu", "gl")


# The card's window takes 1200x750 of it, nearly as many pixels as 1280x720 has. Full screen would
# not do: without a window manager SDL waits 200 ms for one.
DESKTOP = 1600, 1000


# Its first frame is measured beside the demo card's.
LENS_CARD = "lighthouse"


def show(tools, renderer, *options, card=None):
    return [tools.lenticule, "show", "--card", card or tools.card, "--renderer", renderer,
            *map(str, options)]


def start_figures(tools, report):
    """From the start of the process to its end after one frame; then memory with all pictures."""
    figures = []
    with xvfb(*DESKTOP) as (_, environment):
        starts, memories = ((), ()) if processes.is_brief else peers(tools, environment)
        for renderer in RENDERERS:
            def aim(value):
                return value if renderer == "cpu" else None

            command = show(tools, renderer, "--from", "pointer:", "--frames", 1)
            wall, processor, peak = median_of(11, lambda: first_frame(command, environment))
            figures += [
                Figure(f"start to first frame, {renderer}", wall, "ms wall time", aim(100),
                       peers=starts, note=f"{processor:.0f} ms processor time"),
                Figure(f"peak until then, {renderer}", peak, "MB resident", aim(60))]
            figures += memory_figures(tools, renderer, environment, aim(60), memories)
            figures.append(paced_figure(tools, renderer, environment, aim(1.5)))
        figures += lens_figures(tools, environment)
    return figures


def lens_figures(tools, environment):
    """The first frame of a card of twelve pictures under a lens, in turns with the demo card's."""
    if not (tools.cards / LENS_CARD).is_dir():
        return []
    commands = [show(tools, "cpu", "--from", "pointer:", "--frames", 1, card=card)
                for card in (tools.cards / LENS_CARD, None)]
    walls = [[first_frame(command, environment)[0] for command in commands]
             for _ in range(1 if processes.is_brief else 11)]
    ratio = statistics.median(lens / demo for lens, demo in walls)
    return [Figure("start to first frame, cpu, a lens", statistics.median(w for w, _ in walls),
                   "ms wall time"),
            Figure("the same, of the demo card's", ratio, "x", 1.6)]


def peers(tools, environment):
    """Milliseconds to the first frame, and memory, of an SDL program and a Chromium page.

    The first has its three layers as bare pixels, the second as PNG; its memory is the sum of its
    processes' proportional shares.
    """
    starts, memories = [], []
    if tools.sdl_renderer:
        command = [tools.sdl_renderer, tools.layers, "software", "1"]
        wall, _, peak = median_of(5, lambda: first_frame(command, environment))
        starts.append(("SDL software", wall))
        memories.append(("SDL software", peak))
    if not is_missing("chromium"):
        page = chromium(tools, environment, seconds=1)
        starts.append(("Chromium", page["first"]))
        memories.append(("Chromium", page["memory"]))
    return tuple(starts), tuple(memories)


def first_frame(command, environment):
    """Milliseconds from a program's start to its end after one frame, and its peak of memory."""
    result = run(command, env=environment)
    return result.wall * 1e3, result.processor * 1e3, result.peak_memory


def memory_figures(tools, renderer, environment, aim, peers):
    def measure():
        command = show(tools, renderer, "--from", "pointer:")
        with running(command, environment, stdout=subprocess.DEVNULL) as process:
            time.sleep(3)
            return memory(process.pid)

    def measure_decoding():
        """The program and the process that decodes, if there is one, while it still runs."""
        command = show(tools, renderer, "--from", "pointer:")
        with running(command, environment, stdout=subprocess.DEVNULL) as process:
            time.sleep(1)
            found = [memory(number) for number in descendants(process.pid)]
            return [sum(values) for values in zip(*found)]

    resident, _, private = median_of(3, measure)
    _, shared, _ = median_of(3, measure_decoding)
    return [Figure(f"memory after 3 s, {renderer}", resident, "MB resident", aim,
                   peers=peers),
            Figure(f"memory after 3 s, {renderer}", private, "MB private"),
            Figure(f"memory with the decoder, {renderer}", shared, "MB of its own",
                   note="after 1 s; memory that processes share is divided among them")]


def paced_figure(tools, renderer, environment, aim):
    """What the running program takes for a frame while the card sways.

    A start is taken off, and with it the process that decodes: it has ended after 210 frames.
    """
    def measure():
        few, many = (run(show(tools, renderer, "--from", "pointer:", "--frames", count),
                         env=environment) for count in (210, 510))
        return [(many.processor - few.processor) / 300 * 1e3]

    processor, = median_of(3, measure)
    return Figure(f"frame of the swaying card, {renderer}", processor, "ms processor time", aim,
                  note="the whole program at 60 frames a second")


def rest_figures(tools, report):
    """Ten seconds with the device at rest, from the sixth second on, when the hint is gone."""
    logs = [tools.folder / f"still-{seconds}.csv" for seconds in (6, 16, 20)]
    for log, seconds in zip(logs, ("6", "16", "20")):
        run([tools.lenticule, "simulate", "--preset", "still", "--duration", seconds, "-o", log])
    with xvfb(*DESKTOP) as (_, environment):
        few, many = (frames_of(tools, log, environment) for log in logs[:2])
        used, _ = resting(tools, ["--from", f"file:{logs[2]}"], environment)
        figures = rest_pair("sensor at rest, 100 Hz", used, many - few)
        if is_missing("xdotool"):
            report.skip("the pointer at rest: there is no xdotool here")
            return figures
        used, writes = resting(tools, ["--from", "pointer:"], environment, move_pointer)
        # A frame is at least one message to the X server, and nothing else writes here.
        return figures + rest_pair("pointer at rest", used, writes)


def rest_pair(name, used, frames):
    return [Figure(f"{name}, 10 s", used * 10, "% of a core", aim=1,
                   note=f"{used * 1e3:.1f} ms processor time"),
            Figure(f"{name}, 10 s", frames, "frames", aim=0)]


def frames_of(tools, log, environment):
    """How many frames a replay has in all; the same log gives the same number."""
    command = show(tools, "cpu", "--from", f"file:{log}", "--exit-at-end", "--stats")
    return json.loads(run(command, env=environment).output)["frames"]


def move_pointer(environment):
    """Two movements over the window: the card then follows the pointer and sways no more."""
    for place in ("750", "850"):
        subprocess.run(["xdotool", "mousemove", place, "450"], env=environment, check=True)
        time.sleep(0.2)


def resting(tools, source, environment, begin=lambda _: None):
    """Processor seconds used and messages written in ten seconds of rest."""
    command = show(tools, "cpu", *source)
    with running(command, environment) as process:
        time.sleep(1)
        begin(environment)
        time.sleep(5)
        before, written = processor_seconds(process.pid), writes(process.pid)
        time.sleep(10)
        if (count := len(descendants(process.pid))) != 1:
            raise AssertionError(f"{count} processes at rest instead of one")
        return processor_seconds(process.pid) - before, writes(process.pid) - written
