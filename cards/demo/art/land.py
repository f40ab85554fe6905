"""Mountains, woods and the headland."""

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
             mood.shore)
    d.each(trees, mood.shore)
    if mood.rim_amount > 0.4:
        d.each([sunny_side(tree, light_side(tree, mood)) for tree in trees if len(tree) > 18],
               mood.rim, mood.rim_amount * 0.4)


def light_side(tree, mood):
    """The side of a tree that faces the mood's light."""
    if mood.name == "back":
        return mood.lit_side
    return 1 if tree[0][0] < SUN[0] else -1


def headland(d, place, mood):
    """The rocky point: boulders in the light, grass on top."""
    rock, lit, dark, grass = mood.head
    d.shapes([place.head], d.vertical(552, 690, [(0, grass), (0.22, mix(grass, rock, 0.6)),
                                                 (0.4, rock), (1, dark)]))
    top = {}
    for x, y in place.head:
        top[round(x / 5)] = min(y, top.get(round(x / 5), 700))

    def facets(x, y):
        """How much the rock at (x, y) faces the light."""
        crest = top.get(round(x / 5), 700)
        step = 2.2
        slope = (boulder(place, x + step, y) - boulder(place, x - step, y)) * 2.2
        rise = (boulder(place, x, y + step) - boulder(place, x, y - step)) * 1.6
        below_crest = smoothstep(crest + 3, crest + 16, y)
        above_water = smoothstep(HEAD_BASE + 2, HEAD_BASE - 6, y)
        return (slope * -mood.lit_side + rise) * below_crest * above_water

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
    d.each(trees, mix(mood.shore, mood.head[0], 0.45) if behind else mood.shore)
    d.each([sunny_side(t, -1) for t in trees], mood.rim, mood.rim_amount * 0.4)


def mirrored_head(d, place, mood):
    """Headland, trees and observatory in the water before them."""
    def mirror(shape, fill, opacity):
        """One outline in the water."""
        d.shapes([reflected(dense(shape, 4), HEAD_BASE, 0.8)], fill, opacity)

    dark, water = mood.head[2], mood.water[2][1]
    trees = [reflected(pine(*tree, random.Random(34)), HEAD_BASE, 0.8)
             for tree in place.head_pines[0]]
    d.each(trees, mix(dark, water, 0.45), 0.6)
    x, y, r = DOME
    left, right = x - r + 4, x + r - 4
    house = [(left, y + 66), (left, y)] + arc(x, y, r, r, 180, 0) + [(right, y), (right, y + 66)]
    bright = ([(left, y + 60), (left, y)] + arc(x, y, r, r, 180, 115, 8)
              + [(x - 22, y), (x - 22, y + 60)])
    hut = [(1354, 580), (1354, 541), (1374, 510), (1440, 512), (1456, 544), (1452, 580)]
    mirror(house, mix(mood.walls[0], water, 0.35), 0.8)
    mirror(bright, mix(mood.dome[2], water, 0.35), mood.mirror * 0.8)
    mirror(hut, mix(dark, water, 0.2), 0.75)
    rock = mix(dark, water, 0.12)
    mirror(place.head, d.vertical(HEAD_BASE, 775, [
        (0, rock, 0.95), (0.5, rock, 0.8), (1, mix(rock, water, 0.3), 0.45)]), 1)
