"""The service under test, and what it takes of the machine."""

import os
import pathlib
import signal
import subprocess
import sys
import time
from dataclasses import dataclass


@dataclass
class Usage:
    """What a process holds; memory is what it alone has written to, in MB."""

    descriptors: int
    threads: int
    memory: float

    def __str__(self):
        return (f"{self.descriptors} descriptors, {self.threads} threads, "
                f"{self.memory:.1f} MB")


class Service:
    """`lenticule serve` on the fake devices; ended by SIGTERM, it must end well."""

    def __init__(self, program, folder):
        self.words, self.folder = pathlib.Path(folder, "service.err"), folder
        self.command = [program, "serve", "--from", "local:", "--socket", f"{folder}/motion.sock"]

    def __enter__(self):
        private = dict.fromkeys(("XDG_RUNTIME_DIR", "HOME", "XDG_CONFIG_HOME"), self.folder)
        with open(self.words, "w") as errors:
            self.process = subprocess.Popen(
                self.command, stderr=errors, env={**os.environ, **private})
        return self

    def usage(self):
        folder = f"/proc/{self.process.pid}"
        try:
            dirty = [line.split()[1] for line in open(f"{folder}/smaps_rollup")
                     if line.startswith("Private_Dirty")]
            return Usage(len(os.listdir(f"{folder}/fd")), len(os.listdir(f"{folder}/task")),
                         int(dirty[0]) / 1024)
        except (FileNotFoundError, ProcessLookupError, IndexError):
            sys.exit(f"FAILED: the service has ended: {self.process.poll()}")

    def __exit__(self, kind, value, trace):
        self.process.send_signal(signal.SIGTERM)
        try:
            status = self.process.wait(timeout=60)
        except subprocess.TimeoutExpired:
            self.process.kill()
            status = "after 60 s not"
        if kind or status != 0:
            print(f"the service ended: {status}; its last words:")
            print(self.words.read_text()[-4000:])
        if not kind and status != 0:
            sys.exit("FAILED: the service did not end well")
