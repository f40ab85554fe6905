"""The observatory on the headland, and the keeper's cabin beside it."""

from scenery import DOME
from vector import mix, shaded


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
                 f"{y - .55 * r:.1f} {x + k * r * .75 + 1.3:.1f} {y - .98 * r:.1f} "
                 f"{x} {y - r - 1}z")
    d.path(ribs, dark, 0.6)
    edge = (f"M{x - 10} {y - r + 1}"
            f"C{x + 4} {y - r - 2} {x + 18} {y - .62 * r:.0f} {x + 19} {y - 4}")
    inner = f"h14C{x + 32} {y - .68 * r:.0f} {x + 22} {y - r + 1} {x + 6} {y - r - 1}z"
    rim = f"h-2.4C{x + 15} {y - .62 * r:.0f} {x + 2} {y - r} {x - 12} {y - r + 2}z"
    d.path(edge + inner, mood.slit[0])
    d.path(edge + rim, mood.slit[1])
    if mood.name == "front":
        telescope(d)


def telescope(d):
    """The telescope in the light of the open dome."""
    x, y, r = DOME
    d.halo(x + 18, y - r / 2, 84, 84, [(0, "#ffc873", 0.42), (0.4, "#ffab52", 0.14),
                                       (1, "#ff9a3a", 0)])
    d.path(f"M{x + 17} {y - 8}l7-22l7 2l-4 22z", "#5a2f12", 0.9)


def balcony(d, mood):
    """The walk around the foot of the dome, with its railing."""
    x, y, r = DOME
    left, right = mood.walls[1], mood.walls[0]
    rail = shaded(right, 0.35)
    d.rectangle(x - r - 5, y - 3, 2 * r + 10, 6, rail)
    d.rectangle(x - r - 5, y - 3, 2 * r + 10, 1.6, left, 0.9)
    posts = "".join(f"M{x - r - 5 + k * 9.2:.1f} {y - 13}h1v11h-1z" for k in range(16))
    d.path(posts + f"M{x - r - 5} {y - 13.6}h{2 * r + 10}v1.2h-{2 * r + 10}z", rail, 0.75)


def opening(d, x, y, width, height, mood):
    """A window with its frame, bars and sill."""
    frame, bar = shaded(mood.walls[0], 0.3), shaded(mood.walls[0], 0.4)
    glass = d.vertical(y, y + height, [(0, mix(mood.window, "#ffffff", 0.25)), (1, mood.window)])
    d.rectangle(x - 1.5, y - 1.5, width + 3, height + 3, frame)
    d.rectangle(x, y, width, height, glass)
    d.rectangle(x + width / 2 - 0.5, y, 1, height, bar)
    d.rectangle(x, y + height * 0.45, width, 1, bar)
    d.rectangle(x - 2.5, y + height + 1.5, width + 5, 2, mix(mood.walls[1], mood.walls[0], 0.4))


def door(d, x, foot, mood):
    """An arched door and the steps down to the rocks."""
    d.path(f"M{x - 2} {foot}v-27a9.5 9.5 0 0 1 19 0v27z", mix(mood.walls[1], mood.walls[0], 0.5))
    d.path(f"M{x} {foot}v-27a7.5 7.5 0 0 1 15 0v27z", shaded(mood.walls[0], 0.5))
    step = mix(mood.walls[1], mood.walls[0], 0.35)
    for k in range(4):
        d.rectangle(x - 2 - 3 * k, foot + 3 * k - 1, 19 + 2 * k, 2, step)


def cabin(d, mood):
    """The keeper's cabin; its chimney smokes in the cold hours."""
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
