"""The sensor service: what it takes of the machine, how late its states are, and a day at once."""

import json
import os
import pathlib
import selectors
import shutil
import socket
import statistics
import subprocess
import sys
import time

from . import processes
from .processes import end_in_order, is_missing, memory, processor_seconds, running, tied
from .report import Figure

RIG = pathlib.Path(__file__).resolve().parents[2] / "Tests/Rig/fake_iio.py"
RATES, CLIENTS, SECONDS = (100, 400, 1600), (0, 1, 50), 10
DAY = 86_400


def service_figures(tools, report):
    """`lenticule serve` on the fake device of the tests, beside iiod, which shares it raw."""
    if not can_run():
        report.skip("the service: the fake devices need python3, /dev/fuse and mount namespaces")
        return []
    figures = []
    for rate in RATES[:1] if processes.is_brief else RATES:
        found = measure(tools, rate)
        for clients in CLIENTS:
            figures += load_figures(rate, clients, found)
        figures += delay_figures(rate, found)
    figures += madeup_figures(tools)
    return figures if processes.is_brief else figures + day_figures(tools)


def can_run():
    command = [sys.executable, RIG, "--", "true"]
    return subprocess.run(command, stderr=subprocess.DEVNULL).returncode == 0


def measure(tools, rate):
    """Runs this file among the fake devices; what it found."""
    folder = tools.folder / f"service-{rate}"
    folder.mkdir()
    (folder / "config.toml").write_text(f"[source]\nrate = {rate}\n")
    command = [sys.executable, RIG, "--preset", "combo", "--motion", "tilt", "--", sys.executable,
               "-m", "measures.service", tools.lenticule, folder,
               "brief" if processes.is_brief else "whole"]
    result = subprocess.run(tied(command), stdout=subprocess.PIPE, text=True,
                            cwd=pathlib.Path(__file__).resolve().parents[1])
    if result.returncode != 0:
        sys.exit(f"bench: the service at {rate} Hz: exit status {result.returncode}")
    return json.loads(result.stdout)


def load_figures(rate, clients, found):
    ours, peer = found["loads"][str(clients)], found["iiod"].get(str(clients))
    name = f"serve, {rate} Hz, {clients} client{'' if clients == 1 else 's'}"
    aimed = rate == 100 and clients == 1
    peers = {key: (("iiod", peer[key]),) if peer else () for key in ours}
    return [
        Figure(name, ours["processor"], "% of a core", 1 if aimed else None,
               peers=peers["processor"]),
        Figure(name, ours["private"], "MB private", 20 if aimed else None, peers=peers["private"]),
        # The rest are unchanged pages of files, which the kernel takes when it needs memory.
        Figure(name, ours["dirty"], "MB private and written to", peers=peers["dirty"])]


def delay_figures(rate, found):
    delays = sorted(found["delays"])
    aim = 2 if rate == 100 else None
    return [
        Figure(f"sample to client, {rate} Hz, median", statistics.median(delays), "ms"),
        Figure(f"sample to client, {rate} Hz, 99 of 100", delays[int(0.99 * len(delays))], "ms",
               aim)]


def madeup_figures(tools):
    """The same without a device: what is left is the service's own work, not the fake kernel's."""
    path = tools.folder / "madeup.sock"
    command = serve(tools.lenticule, path, "simulated:")
    with running(command, stderr=subprocess.DEVNULL) as service:
        listeners = Listeners(path, 1)
        found = load(service.pid, listeners.listen)
        listeners.close()
    return [Figure("serve made-up motion, 100 Hz, 1 client", found["processor"], "% of a core",
                   note="without the fake device, whose kernel work is FUSE's")]


def day_figures(tools):
    """A day of a hand's motion through the service as fast as it goes, with one client."""
    make = [tools.lenticule, "simulate", "--preset", "hand", "--duration", str(DAY), "-o", "-"]
    path = tools.folder / "day.sock"
    with running(make, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as maker:
        with running(serve(tools.lenticule, path, "-", "--speed", "max"), stdin=maker.stdout,
                     stderr=subprocess.DEVNULL) as service:
            began = time.monotonic()
            sizes = listen_to_the_end(path, service)
    tenth = len(sizes) // 10
    early, late = (statistics.median(part) for part in (sizes[tenth:2 * tenth], sizes[-tenth:]))
    return [Figure("a day of motion at once", time.monotonic() - began, "s", note="100 Hz"),
            Figure("memory grown from its first tenth", late - early, "MB private", 1)]


def listen_to_the_end(path, service):
    """The service's private memory, again and again, until it hangs up."""
    sizes, due = [], 0
    with connect(path) as listener:
        while listener.recv(1 << 16):
            if time.monotonic() > due:
                sizes.append(memory(service.pid)[2])
                due = time.monotonic() + 0.05
    return sizes


def serve(program, path, source, *options):
    return [program, "serve", "--from", source, "--socket", path, *options]


def connect(path, patience=30):
    deadline = time.monotonic() + patience
    while True:
        client = socket.socket(socket.AF_UNIX)
        try:
            client.connect(str(path))
            return client
        except OSError:
            client.close()
            if time.monotonic() > deadline:
                sys.exit(f"bench: there is no service at {path}")
            time.sleep(0.02)


# From here on: what runs among the fake devices.


class Listeners:
    """Clients that read what comes, in this one thread."""

    def __init__(self, path, count):
        self.selector = selectors.DefaultSelector()
        for _ in range(count):
            client = connect(path)
            client.setblocking(False)
            self.selector.register(client, selectors.EVENT_READ)

    def listen(self, seconds, heard=lambda data: None):
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            for key, _ in self.selector.select(left):
                heard(key.fileobj.recv(1 << 16))

    def close(self):
        for key in list(self.selector.get_map().values()):
            key.fileobj.close()
        self.selector.close()


def load(pid, listen):
    """Percent of a core, and MB, that a process takes while `listen` runs."""
    # The first client lets the service open the sensor, the last one lets it go: both take some seconds.
    listen(5)
    before, began = processor_seconds(pid), time.monotonic()
    listen(SECONDS)
    used = (processor_seconds(pid) - before) / (time.monotonic() - began)
    dirty = next(int(line.split()[1]) for line in open(f"/proc/{pid}/smaps_rollup")
                 if line.startswith("Private_Dirty"))
    return {"processor": used * 100, "private": memory(pid)[2], "dirty": dirty / 1e3}


def delays(path, seconds):
    """Milliseconds from a sample's timestamp to the arrival of its state."""
    found, rest = [], b""
    with connect(path) as client:
        client.sendall(b'{"subscribe":"state","hz":1000}\n')
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            data = client.recv(1 << 16)
            arrival = time.clock_gettime_ns(time.CLOCK_BOOTTIME)
            *lines, rest = (rest + data).split(b"\n")
            states = [json.loads(line) for line in lines]
            found += [(arrival - each["timestamp_ns"]) / 1e6 for each in states if "q" in each]
    # The first ones come while the sensor wakes.
    return found[len(found) // 10:]


def inside(program, folder, extent):
    processes.is_brief = extent == "brief"
    path = f"{folder}/motion.sock"
    command = serve(program, path, "local:", "--config", f"{folder}/config.toml")
    found = {"loads": {}, "iiod": {}}
    with running(command, stderr=subprocess.DEVNULL) as service:
        connect(path).close()
        for count in CLIENTS:
            listeners = Listeners(path, count)
            found["loads"][count] = load(service.pid, listeners.listen)
            listeners.close()
        found["delays"] = delays(path, SECONDS)
    server = shutil.which("iiod", path=os.environ["PATH"] + ":/usr/sbin")
    if server and not processes.is_brief and not is_missing("iio_readdev"):
        found["iiod"] = {"1": iiod_load(server, folder)}
    print(json.dumps(found))


def iiod_load(server, folder):
    """The same figures of iiod with one client that reads scans."""
    with socket.socket() as free:
        free.bind(("", 0))
        port = free.getsockname()[1]
    read = ["iio_readdev", "-u", f"ip:127.0.0.1:{port}", "-b", "1", "iio:device0"]
    with running([server, "-p", str(port)], stderr=subprocess.DEVNULL) as peer:
        time.sleep(1)
        with running(read, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL):
            found = load(peer.pid, time.sleep)
        # It may wait for its threads without end when asked to stop.
        peer.kill()
    return found


if __name__ == "__main__":
    end_in_order()
    inside(*sys.argv[1:])
