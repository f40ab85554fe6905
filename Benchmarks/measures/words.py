"""Words and paths at 1280x720 that move every frame, beside pages of the same; and their first frame."""

import json
import math
import statistics

from . import processes
from .cards import HEAD, PAGE, Moved, made_card, made_page, moved_figures
from .processes import xvfb
from .program import DESKTOP, first_frame, show
from .report import Figure

SENTENCE = "A card that is tilted shows another picture, and its words come one by one. "
CLUSTERS = (SENTENCE * 3)[:200]
PARAGRAPH = (SENTENCE * 30)[:2000]

# A line that winds round the middle, with 2000 segments of about 12 pixels.
SEGMENTS = 2000
PATH = "M" + " L".join(
    f"{640 + 1.6 * r * math.cos(a):.1f} {360 + r * math.sin(a):.1f}"
    for a, r in ((0.05 * i, 10 + 330 * i / SEGMENTS + 6 * math.sin(0.4 * i))
                 for i in range(SEGMENTS + 1)))

WORDS = HEAD + f"""
[[layer]]
text = {json.dumps(CLUSTERS)}
font = "DejaVu Sans"
text-size = 40
"""
MOVING_CLUSTERS = WORDS + """
[layer.each]
spread = 0.5
offset-y = { follow = "tilt-x", range = [-20, 20], values = [-20, 20] }
rotation = { follow = "tilt-x", range = [-20, 20], values = [-20, 20] }
"""
STILL_PARAGRAPH = HEAD + f"""
[[layer]]
picture = "back.png"
scale = 1.3
offset-x = {{ follow = "tilt-x", range = [-20, 20], values = [-100, 100] }}

[[layer]]
text = {json.dumps(PARAGRAPH)}
font = "DejaVu Sans"
text-size = 20
"""
DRAWN_PATH = HEAD + f"""
[[layer]]
path = {json.dumps(PATH)}
view = [0, 0, 1280, 720]
stroke = "#fff"
stroke-width = 2
cap = "round"
join = "round"
trim-end = {{ follow = "tilt-x", range = [-20, 20], values = [0, 1] }}
"""
GRADIENT_IN_WORDS = HEAD + f"""
[[layer]]
gradient = {{ kind = "linear", colours = ["#f36", "#3cf", "#fd6"], \
from = [{{ follow = "tilt-x", range = [-20, 20], values = [-0.5, 0.5] }}, 0], to = [1, 1] }}
mask = "words"

[[layer]]
name = "words"
text = {json.dumps(CLUSTERS)}
font = "DejaVu Sans"
text-size = 56
weight = "bold"
"""
PLAIN = HEAD + """
[[layer]]
picture = "back.png"
"""

# What a page is told, by the names of its scenes.
SCENES = {
    "clusters": {"text": CLUSTERS, "size": 40},
    "paragraph": {"text": PARAGRAPH, "size": 20},
    "path": {"path": PATH},
    "gradient": {"text": CLUSTERS, "size": 56},
}


def word_figures(tools, report):
    def made(scene, name, text, bound):
        return Moved(name, made_card(tools, scene, text), {PAGE: bound})

    moved = [
        made("clusters", "200 clusters, each moving", MOVING_CLUSTERS, 0.4),
        made("paragraph", "2000 characters over a moving picture", STILL_PARAGRAPH, 1),
        made("path", f"a path of {SEGMENTS} segments that draws itself", DRAWN_PATH, 1),
        made("gradient", "a gradient through words", GRADIENT_IN_WORDS, 1),
    ]
    return moved_figures(tools, report, moved, page) + start_figures(tools)


def page(tools, card):
    scene = card.folder.name
    return made_page(tools, card, "words.html", {"name": scene} | SCENES[scene])


def start_figures(tools):
    """From the start of the process to the first frame, with a text and without, in turns."""
    cards = [made_card(tools, "plain", PLAIN),
             made_card(tools, "text", PLAIN + WORDS.removeprefix(HEAD))]
    with xvfb(*DESKTOP) as (_, environment):
        commands = [show(tools, "cpu", "--from", "pointer:", "--frames", 1, card=card)
                    for card in cards]
        walls = [[first_frame(command, environment)[0] for command in commands]
                 for _ in range(1 if processes.is_brief else 11)]
    return [
        Figure("start to first frame, cpu, a picture", statistics.median(w for w, _ in walls),
               "ms wall time"),
        Figure("the same with a text over it", statistics.median(b - a for a, b in walls),
               "ms more", 40)]
