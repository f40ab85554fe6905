"""Scenes at 1280x720 that move every frame, beside pages of the same layers."""

import json
import shutil
import statistics
import subprocess
import time
from dataclasses import dataclass

from . import processes
from .frames import chromium, measure_once
from .processes import descendants, is_missing, memory, run, running, xvfb
from .program import DESKTOP
from .report import Figure

ROUNDS = 9
FRAMES = {"cpu": 600, "gl": 60}

HEAD = 'format = 2\nsize = [1280, 720]\n[parallax]\ndegrees = 30\n'

# Three pictures of which none covers another, and one picture that is turned a little more and less.
THREE = HEAD + "".join(f"""
[[layer]]
picture = "{name}.png"
opacity = {{ follow = "tilt-x", range = [-20, 20], values = {values} }}
""" for name, values in (("back", [1, 1]), ("middle", [0.2, 0.9]), ("front", [0.9, 0.2])))
TURNED = HEAD + """
[[layer]]
picture = "back.png"
scale = 1.3
rotation = { follow = "tilt-x", range = [-20, 20], values = [6.5, 7.5] }
"""
PERSPECTIVE = HEAD + """
[[layer]]
picture = "back.png"
scale = 1.5
rotation-y = { follow = "tilt-x", range = [-20, 20], values = [19, 21] }
"""


@dataclass
class Moved:
    """A card that is measured; `of_three` is what it may cost of the three translucent layers."""

    name: str
    folder: object
    of_three: float | None = None
    of_page: float | None = None
    memory: float | None = None


def card_figures(tools, report):
    """Milliseconds a frame of each card; the rounds take turns, and the ratios are theirs."""
    moved = [card for card in cards(tools) if card.folder.exists()]
    is_page = not processes.is_brief and not is_missing("chromium")
    if not is_page and not processes.is_brief:
        report.skip("the Chromium pages: there is no chromium here")
    pages = {card.name: page(tools, card) for card in moved if card.of_page and is_page}
    rounds = []
    with xvfb() as server:
        for _ in range(1 if processes.is_brief else ROUNDS):
            rounds.append(measure_round(tools, server, moved, pages))
    made = [figure for card in moved for renderer in FRAMES for kind in (1, 0)
            for figure in figures(card, renderer, kind, rounds)]
    return made + [figure for card in moved if card.memory for figure in memory_figures(tools, card)]


def memory_figures(tools, card):
    """What a window with the card has once its pictures are drawn and the decoder has ended."""
    with xvfb(*DESKTOP) as (_, environment):
        command = [tools.lenticule, "show", "--card", card.folder, "--renderer", "cpu",
                   "--from", "pointer:"]
        with running(command, environment, stdout=subprocess.DEVNULL) as process:
            time.sleep(5)
            while len(descendants(process.pid)) > 1:
                time.sleep(1)
            whole, _, private = memory(process.pid)
    return [Figure(f"cpu, {card.name}", whole, "MB resident", card.memory),
            Figure(f"cpu, {card.name}", private, "MB private")]


def cards(tools):
    def made(name, text):
        folder = tools.folder / name
        folder.mkdir()
        (folder / "card.toml").write_text(text)
        for layer in ("back", "middle", "front"):
            shutil.copy(tools.layers / f"{layer}.png", folder)
        return folder

    return [Moved("three translucent layers", made("three", THREE)),
            Moved("turned by 7 degrees", made("turned", TURNED), of_three=2),
            Moved("in perspective", made("perspective", PERSPECTIVE), of_three=3),
            Moved("the paper theatre", tools.cards / "theatre", of_page=0.7, memory=90)]


def measure_round(tools, server, moved, pages):
    """Wall and processor time by the card's name and what draws it."""
    found = {}
    for card in moved:
        for renderer, count in FRAMES.items():
            found[card.name, renderer] = measure_once(
                server, [tools.bench, "card", card.folder, renderer, str(count)])
        if card.name in pages:
            found[card.name, "page"] = chromium(
                tools, server[1], 5, pages[card.name])["times"]
    return found


def figures(card, renderer, kind, rounds):
    """One figure with its ratios to what it is compared with, each the median of the rounds'."""
    def values(name, drawer):
        return [each[name, drawer][kind] for each in rounds if (name, drawer) in each]

    own = values(card.name, renderer)
    unit = "ms processor time" if kind == 1 else "ms wall time"
    page = values(card.name, "page")
    peers = (("Chromium", statistics.median(page)),) if page else ()
    made = [Figure(f"{renderer}, {card.name}", statistics.median(own), unit, peers=peers)]
    if kind == 1 and renderer == "cpu":
        three = values("three translucent layers", "cpu")
        for others, name, aim in ((three, "three translucent layers", card.of_three),
                                  (page, "Chromium", card.of_page)):
            if aim and others:
                ratio = statistics.median(a / b for a, b in zip(own, others))
                made.append(Figure(f"cpu, {card.name}, of {name}", ratio, "x", aim))
    return made


# A page that shows the same layers: each one's matrix is linear in both tilts, as a sheet's of a paper
# theatre is.

def page(tools, card):
    folder = tools.folder / f"page-{card.folder.name}"
    folder.mkdir()
    shutil.copy(tools.layers / "scene.html", folder)
    still, sideways, upright = (layers(tools, card, *tilts) for tilts in ((0, 0), (10, 0), (0, 10)))
    described = []
    for one, x, y in zip(still, sideways, upright):
        if one["content"] == "group" or not one["visible"] or one["opacity"] == 0:
            continue
        picture = f"{len(described)}-{one['content'].split('/')[-1]}"
        shutil.copy(one["content"], folder / picture)
        base = one["to_card"]
        described.append({
            "picture": picture, "size": one["size"], "opacity": one["opacity"], "base": base,
            "x": [(a - b) / 10 for a, b in zip(x["to_card"], base)],
            "y": [(a - b) / 10 for a, b in zip(y["to_card"], base)]})
    (folder / "layers.json").write_text(json.dumps(described))
    return folder / "scene.html"


def layers(tools, card, x, y):
    """What the card's layers look like at rest, long after it was shown."""
    text = run([tools.lenticule, "inspect", card.folder, "--json", "--tilt-x", str(x),
                "--tilt-y", str(y), "--time", "3"]).output
    return json.loads(text)["layers"]
