"""Scenes at 1280x720 that move every frame, beside pages of the same layers."""

import json
import shutil
import statistics
import subprocess
import time
from dataclasses import dataclass, field

from . import processes
from .frames import chromium, measure_once
from .processes import descendants, is_missing, memory, run, running, xvfb
from .program import DESKTOP
from .report import Figure

ROUNDS = 9
USUAL = (1280, 720)
FRAMES = {"cpu": 300, "gl": 20}

# What a card is compared with: its page, or another card.
PAGE = "Chromium"
THREE_LAYERS = "three translucent layers"
CLASSIC = "the classic card"

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

# Twelve pictures that stay nearly half-transparent; every third is not only laid over the others.
MODES = [mode for special in ("multiply", "screen", "overlay", "color-dodge")
         for mode in ("normal", "normal", special)]
BLENDED = HEAD + "".join(f"""
[[layer]]
name = "{number} {mode}"
picture = "{("back", "middle", "front")[(number + number // 3) % 3]}.png"
opacity = {{ follow = "tilt-x", range = [-20, 20], values = [0.4, 0.6] }}
blend = "{mode}"
""" for number, mode in enumerate(MODES))
HUE = HEAD + """
[[layer]]
name = "picture"
picture = "back.png"
hue = { follow = "tilt-x", range = [-20, 20], values = [-180, 180] }
"""
# Twelve pictures under lenses of 5.4 pixels, of which the eye sees three or four at a time.
LENS_PICTURES = [f"{number}.png" for number in range(12)]
LENS = HEAD + f"""
[lens]
preset = "60"
pictures = {json.dumps(LENS_PICTURES)}
"""
SLANTED = LENS + "slant = 6\n"
MASKED = HEAD + """
[[layer]]
name = "picture"
picture = "back.png"
luminance-mask = "mask"

[[layer]]
name = "mask"
picture = "middle.png"
offset-x = { follow = "tilt-x", range = [-20, 20], values = [-200, 200] }
offset-y = { follow = "tilt-y", range = [-20, 20], values = [-100, 100] }
"""

SHADED = HEAD + """
[[layer]]
picture = "back.png"

[[layer]]
name = "picture"
picture = "front.png"
size = [0.5, 0.5]
shadow-radius = 24
shadow-offset = [0, 12]
shadow-colour = "#000000a0"
offset-x = { follow = "tilt-x", range = [-20, 20], values = [-200, 200] }
offset-y = { follow = "tilt-y", range = [-20, 20], values = [-100, 100] }
"""
PANEL = HEAD + """
[[layer]]
picture = "back.png"
scale = 1.4
offset-x = { follow = "tilt-x", range = [-20, 20], values = [-200, 200] }
offset-y = { follow = "tilt-y", range = [-20, 20], values = [-100, 100] }

[[layer]]
name = "panel"
material = "regular"
size = [0.5, 0.5]
radius = 32
"""
MESH = HEAD + """
[[layer]]
[layer.mesh]
width = 3
height = 3
vertices = [
    "#1b2a6b", "#5b3fa8", "#c2497f",
    "#2f6fb0",
    { at = [{ follow = "tilt-x", range = [-20, 20], values = [0.25, 0.75] }, \
{ follow = "tilt-y", range = [-20, 20], values = [0.3, 0.7] }], colour = "#f2c6a0" },
    "#e8825a",
    "#0f8f8f", "#7bd0b0", "#ffe08a",
]
"""

# What the pages say of the same layers in CSS, by their names. A page gives an element with a style
# the tilts in degrees, `--x` and `--y`. None: the layer is no element, another one's style shows its
# picture. Chromium draws these faster if an element that stays in its place is no layer of its own.
STILL = "will-change: auto; "
BLENDED_STYLES = {
    f"{number} {mode}": f"{STILL}mix-blend-mode: {mode}; opacity: calc(0.5 + 0.005 * var(--x))"
    for number, mode in enumerate(MODES)}
HUE_STYLES = {"picture": f"{STILL}filter: hue-rotate(calc(9deg * var(--x)))"}
MASKED_STYLES = {
    "picture": "mask: luminance no-repeat url(middle.png) "
               "calc(10px * var(--x)) calc(5px * var(--y))",
    "mask": None}
SHADED_STYLES = {"picture": "filter: drop-shadow(0 12px 24px #000000a0)"}
PANEL_STYLES = {
    "panel": "backdrop-filter: blur(20px) saturate(1.8); background: #ffffff99; border-radius: 32px"}


@dataclass
class Moved:
    """A card that is measured; `bounds` are what it may cost of other cards and of its page."""

    name: str
    folder: object
    bounds: dict[str, float] = field(default_factory=dict)
    styles: dict[str, str | None] = field(default_factory=dict)
    memory: float | None = None
    # How many taps there are at once, twice a second.
    taps: int = 0


def card_figures(tools, report):
    return moved_figures(tools, report, cards(tools), page)


def moved_figures(tools, report, moved, page, size=USUAL):
    """Milliseconds a frame of each card in a window of a size; the rounds take turns, and the ratios are
    theirs.

    `page` makes the page that a card is compared with.
    """
    moved = [card for card in moved if is_drawable(tools, report, card)]
    is_page = not processes.is_brief and not is_missing("chromium")
    if not is_page and not processes.is_brief:
        report.skip("the Chromium pages: there is no chromium here")
    pages = {card.name: page(tools, card) for card in moved if PAGE in card.bounds and is_page}
    rounds = []
    with xvfb(*size) as server:
        for _ in range(1 if processes.is_brief else ROUNDS):
            rounds.append(measure_round(tools, server, moved, pages, size))
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


def is_drawable(tools, report, card):
    """Whether the program knows what the card uses: `compare` measures older checkouts too."""
    checked = subprocess.run([tools.lenticule, "check", card.folder], capture_output=True)
    if checked.returncode != 0:
        report.skip(f"{card.name}: this program cannot draw it")
    return checked.returncode == 0


def made_card(tools, name, text):
    """A folder with a card and three pictures."""
    folder = tools.folder / name
    folder.mkdir()
    (folder / "card.toml").write_text(text)
    for layer in ("back", "middle", "front"):
        shutil.copy(tools.layers / f"{layer}.png", folder)
    return folder


def made_page(tools, card, file, scene):
    """A folder with the page `file`, the numbers or words that it reads, and a card's picture; gives the page."""
    folder = tools.folder / f"page-{card.folder.name}"
    folder.mkdir()
    for name in (file, "frames.js", "back.png"):
        shutil.copy(tools.layers / name, folder)
    (folder / "scene.json").write_text(json.dumps(scene))
    return folder / file


def cards(tools):
    def made(name, text):
        return made_card(tools, name, text)

    def lenticular(name, text):
        folder = made(name, text)
        for number, picture in enumerate(LENS_PICTURES):
            shutil.copy(folder / f"{('back', 'middle', 'front')[number % 3]}.png", folder / picture)
        return folder

    return [
        Moved(CLASSIC, tools.card),
        Moved(THREE_LAYERS, made("three", THREE)),
        Moved("turned by 7 degrees", made("turned", TURNED), {THREE_LAYERS: 2}),
        Moved("in perspective", made("perspective", PERSPECTIVE), {THREE_LAYERS: 3}),
        Moved("the paper theatre", tools.cards / "theatre", {PAGE: 0.7}, memory=90),
        Moved("twelve layers in five modes", made("blended", BLENDED), {PAGE: 0.8}, BLENDED_STYLES),
        Moved("hue rotation", made("hue", HUE), {PAGE: 0.7}, HUE_STYLES),
        Moved("a moving luminance mask", made("masked", MASKED), {PAGE: 0.7}, MASKED_STYLES),
        Moved("a shadow under a moving layer", made("shaded", SHADED), {PAGE: 0.7}, SHADED_STYLES),
        Moved("a mesh whose middle moves", made("mesh", MESH), {CLASSIC: 4}),
        Moved("twelve pictures under a lens", lenticular("lens", LENS), {THREE_LAYERS: 1.8}),
        Moved("the same, slanted", lenticular("slanted", SLANTED)),
        Moved("a material panel", made("panel", PANEL), {PAGE: 0.4}, PANEL_STYLES),
    ]


def measure_round(tools, server, moved, pages, size):
    """Wall and processor time by the card's name and what draws it."""
    # Programs before particles take no size.
    sides = [str(side) for side in size]
    other_size = [] if size == USUAL else sides
    found = {}
    for card in moved:
        for renderer, count in FRAMES.items():
            found[card.name, renderer] = measure_once(
                server, [tools.bench, "card", card.folder, renderer, str(count),
                         *(sides if card.taps else other_size),
                         *([str(card.taps)] if card.taps else [])])
        if card.name in pages:
            found[card.name, "page"] = chromium(
                tools, server[1], 5, pages[card.name], size)["times"]
    return found


def figures(card, renderer, kind, rounds):
    """One figure with its ratios to what it is compared with, each the median of the rounds'."""
    def values(name, drawer):
        return [each[name, drawer][kind] for each in rounds if (name, drawer) in each]

    own = values(card.name, renderer)
    unit = "ms processor time" if kind == 1 else "ms wall time"
    page = values(card.name, "page")
    peers = ((PAGE, statistics.median(page)),) if page else ()
    made = [Figure(f"{renderer}, {card.name}", statistics.median(own), unit, peers=peers)]
    if kind == 1 and renderer == "cpu":
        for name, bound in card.bounds.items():
            others = page if name == PAGE else values(name, "cpu")
            if others:
                ratio = statistics.median(a / b for a, b in zip(own, others))
                made.append(Figure(f"cpu, {card.name}, of {name}", ratio, "x", bound))
    return made


# A page that shows the same layers: each one's matrix is linear in both tilts, as a sheet's of a paper
# theatre is.

def page(tools, card):
    folder = tools.folder / f"page-{card.folder.name}"
    folder.mkdir()
    for file in ("scene.html", "frames.js"):
        shutil.copy(tools.layers / file, folder)
    still, sideways, upright = (layers(tools, card, *tilts) for tilts in ((0, 0), (10, 0), (0, 10)))
    described = []
    for one, x, y in zip(still, sideways, upright):
        if one["content"] == "group" or not one["visible"] or one["opacity"] == 0:
            continue
        style = card.styles.get(one.get("name"), "")
        if style is None:
            shutil.copy(one["content"], folder)
            continue
        picture = None
        if one["content"] != "material":
            picture = f"{len(described)}-{one['content'].split('/')[-1]}"
            shutil.copy(one["content"], folder / picture)
        base = one["to_card"]
        described.append({
            "picture": picture, "size": one["size"], "opacity": one["opacity"], "style": style,
            "base": base,
            "x": [(a - b) / 10 for a, b in zip(x["to_card"], base)],
            "y": [(a - b) / 10 for a, b in zip(y["to_card"], base)]})
    (folder / "layers.json").write_text(json.dumps(described))
    return folder / "scene.html"


def layers(tools, card, x, y):
    """What the card's layers look like at rest, long after it was shown."""
    text = run([tools.lenticule, "inspect", card.folder, "--json", "--tilt-x", str(x),
                "--tilt-y", str(y), "--time", "3"]).output
    return json.loads(text)["layers"]
