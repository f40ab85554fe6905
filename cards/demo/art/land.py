"""Mountains, woods, the headland and the observatory on it."""

import random

from noise import smoothstep
from relief import WATERLINE
from scenery import DOME, HEAD_BASE, SUN, arc, dense, far_pine, pine, reflected, sunny_side
from vector import Field, mix


def mountains(d, place, mood):
    """The relief under this mood's lamp, then the haze that rises from the valley."""
    outline = place.relief.silhouette()
    d.shapes([outline], mood.rock[0])
    lit = place.relief.light(mood.lamp, mood.snow, mood.shade)
    low, high = mood.levels
    tones = mood.rock[1:]
    for k, tone in enumerate(tones):
        d.shapes(lit.above(low + (high - low) * k / (len(tones) - 1)), tone, digits=0)
    d.shapes([outline], d.vertical(260, WATERLINE, [
        (0, mood.veil, 0), (0.35, mood.veil, mood.haze_amount * 0.2),
        (0.65, mix(mood.veil, mood.haze, 0.4), mood.haze_amount * 0.62),
        (0.85, mood.haze, mood.haze_amount), (1, mood.haze, mood.haze_amount)]))


def distance(d, place, mood):
    """Ridges between the mountains and the woods, each fading into the haze at its foot."""
    for line, colour in zip(place.ranges, mood.ranges):
        top = min(y for _, y in line)
        d.shapes([line], d.vertical(top, WATERLINE, [
            (0, colour), (1, mix(colour, mood.haze, mood.haze_amount * 0.8))]))


def woods(d, place, mood):
    """Wooded slopes left and right, tree by tree, nearer ones darker."""
    rng = random.Random(61)
    edge, foot, dark, light = mood.woods
    for slope, trees in zip(place.slopes, place.woods):
        ground = slope + [(slope[-1][0], WATERLINE + 4), (slope[0][0], WATERLINE + 4)]
        d.shapes([ground], d.vertical(450, WATERLINE, [(0, edge), (1, foot)]))
        for row in range(6):
            some = trees[len(trees) * row // 6:len(trees) * (row + 1) // 6]
            shade = mix(edge, dark, 0.35 + 0.13 * row)
            d.each([far_pine(*tree, rng) for tree in some[::2]], shade)
            d.each([far_pine(*tree, rng) for tree in some[1::2]], mix(shade, light, 0.3))


def shore(d, place, mood):
    """Pines along the water, on a thin strip of land."""
    rng = random.Random(62)
    trees = [pine(*tree, rng) for tree in place.shore_pines]
    y = WATERLINE
    d.shapes([[(-10, y - 8), (250, y - 4), (420, y), (600, y + 1), (600, y + 3), (360, y + 8),
               (160, y + 14), (-10, y + 20)],
              [(990, y + 1), (1100, y - 4), (1200, y - 6), (1200, y + 8), (1060, y + 5)]],
             mood.shore[0])
    d.each(trees, mood.shore[0])
    d.each([sunny_side(tree, light_side(tree, mood)) for tree in trees if len(tree) > 18],
           mood.rim, mood.rim_amount * 0.4)


def light_side(tree, mood):
    """The side of a tree that faces the mood's light."""
    if mood.name == "middle":
        return 1 if tree[0][0] < SUN[0] else -1
    return mood.lit_side


# Headland

def headland(d, place, mood):
    """The rocky point: boulders in the light, grass on top."""
    rock, lit, dark, grass = mood.head
    d.shapes([place.head], d.vertical(552, 690, [(0, grass), (0.22, mix(grass, rock, 0.6)),
                                                 (0.4, rock), (1, dark)]))
    top = {}
    for x, y in place.head:
        top[round(x / 5)] = min(y, top.get(round(x / 5), 700))

    def facets(x, y):
        crest = top.get(round(x / 5), 700)
        step = 2.2
        slope = (boulder(place, x + step, y) - boulder(place, x - step, y)) * 2.2
        rise = (boulder(place, x, y + step) - boulder(place, x, y - step)) * 1.6
        inside = smoothstep(crest + 3, crest + 16, y) * smoothstep(HEAD_BASE + 2, HEAD_BASE - 6, y)
        return (slope * -mood.lit_side + rise) * inside

    light = Field(1050, 560, 1604, 690, 5, facets)
    for k, level in enumerate((0.12, 0.3, 0.5)):
        d.shapes(light.above(level, 16, 0.6), mix(rock, lit, 0.3 + 0.28 * k), 0.75)
    shadow = Field(1050, 560, 1604, 690, 5, lambda x, y: -facets(x, y))
    d.shapes(shadow.above(0.22, 24, 0.6), dark, 0.6)


def boulder(place, x, y):
    """Height of the rock face of the headland."""
    return place.noise.ridged(x / 74 + y / 160, y / 46, 3)


def head_trees(d, place, mood, behind):
    """Pines behind the observatory or before it."""
    rng = random.Random(33 + behind)
    group = place.head_pines[0 if behind else 1]
    trees = [pine(*tree, rng) for tree in group]
    d.each(trees, mix(mood.shore[0], mood.head[0], 0.45) if behind else mood.shore[0])
    d.each([sunny_side(t, -1) for t in trees], mood.rim, mood.rim_amount * 0.4)


# Observatory

def observatory(d, mood):
    """The dome on its round house, and the keeper's cabin beside it."""
    cabin(d, mood)
    x, y, r = DOME
    left, right = mood.walls[1], mood.walls[0]
    wall = d.linear(x - r, 0, x + r, 0, [(0, left), (0.3, mix(left, right, 0.4)), (0.75, right),
                                         (1, mix(right, left, 0.2))])
    d.rectangle(x - r + 5, y, 2 * r - 10, 62, wall)
    d.rectangle(x - r + 5, y + 4, 2 * r - 10, 9, "#000000", 0.16)
    d.rectangle(x - r + 5, y + 55, 2 * r - 10, 7, "#000000", 0.14)
    for k in (-0.62, 0.62):
        opening(d, x + k * r - 5, y + 21, 11, 19, mood)
    door(d, x - 8, y + 62, mood)
    balcony(d, mood)
    dome(d, mood)


def dome(d, mood):
    """The dome, its ribs and the opening for the telescope."""
    x, y, r = DOME
    dark, middle, light = mood.dome
    shade = d.linear(x - r, y - r * 0.2, x + r, y - r * 0.1, [
        (0, mix(middle, light, 0.35)), (0.22, light), (0.5, middle), (0.85, dark),
        (1, mix(dark, middle, 0.35))])
    d.path(f"M{x - r} {y - 2}a{r} {r} 0 0 1 {2 * r} 0z", shade)
    ribs = ""
    for k in (-0.86, -0.62, -0.3, 0.66, 0.88):
        ribs += (f"M{x} {y - r - 1}C{x + k * r * .75:.1f} {y - .98 * r:.1f} {x + k * r:.1f} "
                 f"{y - .55 * r:.1f} {x + k * r:.1f} {y - 3}h1.3C{x + k * r + 1.3:.1f} "
                 f"{y - .55 * r:.1f} {x + k * r * .75 + 1.3:.1f} {y - .98 * r:.1f} {x} {y - r - 1}z")
    d.path(ribs, dark, 0.6)
    edge = f"M{x - 10} {y - r + 1}C{x + 4} {y - r - 2} {x + 18} {y - .62 * r:.0f} {x + 19} {y - 4}"
    inner = f"h14C{x + 32} {y - .68 * r:.0f} {x + 22} {y - r + 1} {x + 6} {y - r - 1}z"
    d.path(edge + inner, mood.slit[0])
    d.path(edge + f"h-2.4C{x + 15} {y - .62 * r:.0f} {x + 2} {y - r} {x - 12} {y - r + 2}z", mood.slit[1])
    if mood.name == "front":
        telescope(d)


def telescope(d):
    """The telescope against the light inside the open dome."""
    x, y, r = DOME
    d.path(f"M{x + 17} {y - 8}l7-22l7 2l-4 22z", "#5a2f12", 0.9)


def balcony(d, mood):
    """The walk around the foot of the dome, with its railing."""
    x, y, r = DOME
    left, right = mood.walls[1], mood.walls[0]
    rail = mix(right, "#000000", 0.35)
    d.rectangle(x - r - 5, y - 3, 2 * r + 10, 6, rail)
    d.rectangle(x - r - 5, y - 3, 2 * r + 10, 1.6, left, 0.9)
    posts = "".join(f"M{x - r - 5 + k * 9.2:.1f} {y - 13}h1v11h-1z" for k in range(16))
    d.path(posts + f"M{x - r - 5} {y - 13.6}h{2 * r + 10}v1.2h-{2 * r + 10}z", rail, 0.75)


def opening(d, x, y, width, height, mood):
    """A window with its frame and sill."""
    d.rectangle(x - 1.5, y - 1.5, width + 3, height + 3, mix(mood.walls[0], "#000000", 0.3))
    d.rectangle(x, y, width, height, d.vertical(y, y + height, [(0, mix(mood.window, "#ffffff", 0.25)),
                                                                 (1, mood.window)]))
    bar = mix(mood.walls[0], "#000000", 0.4)
    d.path(f"M{x + width / 2 - .5:.1f} {y}h1v{height}h-1zM{x} {y + height * .45:.1f}h{width}v1h-{width}z", bar)
    d.rectangle(x - 2.5, y + height + 1.5, width + 5, 2, mix(mood.walls[1], mood.walls[0], 0.4))


def door(d, x, foot, mood):
    """An arched door and the steps down to the rocks."""
    d.path(f"M{x - 2} {foot}v-27a9.5 9.5 0 0 1 19 0v27z", mix(mood.walls[1], mood.walls[0], 0.5))
    d.path(f"M{x} {foot}v-27a7.5 7.5 0 0 1 15 0v27z", mix(mood.walls[0], "#000000", 0.5))
    for k in range(4):
        d.rectangle(x - 2 - 3 * k, foot + 3 * k - 1, 19 + 2 * k, 2, mix(mood.walls[1], mood.walls[0], 0.35))


def cabin(d, mood):
    """The keeper's cabin: a gable, a roof, windows, and smoke from its chimney but for the evening."""
    left, right = mood.walls[1], mood.walls[0]
    front, side = mix(right, left, 0.55), mix(right, left, 0.12)
    timber = mix(mood.head[2], mood.rim, 0.12)
    d.path("M1424 520v-20h12v26z", mix(mood.head[2], right, 0.35))
    d.rectangle(1422, 498, 16, 4, timber)
    d.path("M1390 575v-34h62v34z", side)
    d.path("M1354 575v-34l20-28l20 28v34z", front)
    for y in range(546, 574, 6):
        d.rectangle(1354, y, 98, 1, "#000000", 0.13)
    d.path("M1374 509l66 2l18 33h-62z", timber)
    d.path("M1374 509l66 2l1.5 2.5l-65-1z", mood.rim, mood.rim_amount * 0.6)
    d.path("M1374 508l24 36h-5.5l-18.5-28l-18.5 28h-5.5z", mix(timber, mood.rim, 0.35))
    if mood.name != "middle":
        d.path("M1428 499C1418 474 1441 458 1432 432C1425 410 1447 396 1442 366"
               "C1456 396 1438 412 1444 434C1453 460 1431 474 1434 499z", mood.haze, 0.42)
    opening(d, 1368, 548, 12, 13, mood)
    opening(d, 1402, 549, 11, 11, mood)
    opening(d, 1428, 549, 11, 11, mood)


def mirrored_head(d, place, mood):
    """Headland, trees and observatory in the water before them."""
    dark = mood.head[2]
    water = mood.water[2][1]
    trees = [reflected(pine(*t, random.Random(34)), HEAD_BASE, 0.8) for t in place.head_pines[0]]
    d.each(trees, mix(dark, water, 0.45), 0.6)
    x, y, r = DOME
    house = [(x - r + 4, y + 66), (x - r + 4, y)] + arc(x, y, r, r, 180, 0) + [(x + r - 4, y), (x + r - 4, y + 66)]
    d.shapes([reflected(dense(house, 4), HEAD_BASE, 0.8)], mix(mood.walls[0], water, 0.35), 0.8)
    bright = [(x - r + 4, y + 60), (x - r + 4, y)] + arc(x, y, r, r, 180, 115, 8) + [(x - 22, y), (x - 22, y + 60)]
    d.shapes([reflected(dense(bright, 4), HEAD_BASE, 0.8)], mix(mood.dome[2], water, 0.35), mood.mirror * 0.8)
    hut = [(1354, 580), (1354, 541), (1374, 510), (1440, 512), (1456, 544), (1452, 580)]
    d.shapes([reflected(dense(hut, 4), HEAD_BASE, 0.8)], mix(dark, water, 0.2), 0.75)
    rock = mix(dark, water, 0.12)
    d.shapes([reflected(dense(place.head, 5), HEAD_BASE, 0.8)], d.vertical(HEAD_BASE, 775, [
        (0, rock, 0.95), (0.5, rock, 0.8), (1, mix(rock, water, 0.3), 0.45)]))
