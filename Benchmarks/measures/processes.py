"""Running programs and reading what they cost."""

import contextlib
import os
import shutil
import signal
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass


@dataclass
class Run:
    """What a program that has ended took: seconds, and the peak of its memory in MB."""

    wall: float
    processor: float
    peak_memory: float
    output: str


def end_in_order():
    """Lets SIGTERM and SIGHUP end the benchmark as an interrupt does: what it has started ends first."""
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda number, _: sys.exit(128 + number))


def tied(command):
    """The command of a program that gets SIGTERM when the benchmark ends, also when that is killed.

    The program is not started if the benchmark was killed before the signal was asked for.
    """
    start = ["sh", "-c", 'test "$PPID" = "$0" && exec "$@"', str(os.getpid())]
    return ["setpriv", "--pdeathsig", "TERM", "--", *start, *command]


def run(command, **options):
    """Runs `command` to its end; an exit status other than 0 ends the benchmark."""
    start = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, **options)
    try:
        with process.stdout as output:
            text = output.read()
    except BaseException:
        process.kill()
        raise
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.monotonic() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"bench: {' '.join(map(str, command))}: exit status {process.returncode}")
    return Run(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1e3, text)


# A brief run calls each measure once, and leaves out the peers and the longest measures: it is one of
# many, which are compared.
is_brief = False


def median_of(count, measure):
    """The median, number for number, of `count` calls of `measure`."""
    times = 1 if is_brief else count
    return [statistics.median(column) for column in zip(*(measure() for _ in range(times)))]


def processor_seconds(pid):
    """Processor time that all threads of a process have used, to the nanosecond."""
    total = 0
    for thread in os.listdir(f"/proc/{pid}/task"):
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            total += int(open(f"/proc/{pid}/task/{thread}/schedstat").read().split()[0])
    return total / 1e9


def descendants(pid):
    """The process and all that came from it."""
    parents = {}
    for entry in filter(str.isdigit, os.listdir("/proc")):
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            fields = open(f"/proc/{entry}/stat").read().rpartition(")")[2].split()
            parents.setdefault(int(fields[1]), []).append(int(entry))
    found = [pid]
    for one in found:
        found += parents.get(one, [])
    return found


def memory(pid):
    """Resident, proportional and private memory of a process, in MB."""
    lines = [line.split() for line in open(f"/proc/{pid}/smaps_rollup").readlines()[1:]]
    sizes = {words[0].rstrip(":"): int(words[1]) / 1e3 for words in lines}
    return sizes["Rss"], sizes["Pss"], sizes["Private_Clean"] + sizes["Private_Dirty"]


def writes(pid):
    """How often a process has written: each message to the X server is one time."""
    lines = dict(line.split(": ") for line in open(f"/proc/{pid}/io").read().splitlines())
    return int(lines["syscw"])


@contextlib.contextmanager
def xvfb(width=1280, height=720, folder=None):
    """An X server of our own; gives its process and the environment that points to it.

    With a folder the screen is a file in it, `Xvfb_screen0`.
    """
    reading, writing = os.pipe()
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", f"{width}x{height}x24",
               "-nolisten", "tcp", "-noreset", *(["-fbdir", folder] if folder else [])]
    server = subprocess.Popen(tied(command), pass_fds=[writing], stderr=subprocess.DEVNULL)
    os.close(writing)
    try:
        with open(reading) as pipe:
            number = pipe.readline().strip()
        environment = os.environ | {"DISPLAY": f":{number}", "SDL_VIDEODRIVER": "x11"}
        environment.pop("WAYLAND_DISPLAY", None)
        yield server.pid, environment
    finally:
        server.terminate()
        server.wait()


@contextlib.contextmanager
def running(command, environment=None, **options):
    """A program that runs for as long as the block does."""
    process = subprocess.Popen(tied(command), env=environment, **options)
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def is_missing(program):
    return shutil.which(program) is None
