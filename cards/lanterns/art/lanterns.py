#!/usr/bin/env python3
"""Draws the pictures of the card into the folder above this one."""
import math
import random
from pathlib import Path

OUT = Path(__file__).resolve().parent.parent
SHORE = 500  # the line between the far shore and the water, in points of the card


def f(v):
    s = f"{v:.1f}"
    return s[:-2] if s.endswith(".0") else s


def write(name, x, y, w, h, body, defs=""):
    """One picture that shows the rectangle x, y, w, h of the card."""
    d = f"<defs>{defs}</defs>" if defs else ""
    (OUT / name).write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{f(w)}" height="{f(h)}" viewBox="{f(x)} {f(y)} {f(w)} {f(h)}">{d}{body}</svg>\n')


def linear(id, stops, x1=0, y1=0, x2=0, y2=1, user=False):
    u = ' gradientUnits="userSpaceOnUse"' if user else ""
    return f'<linearGradient id="{id}" x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"{u}>' + stop(stops) + "</linearGradient>"


def radial(id, stops, cx=0.5, cy=0.5, r=0.5, user=False):
    u = ' gradientUnits="userSpaceOnUse"' if user else ""
    return f'<radialGradient id="{id}" cx="{cx}" cy="{cy}" r="{r}"{u}>' + stop(stops) + "</radialGradient>"


def stop(stops):
    out = ""
    for at, colour, *o in stops:
        op = f' stop-opacity="{o[0]}"' if o else ""
        out += f'<stop offset="{at}" stop-color="{colour}"{op}/>'
    return out


def dots(points, colour, width, opacity=1):
    """Round dots of one size: lines of no length with round caps."""
    if not points:
        return ""
    o = f' opacity="{opacity}"' if opacity < 1 else ""
    return f'<path d="{"".join(f"M{f(x)} {f(y)}h0" for x, y in points)}" stroke="{colour}" stroke-width="{width}" stroke-linecap="round" fill="none"{o}/>'


def dabs(points, colour, width, opacity):
    """The same as dots, at whole points."""
    d, px, py = "M0 0", 0, 0
    for x, y in points:
        x, y = round(x), round(y)
        d += f"m{x - px} {y - py}h0"
        px, py = x, y
    return f'<path d="{d}" stroke="{colour}" stroke-width="{width}" stroke-linecap="round" fill="none" opacity="{opacity}"/>'


def smooth(points, start="M"):
    """A curve through the points."""
    d = f"{start}{f(points[0][0])} {f(points[0][1])}"
    for i in range(len(points) - 1):
        p0, p1, p2 = points[max(i - 1, 0)], points[i], points[i + 1]
        p3 = points[min(i + 2, len(points) - 1)]
        c1 = (p1[0] + (p2[0] - p0[0]) / 6, p1[1] + (p2[1] - p0[1]) / 6)
        c2 = (p2[0] - (p3[0] - p1[0]) / 6, p2[1] - (p3[1] - p1[1]) / 6)
        d += f"C{f(c1[0])} {f(c1[1])} {f(c2[0])} {f(c2[1])} {f(p2[0])} {f(p2[1])}"
    return d


# The sky

def sky():
    r = random.Random(4)
    x, y, w, h = 0, 0, 1280, 520
    defs = linear("s", [(0, "#040716"), (0.28, "#0a1130"), (0.55, "#171f4e"), (0.78, "#33306a"), (0.92, "#5d4379"), (1, "#7d5480")])
    defs += radial("m", [(0, "#8b6fb0", 0.34), (0.5, "#6a5aa6", 0.14), (1, "#5050a0", 0)])
    body = f'<rect x="{x}" y="{y}" width="{w}" height="{h}" fill="url(#s)"/>'
    body += '<ellipse cx="800" cy="420" rx="520" ry="210" fill="url(#m)"/>'
    for size, n, c, o in ((1.1, 190, "#cdd6ff", 0.55), (1.7, 70, "#e3e6ff", 0.7), (2.4, 18, "#fff4e0", 0.85)):
        p = []
        while len(p) < n:
            a, b = r.uniform(x, x + w), r.uniform(y, 440)
            if r.random() > max(0, b / 440) ** 1.5 * 0.9:
                p.append((a, b))
        body += dots(p, c, size, o)
    write("sky.svg", x, y, w, h, body, defs)


def milky_way():
    """A band of stars from the lower left to the upper right."""
    r = random.Random(9)
    defs = radial("g", [(0, "#b9b4ff", 0.17), (0.5, "#8f86e8", 0.08), (1, "#7070d0", 0)])
    body = ""
    for i in range(34):
        t = i / 33
        cx, cy = 150 + 1010 * t + r.uniform(-20, 20), 395 - 370 * t + 26 * math.sin(t * 7) + r.uniform(-16, 16)
        rx, ry = r.uniform(70, 150), r.uniform(26, 52)
        body += f'<ellipse cx="{f(cx)}" cy="{f(cy)}" rx="{f(rx)}" ry="{f(ry)}" fill="url(#g)" transform="rotate(-20 {f(cx)} {f(cy)})"/>'
    for size, n, c, o, spread in ((0.9, 620, "#dcdfff", 0.75, 34), (1.4, 230, "#ffffff", 0.85, 46), (2.2, 40, "#ffe9d6", 0.95, 60), (3, 9, "#ffffff", 1, 70)):
        p = []
        for _ in range(n):
            t = r.random()
            p.append((150 + 1010 * t + r.gauss(0, 14), 395 - 370 * t + 26 * math.sin(t * 7) + r.gauss(0, spread)))
        body += dabs(p, c, size, o)
    write("milky-way.svg", 20, -50, 1260, 540, body, defs)


def twinkle():
    r = random.Random(21)
    body = ""
    for i in range(26):
        x, y, s = r.uniform(10, 1270), r.uniform(5, 330), r.uniform(3.5, 8)
        c = r.choice(["#ffffff", "#d5e0ff", "#ffe7cf"])
        body += f'<path d="M{f(x)} {f(y - s)}Q{f(x)} {f(y)} {f(x + s)} {f(y)}Q{f(x)} {f(y)} {f(x)} {f(y + s)}Q{f(x)} {f(y)} {f(x - s)} {f(y)}Q{f(x)} {f(y)} {f(x)} {f(y - s)}Z" fill="{c}"/>'
        body += f'<circle cx="{f(x)}" cy="{f(y)}" r="{f(s * 0.22)}" fill="{c}"/>'
    write("twinkle.svg", 0, 0, 1280, 340, body)


def moon():
    r = random.Random(3)
    defs = radial("b", [(0, "#fffbe8"), (0.7, "#fff1c9"), (0.93, "#f6dfae"), (1, "#eacb98")], 0.42, 0.4, 0.62)
    defs += '<clipPath id="c"><circle cx="60" cy="60" r="54"/></clipPath>'
    body = '<circle cx="60" cy="60" r="54" fill="url(#b)"/><g clip-path="url(#c)">'
    for cx, cy, rx, ry in ((44, 42, 17, 13), (63, 33, 12, 9), (73, 50, 14, 12), (50, 66, 13, 9), (82, 72, 9, 12), (34, 58, 8, 10)):
        body += f'<ellipse cx="{cx}" cy="{cy}" rx="{rx}" ry="{ry}" fill="#d9bd92" opacity=".38"/>'
    body += '<circle cx="56" cy="90" r="5" fill="#fff8e2" opacity=".8"/>'
    for a in range(7):
        body += f'<path d="M56 90l{f(26 * math.cos(a * 0.9 + 3.6))} {f(26 * math.sin(a * 0.9 + 3.6))}" stroke="#fff8e2" stroke-width="1.2" opacity=".35"/>'
    body += "</g>"
    write("moon.svg", 0, 0, 120, 120, body, defs)


def lights():
    """The light round the moon, a lantern and the fire."""
    for name, size, stops in (
        ("moonlight.svg", 540, [(0, "#f6dfc6", 0.75), (0.18, "#d9b6d8", 0.48), (0.5, "#8f86d8", 0.17), (1, "#6a6ad0", 0)]),
        ("glow.svg", 226, [(0, "#ffb458", 0.7), (0.25, "#ff9a48", 0.42), (0.55, "#ff7a3c", 0.14), (1, "#ff6a30", 0)]),
        ("firelight.svg", 360, [(0, "#ffa84c", 0.6), (0.3, "#f5742e", 0.26), (0.62, "#d8502a", 0.08), (1, "#c04020", 0)]),
    ):
        write(name, 0, 0, size, size, f'<circle cx="{size / 2}" cy="{size / 2}" r="{size / 2}" fill="url(#g)"/>', radial("g", stops))


def cloud_shapes(r, cx, cy, w, n):
    out = ""
    for i in range(n):
        x = cx + r.uniform(-0.5, 0.5) * w
        y = cy + r.uniform(-9, 9) * (1.4 - abs(x - cx) / w)
        l = r.uniform(0.2, 0.5) * w
        out += f'<rect x="{f(x - l / 2)}" y="{f(y)}" width="{f(l)}" height="{f(r.uniform(3, 8))}" rx="4"/>'
    return out


def clouds():
    r = random.Random(12)
    defs = linear("c", [(0, "#9e86c9", 0), (0.3, "#9e86c9", 0.55), (0.7, "#9e86c9", 0.55), (1, "#9e86c9", 0)], 0, 0, 1, 0)
    body = '<g fill="url(#c)">'
    for cx, cy, w in ((230, 318, 420), (760, 332, 380), (930, 300, 330), (1120, 352, 360), (560, 372, 300)):
        body += cloud_shapes(r, cx, cy, w, 6)
    body += "</g>"
    write("clouds.svg", -40, 270, 1360, 120, body, defs)


# The far shore

RIDGES = (
    ([(-60, 420), (60, 402), (150, 410), (250, 385), (330, 352), (392, 312), (418, 296), (440, 292), (462, 297), (492, 316), (560, 358), (650, 392), (730, 408), (820, 398), (900, 405), (1000, 388), (1090, 372), (1180, 392), (1340, 376)], "#4a3d7c", "#6d5291"),
    ([(-60, 446), (40, 430), (120, 438), (220, 420), (300, 428), (420, 440), (520, 432), (640, 443), (720, 436), (790, 428), (880, 438), (960, 420), (1060, 408), (1140, 420), (1230, 402), (1340, 412)], "#2a2556", "#473a74"),
)


def mountains_body():
    body = ""
    for i, (p, _, _) in enumerate(RIDGES):
        body += f'<path d="{smooth(p)}V512H-60Z" fill="url(#r{i})"/>'
        if i == 0:
            # the snow on the high mountain
            body += '<path d="M392 312C404 303 418 296 440 292C452 293 470 300 492 316L480 320L470 314L460 328L448 317L438 334L427 318L416 327L406 313Z" fill="#cfc4ee" opacity=".62"/>'
            body += '<path d="M440 292C452 293 470 300 492 316L480 320L470 314L460 328L448 317Z" fill="#f2e6ff" opacity=".35"/>'
    r = random.Random(31)
    for _ in range(9):
        x, y = r.uniform(0, 1280), r.uniform(448, 470)
        body += f'<ellipse cx="{f(x)}" cy="{f(y)}" rx="{f(r.uniform(120, 240))}" ry="{f(r.uniform(8, 17))}" fill="url(#mist)"/>'
    return body


def mountains_defs():
    d = radial("mist", [(0, "#b79ad0", 0.34), (1, "#b79ad0", 0)])
    for i, (_, a, b) in enumerate(RIDGES):
        d += linear(f"r{i}", [(0, a), (1, b)], 0, 290 + 100 * i, 0, 490, True)
    return d


def pines(r, x0, x1, y, h, n):
    out = ""
    for _ in range(n):
        x, s = r.uniform(x0, x1), r.uniform(0.6, 1) * h
        w = s * 0.3
        side = [(w * (k + c) / 3, s * (k + 1) / d) for k in range(3) for c, d in ((1, 3.4), (0.4, 3.6))]
        p = [(0, 0)] + side + [(0, s)] + [(-a, b) for a, b in side[::-1]]
        out += "M" + "L".join(f"{x + a:.0f} {y - s + b:.0f}" for a, b in p) + "Z"
    return out


def house(x, y, w, h, lights, r):
    """A house with a curved roof and lit paper windows."""
    roof = f'<path d="M{f(x - 9)} {f(y - h)}Q{f(x + 4)} {f(y - h - 3)} {f(x + 10)} {f(y - h - 17)}H{f(x + w - 10)}Q{f(x + w - 4)} {f(y - h - 3)} {f(x + w + 9)} {f(y - h)}Z" fill="#120f2a"/>'
    out = f'<rect x="{f(x)}" y="{f(y - h)}" width="{f(w)}" height="{f(h)}" fill="#1b1536"/>' + roof
    out += f'<path d="M{f(x - 9)} {f(y - h)}H{f(x + w + 9)}" stroke="#4b3a6e" stroke-width=".8"/>'
    n = max(1, int(w // 13))
    for i in range(n):
        if r.random() < lights:
            a = x + 3 + i * (w - 3) / n
            c = r.choice(["#ffc46b", "#ffb04d", "#ffd98f", "#ff9f45"])
            out += f'<rect x="{f(a)}" y="{f(y - h + 4)}" width="{f((w - 3) / n - 3)}" height="{f(h - 8)}" fill="{c}"/><path d="M{f(a + ((w - 3) / n - 3) / 2)} {f(y - h + 4)}v{f(h - 8)}" stroke="#7a4a22" stroke-width=".8"/>'
    return out


def pagoda(cx, base, s):
    out = ""
    y = base
    for k in range(5):
        w = (44 - 6 * k) * s
        h = 15 * s
        out += f'<rect x="{f(cx - w / 2)}" y="{f(y - h)}" width="{f(w)}" height="{f(h)}" fill="#1d1436"/>'
        for j in (-1, 0, 1):
            out += f'<rect x="{f(cx + j * w * 0.3 - 2.6 * s)}" y="{f(y - h + 4 * s)}" width="{f(5.2 * s)}" height="{f(8 * s)}" fill="{"#ffc873" if j == 0 else "#ff9d4a"}"/>'
        e = w / 2 + 14 * s
        y -= h
        out += f'<path d="M{f(cx - e)} {f(y - 1 * s)}Q{f(cx - w / 2)} {f(y - 1.5 * s)} {f(cx - w * 0.36)} {f(y - 10 * s)}H{f(cx + w * 0.36)}Q{f(cx + w / 2)} {f(y - 1.5 * s)} {f(cx + e)} {f(y - 1 * s)}Q{f(cx)} {f(y + 4 * s)} {f(cx - e)} {f(y - 1 * s)}Z" fill="#0f0c26"/>'
        out += f'<path d="M{f(cx - e)} {f(y - 1 * s)}Q{f(cx)} {f(y + 4 * s)} {f(cx + e)} {f(y - 1 * s)}" stroke="#c25a3a" stroke-width="{f(0.9 * s)}" fill="none" opacity=".8"/>'
        y -= 9 * s
    out += f'<path d="M{f(cx)} {f(y + 2)}v{f(-26 * s)}" stroke="#0f0c26" stroke-width="{f(2 * s)}"/>'
    for k in range(4):
        out += f'<ellipse cx="{f(cx)}" cy="{f(y - 5 * s - k * 4 * s)}" rx="{f((4 - 0.7 * k) * s)}" ry="{f(1.2 * s)}" fill="#0f0c26"/>'
    return out


def shore_body():
    r = random.Random(17)
    body = f'<path d="{pines(r, -50, 330, 494, 62, 24)}{pines(r, 860, 1330, 494, 66, 28)}{pines(r, 500, 640, 494, 34, 9)}" fill="#171238"/>'
    body += '<path d="M-60 488C60 476 200 484 330 481S560 489 640 487S900 482 1010 478S1230 474 1340 480V520H-60Z" fill="#130f2c"/>'
    body += pagoda(372, 484, 1.05)
    for x, w, h in ((196, 46, 20), (252, 38, 17), (300, 34, 22), (416, 42, 18), (470, 52, 22), (964, 48, 22), (1024, 40, 18), (1080, 58, 24), (1150, 40, 18), (110, 50, 20), (40, 44, 17)):
        body += house(x, 488, w, h, 0.85, r)
    # the bridge, with lamps on it
    body += '<path d="M552 494C600 456 780 456 828 494L816 497C770 470 610 470 564 497Z" fill="#5a1d2e"/><path d="M552 486C600 448 780 448 828 486" stroke="#a8383c" stroke-width="2.2" fill="none"/>'
    b = ""
    lamps = []
    for i in range(13):
        t = i / 12
        x = (1 - t) ** 3 * 552 + 3 * t * (1 - t) ** 2 * 600 + 3 * t * t * (1 - t) * 780 + t ** 3 * 828
        y = ((1 - t) ** 3 + t ** 3) * 486 + (3 * t * (1 - t) ** 2 + 3 * t * t * (1 - t)) * 448
        b += f"M{f(x)} {f(y - 2)}v9"
        if i % 2 == 0:
            lamps.append((x, y - 4))
    body += f'<path d="{b}" stroke="#a8383c" stroke-width="1.8"/>'
    # a gate that stands in the water
    body += '<g fill="#b23a35"><path d="M884 450Q920 457 956 450L957 456Q920 462 883 456Z"/><rect x="890" y="463" width="60" height="3.4"/><path d="M895 456h5l-2 46h-5ZM940 456h5l2 46h-5Z"/></g>'
    # lights along the shore, each with a glow
    p = [(x + r.uniform(-6, 6), 484 + r.uniform(-2, 3)) for x in list(range(20, 560, 24)) + list(range(850, 1270, 26))] + lamps
    for x, y in p:
        body += f'<circle cx="{f(x)}" cy="{f(y)}" r="11" fill="url(#lamp)"/>'
    body += dots(p, "#ffb257", 4.2) + dots(p, "#fff0c4", 2.2)
    body += '<ellipse cx="372" cy="440" rx="120" ry="80" fill="url(#warm)"/><ellipse cx="690" cy="470" rx="190" ry="46" fill="url(#warm)"/><ellipse cx="1080" cy="476" rx="190" ry="40" fill="url(#warm)"/>'
    return body


def shore_defs():
    return radial("lamp", [(0, "#ffab4d", 0.6), (0.4, "#ff8a3c", 0.2), (1, "#ff7a30", 0)]) + radial("warm", [(0, "#ff8f4a", 0.22), (1, "#ff7a40", 0)])


# The water

def reflection():
    """The mountains and the shore upside down, less high and broken into stripes by the waves."""
    r = random.Random(8)
    x, w = -50, 1380
    defs = mountains_defs() + shore_defs()
    defs += linear("w", [(0, "#6c4c7e"), (0.1, "#443870"), (0.35, "#1d2252"), (0.7, "#0c1434"), (1, "#060a1e")])
    defs += linear("d", [(0, "#0a1030", 0.05), (0.5, "#0a1030", 0.35), (1, "#070b22", 0.9)])
    body = f'<rect x="{x}" y="{SHORE}" width="{w}" height="310" fill="url(#w)"/>'
    body += f'<g transform="translate(0 {SHORE + SHORE * 0.8}) scale(1 -.8)" opacity=".75">' + mountains_body() + shore_body() + "</g>"
    body += f'<rect x="{x}" y="{SHORE}" width="{w}" height="310" fill="url(#d)"/>'
    d = dark = ""
    y = SHORE + 2.0
    while y < 800:
        k = (y - SHORE) / 300
        for _ in range(int(9 - 3 * k)):
            a, l = r.uniform(x, x + w), r.uniform(30, 130) * (0.6 + 1.4 * k)
            s = f"M{f(a)} {f(y)}q{f(l / 2)} {f(r.uniform(-1.5, 1.5) * (1 + 2 * k))} {f(l)} 0"
            if r.random() < 0.62:
                dark += s
            else:
                d += s
        y += 4.4 + 9 * k
    body += f'<path d="{dark}" stroke="#0e1438" stroke-width="2" stroke-linecap="round" fill="none" opacity=".6"/><path d="{d}" stroke="#8f7fc4" stroke-width="1.2" stroke-linecap="round" fill="none" opacity=".2"/>'
    # long lights of the shore's lamps
    for px in list(range(30, 560, 47)) + list(range(580, 830, 46)) + list(range(862, 1270, 52)):
        c = r.choice(["#ffae55", "#ff9140", "#ffcb80"])
        yy = SHORE + 4
        s = ""
        while yy < SHORE + r.uniform(48, 95):
            l = r.uniform(3, 11)
            s += f"M{f(px - l + r.uniform(-3, 3))} {f(yy)}h{f(2 * l)}"
            yy += r.uniform(4, 7)
        body += f'<path d="{s}" stroke="{c}" stroke-width="1.9" stroke-linecap="round" opacity=".5"/>'
    write("reflection.svg", x, SHORE, w, 310, body, defs)


def ripples():
    r = random.Random(5)
    d = ""
    for _ in range(80):
        y = SHORE + 14 + 230 * r.random() ** 0.8
        k = (y - SHORE) / 300
        x, l = r.uniform(200, 980), r.uniform(24, 80) * (0.5 + 1.5 * k)
        h = 1 + 2.2 * k
        d += f"M{f(x)} {f(y)}q{f(l / 2)} {f(-h)} {f(l)} 0q{f(-l / 2)} {f(h)} {f(-l)} 0Z"
    write("ripples.svg", 180, SHORE + 10, 920, 240, f'<path d="{d}" fill="#b6a9ec" opacity=".32"/>')


def glitter(name, w, h, seed, colours, width, grow, density):
    """A light that the waves break into short lines."""
    r = random.Random(seed)
    body = ""
    defs = radial("g", [(0, colours[1], 0.3), (0.6, colours[1], 0.1), (1, colours[1], 0)])
    body += f'<ellipse cx="{w / 2}" cy="{h / 2}" rx="{w / 2}" ry="{h / 2}" fill="url(#g)"/>'
    y = 3.0
    while y < h - 3:
        k = y / h
        env = math.sin(math.pi * min(1, 0.12 + 0.88 * k)) if grow == 0 else 1 - 0.6 * k
        half = w * (0.13 + 0.26 * (k if grow else math.sin(math.pi * k)))
        for _ in range(density):
            l = half * r.uniform(0.25, 1)
            x = w / 2 + r.gauss(0, half * 0.35)
            c = colours[0] if abs(x - w / 2) < half * 0.25 and r.random() < 0.7 else colours[1]
            body += f'<path d="M{f(x - l / 2)} {f(y)}q{f(l / 2)} {f(r.uniform(-1, 1))} {f(l)} 0" stroke="{c}" stroke-width="{f(width * (0.6 + 0.8 * k))}" stroke-linecap="round" fill="none" opacity="{f(max(0.1, env * r.uniform(0.5, 1)))}"/>'
        y += r.uniform(3.4, 5.4) * (0.8 + 0.8 * k)
    write(name, 0, 0, w, h, body, defs)


# The lanterns

def emblem(cx, cy, s, colour, opacity):
    """A cherry flower of five petals."""
    out = ""
    for k in range(5):
        out += f'<path d="M0 -1.5C-7 -6 -6 -14 -2 -15L0 -12.5L2 -15C6 -14 7 -6 0 -1.5Z" transform="translate({f(cx)} {f(cy)}) rotate({72 * k}) scale({s:.2f})" fill="{colour}" opacity="{opacity}"/>'
    return out


def lantern(name, w, h, kind, lit):
    """A paper lantern of the size w, h, with its string, caps and tassel, in a box of 100 x 150 points."""
    cx, top = 50, 26
    bot = top + h
    palette = {
        "red": (("#ffe9a8", "#ffb03f", "#f2602a", "#b52d20"), ("#6e2c42", "#561f38", "#3a152e", "#220d22")),
        "amber": (("#fff6cf", "#ffd873", "#ff9d33", "#c65a18"), ("#6c4d50", "#553b48", "#3a293c", "#24192d")),
        "rose": (("#fff0dc", "#ffc4a0", "#f9786c", "#b8394c"), ("#6a3a5c", "#532b50", "#391d3f", "#22112b")),
    }[kind][0 if lit else 1]
    if h > w:  # long
        k = 0.3
    else:
        k = 0.5
    body_path = f"M{f(cx - w * k * 0.62)} {top}C{f(cx - w * 0.56)} {f(top + h * 0.06)} {f(cx - w * 0.56)} {f(bot - h * 0.06)} {f(cx - w * k * 0.62)} {bot}H{f(cx + w * k * 0.62)}C{f(cx + w * 0.56)} {f(bot - h * 0.06)} {f(cx + w * 0.56)} {f(top + h * 0.06)} {f(cx + w * k * 0.62)} {top}Z"
    defs = radial("p", [(0, palette[0]), (0.38, palette[1]), (0.78, palette[2]), (1, palette[3])], 0.5, 0.56, 0.62)
    defs += f'<clipPath id="c"><path d="{body_path}"/></clipPath>'
    defs += linear("e", [(0, "#200814", 0.45 if lit else 0.6), (0.22, "#200814", 0), (0.78, "#200814", 0), (1, "#200814", 0.45 if lit else 0.6)], 0, 0, 1, 0)
    line = "#9c2f16" if lit else "#0f0818"
    body = f'<path d="M{cx} 0V{top - 4}" stroke="{"#6b4a3a" if lit else "#2a2040"}" stroke-width="1.6"/>'
    body += f'<path d="{body_path}" fill="url(#p)"/><g clip-path="url(#c)">'
    ribs = ""
    n = int(h / 7.5)
    for i in range(1, n):
        y = top + h * i / n
        ribs += f"M{f(cx - w / 2)} {f(y - 2.5)}Q{cx} {f(y + 4)} {f(cx + w / 2)} {f(y - 2.5)}"
    body += f'<path d="{ribs}" stroke="{line}" stroke-width="1" fill="none" opacity="{0.42 if lit else 0.7}"/>'
    if lit:
        body += f'<path d="{ribs}" stroke="#fff2c0" stroke-width=".8" fill="none" opacity=".4" transform="translate(0 1.3)"/>'
    body += emblem(cx, top + h * 0.5, w / 52, "#a31d1a" if lit else "#150a1e", 0.82)
    body += f'<rect x="{cx - w / 2}" y="{top}" width="{w}" height="{h}" fill="url(#e)"/></g>'
    cw = w * k * 1.3
    cap, edge = ("#1a0d10", "#f0a03c") if lit else ("#0d0919", "#3a2d52")
    for y in (top - 5, bot - 1):
        body += f'<rect x="{f(cx - cw / 2)}" y="{f(y)}" width="{f(cw)}" height="6" rx="2" fill="{cap}"/><path d="M{f(cx - cw / 2 + 2)} {f(y + (5.4 if y < 50 else 0.8))}h{f(cw - 4)}" stroke="{edge}" stroke-width="1" opacity=".9"/>'
    t = "#e0503a" if lit else "#2e1730"
    body += f'<path d="M{cx} {bot + 5}v7" stroke="{t}" stroke-width="1.5"/><path d="M{cx - 3} {bot + 12}h6l1.5 14q-4.5 2 -9 0Z" fill="{t}"/><path d="M{cx - 1} {bot + 14}v11M{cx + 1.5} {bot + 14}v11" stroke="#000" stroke-width=".5" opacity=".35"/>'
    write(name, 0, 0, 100, 150, body, defs)


def river_lantern(lit):
    """A paper box with a light, which floats on a small board, and its light in the water."""
    a = ("#fff3c2", "#ffc25a", "#f08030") if lit else ("#4a3a58", "#382b4c", "#241b38")
    b = ("#ffcf80", "#f08a34", "#b8501c") if lit else ("#33284a", "#261d3a", "#18122a")
    defs = linear("f", [(0, a[2]), (0.45, a[1]), (0.75, a[0]), (1, a[1])]) + linear("s", [(0, b[2]), (0.6, b[0]), (1, b[1])])
    defs += radial("h", [(0, "#ffb04a", 0.5), (0.4, "#ff8a3a", 0.18), (1, "#ff7a30", 0)])
    body = ""
    if lit:
        body += '<circle cx="60" cy="46" r="58" fill="url(#h)"/>'
        r = random.Random(2)
        y = 78.0
        while y < 150:
            k = (y - 78) / 72
            l = (18 + 6 * math.sin(y)) * (1 - 0.6 * k)
            body += f'<path d="M{f(60 - l + r.uniform(-4, 4))} {f(y)}h{f(2 * l)}" stroke="{"#ffd27a" if k < 0.4 else "#ff9d48"}" stroke-width="2.6" stroke-linecap="round" opacity="{f(0.85 - 0.75 * k)}"/>'
            y += 5.2
    body += '<path d="M28 70L84 70L96 64L90 74L82 79H32Z" fill="#0c0a1c"/>'
    body += '<path d="M36 24L70 27V69H36Z" fill="url(#f)"/><path d="M70 27L87 22V64L70 69Z" fill="url(#s)"/>'
    c = "#5c2410" if lit else "#0c0818"
    body += f'<path d="M36 24L70 27V69H36ZM70 27L87 22V64L70 69M53 25.5V69M36 46L70 48L87 43" stroke="{c}" stroke-width="1.3" fill="none" stroke-linejoin="round" opacity=".75"/>'
    body += emblem(53, 47, 0.62, "#a8301c" if lit else "#120b20", 0.7)
    body += '<path d="M28 70L84 70L96 64" stroke="#6b4a5e" stroke-width="1" fill="none"/>'
    if lit:
        write("river-lantern-lit.svg", 0, -14, 120, 170, body, defs)
    else:
        write("river-lantern-dark.svg", 26, 20, 72, 62, body, defs)


# The trees

def grow(r, x, y, angle, length, width, out, depth):
    """A branch as a list of points with widths, and the branches that leave it."""
    pts = [(x, y, width)]
    n = 5
    for i in range(n):
        angle += r.uniform(-0.16, 0.16)
        x += math.cos(angle) * length / n
        y += math.sin(angle) * length / n
        pts.append((x, y, width * (1 - 0.62 * (i + 1) / n)))
        if depth and i >= 1:
            for side in (-1, 1):
                if r.random() < 0.62:
                    grow(r, x, y, angle + side * r.uniform(0.4, 0.85), length * r.uniform(0.45, 0.66), width * (1 - 0.6 * (i + 1) / n) * 0.7, out, depth - 1)
    out.append((pts, depth))


def branch_path(pts):
    left, right = [], []
    for i, (x, y, w) in enumerate(pts):
        a, b = pts[max(i - 1, 0)], pts[min(i + 1, len(pts) - 1)]
        dx, dy = b[0] - a[0], b[1] - a[1]
        l = math.hypot(dx, dy) or 1
        left.append((x - dy / l * w / 2, y + dx / l * w / 2))
        right.append((x + dy / l * w / 2, y - dx / l * w / 2))
    return smooth(left) + smooth(right[::-1], "L") + "Z"


def tree(side):
    """A cherry tree at the left or right edge, once in the dark and once in the light of the lanterns."""
    r = random.Random(14 if side == "left" else 27)
    # drawn for the left edge; the right one is its mirror image with other branches
    mx = (lambda x: x) if side == "left" else (lambda x: 1280 - x)
    trunk = [(20, 830, 88), (44, 740, 64), (66, 640, 52), (62, 540, 47), (78, 430, 43), (104, 320, 38), (112, 220, 32), (96, 120, 25), (70, 30, 17), (50, -50, 8)]
    if side == "right":
        trunk = [(4, 830, 92), (34, 750, 66), (44, 650, 52), (70, 540, 48), (74, 440, 43), (58, 340, 38), (66, 240, 32), (92, 140, 25), (96, 40, 17), (90, -50, 8)]
    branches = [(trunk, 3)]
    starts = [(100, 330, -0.55, 170, 17), (112, 225, -0.32, 235, 19), (100, 130, -0.2, 235, 16), (78, 60, -0.08, 270, 14), (96, 330, -2.4, 150, 15), (100, 150, -2.8, 150, 14), (72, 470, -2.5, 120, 13), (108, 250, 0.18, 120, 9)]
    if side == "right":
        starts = [(60, 370, -0.5, 150, 16), (66, 250, -0.3, 205, 18), (90, 145, -0.24, 240, 16), (96, 60, -0.05, 290, 14), (60, 300, -2.5, 150, 15), (90, 120, -2.8, 150, 13), (72, 480, -2.6, 120, 12), (60, 330, 0.22, 115, 9)]
    for x, y, a, l, w in starts:
        grow(r, x, y, a, l, w, branches, 2)
    branches = [(pts, depth) for pts, depth in branches if depth == 3 or (max(p[0] for p in pts) < 350 and max(p[1] for p in pts) < 418 and not (pts[-1][0] > 300 and pts[-1][1] > 240))]
    tips = []
    for pts, depth in branches[1:]:
        for i, (x, y, w) in enumerate(pts):
            if w < 9 and -60 < y < 418 and -70 < x < 350:
                tips.append((x, y))
    tips = r.sample(tips, min(335, len(tips)))
    # blossoms: many dabs round the twigs, in classes from the shadow to the light
    cls = [[] for _ in range(5)]
    for x, y in tips:
        for _ in range(8):
            a, d = r.uniform(0, 2 * math.pi), abs(r.gauss(0, 17))
            px, py = x + d * math.cos(a), y + d * math.sin(a) * 0.8 + 2
            light = 0.42 + 0.5 * (py - y) / 20 + 0.5 * (px - 110) / 240 + r.gauss(0, 0.2)
            cls[max(0, min(4, int(light * 3.2)))].append((px, py))
    flowers = []
    for x, y in r.sample(tips, 62):
        flowers.append((x + r.gauss(0, 12), y + r.gauss(0, 10), r.uniform(3.4, 5.6), r.uniform(0, 1.2)))
    d = "".join(branch_path([(mx(x), y, w) for x, y, w in pts]) for pts, depth in branches if depth > 1)
    twigs, boughs = ("".join("M" + "L".join(f"{mx(x):.0f} {y:.0f}" for x, y, _ in pts[::2] + pts[-1:]) for pts, depth in branches if depth == k) for k in (0, 1))
    # the side of the trunk that the light meets
    rim = smooth([(mx(x + w * 0.36), y) for x, y, w in trunk]) + smooth([(mx(x + w * 0.2), y) for x, y, w in trunk[::-1]], "L") + "Z"
    bark = ""
    for _ in range(60):
        i = r.randrange(len(trunk) - 2)
        t = r.random()
        x = trunk[i][0] * (1 - t) + trunk[i + 1][0] * t
        y = trunk[i][1] * (1 - t) + trunk[i + 1][1] * t
        w = trunk[i][2] * (1 - t) + trunk[i + 1][2] * t
        o = r.uniform(-0.4, 0.34)
        bark += f"M{f(mx(x + o * w))} {f(y)}q{f(3 if o > 0 else -3)} 9 0 {f(r.uniform(12, 30))}"
    def flower_path():
        s = ""
        for x, y, q, a in flowers:
            for k in range(5):
                s += f"M{f(mx(x + q * 0.35 * math.cos(a + k * 1.2566)))} {f(y + q * 0.35 * math.sin(a + k * 1.2566))}l{f((1 if side == 'left' else -1) * q * 0.65 * math.cos(a + k * 1.2566))} {f(q * 0.65 * math.sin(a + k * 1.2566))}"
        return s
    fp = flower_path()
    hearts = dots([(mx(x), y) for x, y, _, _ in flowers], "{}", 2)
    for lit in (False, True):
        if lit:
            colours = ("#5a1f4e", "#a83f72", "#e0708f", "#ff9fab", "#ffd0c4")
            trunk_fill, rim_fill, bark_c, fl, he = "#2c1424", "#d9703c", "#6b3030", "#ffe6dc", "#e0483c"
        else:
            colours = ("#150e2c", "#25173f", "#432655", "#633a6c", "#875384")
            trunk_fill, rim_fill, bark_c, fl, he = "#0d0a1e", "#4a3050", "#21183a", "#a5789f", "#54284c"
        body = f'<path d="{rim}" fill="{rim_fill}" opacity="{0.75 if lit else 0.5}"/>'
        if lit:
            body = f'<path d="{boughs}" stroke="{trunk_fill}" stroke-width="4.5" fill="none" stroke-linejoin="round"/><path d="{d}" fill="{trunk_fill}"/><path d="{bark}" stroke="{bark_c}" stroke-width="1.6" stroke-linecap="round" fill="none"/>' + body
        else:
            body = dabs([(mx(x), y) for x, y in cls[0]], colours[0], 15, 1) + f'<path d="{twigs}" stroke="{trunk_fill}" stroke-width="2" fill="none" stroke-linejoin="round"/><path d="{boughs}" stroke="{trunk_fill}" stroke-width="4.5" fill="none" stroke-linejoin="round"/><path d="{d}" fill="{trunk_fill}"/><path d="{bark}" stroke="{bark_c}" stroke-width="1.6" stroke-linecap="round" fill="none"/>' + body
        body += "".join(dabs([(mx(x), y) for x, y in cls[k]], colours[k], (0, 14, 12, 9.5, 7)[k], 0.92) for k in (1, 2, 3, 4))
        body += f'<path d="{fp}" stroke="{fl}" stroke-width="3.4" stroke-linecap="round" fill="none"/>' + hearts.replace("{}", he)
        x0 = -80 if side == "left" else 1280 - 430
        write(f"tree-{side}-{'lit' if lit else 'dark'}.svg", x0, -50, 510, 870, body)
    print(side, "tips", len(tips))


# The near bank

def blades(r, x0, x1, y0, n, h0, h1, lean=0.0, wide=2.6):
    d = ""
    for _ in range(n):
        x = r.uniform(x0, x1)
        y = y0(x) + r.uniform(0, 14)
        h = r.uniform(h0, h1)
        b = r.gauss(lean, 0.24) * h
        w = r.uniform(0.6, 1) * wide
        d += f"M{f(x - w)} {f(y)}Q{f(x - w * 0.4 + b * 0.2)} {f(y - h * 0.6)} {f(x + b)} {f(y - h)}Q{f(x + w * 0.8 + b * 0.3)} {f(y - h * 0.55)} {f(x + w)} {f(y)}Z"
    return d


def bank_top(x):
    t = x / 1280
    return 772 - 62 * max(0, 1 - t / 0.36) ** 1.6 - 70 * max(0, (t - 0.66) / 0.34) ** 1.5 - 8 * math.exp(-((t - 0.47) / 0.1) ** 2)


def bank():
    r = random.Random(6)
    defs = radial("fire", [(0, "#ff8a3a", 0.5), (0.35, "#c8502a", 0.24), (1, "#80303a", 0)])
    defs += linear("b", [(0, "#151129"), (1, "#07060f")])
    pts = [(x, bank_top(x)) for x in range(-60, 1361, 40)]
    body = f'<path d="{blades(r, -50, 330, bank_top, 60, 20, 62, 0.1)}{blades(r, 950, 1340, bank_top, 66, 20, 66, -0.1)}" fill="#0f1226"/>'
    body += f'<path d="{smooth(pts)}V850H-60Z" fill="url(#b)"/>'
    body += f'<path d="{blades(r, -50, 1330, bank_top, 100, 8, 24)}" fill="#100d20"/>'
    body += f'<ellipse cx="610" cy="790" rx="240" ry="34" fill="url(#fire)"/>'
    warm = blades(r, 470, 750, bank_top, 46, 8, 20, 0, 1.6)
    body += f'<path d="{warm}" fill="#a8542c" opacity=".55"/>'
    for cx, w, h in ((548, 26, 12), (668, 30, 14), (690, 18, 9), (525, 16, 8), (585, 20, 8), (640, 18, 8)):
        y = bank_top(cx) + 16
        body += f'<ellipse cx="{cx}" cy="{f(y)}" rx="{w / 2 + 3}" ry="{h / 2 + 2}" fill="#0b0813"/><path d="M{f(cx - w / 2)} {f(y)}Q{cx} {f(y - h)} {f(cx + w / 2)} {f(y)}" stroke="#e07a3c" stroke-width="1.6" fill="none" opacity=".7"/>'
    write("bank.svg", -60, 610, 1400, 230, body, defs)


def reeds():
    r = random.Random(77)
    for side, (x0, x1, lean) in {"left": (-30, 210, 0.16), "right": (1080, 1310, -0.16)}.items():
        base = lambda x: 830
        body = f'<path d="{blades(r, x0, x1, base, 46, 90, 210, lean, 4.4)}" fill="#070813"/>'
        stems, heads, light = "", "", ""
        for _ in range(9):
            x, h = r.uniform(x0 + 10, x1 - 20), r.uniform(150, 250)
            b = r.gauss(lean, 0.12) * h * 0.6
            stems += f"M{f(x)} 830Q{f(x + b * 0.2)} {f(830 - h * 0.6)} {f(x + b)} {f(830 - h)}"
            hx, hy = x + b, 830 - h
            heads += f"M{f(hx)} {f(hy)}l{f(-b * 0.12)} 30"
            light += f"M{f(hx + (2 if side == 'left' else -2))} {f(hy)}l{f(-b * 0.12)} 30"
        body += f'<path d="{stems}" stroke="#070813" stroke-width="2.4" fill="none"/><path d="{heads}" stroke="#0d0a16" stroke-width="9" stroke-linecap="round"/><path d="{light}" stroke="#5c3c48" stroke-width="1.6" stroke-linecap="round" opacity=".8"/>'
        xa = -90 if side == "left" else 1000
        write(f"reeds-{side}.svg", xa, 540, 370, 300, body)


def jetty():
    """A jetty at the left with two people who sit on it."""
    for lit in (False, True):
        wood, edge, leg = ("#3a2028", "#f09a4c", "#1e1018") if lit else ("#120e22", "#3d3159", "#0a0816")
        body = ""
        for x in (176, 250, 322):
            body += f'<path d="M{x} 706v62" stroke="{leg}" stroke-width="7"/>'
            if lit:
                body += f'<path d="M{x + 2.6} 708v44" stroke="{edge}" stroke-width="1.3" opacity=".6"/>'
        body += f'<path d="M60 698L340 692L352 702L60 712Z" fill="{wood}"/><path d="M60 698L340 692" stroke="{edge}" stroke-width="1.6"/>'
        body += "".join(f'<path d="M{x} {f(697.6 - (x - 60) * 0.021)}l8 11" stroke="{leg}" stroke-width="1.2"/>' for x in range(84, 340, 22))
        # the taller one with a topknot, the other one with a fan
        k1, k2 = ("#40314f", "#7a3048") if lit else ("#0d0b1e", "#110c20")
        hair, skin = ("#160c16", "#e09a72") if lit else ("#080613", "#1a1430")
        rim = "#ffc27a" if lit else "#483a66"
        body += f'<path d="M262 695C254 676 258 652 270 646C282 643 290 652 292 668L296 690L318 694L320 726L311 727L308 703L276 700Z" fill="{k1}"/><circle cx="276" cy="634" r="10" fill="{skin}"/><path d="M266 637C263 624 272 620 280 622C287 624 287 630 286 632C280 629 274 632 273 641Z" fill="{hair}"/><circle cx="272" cy="621" r="4" fill="{hair}"/>'
        body += f'<path d="M216 695C210 680 214 661 224 656C236 653 242 660 244 674L247 689L268 694L270 722L261 723L258 704L228 700Z" fill="{k2}"/><path d="M215 678L243 674L244 681L216 686Z" fill="{"#f0b35a" if lit else "#1d1532"}"/><circle cx="230" cy="645" r="9.4" fill="{skin}"/><path d="M220 649C216 636 224 631 233 633C240 635 240 641 239 643C234 640 229 643 228 653Z" fill="{hair}"/><circle cx="224" cy="634" r="5" fill="{hair}"/>'
        body += f'<path d="M242 668L256 662" stroke="{k2}" stroke-width="6" stroke-linecap="round"/><path d="M256 664L252 646Q264 640 272 650Z" fill="{"#fff0d0" if lit else "#241b3c"}"/><path d="M256 664L257 644M256 664L263 644" stroke="{"#d8603c" if lit else "#120c22"}" stroke-width=".8"/>'
        body += f'<path d="M284 628Q288 634 285 641M283 648Q290 656 292 670L296 689L317 693M238 640Q241 646 238 652M236 657Q242 664 244 675" stroke="{rim}" stroke-width="1.5" fill="none" stroke-linecap="round" opacity="{0.95 if lit else 0.6}"/>'
        if lit:
            body += emblem(270, 676, 0.34, "#f6d9a8", 0.7) + emblem(228, 668, 0.3, "#ffd9c0", 0.8) + emblem(233, 692, 0.26, "#ffd9c0", 0.7)
        write(f"jetty-{'lit' if lit else 'dark'}.svg", 40, 600, 330, 180, body)


def fox():
    """A fox that sits on a stone at the right and looks at the lanterns."""
    for lit in (False, True):
        st, se = ("#2a1d2e", "#d9824a") if lit else ("#0e0b1e", "#332850")
        fur, fur2, white, rim = ("#d9692c", "#a8431f", "#ffe9cf", "#ffd08a") if lit else ("#15102a", "#110c22", "#221a3a", "#4b3c6c")
        dark = "#2c1220" if lit else "#080612"
        body = f'<path d="M952 772C944 742 966 722 1010 720C1056 716 1094 730 1104 780H950Z" fill="{st}"/><path d="M954 758C956 736 980 723 1012 721C1030 720 1046 722 1058 726" stroke="{se}" stroke-width="1.8" fill="none" opacity=".8"/>'
        # tail, body, breast, head
        body += f'<path d="M1052 716C1082 722 1098 700 1090 672C1086 658 1076 652 1070 658C1080 672 1072 690 1052 694Z" fill="{fur2}"/><path d="M1090 672C1086 658 1076 652 1070 658C1075 665 1076 673 1074 680C1082 682 1088 678 1090 672Z" fill="{white}"/>'
        body += f'<path d="M1000 722C996 700 1002 672 1012 658C1030 656 1048 676 1056 702C1060 716 1056 724 1046 724Z" fill="{fur}"/><path d="M1030 724C1026 706 1036 694 1050 696C1060 704 1060 720 1048 724Z" fill="{fur2}"/><path d="M1001 708C999 690 1004 672 1012 662C1016 676 1014 694 1008 712Z" fill="{white}"/>'
        body += f'<path d="M1000 722L1001 700M1012 722L1011 702" stroke="{dark}" stroke-width="5" stroke-linecap="round"/>'
        body += f'<path d="M976 650C984 640 994 634 1000 632L1000 612L1012 626C1016 625 1020 626 1022 628L1034 616L1032 640C1034 654 1026 666 1012 668C1000 668 990 660 982 656Z" fill="{fur}"/><path d="M976 650C984 648 996 652 1004 664C996 664 988 659 982 656Z" fill="{white}"/><circle cx="977" cy="650.5" r="2.6" fill="{dark}"/><path d="M995 645q4 -4 8 -1" stroke="{dark}" stroke-width="2" fill="none" stroke-linecap="round"/><path d="M1003 617L1009 625M1031 621L1028 630" stroke="{dark}" stroke-width="2.4" stroke-linecap="round"/>'
        body += f'<path d="M977 648C985 639 994 634 999 632L999 613M1000 676C996 690 997 704 998 714M1012 626Q1018 625 1022 628" stroke="{rim}" stroke-width="1.5" fill="none" stroke-linecap="round" opacity="{0.95 if lit else 0.6}"/>'
        write(f"fox-{'lit' if lit else 'dark'}.svg", 930, 600, 190, 180, body)


def fire_basket():
    """An iron basket with logs on three legs; the fire itself is made of particles."""
    defs = radial("g", [(0, "#fff0b0"), (0.4, "#ff9a2e"), (1, "#a82c10", 0)])
    body = '<path d="M590 726L572 792M630 726L650 792M610 728V796" stroke="#0c080e" stroke-width="5" stroke-linecap="round"/><path d="M592 728L575 790M628 728L646 790" stroke="#b85426" stroke-width="1.2" opacity=".7"/><path d="M584 762H638" stroke="#0c080e" stroke-width="3"/>'
    body += '<ellipse cx="610" cy="702" rx="36" ry="20" fill="url(#g)"/>'
    body += '<g stroke-linecap="round"><path d="M584 700L632 686M590 688L636 702M602 682L612 706" stroke="#2a120c" stroke-width="8"/><path d="M585 697L631 683.500M592 686L636 699" stroke="#ff8a30" stroke-width="1.800"/></g>'
    body += '<path d="M574 694C576 716 588 730 610 730S644 716 646 694M574 694C590 702 630 702 646 694M578 710C594 719 626 719 642 710M592 699L597 728M610 700V730M628 699L623 728" stroke="#140a0c" stroke-width="4" fill="none"/>'
    body += '<path d="M574 693C590 701 630 701 646 693M580 709C596 717 624 717 640 709" stroke="#f0803a" stroke-width="1.200" fill="none" opacity=".8"/>'
    write("fire-basket.svg", 560, 660, 100, 150, body, defs)


def flame():
    """The inner and the outer flame, which grow and shrink by themselves."""
    defs = linear("o", [(0, "#ff5a1c", 0.1), (0.45, "#ff7a22", 0.85), (0.8, "#ffb03c"), (1, "#ff9a2e", 0.5)])
    defs += linear("i", [(0, "#ffb640", 0.3), (0.5, "#ffe08a"), (1, "#fff6cf")])
    write("flame-outer.svg", 0, 0, 80, 120, '<path d="M40 118C14 118 4 98 9 78C13 62 24 56 25 38C33 46 34 54 33 62C42 48 42 24 37 4C54 20 62 42 58 60C63 56 65 50 64 42C74 56 78 74 73 92C69 108 58 118 40 118Z" fill="url(#o)"/>', defs)
    write("flame-inner.svg", 0, 0, 80, 120, '<path d="M40 116C24 116 18 102 22 88C25 78 32 74 32 62C38 68 39 74 38 80C45 70 46 56 43 42C54 54 59 68 56 80C59 78 60 74 60 70C65 82 65 94 60 104C56 112 50 116 40 116Z" fill="url(#i)"/>', defs)


def boat():
    """A pleasure boat with a roof and small lanterns, and its light in the water."""
    r = random.Random(40)
    defs = radial("l", [(0, "#ffb050", 0.55), (1, "#ff8030", 0)])
    body = ""
    for x in range(30, 176, 9):
        s, y = "", 61.0
        while y < 92:
            l = r.uniform(2, 6)
            s += f"M{f(x - l)} {f(y)}h{f(2 * l)}"
            y += 4.5
        body += f'<path d="{s}" stroke="{r.choice(["#ffb65c", "#ff9140", "#ffd48c"])}" stroke-width="1.8" stroke-linecap="round" opacity=".5"/>'
    body += '<ellipse cx="100" cy="36" rx="96" ry="34" fill="url(#l)" opacity=".5"/>'
    body += '<path d="M4 40C30 54 160 56 198 34C192 52 178 60 160 62H36C20 60 8 52 4 40Z" fill="#140d20"/><path d="M4 40C30 54 160 56 198 34" stroke="#c2603c" stroke-width="1.4" fill="none"/>'
    body += '<rect x="34" y="24" width="128" height="23" fill="#2a1520"/>' + "".join(f'<rect x="{37 + i * 15.6:.1f}" y="28" width="12.4" height="17" fill="{r.choice(["#ffd27c", "#ffbf60", "#ffdf9c"])}"/><path d="M{43.2 + i * 15.6:.1f} 28v17M{37 + i * 15.6:.1f} 36h12.400" stroke="#7a3f1c" stroke-width=".7"/>' for i in range(8))
    for i in (1, 3, 4, 6):
        body += f'<path d="M{40 + i * 15.6:.1f} 45v-7q0 -5 3 -5t3 5v7Z" fill="#5a2a1e" opacity=".8"/>'
    body += '<path d="M22 25C32 22 38 16 44 10H152C158 16 166 22 176 25Z" fill="#0f0a1c"/><path d="M22 25H176" stroke="#7a4a5a" stroke-width="1"/>'
    p = [(30 + i * 13.6, 29) for i in range(11)]
    body += "".join(f'<circle cx="{f(x)}" cy="{y}" r="8" fill="url(#l)"/>' for x, y in p) + dots(p, "#e8482c", 6) + dots(p, "#ffc070", 3)
    write("boat.svg", 0, 0, 202, 96, body, defs)


sky()
milky_way()
twinkle()
moon()
lights()
clouds()
write("mountains.svg", -60, 280, 1400, 240, mountains_body(), mountains_defs())
write("shore.svg", -60, 330, 1400, 190, shore_body(), shore_defs())
reflection()
ripples()
glitter("moon-path.svg", 200, 270, 6, ("#fffbe6", "#cfc9ff"), 2.6, 1, 2)
glitter("lantern-path.svg", 90, 190, 7, ("#fff0b8", "#ff9a3c"), 2.8, 0, 2)
for kind, w, h in (("red", 80, 78), ("amber", 62, 98), ("rose", 88, 84)):
    for lit in (False, True):
        lantern(f"lantern-{kind}-{'lit' if lit else 'dark'}.svg", w, h, kind, lit)
river_lantern(False)
river_lantern(True)
tree("left")
tree("right")
bank()
reeds()
jetty()
fox()
fire_basket()
flame()
boat()
