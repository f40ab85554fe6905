"""Films: how fast they are drawn and encoded, with one processor and with two, and their memory."""

import os
import pathlib
import shutil
import subprocess
import threading
import time

from . import processes
from .processes import is_missing
from .report import Figure

SIZE = "1280x720"
RATE = 60
CARD = "theatre"


def film_figures(tools, report):
    figures = []
    thrown = [speed(tools, "throws", seconds, cores) for seconds, cores in ((60, 1), (60, 2))]
    if all(thrown):
        one, two = (run["rate"] for run in thrown)
        figures += [
            Figure("frames a second, thrown away, one processor", one, "frames/s", more_is_better=True),
            Figure("the same, two processors", two, "frames/s", more_is_better=True),
            Figure("two processors beside one", two / one, "x", 1.8, more_is_better=True)]
    if is_missing("ffmpeg"):
        return figures
    for cores in (1, 2):
        run = speed(tools, "real", 10, cores)
        figures.append(Figure(
            f"to MP4, {cores} processor{'s' if cores > 1 else ''}", run and run["rate"], "frames/s",
            more_is_better=True, note=shares(run)))
    if not processes.is_brief:
        run = speed(tools, "real", 60, 2)
        figures += [
            Figure("a minute to MP4: most memory of lenticule", run and run["peak"], "MB resident", 250,
                   note=run and f"with ffmpeg's {run['encoder_peak']:.0f} MB: {run['both']:.0f} MB"),
            Figure("the same, wall time", run and run["wall"], "s")]
    return figures


def shares(run):
    """Of the processors' time: what lenticule and ffmpeg took, and what nobody."""
    if not run:
        return ""
    whole = run["wall"] * run["cores"]
    drawing, encoding = run["processor"] / whole, run["encoder_processor"] / whole
    return (f"drawing {100 * drawing:.0f} %, encoding {100 * encoding:.0f} %, "
            f"waiting {100 * max(0, 1 - drawing - encoding):.0f} %")


def encoder(folder, kind):
    """A folder with an `ffmpeg` that throws frames away, or with the real one, that writes its processor time."""
    path = pathlib.Path(folder) / kind
    path.mkdir(exist_ok=True)
    program = path / "ffmpeg"
    if kind == "throws":
        program.write_text("#!/bin/sh\nexec dd of=/dev/null bs=4M status=none\n")
        program.chmod(0o755)
    elif not program.exists():
        program.symlink_to(shutil.which("ffmpeg"))
    return path


def speed(tools, kind, seconds, cores):
    """What a film takes: frames a second, seconds of processors, and the most memory, MB."""
    if (os.cpu_count() or 1) < cores or is_missing("taskset"):
        return None
    path = encoder(tools.folder, kind)
    output = pathlib.Path(tools.folder) / "film.mp4"
    command = ["taskset", "-c", ",".join(map(str, range(cores))), tools.lenticule, "render", CARD,
               "--size", SIZE, "--fps", str(RATE), "--seconds", str(seconds), "-o", output]
    environment = dict(os.environ, PATH=f"{path}:{os.environ['PATH']}")
    begun = time.monotonic()
    process = subprocess.Popen(list(map(str, command)), env=environment, stderr=subprocess.PIPE)
    watch = Watch(process.pid)
    watch.start()
    errors = process.stderr.read()
    _, status, used = os.wait4(process.pid, 0)
    wall = time.monotonic() - begun
    watch.join()
    if status != 0:
        raise RuntimeError(f"render: {errors.decode()}")
    # wait4 gives the time of the children that lenticule has waited for, too; Watch has the encoder's.
    both = used.ru_utime + used.ru_stime
    encoding = min(both, watch.encoder_processor)
    return {"rate": seconds * RATE / wall, "wall": wall, "cores": cores, "processor": both - encoding,
            "encoder_processor": encoding, "peak": watch.peak, "encoder_peak": watch.encoder_peak,
            "both": watch.both}


class Watch(threading.Thread):
    """Looks at the memory of a process and its children, as long as it runs."""

    def __init__(self, process):
        super().__init__()
        self.process = process
        self.peak = self.encoder_peak = self.both = self.encoder_processor = 0.0

    def run(self):
        ticks = os.sysconf("SC_CLK_TCK")
        while pathlib.Path(f"/proc/{self.process}/status").exists():
            own, others = resident(self.process), 0.0
            if own is None:
                break
            for child in processes.descendants(self.process):
                others += resident(child) or 0.0
                try:
                    name, fields = stat(child)
                except (OSError, ValueError):
                    continue
                if name in ("ffmpeg", "dd"):
                    seconds = (int(fields[11]) + int(fields[12])) / ticks
                    self.encoder_processor = max(self.encoder_processor, seconds)
                    self.encoder_peak = max(self.encoder_peak, resident(child) or 0.0)
            self.peak, self.both = max(self.peak, own), max(self.both, own + others)
            time.sleep(0.05)


def stat(process):
    """The name of a process, and the numbers behind it in /proc/PID/stat."""
    text = pathlib.Path(f"/proc/{process}/stat").read_text()
    return text[text.index("(") + 1:text.rindex(")")], text[text.rindex(")") + 2:].split()


def resident(process):
    """Its resident memory in MB; None if it has ended."""
    try:
        for line in pathlib.Path(f"/proc/{process}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) / 1000
    except OSError:
        pass
    return None
