"""What is close to us: the mist, the bank, the jetty and its boat, grass and great pines."""

import random

from noise import Noise
from scenery import WIDTH, great_pine, lens
from sky import clouds
from vector import mix, polygon


def mist(d):
    """Banks of mist on the water at dawn."""
    d.rectangle(0, 520, WIDTH, 200, d.vertical(520, 720, [
        (0, "#fdf2ee", 0), (0.45, "#fdf2ee", 0.6), (0.56, "#fdf2ee", 0.62), (1, "#fdf2ee", 0)]))
    clouds(d, 90, (560, 790), (300, 30), (-0.15, -0.02, 0.1, 0.22, 0.34), ["#fff6f2", "#ffffff"], 0.16, (0, 0))


def foreground(d, place, mood):
    """The near shore from the jetty to the pines that frame the picture."""
    ground, grass, lit = mood.near
    d.shapes(place.bank, d.vertical(860, 1000, [(0, mix(ground, grass, 0.6)), (0.5, ground), (1, mix(ground, "#000000", 0.25))]))
    jetty(d, mood)
    boat(d, mood)
    tones = (mix(ground, grass, 0.3), grass, mix(grass, lit, 0.4), lit)
    for tone, start in zip(tones, (0, 1, 2, 3)):
        d.each(place.grass[start::4], tone)
    flowers(d, place, mood)
    rng = random.Random(17)
    for x, foot, height, lean in place.tall_pines:
        trunk, boughs = great_pine(x, foot, height, lean, rng)
        d.shapes([trunk], ground)
        d.each(boughs, mix(ground, grass, 0.25))


def flowers(d, place, mood):
    """Small flowers in the grass."""
    rng = random.Random(23)
    petals = ["", ""]
    for bank in place.bank:
        for x, y in bank[2:-4]:
            if rng.random() < 0.75:
                s = rng.uniform(1.5, 3.2)
                fx, fy = x + rng.uniform(-5, 5), y - rng.uniform(2, 22)
                petals[rng.random() < 0.4] += polygon([(fx, fy - s), (fx + s, fy), (fx, fy + s), (fx - s, fy)])
    for path, colour in zip(petals, mood.flowers):
        d.path(path, colour, 0.9)


def jetty(d, mood):
    """A plank jetty from the left bank into the lake."""
    ground, grass, lit = mood.near
    deck, edge = mood.wood[0], mood.wood[1]
    d.path("M470 880l196-34l4 60l-150 40z", mood.dark_ripple, 0.35)
    posts = ((640, 838, 46), (560, 851, 54), (480, 866, 60), (652, 850, 50), (560, 869, 56))
    for x, y, height in posts:
        d.rectangle(x, y - 8, 6, height, mix(deck, "#000000", 0.45))
    d.path("M340 902L632 836L662 849L380 934z", deck)
    for k in range(1, 26):
        t = k / 26
        ax, ay = 340 + 292 * t, 902 - 66 * t
        bx, by = 380 + 282 * t, 934 - 85 * t
        d.path(f"M{ax:.0f} {ay:.0f}L{bx:.0f} {by:.0f}l1.2-.4L{ax + 1:.0f} {ay - .3:.1f}z", mix(deck, "#000000", 0.5), 0.8)
    d.path("M380 934L662 849v5L382 940z", mix(deck, "#000000", 0.5))
    d.path("M340 902L632 836l1.500 .8L342 904z".replace("1.500", "1.5"), edge, 0.7)
    lantern(d, mood)


def lantern(d, mood):
    """The lamp post at the end of the jetty."""
    pole = mix(mood.wood[0], "#000000", 0.5)
    d.rectangle(640, 776, 4, 66, pole)
    d.path("M640 778h22v3h-18l-2 8z", pole)
    if mood.name == "front":
        d.halo(658, 796, 120, 120, [(0, "#ffdf9a", 0.85), (0.12, "#ffbf5e", 0.45), (0.45, "#ff9a3a", 0.14), (1, "#ff9a3a", 0)])
    d.path("M652 786h12l2 4h-16z", pole)
    d.rectangle(653, 790, 10, 13, mood.window)
    d.path("M651 803h14v2.5h-14zM653 790h1v13h-1zM662 790h1v13h-1z", pole)


def boat(d, mood):
    """A rowing boat moored at the jetty, and its reflection."""
    hull, edge = mood.wood[2], mood.wood[1]
    dark = mix(hull, "#000000", 0.45)
    d.path("M706 884c40 16 128 16 176-6c-12 26-44 36-88 36c-44 0-74-10-88-30z", mix(dark, mood.dark_ripple, 0.5), 0.55)
    d.path("M696 858c50 12 140 10 196-10c-8 30-26 42-50 46c-36 6-88 6-116-2c-16-6-26-18-30-34z", hull)
    d.path("M700 870c50 14 136 12 184-8c-8 18-22 28-42 32c-36 6-88 6-116-2c-12-4-21-12-26-22z", dark, 0.6)
    d.path("M696 858c46-14 150-20 196-10c-50 22-150 24-196 10z", dark)
    d.path("M696 858c46-14 150-20 196-10l-3 2c-48-8-142-3-188 9c46 8 136 6 188-9c-50 24-148 24-193 8z", edge)
    d.path("M742 850l14 14h16l-12-16zM812 846l16 16l14-3l-14-14z", mix(hull, edge, 0.5))
    d.path("M662 842q20 22 36 18l.3 1.500q-18 4-38-18z".replace("1.500", "1.5"), edge, 0.8)
