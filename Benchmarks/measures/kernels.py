"""What each way of drawing a layer takes on the processor, without a window."""

from .processes import run
from .report import Figure

FRAMES = 20


def kernel_figures(tools, report):
    """Nanoseconds for each pixel, or for what else is counted; docs/dev/cost.md has the same table."""
    # `compare` measures older checkouts too.
    source = tools.card.parents[1] / "Benchmarks/Sources/bench/Bench.swift"
    if '"kernels"' not in source.read_text():
        return []
    lines = run([tools.bench, "kernels", str(FRAMES)]).output.splitlines()
    return [figure(*line.split("\t")) for line in lines]


def figure(name, nanoseconds):
    unit = "row" if name.startswith("row ") else "pixel"
    return Figure(name, float(nanoseconds), f"ns a {unit}")
