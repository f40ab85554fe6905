"""What is close to us: the mist, the bank, the jetty and its boat, grass and great pines."""

import random

from land import light_side
from scenery import WIDTH, great_pine, lens
from sky import wisp
from vector import mix, polygon, shaded


def far_mist(d):
    """Mist over the far shore at dawn."""
    d.rectangle(0, 510, WIDTH, 170, d.vertical(510, 680, [
        (0, "#fdf2ee", 0), (0.5, "#fdf2ee", 0.62), (0.66, "#fdf2ee", 0.66), (1, "#fdf2ee", 0)]))


def near_mist(d):
    """Banks of mist that drift on the water and around the headland at dawn."""
    d.rectangle(0, 610, WIDTH, 150, d.vertical(610, 760, [
        (0, "#fdf2ee", 0), (0.45, "#fdf2ee", 0.5), (1, "#fdf2ee", 0)]))
    rng = random.Random(90)
    fill = d.fade([(0, "#fff8f4", 0), (0.5, "#fff8f4", 0.34), (1, "#fff8f4", 0)])
    for _ in range(26):
        y = rng.uniform(600, 770)
        x, half = rng.uniform(0, WIDTH), rng.uniform(120, 330)
        d.soft([wisp(x, y, half, (y - 540) * 0.13, rng)], fill)


def foreground(d, place, mood):
    """The near shore from the jetty to the pines that frame the picture."""
    ground, grass, lit = mood.near
    jetty(d, mood)
    boat(d, mood)
    if mood.name == "back":
        heron(d, mood)
    great_pines(d, place, mood)
    d.shapes(place.bank, d.vertical(860, 1000, [(0, mix(ground, grass, 0.6)), (0.5, ground),
                                                (1, shaded(ground, 0.25))]))
    tones = (mix(ground, grass, 0.3), grass, mix(grass, lit, 0.4), lit)
    for tone, start in zip(tones, (0, 1, 2, 3)):
        d.each(place.grass[start::4], tone)
    flowers(d, place, mood)
    if mood.name == "front":
        fireflies(d)


def great_pines(d, place, mood):
    """The pines that frame the picture, the two before the light with a bright edge."""
    ground, grass, _ = mood.near
    rng = random.Random(17)
    fill = d.vertical(190, 940, [(0, mix(ground, mood.woods[2], 0.5)),
                                 (0.5, mix(ground, grass, 0.4)), (1, ground)])
    for x, foot, height, lean in place.tall_pines:
        tree = great_pine(x, foot, height, lean, rng)
        if x in (118, 236):
            shift = light_side(tree, mood) * 3
            edge = [(px + (shift if (px - x) * shift > 0 else 0), py - 2) for px, py in tree]
            d.shapes([edge], mood.rim, mood.rim_amount, digits=0)
        d.shapes([tree], fill, digits=0)


def flowers(d, place, mood):
    """Small flowers in the grass."""
    rng = random.Random(23)
    petals = ["", ""]
    for bank in place.bank:
        for x, y in bank[2:-4]:
            if rng.random() < 0.75:
                s = rng.uniform(1.5, 3.2)
                fx, fy = x + rng.uniform(-5, 5), y - rng.uniform(2, 22)
                petal = polygon([(fx, fy - s), (fx + s, fy), (fx, fy + s), (fx - s, fy)])
                petals[rng.random() < 0.4] += petal
    for path, colour in zip(petals, mood.flowers):
        d.path(path, colour, 0.9)


def jetty(d, mood):
    """A plank jetty from the left bank into the lake."""
    ground = mood.near[0]
    deck, edge = mood.wood[0], mood.wood[1]
    shadow = mix(deck, ground, 0.75)
    d.path("M430 900l240-46l10 50l-190 52z", mood.dark_ripple, 0.3)
    for x, y, height in ((640, 838, 48), (560, 855, 56), (474, 872, 64),
                         (652, 850, 52), (574, 868, 58), (492, 892, 60)):
        d.rectangle(x, y - 8, 6, height, shadow)
    near, far = ((268, 918), (318, 960)), ((632, 836), (662, 849))
    d.shapes([[near[0], far[0], far[1], near[1]]], deck)
    gaps, t = [], 0.0
    while t < 1:
        gaps.append([between(near[k], far[k], t) for k in (0, 1)])
        t += 0.022 + 0.022 * (1 - t)
    d.shapes([[a, b, (b[0] + 1.3, b[1] - 0.3), (a[0] + 1.3, a[1] - 0.3)] for a, b in gaps],
             shadow, 0.8)
    d.shapes([[near[1], far[1], (662, 855), (318, 969)]], shadow)
    d.shapes([[near[0], far[0], (635, 837), (270, 920)]], edge, 0.7)
    lantern(d, mood)
    company(d, mood)


def company(d, mood):
    """Someone and a dog at the end of the jetty, looking out."""
    dark, light = shaded(mood.near[0], 0.25), mix(mood.wood[1], mood.rim, 0.4)
    d.path("M582 853C577 838 580 822 589 818C597 817 601 823 602 831"
           "L613 827C618 835 619 842 622 849z", dark)
    d.path("M602 831L613 827C618 835 619 842 622 849L620 849.4C617 842 615 836 612.4 829"
           "L603 832.6zM596 818.6C600 821 601.6 826 602 831L601 831"
           "C600 825 598.6 821.4 594.5 818.3z", light, 0.8)
    d.ellipse(592, 810, 6, 6.8, dark)
    d.path("M594.5 803.8a6 6.8 0 0 1 0 12.4a8 8 0 0 0 0-12.4z", light, 0.8)
    d.path("M543 863C539 849 544 842 549 838C549 833 550 829 554 826L554 819L559 825L569 830"
           "L568 834L560 836C563 844 564 851 567 858L560 860C558 855 555 861 543 863z", dark)
    d.path("M559 825L569 830L568.6 831.5L559 827zM560 836C563 844 564 851 567 858L565.5 858.5"
           "C562.6 851 561.6 844 559 837z", light, 0.8)


def heron(d, mood):
    """A heron in the shallows, at dawn."""
    x, y = 1196, 972
    tone = mix(mood.near[0], mood.near[1], 0.6)
    d.shapes([lens(x + 2, y, 26, 1.6), lens(x, y + 7, 40, 1.4)], mood.glint, 0.5)
    d.path(f"M{x} {y}v-22h1.6v22zM{x + 6} {y}l-2-22h1.6l2 22z", tone)
    d.path(f"M{x - 10} {y - 25}c6-11 20-8 32 7c-9 4-22 5-29 0c-12-14 2-22-2-34c-1-4-6-4-7-2l-13 4"
           "l12 .5c3-.5 5 .5 5 3c-1 6-10 12-.5 21z", tone)
    d.path(f"M{x - 12} {y - 55}l10 4l-9-2z", mood.near[0])


def fireflies(d):
    """Small lights over the grass, at night."""
    rng = random.Random(29)
    for _ in range(22):
        left = rng.random() < 0.6
        x = rng.uniform(150, 560) if left else rng.uniform(1180, 1560)
        y = (880 + 0.19 * (x - 150) if left else 985 - 0.2 * (x - 1180)) - rng.uniform(4, 70)
        d.ellipse(x, y, 4.5, 4.5, "#d8f27a", 0.2)
        d.ellipse(x, y, 1.5, 1.5, "#f4ffb8", 0.95)


def between(a, b, t):
    """A point on the way from a to b."""
    return a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t


def lantern(d, mood):
    """The lamp post at the end of the jetty."""
    pole = mix(mood.wood[0], mood.near[0], 0.8)
    d.rectangle(640, 776, 4, 66, pole)
    d.path("M640 778h22v3h-18l-2 8z", pole)
    if mood.name == "front":
        d.halo(658, 796, 120, 120, [(0, "#ffdf9a", 0.85), (0.12, "#ffbf5e", 0.45),
                                    (0.45, "#ff9a3a", 0.14), (1, "#ff9a3a", 0)])
    d.path("M652 786h12l2 4h-16z", pole)
    glass = mood.window if mood.name == "front" else mix(mood.wood[1], mood.wood[0], 0.3)
    d.rectangle(653, 790, 10, 13, glass)
    d.path("M651 803h14v2.5h-14zM653 790h1v13h-1zM662 790h1v13h-1z", pole)


def boat(d, mood):
    """A rowing boat moored at the jetty, and its reflection."""
    hull, edge = mood.wood[2], mood.wood[1]
    dark = shaded(hull, 0.45)
    d.path("M706 884c40 16 128 16 176-6c-12 26-44 36-88 36c-44 0-74-10-88-30z",
           mix(dark, mood.dark_ripple, 0.5), 0.55)
    d.path("M696 858c50 12 140 10 196-10c-8 30-26 42-50 46c-36 6-88 6-116-2c-16-6-26-18-30-34z",
           hull)
    d.path("M700 870c50 14 136 12 184-8c-8 18-22 28-42 32c-36 6-88 6-116-2c-12-4-21-12-26-22z",
           dark, 0.6)
    d.path("M696 858c46-14 150-20 196-10c-50 22-150 24-196 10z", dark)
    d.path("M696 858c46-14 150-20 196-10l-3 2c-48-8-142-3-188 9"
           "c46 8 136 6 188-9c-50 24-148 24-193 8z", edge)
    d.path("M742 850l14 14h16l-12-16zM812 846l16 16l14-3l-14-14z", mix(hull, edge, 0.5))
    d.path("M662 842q20 22 36 18l.3 1.5q-18 4-38-18z", edge, 0.8)
