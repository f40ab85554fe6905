"""From an input to a frame's description, without its pixels."""

from .processes import median_of, run
from .report import Figure

FRAMES = 2_000_000


def scene_figures(tools, report):
    """Nanoseconds and allocations of evaluating and planning a frame of the classic card."""
    if not (tools.card.parents[1] / "Sources/Scene").is_dir():
        return []  # `compare` measures older checkouts too.
    wall, processor, allocations = median_of(5, lambda: map(
        float, run([tools.bench, "scene", tools.card, str(FRAMES)]).output.split()))
    return [
        Figure("evaluation and plan", processor, "ns processor time", 5000,
               note=f"{wall:.0f} ns wall"),
        Figure("allocations", allocations, "a frame", 0)]
