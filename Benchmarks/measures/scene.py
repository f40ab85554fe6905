"""From an input to a frame's description, without its pixels."""

from .processes import median_of, run
from .report import Figure

FRAMES = 2_000_000
LARGE_FRAMES = 50_000


def scene_figures(tools, report):
    """Processor time and allocations of evaluating and planning a frame."""
    # `compare` measures older checkouts too.
    source = tools.card.parents[1] / "Benchmarks/Sources/bench/Bench.swift"
    known = source.read_text()
    figures = []
    if '"scene"' in known:
        figures += card_figures(tools, "scene", FRAMES, "the classic card", 1, "ns", 5000)
    if '"large-scene"' in known:
        figures += card_figures(
            tools, "large-scene", LARGE_FRAMES, "50 layers, 200 drivers", 1000, "µs", 50)
    return figures


def card_figures(tools, measure, frames, card, nanoseconds, unit, aim):
    wall, processor, allocations = median_of(5, lambda: map(
        float, run([tools.bench, measure, tools.card, str(frames)]).output.split()))
    return [
        Figure(f"{card}: evaluation and plan", processor / nanoseconds,
               f"{unit} processor time", aim, note=f"{wall / nanoseconds:.1f} {unit} wall"),
        Figure(f"{card}: allocations", allocations, "a frame", 0)]
