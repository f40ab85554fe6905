"""Figures beside their aims and their peers, as a table or as JSON."""

import glob
import json
import os
import platform
import sys
from dataclasses import asdict, dataclass


@dataclass
class Figure:
    """One measured number; `aim` is the most it should be, or the least where `more_is_better`."""

    name: str
    value: float | None
    unit: str
    aim: float | None = None
    more_is_better: bool = False
    note: str = ""
    peers: tuple[tuple[str, float | None], ...] = ()

    @property
    def meets_aim(self):
        if self.aim is None or self.value is None:
            return None
        return self.value >= self.aim if self.more_is_better else self.value <= self.aim


def number(value):
    """A number with three digits that mean something, thousands set apart."""
    if value is None:
        return "-"
    if value == 0 or abs(value) >= 100:
        return f"{value:,.0f}"
    return f"{value:.2f}" if abs(value) < 10 else f"{value:.1f}"


def aim_words(figure):
    if figure.aim is None:
        return ""
    sign = ">=" if figure.more_is_better else "<="
    return f"{sign} {number(figure.aim)} {'met' if figure.meets_aim else 'MISSED'}"


def peer_words(figure, name, value):
    if value is None:
        return f"{name} skipped"
    ratio = figure.value / value if value and figure.value is not None else None
    times = "" if ratio is None else f" ({number(ratio)} x)"
    return f"{name} {number(value)}{times}"


class Report:
    """Prints each group of figures as soon as it is measured."""

    def __init__(self, as_json):
        self.as_json = as_json
        self.groups = {}
        self.skipped = []

    def add(self, group, figures):
        self.groups[group] = figures
        if not self.as_json:
            self.print_group(group, figures)

    def skip(self, what):
        """Says what cannot be measured here, and why."""
        if what not in self.skipped:
            self.skipped.append(what)
            print(f"skipped: {what}", file=sys.stderr)

    def print_group(self, group, figures):
        bold, plain = ("\033[1m", "\033[0m") if sys.stdout.isatty() else ("", "")
        print(f"\n{bold}{group}{plain}")
        for figure in figures:
            value = f"{number(figure.value):>10} {figure.unit}"
            line = f"  {figure.name:<38}{value:<30}{aim_words(figure):<18}"
            peers = [peer_words(figure, *peer) for peer in figure.peers]
            rest = "; ".join(peers + [figure.note] * bool(figure.note))
            print((line + rest).rstrip(), flush=True)

    def finish(self, machine):
        missed = [f.name for fs in self.groups.values() for f in fs if f.meets_aim is False]
        if self.as_json:
            groups = {g: [asdict(f) | {"meets_aim": f.meets_aim} for f in fs]
                      for g, fs in self.groups.items()}
            found = {"machine": machine, "groups": groups, "skipped": self.skipped}
            print(json.dumps(found, indent=2))
        else:
            print(f"\nAims missed: {', '.join(missed) or 'none'}")


def machine_words():
    """What the figures were measured on."""
    model = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo")
                  if line.startswith("model name")), platform.machine())
    has_gpu = bool(glob.glob("/dev/dri/renderD*"))
    return {"processor": model, "cores": os.cpu_count(), "gpu": has_gpu,
            "load": os.getloadavg()[0], "kernel": platform.release()}
