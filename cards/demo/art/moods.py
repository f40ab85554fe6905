"""The three moods of the card: every colour and lamp, nothing of the shapes."""

from dataclasses import dataclass

from scenery import SUN


@dataclass
class Mood:
    """The light of one hour."""
    name: str
    sky: list                 # (height in the sky 0 ... 1, colour) from the top down
    rock: list                # mountain colours from shadow to light
    levels: tuple             # darkest and brightest brightness that gets a colour of its own
    lamp: object              # x -> direction of the light on the mountains
    snow: float               # how far the snow comes down
    shade: float              # light that reaches the shadows
    haze: str                 # what distance fades into, in the valley
    veil: str                 # and higher up
    haze_amount: float
    ranges: list              # distant ridges, far to near
    woods: list               # wooded slopes: edge, foot, trees, lit trees
    shore: str                # shore pines
    head: list                # headland: rock, lit rock, dark rock, grass
    walls: list               # observatory: dark side, lit side
    dome: list                # dome: dark, mid, light
    near: list                # near shore: ground, grass, lit grass
    water: list               # (0 ... 1, colour) from the far shore to us
    mirror: float             # how clearly the water shows the mountains
    mirrored: list            # and in which tones: (brightness, place in rock), 0 ... 1
    glint: str                # ripples that catch the light
    dark_ripple: str
    lit_side: int             # which side of trees and walls is lit; 0 for none
    rim: str                  # the colour of that light
    rim_amount: float
    window: str
    slit: list                # the opening of the dome and its edge
    wood: list                # jetty and boat: planks, lit edge, hull
    flowers: list


def from_left(_x):
    """First light, low from the left."""
    return (-0.72, 0.5, -0.42)


def from_valley(x):
    """The low sun in the valley, which rakes each mountain from its own side."""
    turn = max(-1.0, min(1.0, (SUN[0] - x) / 150))
    return (0.86 * turn, 0.4, -0.3)


def from_aurora(x):
    """The aurora, high above the valley."""
    turn = max(-1.0, min(1.0, (760 - x) / 240))
    return (0.66 * turn, 0.66, -0.26)


DAWN = Mood(
    name="back", lamp=from_left, snow=36, shade=0.36, levels=(0.2, 0.86),
    sky=[(0, "#5d83ad"), (0.22, "#86a5c6"), (0.45, "#b3bdd6"), (0.64, "#dcc7d6"),
         (0.8, "#f6cfc8"), (0.92, "#fde0c8"), (1, "#fdebd6")],
    rock=["#7587b0", "#8d9bc0", "#aeb0cc", "#d5b6c4", "#f3bfb4", "#fdd9c2", "#fff0dc"],
    haze="#eadfe6", veil="#c3bcdc", haze_amount=0.92,
    ranges=["#c3c3da", "#b4bbd4", "#a6b3cc"],
    woods=["#8fa5bf", "#c9d2de", "#6f8ca9", "#a9bdd0"],
    shore="#4d6f8c",
    head=["#5c7590", "#8ea3b6", "#47607c", "#6f8f9c"],
    walls=["#8d9db6", "#e6dfe2"], dome=["#8496b4", "#c2c9da", "#fbeee4"],
    near=["#24405a", "#315570", "#5d8398"],
    water=[(0, "#f3dfd8"), (0.12, "#e3d2d8"), (0.4, "#b6c0d6"), (0.75, "#7f9dbd"), (1, "#5b7fa4")],
    mirror=0.55, mirrored=[(0.34, 0.45), (0.62, 0.75)],
    glint="#fff4ea", dark_ripple="#5f7fa6", lit_side=-1, rim="#f8d9cd", rim_amount=0.5,
    window="#41536f", slit=["#6d80a2", "#fdeee6"],
    wood=["#6f849b", "#e8d6d6", "#587491"], flowers=["#dbe4f2", "#f2c4cc"])

GOLD = Mood(
    name="middle", lamp=from_valley, snow=14, shade=0.2, levels=(0.13, 0.8),
    sky=[(0, "#27406f"), (0.2, "#475a8c"), (0.42, "#8c6f96"), (0.6, "#d58083"),
         (0.76, "#f79f63"), (0.88, "#ffc36b"), (1, "#ffe29a")],
    rock=["#3a2c55", "#54385f", "#7d4768", "#b65b5f", "#e88853", "#ffb961", "#ffe6ac"],
    haze="#ffb56a", veil="#d0667a", haze_amount=0.7,
    ranges=["#d58a6c", "#b46a63", "#8d5060"],
    woods=["#4a3054", "#a4586a", "#35244a", "#c96f52"],
    shore="#241b3d",
    head=["#33233f", "#b8654c", "#1f1630", "#5a3a3e"],
    walls=["#5b3f5c", "#f7b877"], dome=["#553c63", "#b56d68", "#ffd694"],
    near=["#140f24", "#241733", "#8a4a38"],
    water=[(0, "#ffdc96"), (0.1, "#ffb066"), (0.32, "#d9776a"), (0.62, "#7c5482"), (1, "#2b2c5c")],
    mirror=0.5, mirrored=[(0.34, 0.45), (0.62, 0.75)],
    glint="#fff0b8", dark_ripple="#33264f", lit_side=-1, rim="#ff9d4d", rim_amount=0.75,
    window="#ffd98a", slit=["#3b2742", "#ffdca0"],
    wood=["#4a2f42", "#ffb066", "#6b2f38"], flowers=["#ff9d5c", "#ffd27a"])

NIGHT = Mood(
    name="front", lamp=from_aurora, snow=26, shade=0.14, levels=(0.15, 0.84),
    sky=[(0, "#040817"), (0.25, "#071130"), (0.5, "#0b2048"), (0.72, "#12375f"),
         (0.9, "#1c5670"), (1, "#2a7480")],
    rock=["#070e20", "#0d1b36", "#14304f", "#28566f", "#4a8d92", "#a5e6cc"],
    haze="#1f5f74", veil="#12335a", haze_amount=0.62,
    ranges=["#12395a", "#0e2c4a", "#0a213b"],
    woods=["#081a30", "#123a50", "#061326", "#1a4a58"],
    shore="#040d1c",
    head=["#071022", "#1a3a4e", "#040916", "#0c2431"],
    walls=["#0f2038", "#3c6474"], dome=["#122642", "#2f5870", "#9fd8cf"],
    near=["#02050d", "#050d18", "#123040"],
    water=[(0, "#246c78"), (0.14, "#16485f"), (0.4, "#0b2546"), (0.75, "#061230"), (1, "#030819")],
    mirror=0.42, mirrored=[(0.42, 0.56)],
    glint="#9ff5d0", dark_ripple="#02060f", lit_side=-1, rim="#5fd8b0", rim_amount=0.32,
    window="#ffc866", slit=["#ffcf7a", "#ffe9b8"],
    wood=["#131c2c", "#8a6a48", "#1a2a3c"], flowers=["#3f7f86", "#7fb8b0"])

MOODS = (DAWN, GOLD, NIGHT)
