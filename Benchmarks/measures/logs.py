"""The filter's update and the reading of motion logs."""

import subprocess
import sys

from . import processes
from .processes import is_missing, median_of, run
from .report import Figure

ROWS = 1_000_000

# VQF's own C++ over like samples: nanoseconds an update.
VQF = """
import time, numpy
from vqf import VQF
gyr, acc = numpy.random.normal(0, 0.1, (2, 200000, 3))
acc[:, 2] += 9.81
times = []
for _ in range(5):
    vqf = VQF(0.01)
    start = time.process_time()
    vqf.updateBatch(gyr, acc)
    times.append(time.process_time() - start)
print(sorted(times)[2] / 200000 * 1e9)
"""


def filter_figures(tools, report):
    """Nanoseconds an update of the attitude filter."""
    wall, processor = median_of(5, lambda: map(
        float, run([tools.bench, "filter", "3000000"]).output.split()))
    vqf = None if processes.is_brief else vqf_update()
    if vqf is None:
        report.skip("VQF, the filter's peer: Python has no module vqf")
    return [Figure("filter update", processor, "ns processor time", peers=(("VQF (C++)", vqf),),
                   note=f"{wall:.0f} ns wall")]


def vqf_update():
    peer = subprocess.run([sys.executable, "-c", VQF], capture_output=True, text=True)
    return float(peer.stdout) if peer.returncode == 0 else None


def simulate(tools, path, rate):
    """A log like BROAD's, with the truth beside the samples."""
    run([tools.lenticule, "simulate", "--preset", "hand", "--rate", str(rate), "--duration",
         str(ROWS / rate), "-o", path])


def without_truth(source, target):
    """The same log as a sensor's recording: time, acceleration and rotation."""
    with open(source) as rows, open(target, "w") as plain:
        plain.writelines(
            row if row.startswith("#") else ",".join(row.split(",", 7)[:7]) + "\n" for row in rows)


def log_figures(tools, report):
    """Rows a second through `lenticule angles --no-output`."""
    recording, broad = tools.folder / "recording.csv", tools.folder / "broad.csv"
    simulate(tools, broad, 100)
    without_truth(broad, recording)
    simulate(tools, broad, 285.714286)
    logs = [("recording, 100 Hz", recording), ("like BROAD, 286 Hz with truth", broad)]
    figures = [log_figure(tools, report, *log) for log in logs]
    return figures + [log_figure(tools, report, path.name, path) for path in tools.logs]


def log_figure(tools, report, name, path):
    with open(path) as log:
        rows = sum(not line.startswith("#") for line in log) - 1
    command = [tools.lenticule, "angles", "--no-output", path]

    def measure():
        result = run(command)
        return rows / result.wall / 1e6, rows / result.processor / 1e6

    wall, processor = median_of(7, measure)
    # In a short log the program's start is most of the time.
    aim = 3 if rows >= ROWS // 2 else None
    return Figure(f"rows read: {name}", wall, "million a second", aim, more_is_better=True,
                  peers=(("awk adding up 6 columns", awk(path, rows)),),
                  note=f"{processor:.2f} million per second of processor time")


def awk(path, rows):
    program = "{ for (i = 2; i < 8; i++) sum += $i } END { print sum }"
    if processes.is_brief or is_missing("awk"):
        return None
    return median_of(3, lambda: [rows / run(["awk", "-F,", program, path]).wall / 1e6])[0]
