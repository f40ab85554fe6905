#!/usr/bin/env python3
"""Draws the pictures of the card "Koi" and writes its card.toml. Run it from any folder: python3 art/koi.py"""
import math, os, random, re

OUT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
W, H = 480, 672                 # the card
PX, PY, PW, PH = 0, 0, 480, 672   # the pond's box in the card
MX, MY = 240, 306               # the moon's middle in the card
SIN, COS, PI = math.sin, math.cos, math.pi


def f(v):
    s = f"{v:.1f}"
    if s.endswith(".0"):
        s = s[:-2]
    return "0" if s == "-0" else s


def pts(points, close=True):
    return "M" + "L".join(f"{f(x)} {f(y)}" for x, y in points) + ("Z" if close else "")


def smooth(points, close=True):
    """A Catmull-Rom curve through the points, as SVG path data."""
    n = len(points)
    d = f"M{f(points[0][0])} {f(points[0][1])}"
    for i in range(n if close else n - 1):
        if close:
            a, b, c, e = points[i - 1], points[i], points[(i + 1) % n], points[(i + 2) % n]
        else:
            a, b, c, e = points[max(i - 1, 0)], points[i], points[i + 1], points[min(i + 2, n - 1)]
        d += (f"C{f(b[0] + (c[0] - a[0]) / 6)} {f(b[1] + (c[1] - a[1]) / 6)} "
              f"{f(c[0] - (e[0] - b[0]) / 6)} {f(c[1] - (e[1] - b[1]) / 6)} {f(c[0])} {f(c[1])}")
    return d + ("Z" if close else "")


def shorter(match):
    """The same path data in relative coordinates, which take fewer characters."""
    d = match.group(1)
    if re.search("[^MLCQZ0-9. -]", d):
        return match.group(0)
    out, cx, cy, sx, sy = [], 0, 0, 0, 0
    for letter, numbers in re.findall("([MLCQZ])([^MLCQZ]*)", d):
        v = [round(float(n) * 10) for n in re.findall(r"-?\d+\.?\d*", numbers)]
        step = {"M": 2, "L": 2, "C": 6, "Q": 4, "Z": 0}[letter]
        if letter == "Z":
            out.append("z")
            cx, cy = sx, sy
        for i in range(0, len(v), step or 1):
            text = ""
            for k in range(i, i + step):
                q = v[k] - (cx if (k - i) % 2 == 0 else cy)
                n = f"{q / 10:.1f}".replace(".0", "") if q % 10 == 0 else f"{q / 10:.1f}".replace("0.", ".", 1) if abs(q) < 10 else f"{q / 10:.1f}"
                text += n if text == "" or n[0] == "-" else " " + n
            cx, cy = v[i + step - 2], v[i + step - 1]
            if letter == "M":
                sx, sy = cx, cy
            out.append(letter.lower() + text)
    return ' d="' + "".join(out) + '"'


def write(name, box, body, defs=""):
    body = [re.sub(r' d="([^"]*)"', shorter, part) for part in body]
    defs = re.sub(r' d="([^"]*)"', shorter, defs)
    x, y, w, h = box
    with open(os.path.join(OUT, name), "w") as file:
        file.write(f'<svg xmlns="http://www.w3.org/2000/svg" width="{f(w)}" height="{f(h)}" '
                   f'viewBox="{f(x)} {f(y)} {f(w)} {f(h)}">')
        if defs:
            file.write(f"<defs>{defs}</defs>")
        file.write("".join(body) + "</svg>\n")


def lerp(table, u):
    """Smooth values between the pairs of a table."""
    for i in range(len(table) - 1):
        if u <= table[i + 1][0]:
            break
    (u0, v0), (u1, v1) = table[i], table[i + 1]
    m = lambda k: 0 if k == 0 else ((table[k + 1][1] - table[k - 1][1]) / (table[k + 1][0] - table[k - 1][0])
                                    if k < len(table) - 1 else (table[k][1] - table[k - 1][1]) / (table[k][0] - table[k - 1][0]))
    h = u1 - u0
    t = (u - u0) / h
    m0 = m(i) if i else (v1 - v0) / h * 1.6
    return ((2 * t**3 - 3 * t**2 + 1) * v0 + (t**3 - 2 * t**2 + t) * h * m0
            + (-2 * t**3 + 3 * t**2) * v1 + (t**3 - t**2) * h * m(i + 1))


WIDTH = [(0, 0.25), (0.012, 0.4), (0.035, 0.54), (0.1, 0.75), (0.17, 0.9), (0.3, 1), (0.42, 0.97), (0.58, 0.78),
         (0.74, 0.51), (0.88, 0.3), (1, 0.2)]


class Fish:
    """Seen from above; the moon is the origin, round which the fish swims clockwise."""

    def __init__(self, name, turn, radius, arc, half, seed, look):
        self.name, self.turn, self.radius, self.arc, self.half, self.look = name, turn, radius, arc, half, look
        self.random = random.Random(seed)

    def spine(self, u):
        a = math.radians(self.turn - u * self.arc)
        r = self.radius - 9 * max(0, 0.3 - u) / 0.3 * 1.2 + 20 * max(0, (u - 0.62) / 0.38) ** 1.7
        return r * COS(a), r * SIN(a)

    def frame(self, u):
        e = 0.002
        x0, y0 = self.spine(u - e)
        x1, y1 = self.spine(u + e)
        l = math.hypot(x1 - x0, y1 - y0)
        tx, ty = (x1 - x0) / l, (y1 - y0) / l       # towards the tail
        x, y = self.spine(u)
        return x, y, tx, ty, -ty, tx

    def at(self, u, t):
        """u from the nose to the tail, t from -1 to 1 across the body."""
        x, y, tx, ty, nx, ny = self.frame(u)
        w = self.half * lerp(WIDTH, min(1, max(0, u))) * t
        return x + nx * w, y + ny * w

    def outline(self, t=1.0, u0=0.0, u1=1.0, n=26):
        us = [u0 + (u1 - u0) * (i / n) ** 1.35 for i in range(n + 1)]
        # Inner outlines are rounder at the nose.
        left = [self.at(u, t) for u in us]
        right = [self.at(u, -t) for u in us]
        x, y, tx, ty, nx, ny = self.frame(u0)
        nose = (x - tx * 3.4 * t, y - ty * 3.4 * t)
        x, y, tx, ty, nx, ny = self.frame(u1)
        end = [(x + tx * 7 * t, y + ty * 7 * t)] if u1 == 1 else []
        return smooth([nose] + left + end + right[::-1])

    def blob(self, u, t, ru, rt, wild=0.16, n=16):
        phases = [self.random.uniform(0, 2 * PI) for _ in range(3)]
        out = []
        for i in range(n):
            a = 2 * PI * i / n
            k = 1 + wild * (SIN(2 * a + phases[0]) + 0.8 * SIN(3 * a + phases[1]) + 0.6 * SIN(5 * a + phases[2]))
            out.append(self.at(u + ru * k * COS(a), max(-1, min(1, t + rt * k * SIN(a)))))
        return smooth(out)

    def scales(self, shrink=1.0, u0=0.205, u1=0.985):
        """The visible part of each scale: a lattice of fans, narrower towards the sides."""
        length = math.radians(self.arc) * self.radius
        rows = int((u1 - u0) * length / 4.5)
        du = (u1 - u0) / rows
        across = 5                      # scales from the middle to a side
        db = 90 / across
        out = []
        for i in range(rows + 1):
            u = u0 + i * du
            odd = i % 2
            for k in range(-across, across + 1):
                phi = (k + 0.5 * odd) * db
                if abs(phi) > 80:
                    continue
                if u < 0.235 + 0.03 * (phi / 90) ** 2 - 0.03:
                    continue
                a, b = du * shrink, db * 0.5 * shrink

                def p(da, dp):
                    q = max(-88, min(88, phi + dp * b))
                    return self.at(u + da * a, SIN(math.radians(q)))
                head, left, tail, right = p(-1, 0), p(0, 1), p(1, 0), p(0, -1)
                c1, c2, c3, c4 = p(-0.25, 0.25), p(0.75, 0.75), p(0.75, -0.75), p(-0.25, -0.25)
                out.append((u, phi, head, c1, left, c2, tail, c3, right, c4))
        return out

    def fan(self, root, direction, spread, length, rays, curl, wave=0.0, sway=1.0, side=1):
        """A fin: rays from the root, and the outline through their ends."""
        def ray(a, v):
            l = length(a)
            ang = math.radians(direction + side * (a * (0.45 + 0.55 * v**0.7) + curl * v**1.6))
            return root[0] + l * v * COS(ang), root[1] + l * v * SIN(ang)
        angles = [-spread + 2 * spread * i / (rays - 1) for i in range(rays)]
        edge = []
        for i in range(rays * 2 - 1):
            a = -spread + 2 * spread * i / (rays * 2 - 2)
            edge.append(ray(a, 1 + (wave if i % 2 == 0 else -wave)))
        side_a = [ray(-spread, v) for v in (0.0, 0.3, 0.6, 0.85)]
        side_b = [ray(spread, v) for v in (0.85, 0.6, 0.3)]
        return smooth(side_a + edge + side_b), [[ray(a, v) for v in (0.06, 0.35, 0.65, 0.95)] for a in angles]


def bounds(paths, margin=2):
    xs, ys = [], []
    for d in paths:
        nums = [float(v) for v in re.findall(r"-?\d+\.?\d*", d)]
        xs += nums[0::2]
        ys += nums[1::2]
    x0, y0 = math.floor(min(xs)) - margin, math.floor(min(ys)) - margin
    return x0, y0, math.ceil(max(xs)) + margin - x0, math.ceil(max(ys)) + margin - y0


def fin_picture(name, fish, outline, rays, root, reach, box):
    c = fish.look
    defs = (f'<radialGradient id="g" gradientUnits="userSpaceOnUse" cx="{f(root[0])}" cy="{f(root[1])}" r="{f(reach)}">'
            f'<stop offset="0" stop-color="{c["fin"][0]}" stop-opacity=".98"/>'
            f'<stop offset=".4" stop-color="{c["fin"][1]}" stop-opacity=".8"/>'
            f'<stop offset="1" stop-color="{c["fin"][2]}" stop-opacity=".34"/></radialGradient>')
    lines = "".join(smooth(r, False) for r in rays)
    body = [f'<path d="{outline}" fill="url(#g)"/>',
            f'<path d="{lines}" fill="none" stroke="{c["ray"]}" stroke-opacity=".55" stroke-width=".8" stroke-linecap="round"/>',
            f'<path d="{outline}" fill="none" stroke="{c["rim"]}" stroke-opacity=".5" stroke-width=".7"/>']
    write(name, box, body, defs)


def draw_fish(fish):
    c, n = fish.look, fish.name
    parts = {}
    # Tail
    root = fish.at(0.955, 0)
    x, y, tx, ty, nx, ny = fish.frame(0.99)
    heading = math.degrees(math.atan2(ty, tx))
    tail, tail_rays = fish.fan(root, heading, 42, lambda a: 58 + 42 * (abs(a + 3) / 42) ** 1.25 + (5 if a > 0 else 0), 15, -20, 0.022)
    box = bounds([tail])
    fin_picture(f"{n}-tail.svg", fish, tail, tail_rays, root, 98, box)
    parts["tail"] = (box, root)
    # Breast fins
    fins = {}
    for side, word in ((1, "right"), (-1, "left")):
        root = fish.at(0.235, 0.8 * side)
        x, y, tx, ty, nx, ny = fish.frame(0.235)
        d = math.degrees(math.atan2(ty, tx)) + side * 52
        fin, rays = fish.fan(root, d, 33, lambda a: 50 - 16 * ((a + 8) / 33) ** 2, 10, -16, 0.02, side=side)
        box = bounds([fin])
        fin_picture(f"{n}-fin-{word}.svg", fish, fin, rays, root, 52, box)
        parts["fin-" + word] = (box, root)
        fins[word] = fin
    # Body, with the small fins below it
    outline = fish.outline()
    body = []
    small = []
    for side in (1, -1):
        for u, l in ((0.56, 25), (0.82, 17)):
            r = fish.at(u, 0.72 * side)
            x, y, tx, ty, nx, ny = fish.frame(u)
            d = math.degrees(math.atan2(ty, tx)) + side * 34
            fin, rays = fish.fan(r, d, 26, lambda a: l - l * 0.3 * (a / 26) ** 2, 6, -12, 0.02, side=side)
            small.append(fin)
            body.append(f'<path d="{fin}" fill="{c["fin"][1]}" fill-opacity=".72" stroke="{c["rim"]}" stroke-opacity=".5" stroke-width=".6"/>'
                        f'<path d="{"".join(smooth(q, False) for q in rays)}" fill="none" stroke="{c["ray"]}" stroke-opacity=".5" stroke-width=".6"/>')
    # Barbels
    for side in (1, -1):
        for u, t, du, dt, bend in ((0.03, 0.85, 0.012, 1.7, -0.045), (0.055, 0.92, 0.07, 1.15, -0.01)):
            p0, p1, p2 = fish.at(u, t * side), fish.at(max(0, u + bend + 0.03), (t + dt * 0.45) * side), fish.at(u + du, (t + dt * 0.55) * side)
            d = f"M{f(p0[0])} {f(p0[1])}Q{f(p1[0])} {f(p1[1])} {f(p2[0])} {f(p2[1])}"
            small.append(d)
            body.append(f'<path d="{d}" fill="none" stroke="{c["barbel"]}" stroke-width="1.1" stroke-linecap="round"/>')
    body.append(f'<path d="{outline}" fill="{c["base"]}"/><g clip-path="url(#c)">')
    for spec in c["patches"]:
        colours, u, t, ru, rt, wild = spec
        d = fish.blob(u, t, ru, rt, wild)
        body.append(f'<path d="{d}" fill="{colours[0]}" stroke="{colours[1]}" stroke-width="1.6" stroke-opacity=".55"/>')
    # Round sides: dark towards the edge, light on the back
    for k in range(8):
        t = 0.97 - 0.082 * k
        body.append(f'<path d="{fish.outline(1.3, n=9)}{fish.outline(t, n=16)}" fill-rule="evenodd" fill="{c["shade"]}" fill-opacity="{c["shading"]}"/>')
    for k in range(4):
        body.append(f'<path d="{fish.outline(0.5 - 0.11 * k, 0.05, 0.95, 12)}" fill="{c["light"]}" fill-opacity=".075"/>')
    # Scales
    rows = fish.scales()
    line, crescent = "", ""
    for u, phi, head, c1, left, c2, tail_, c3, right, c4 in rows:
        line += (f"M{f(left[0])} {f(left[1])}Q{f(c2[0])} {f(c2[1])} {f(tail_[0])} {f(tail_[1])}"
                 f"Q{f(c3[0])} {f(c3[1])} {f(right[0])} {f(right[1])}")
    body.append(f'<path d="{line}" fill="none" stroke="{c["line"]}" stroke-opacity="{c["lines"]}" stroke-width=".75"/>')
    body.append("</g>")
    # Gill covers, the line of the skull, mouth and nostrils
    g = []
    for side in (1, -1):
        g.append(smooth([fish.at(u, t * side) for u, t in ((0.125, 0.99), (0.17, 0.86), (0.2, 0.58), (0.19, 0.34))], False))
    body.append(f'<path d="{"".join(g)}" fill="none" stroke="{c["line"]}" stroke-opacity=".5" stroke-width="1.1" stroke-linecap="round"/>')
    g = smooth([fish.at(u, t) for u, t in ((0.2, -0.3), (0.222, 0), (0.2, 0.3))], False)
    body.append(f'<path d="{g}" fill="none" stroke="{c["line"]}" stroke-opacity=".4" stroke-width="1"/>')
    g = smooth([fish.at(u, t) for u, t in ((0.022, -0.62), (0.006, 0), (0.022, 0.62))], False)
    body.append(f'<path d="{g}" fill="none" stroke="{c["line"]}" stroke-opacity=".55" stroke-width=".9" stroke-linecap="round"/>')
    for side in (1, -1):
        p = fish.at(0.045, 0.42 * side)
        body.append(f'<circle cx="{f(p[0])}" cy="{f(p[1])}" r=".9" fill="{c["line"]}" fill-opacity=".7"/>')
        p = fish.at(0.094, 0.86 * side)
        q = fish.at(0.088, 0.8 * side)
        body.append(f'<circle cx="{f(p[0])}" cy="{f(p[1])}" r="2.9" fill="{c["eye"]}"/>'
                    f'<circle cx="{f(p[0])}" cy="{f(p[1])}" r="2.05" fill="#0b0e18"/>'
                    f'<circle cx="{f(q[0])}" cy="{f(q[1])}" r=".8" fill="#fff"/>')
    # Back fin: a sail that leans to one side
    lower = [fish.at(0.34 + 0.38 * i / 10, 0.02) for i in range(11)]
    upper = []
    for i in range(11):
        u = 0.34 + 0.38 * i / 10
        x, y, tx, ty, nx, ny = fish.frame(u + 0.022)
        h = 9.5 * SIN(PI * (i / 10) ** 0.62) ** 0.8 if 0 < i < 10 else 0
        upper.append((x + nx * h, y + ny * h))
    sail = smooth(lower + upper[::-1])
    body.append(f'<path d="{sail}" fill="{c["fin"][0]}" fill-opacity=".88" stroke="{c["line"]}" stroke-opacity=".4" stroke-width=".7"/>')
    rays = "".join(f"M{f(a[0])} {f(a[1])}L{f(b[0])} {f(b[1])}" for a, b in zip(lower[1:-1], upper[1:-1]))
    body.append(f'<path d="{rays}" stroke="{c["line"]}" stroke-opacity=".38" stroke-width=".7"/>')
    # A thin light along both sides
    body.append(f'<path d="{outline}" fill="none" stroke="{c["rim"]}" stroke-opacity=".6" stroke-width=".8"/>')
    box = bounds([outline] + small)
    write(f"{n}-body.svg", box, body, f'<clipPath id="c"><path d="{outline}"/></clipPath>')
    parts["body"] = (box, None)
    # Where the foil shines on the body: its scales, some of them more
    shine = {0: "", 1: "", 2: ""}
    for u, phi, head, c1, left, c2, tail_, c3, right, c4 in fish.scales(0.8):
        shine[fish.random.choice((0, 1, 2, 2))] += (
            f"M{f(head[0])} {f(head[1])}Q{f(c1[0])} {f(c1[1])} {f(left[0])} {f(left[1])}"
            f"Q{f(c2[0])} {f(c2[1])} {f(tail_[0])} {f(tail_[1])}Q{f(c3[0])} {f(c3[1])} {f(right[0])} {f(right[1])}"
            f"Q{f(c4[0])} {f(c4[1])} {f(head[0])} {f(head[1])}Z")
    write(f"{n}-scales.svg", box, [f'<path d="{d}" fill="#fff" fill-opacity="{o}"/>' for d, o in zip(shine.values(), c["foil"])]
          + [f'<path d="{sail}" fill="#fff" fill-opacity=".7"/>'])
    # Shadow: strokes of several widths make its edge soft
    shadow = []
    shapes = [outline, tail] + list(fins.values())
    shapes = [fish.outline(n=14), tail] + list(fins.values())
    for w in (14, 10, 7, 4, 1):
        shadow.append(f'<use href="#s" fill="#010512" stroke="#010512" stroke-width="{w}" stroke-linejoin="round" opacity=".12"/>')
    box = bounds(shapes, 9)
    write(f"{n}-shadow.svg", box, shadow, '<g id="s">' + "".join(f'<path d="{d}"/>' for d in shapes) + "</g>")
    parts["shadow"] = (box, None)
    return parts


RED = ("#e2321f", "#ff8a5c")
GOLD = ("#f6b530", "#ffe09a")
INK = ("#1b2138", "#39456b")
WHITE = Fish("white", 28, 128, 109, 32.5, 4, dict(
    base="#f6efe9", shade="#1c2a5c", shading=".067", light="#ffffff", line="#5b2130", lines=".3", eye="#e9c66a", barbel="#ffe9d6",
    fin=("#ffffff", "#f3f6ff", "#cfe0ff"), ray="#8fa6dc", rim="#ffffff", foil=(".5", ".75", "1"),
    patches=[(RED, 0.135, 0, 0.06, 0.5, 0.07), (RED, 0.36, 0.22, 0.1, 0.75, 0.14), (RED, 0.585, -0.3, 0.085, 0.8, 0.15),
             (RED, 0.8, 0.2, 0.075, 1.0, 0.12), (INK, 0.47, -0.7, 0.03, 0.32, 0.2), (INK, 0.69, 0.62, 0.028, 0.3, 0.2)]))
DARK = Fish("dark", 208, 128, 109, 32.5, 11, dict(
    base="#222a4a", shade="#03040e", shading=".056", light="#8fb0ff", line="#05060f", lines=".55", eye="#ffd36b", barbel="#f3bd5a",
    fin=("#f0a928", "#ffcf6e", "#ffe9b8"), ray="#8a4d10", rim="#ffe3a3", foil=(".5", ".75", "1"),
    patches=[(GOLD, 0.12, 0, 0.06, 0.56, 0.09), (GOLD, 0.34, -0.42, 0.095, 0.62, 0.16), (GOLD, 0.5, 0.55, 0.075, 0.6, 0.16),
             (GOLD, 0.68, -0.2, 0.075, 0.85, 0.14), (GOLD, 0.96, 0, 0.13, 1.2, 0.04)]))


def water():
    r = random.Random(3)
    mx, my = MX - PX, MY - PY
    defs = (f'<radialGradient id="w" gradientUnits="userSpaceOnUse" cx="{mx}" cy="{my}" r="410">'
            '<stop offset="0" stop-color="#3f86a8"/><stop offset=".13" stop-color="#28658f"/><stop offset=".33" stop-color="#174474"/>'
            '<stop offset=".6" stop-color="#0e2753"/><stop offset="1" stop-color="#070f2c"/></radialGradient>')
    body = [f'<path d="M0 0H{PW}V{PH}H0Z" fill="url(#w)"/>']
    # Pebbles on the ground, hardly seen
    for _ in range(110):
        x, y = r.uniform(0, PW), r.uniform(0, PH)
        d = math.hypot(x - mx, y - my)
        a, b = r.uniform(5, 15), r.uniform(4, 9)
        body.append(f'<ellipse cx="{f(x)}" cy="{f(y)}" rx="{f(a)}" ry="{f(b)}" transform="rotate({r.randrange(180)} {f(x)} {f(y)})" '
                    f'fill="{r.choice(("#04102c", "#5f9fc4", "#0a1c42", "#3a6f9c"))}" fill-opacity="{0.05 + 0.06 * r.random():.2f}"/>')
    # Water plants at the ground
    for cx, cy, n, tone in ((20, 250, 9, "#0b3a4a"), (PW - 16, 420, 10, "#0b3a4a"), (330, 20, 7, "#0d3350"), (130, PH - 90, 7, "#0d3350")):
        for _ in range(n):
            a = r.uniform(0, 2 * PI)
            l = r.uniform(34, 70)
            p = [(cx + r.uniform(-14, 14), cy + r.uniform(-18, 18))]
            for k in range(3):
                a += r.uniform(-0.5, 0.5)
                p.append((p[-1][0] + l / 3 * COS(a), p[-1][1] + l / 3 * SIN(a)))
            body.append(f'<path d="{smooth(p, False)}" fill="none" stroke="{tone}" stroke-opacity=".7" stroke-width="{f(r.uniform(2, 4))}" stroke-linecap="round"/>')
    write("water.svg", (0, 0, PW, PH), body + lights(), defs)


def arc_noise(radius, a0, a1, seed, mx, my):
    r = random.Random(seed)
    ph = [r.uniform(0, 6.3) for _ in range(3)]
    out = []
    n = max(3, int(abs(a1 - a0) / 12))
    for i in range(n + 1):
        a = math.radians(a0 + (a1 - a0) * i / n)
        q = radius * (1 + 0.011 * SIN(2 * a + ph[0]) + 0.007 * SIN(3 * a + ph[1]) + 0.004 * SIN(7 * a + ph[2]))
        out.append((mx + q * COS(a), my + q * SIN(a)))
    return smooth(out, False)


def lights():
    """Rings that leave the moon, and stars in the water."""
    r = random.Random(8)
    mx, my = MX - PX, MY - PY
    body = []
    rings = [(64, 0.55, 1.3), (74, 0.4, 1.1), (86, 0.16, 1), (102, 0.13, 1), (121, 0.12, 1), (143, 0.12, 1), (168, 0.16, 1.1),
             (194, 0.34, 1.2), (218, 0.34, 1.2), (245, 0.28, 1.2), (274, 0.24, 1.3), (304, 0.2, 1.3), (336, 0.16, 1.3)]
    for radius, opacity, width in rings:
        a = r.uniform(0, 360)
        end = a + 360
        while a < end - 12:
            l = min(r.uniform(24, 80), end - a)
            d = arc_noise(radius, a, a + l, int(radius), mx, my)
            body.append(f'<path d="{d}" fill="none" stroke="#bfe9ff" stroke-opacity="{opacity * r.uniform(.5, 1):.2f}" '
                        f'stroke-width="{width}" stroke-linecap="round"/>')
            a += l + r.uniform(6, 26)
    for _ in range(70):
        x, y = r.uniform(8, PW - 8), r.uniform(8, PH - 8)
        d = math.hypot(x - mx, y - my)
        if d < 178:
            continue
        s = r.choice((0.7, 0.9, 1.2, 1.6))
        body.append(f'<circle cx="{f(x)}" cy="{f(y)}" r="{s}" fill="#e8f6ff" fill-opacity="{r.uniform(.35, .9):.2f}"/>')
    stars = []
    for _ in range(12):
        while True:
            x, y = r.uniform(30, PW - 30), r.uniform(30, PH - 60)
            if math.hypot(x - mx, y - my) > 205 and all(math.hypot(x - a, y - b) > 60 for a, b in stars) \
                    and all(math.hypot(x - q[0], y - q[1]) > q[2] + 14 for l in PADS.values() for q in l) \
                    and all(math.hypot(x - q[0], y - q[1]) > 34 for q in PETALS):
                break
        stars.append((x, y))
        s = r.uniform(4, 8)
        k = s * 0.12
        d = f"M{f(x)} {f(y - s)}Q{f(x + k)} {f(y - k)} {f(x + s)} {f(y)}Q{f(x + k)} {f(y + k)} {f(x)} {f(y + s)}Q{f(x - k)} {f(y + k)} {f(x - s)} {f(y)}Q{f(x - k)} {f(y - k)} {f(x)} {f(y - s)}Z"
        body.append(f'<path d="{d}" fill="#fff" fill-opacity=".85"/>')
    return body


def moon():
    defs = ('<radialGradient id="h"><stop offset="0" stop-color="#eaf6ff" stop-opacity=".75"/><stop offset=".36" stop-color="#bfe4ff" stop-opacity=".5"/>'
            '<stop offset=".5" stop-color="#9fd2f5" stop-opacity=".26"/><stop offset="1" stop-color="#6fb4e6" stop-opacity="0"/></radialGradient>'
            '<radialGradient id="m" cx=".42" cy=".38" r=".7"><stop offset="0" stop-color="#fffdf3"/><stop offset=".6" stop-color="#f3eedb"/>'
            '<stop offset="1" stop-color="#bcd3df"/></radialGradient>'
            '<radialGradient id="s"><stop offset="0" stop-color="#7f9bb3" stop-opacity=".42"/><stop offset=".6" stop-color="#7f9bb3" stop-opacity=".26"/>'
            '<stop offset="1" stop-color="#7f9bb3" stop-opacity="0"/></radialGradient><clipPath id="c"><circle r="50"/></clipPath>')
    body = ['<circle r="130" fill="url(#h)"/>', '<circle r="50" fill="url(#m)"/>', '<g clip-path="url(#c)" fill="#8fa9bd">']
    r = random.Random(5)
    for x, y, q in ((-20, -18, 15), (-8, -25, 11), (-27, -6, 11), (-13, -7, 10), (8, -22, 9), (17, -14, 10), (12, -4, 9), (26, -4, 7), (-24, 12, 8), (-14, 17, 9), (-30, 2, 6), (9, 13, 6), (19, 17, 7), (4, 34, 6)):
        body.append(f'<ellipse cx="{x}" cy="{y}" rx="{f(q * 1.35)}" ry="{f(q * 1.2)}" fill="url(#s)"/>')
    body.append("</g>")
    for x, y, s in ((-8, 30, 3), (28, -22, 2.4), (-30, 22, 2.2), (20, 2, 2), (-2, -38, 2.2)):
        body.append(f'<circle cx="{x}" cy="{y}" r="{s}" fill="#fff" fill-opacity=".4"/>')
    write("moon.svg", (-130, -130, 260, 260), body, defs)
    write("halo.svg", (-96, -96, 192, 192), ['<circle r="96" fill="url(#r)"/>'],
          '<radialGradient id="r"><stop offset="0" stop-color="#fff" stop-opacity=".3"/><stop offset=".51" stop-color="#fff" stop-opacity=".5"/>'
          '<stop offset=".525" stop-color="#fff" stop-opacity=".75"/><stop offset=".7" stop-color="#fff" stop-opacity=".5"/>'
          '<stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient>')


def pad(x, y, radius, notch, seed, tones, out, shadow=True):
    r = random.Random(seed)
    ph = [r.uniform(0, 6.3) for _ in range(3)]

    def q(a, k=1.0):
        s = 1 + 0.018 * SIN(3 * a + ph[0]) + 0.014 * SIN(5 * a + ph[1]) + 0.008 * SIN(9 * a + ph[2])
        return x + radius * s * k * COS(a), y + radius * s * k * SIN(a)
    n = 26
    gap = math.radians(13)
    b = math.radians(notch)
    rim = [q(b + gap + (2 * PI - 2 * gap) * i / n) for i in range(n + 1)]
    mid = (x + radius * 0.06 * COS(b), y + radius * 0.06 * SIN(b))
    edge = smooth(rim, False)
    d = edge + f"Q{f(q(b - gap * .5, .6)[0])} {f(q(b - gap * .5, .6)[1])} {f(mid[0])} {f(mid[1])}Q{f(q(b + gap * .5, .6)[0])} {f(q(b + gap * .5, .6)[1])} {f(rim[0][0])} {f(rim[0][1])}Z"
    gid = f"p{seed}"
    defs = (f'<radialGradient id="{gid}" gradientUnits="userSpaceOnUse" cx="{f(x - radius * .2)}" cy="{f(y - radius * .25)}" r="{f(radius * 1.25)}">'
            f'<stop offset="0" stop-color="{tones[0]}"/><stop offset=".55" stop-color="{tones[1]}"/><stop offset="1" stop-color="{tones[2]}"/></radialGradient>')
    if shadow:
        for w in (9, 5, 1):
            out.append(f'<use href="#s{seed}" transform="translate(5 8)" fill="#010615" stroke="#010615" stroke-width="{w}" opacity=".17"/>')
    out.append(f'<use href="#s{seed}" fill="url(#{gid})"/>')
    defs += f'<path id="s{seed}" d="{d}"/>'
    # Veins fork once towards the rim
    veins, forks = "", ""
    count = 12
    for i in range(count):
        a = b + gap * 1.7 + (2 * PI - 3.4 * gap) * i / (count - 1)
        e = q(a, 0.95)
        s = q(a + 0.05, 0.5)
        veins += f"M{f(mid[0])} {f(mid[1])}Q{f(s[0])} {f(s[1])} {f(e[0])} {f(e[1])}"
        for sign in (-1, 1):
            e2 = q(a + sign * 0.11, 0.94)
            s2 = q(a + sign * 0.01 + 0.02, 0.72)
            st = q(a + 0.04, 0.56)
            forks += f"M{f(st[0])} {f(st[1])}Q{f(s2[0])} {f(s2[1])} {f(e2[0])} {f(e2[1])}"
    out.append(f'<path d="{veins}" fill="none" stroke="{tones[3]}" stroke-opacity=".6" stroke-width="1"/>'
               f'<path d="{forks}" fill="none" stroke="{tones[3]}" stroke-opacity=".38" stroke-width=".7"/>')
    # Sheen: moonlit half
    sheen = [q(b + gap + (2 * PI - 2 * gap) * i / n, 0.985) for i in range(n + 1)]
    out.append(f'<path d="{smooth(sheen, False)}" fill="none" stroke="{tones[4]}" stroke-opacity=".75" stroke-width="1.3" stroke-linecap="round"/>')
    out.append(f'<circle cx="{f(mid[0])}" cy="{f(mid[1])}" r="{f(max(1.4, radius * .045))}" fill="{tones[4]}" fill-opacity=".8"/>')
    for _ in range(3 if radius > 30 else 1):
        a, k, s = r.uniform(0, 6.3), r.uniform(0.35, 0.75), r.uniform(1.6, 3)
        dx, dy = q(a, k)
        out.append(f'<circle cx="{f(dx)}" cy="{f(dy)}" r="{f(s)}" fill="#d8fff6" fill-opacity=".35"/>'
                   f'<circle cx="{f(dx + s * .3)}" cy="{f(dy + s * .4)}" r="{f(s * .6)}" fill="#04201f" fill-opacity=".25"/>'
                   f'<circle cx="{f(dx - s * .3)}" cy="{f(dy - s * .35)}" r="{f(s * .34)}" fill="#fff" fill-opacity=".95"/>')
    return defs


GREEN = ("#4f9a7c", "#2a6b63", "#123d4a", "#9fdcbf", "#b6f0d2")
TEAL = ("#3f8c8a", "#1f5a6b", "#0e3350", "#8fd3d6", "#a8ecec")
PLUM = ("#7b6a94", "#4a4275", "#1f2350", "#c3acdf", "#e0c6f2")


def pads():
    def cluster(name, specs):
        out, defs = [], ""
        for s in specs:
            defs += pad(*s, out)
        x0 = math.floor(min(s[0] - s[2] for s in specs) - 8)
        y0 = math.floor(min(s[1] - s[2] for s in specs) - 8)
        x1 = math.ceil(max(s[0] + s[2] for s in specs) + 16)
        y1 = math.ceil(max(s[1] + s[2] for s in specs) + 20)
        write(name, (x0, y0, x1 - x0, y1 - y0), out, defs)
        return x0, y0, x1 - x0, y1 - y0
    return {name: cluster(name + ".svg", specs) for name, specs in PADS.items()}


PETALS = ((108, 132, 40, 1.0, 0.2), (150, 96, 200, 0.72, 0.3), (392, 232, 110, 0.9, 0.2), (330, 508, 285, 1.0, 0.3), (296, 548, 160, 0.7, 0.2))
PADS = {
    "pads-above": [
        (330, 92, 25, 300, 21, TEAL), (430, 84, 60, 150, 22, GREEN), (372, 50, 38, 100, 23, TEAL), (447, 160, 27, 200, 24, PLUM), (76, 62, 24, 30, 25, TEAL), (43, 88, 17, 250, 26, PLUM)],
    "pads-below": [
        (150, 592, 27, 200, 31, TEAL), (60, 500, 34, 320, 32, PLUM), (76, 578, 66, 330, 33, GREEN), (412, 548, 40, 210, 34, TEAL), (368, 584, 22, 60, 35, GREEN), (440, 500, 19, 120, 36, PLUM)]}


def petal(length, width, tip=0.16):
    """A pointed petal that leaves the origin upwards."""
    return (f"M0 0C{f(-width * .72)} {f(-length * .16)} {f(-width * .62)} {f(-length * .74)} {f(-width * .1)} {f(-length * .96)}"
            f"Q0 {f(-length)} {f(width * .1)} {f(-length * .96)}C{f(width * .62)} {f(-length * .74)} {f(width * .72)} {f(-length * .16)} 0 0Z")


def blossom():
    defs, body = "", []
    rings = [(9, 64, 32, 0, ("#b23d78", "#e884ac", "#fbd3df")), (9, 55, 30, 20, ("#c24c86", "#f09cbc", "#ffe3ea")),
             (8, 44, 25, 5, ("#d0609a", "#f7b3cb", "#fff0f2")), (7, 31, 19, 28, ("#dd79a8", "#fcc9d8", "#fffafa"))]
    body.append('<circle cx="3" cy="6" r="56" fill="url(#s)"/>')
    defs += '<radialGradient id="s"><stop offset=".55" stop-color="#01040f" stop-opacity=".6"/><stop offset="1" stop-color="#01040f" stop-opacity="0"/></radialGradient>'
    r = random.Random(2)
    for k, (n, l, w, turn, tones) in enumerate(rings):
        defs += (f'<linearGradient id="b{k}" x1="0" y1="1" x2="0" y2="0"><stop offset="0" stop-color="{tones[0]}"/><stop offset=".45" stop-color="{tones[1]}"/>'
                 f'<stop offset="1" stop-color="{tones[2]}"/></linearGradient>')
        for i in range(n):
            a = turn + 360 * i / n + r.uniform(-4, 4)
            s = 1 + r.uniform(-0.06, 0.05)
            vein = "".join(f"M0 {f(-l * .12)}Q{f(w * v)} {f(-l * .5)} {f(w * v * .35)} {f(-l * .88)}" for v in (-.3, -.13, 0, .13, .3))
            body.append(f'<g transform="rotate({f(a)}) scale({s:.2f})"><path d="{petal(l, w)}" transform="translate(1.2 1.6)" fill="#4a0d3c" fill-opacity=".28"/>'
                        f'<path d="{petal(l, w)}" fill="url(#b{k})" stroke="#fff4f6" stroke-opacity=".6" stroke-width=".6"/>'
                        f'<path d="{vein}" fill="none" stroke="#c65a90" stroke-opacity=".3" stroke-width=".6"/></g>')
    defs += '<radialGradient id="y"><stop offset="0" stop-color="#fff2b0"/><stop offset="1" stop-color="#e0a02c"/></radialGradient>'
    for i in range(26):
        a = 2 * PI * i / 26
        l = 12.5 + 2.5 * (i % 2)
        body.append(f'<path d="M{f(6 * COS(a))} {f(6 * SIN(a))}L{f(l * COS(a))} {f(l * SIN(a))}" stroke="#f4c04a" stroke-width="1.1"/>'
                    f'<circle cx="{f(l * COS(a))}" cy="{f(l * SIN(a))}" r="1.5" fill="#ffe7a0"/>')
    body.append('<circle r="8" fill="url(#y)" stroke="#b8801c" stroke-width=".6"/>')
    for i in range(6):
        a = 2 * PI * i / 6
        body.append(f'<circle cx="{f(4.4 * COS(a))}" cy="{f(4.4 * SIN(a))}" r="1" fill="#a87416"/>')
    body.append('<circle r="1" fill="#a87416"/>')
    write("blossom.svg", (-70, -70, 140, 140), body, defs)
    # A loose petal, on the water
    l, w = 26, 17
    defs = ('<linearGradient id="b" x1="0" y1="1" x2="0" y2="0"><stop offset="0" stop-color="#d7649a"/><stop offset=".5" stop-color="#f7aac6"/><stop offset="1" stop-color="#fff0f3"/></linearGradient>')
    vein = "".join(f"M0 {f(-l * .12)}Q{f(w * v)} {f(-l * .5)} {f(w * v * .35)} {f(-l * .88)}" for v in (-.25, 0, .25))
    body = [f'<path d="{petal(l, w)}" transform="translate(1.6 2.6)" fill="#01040f" fill-opacity=".4"/>',
            f'<path d="{petal(l, w)}" fill="url(#b)" stroke="#fff" stroke-opacity=".55" stroke-width=".5"/>',
            f'<path d="{vein}" fill="none" stroke="#c65a90" stroke-opacity=".4" stroke-width=".5"/>']
    write("petal.svg", (-12, -29, 24, 34), body, defs)


def opening(i):
    """The window of the frame: corners cut inwards by circles, and below it the plaque."""
    x0, y0, x1, y1, r = 27 + i, 27 + i, W - 27 - i, H - 27 - i, 25 - i
    return (f"M{f(x0 + r)} {f(y0)}H{f(x1 - r)}A{f(r + 2 * i)} {f(r + 2 * i)} 0 0 0 {f(x1)} {f(y0 + r)}V{f(y1 - r)}A{f(r + 2 * i)} {f(r + 2 * i)} 0 0 0 {f(x1 - r)} {f(y1)}"
            f"H{f(x0 + r)}A{f(r + 2 * i)} {f(r + 2 * i)} 0 0 0 {f(x0)} {f(y1 - r)}V{f(y0 + r)}A{f(r + 2 * i)} {f(r + 2 * i)} 0 0 0 {f(x0 + r)} {f(y0)}Z")


def plaque(i):
    cx, y0, y1, w = W / 2, 596 + i, 655 - i, 92 - i
    m = (y0 + y1) / 2
    return (f"M{f(cx - w)} {f(y0 + 9)}Q{f(cx - w * .6)} {f(y0 + 8)} {f(cx - w * .36)} {f(y0 + 2)}Q{f(cx)} {f(y0 - 7)} {f(cx + w * .36)} {f(y0 + 2)}"
            f"Q{f(cx + w * .6)} {f(y0 + 8)} {f(cx + w)} {f(y0 + 9)}Q{f(cx + w - 7)} {f(m)} {f(cx + w)} {f(y1 - 2)}H{f(cx - w)}Q{f(cx - w + 7)} {f(m)} {f(cx - w)} {f(y0 + 9)}Z")


def frame():
    gold = ('<linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#f9e3a4"/><stop offset=".25" stop-color="#d6a548"/>'
            '<stop offset=".5" stop-color="#f4d78c"/><stop offset=".75" stop-color="#b9832f"/><stop offset="1" stop-color="#f2d284"/></linearGradient>')
    ground = ('<linearGradient id="n" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#1b2350"/><stop offset=".5" stop-color="#0d1231"/>'
              '<stop offset="1" stop-color="#1a1c46"/></linearGradient>'
              '<linearGradient id="q" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#1c2658"/><stop offset="1" stop-color="#0c1130"/></linearGradient>')
    outer = f"M24 0H{W - 24}A24 24 0 0 1 {W} 24V{H - 24}A24 24 0 0 1 {W - 24} {H}H24A24 24 0 0 1 0 {H - 24}V24A24 24 0 0 1 24 0Z"
    body = []
    # A soft dark edge lies on the water inside of the frame.
    for i in range(1, 11):
        body.append(f'<path d="{opening(0)}{opening(i)}" fill-rule="evenodd" fill="#01030d" fill-opacity=".085"/>')
        body.append(f'<path d="{plaque(-i)}" fill="#01030d" fill-opacity=".065"/>')
    body.append(f'<path d="{outer}{opening(0)}" fill-rule="evenodd" fill="url(#n)"/>')
    body.append(f'<path d="{plaque(0)}" fill="url(#q)"/>')
    # The gold: lines, a band of waves, crests in the corners
    lines = []
    inner_rect = lambda i, r: (f"M{f(i + r)} {f(i)}H{f(W - i - r)}A{r} {r} 0 0 1 {f(W - i)} {f(i + r)}V{f(H - i - r)}A{r} {r} 0 0 1 {f(W - i - r)} {f(H - i)}"
                               f"H{f(i + r)}A{r} {r} 0 0 1 {f(i)} {f(H - i - r)}V{f(i + r)}A{r} {r} 0 0 1 {f(i + r)} {f(i)}Z")
    lines.append(f'<path d="{inner_rect(1.2, 23)}" stroke-width="1.4"/><path d="{inner_rect(5, 19)}" stroke-width=".8"/>')
    x0, y0, x1, y1, r = 27, 27, W - 27, H - 27, 25
    lines.append(f'<path d="M{W / 2 + 90} {y1}H{x1 - r}A{r} {r} 0 0 1 {x1} {y1 - r}V{y0 + r}A{r} {r} 0 0 1 {x1 - r} {y0}H{x0 + r}A{r} {r} 0 0 1 {x0} {y0 + r}V{y1 - r}A{r} {r} 0 0 1 {x0 + r} {y1}H{W / 2 - 90}" stroke-width="1.7"/>')
    lines.append(f'<path d="{plaque(0)}" stroke-width="1.6"/><path d="{plaque(3.6)}" stroke-width=".7"/>')
    waves = {"1": "", ".8": "", ".6": ""}

    def wave_row(n, place, big):
        for j in range(n):
            for r, key in ((big, "1"), (big * .68, ".8"), (big * .36, ".6")):
                waves[key] += place(j, r)
    # The waves open outwards on all four sides.
    y_in, y_out = 22.5, 9.5
    nx = 22
    x0, x1 = 53, W - 53
    sx = (x1 - x0) / nx
    big = sx / 2
    wave_row(nx, lambda j, r: f"M{f(x0 + sx * (j + .5) - r)} {y_in}a{f(r)} {f(r * 1.3)} 0 0 1 {f(2 * r)} 0", big)
    half = [j for j in range(nx) if x0 + sx * (j + 1) < W / 2 - 96 or x0 + sx * j > W / 2 + 96]
    wave_row(len(half), lambda j, r: f"M{f(x0 + sx * (half[j] + .5) - r)} {f(H - y_in)}a{f(r)} {f(r * 1.3)} 0 0 0 {f(2 * r)} 0", big)
    ny = 33
    y0, y1 = 53, H - 53
    sy = (y1 - y0) / ny
    big = sy / 2
    wave_row(ny, lambda j, r: f"M{y_in} {f(y0 + sy * (j + .5) + r)}a{f(r * 1.3)} {f(r)} 0 0 1 0 {f(-2 * r)}", big)
    wave_row(ny, lambda j, r: f"M{f(W - y_in)} {f(y0 + sy * (j + .5) - r)}a{f(r * 1.3)} {f(r)} 0 0 1 0 {f(2 * r)}", big)
    for width, d in waves.items():
        lines.append(f'<path d="{d}" stroke-width="{width}"/>')
    # Crests: a lotus from above
    crest = ""
    solid = ""
    for cx, cy in ((27, 27), (W - 27, 27), (27, H - 27), (W - 27, H - 27)):
        crest += f'<g transform="translate({cx} {cy})"><circle r="18.5" stroke-width="1.1"/><circle r="4" stroke-width=".9"/>'
        for i in range(8):
            crest += f'<path d="M0 -5C-5.4 -8 -4.2 -13 0 -16.6C4.2 -13 5.4 -8 0 -5Z" transform="rotate({45 * i})" stroke-width=".95"/>'
        crest += "</g>"
        for i in range(8):
            a = math.radians(45 * i + 22.5)
            solid += f'<circle cx="{f(cx + 14.6 * COS(a))}" cy="{f(cy + 14.6 * SIN(a))}" r=".95"/>'
        solid += f'<circle cx="{cx}" cy="{cy}" r="1.7"/>'
    # Two small stars beside the title
    for x in (W / 2 - 62, W / 2 + 62):
        y, s, k = 626, 5, 0.8
        solid += f'<path d="M{f(x)} {f(y - s)}Q{f(x + k)} {f(y - k)} {f(x + s)} {f(y)}Q{f(x + k)} {f(y + k)} {f(x)} {f(y + s)}Q{f(x - k)} {f(y + k)} {f(x - s)} {f(y)}Q{f(x - k)} {f(y - k)} {f(x)} {f(y - s)}Z"/>'
    # The gradient lies over the whole drawing, not over each line of it.
    gold = gold.replace('id="g" x1="0" y1="0" x2="1" y2="1"', f'id="g" gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="{W}" y2="{H}"')
    shapes = f'<g fill="none" stroke="url(#g)">{"".join(lines)}{crest}</g><g fill="url(#g)">{solid}</g>'
    write("frame.svg", (0, 0, W, H), body + [shapes], ground + gold)
    solid = "".join(f'<circle cx="{cx}" cy="{cy}" r="18.5"/>' for cx in (27, W - 27) for cy in (27, H - 27))
    write("gold.svg", (0, 0, W, H), [f'<g fill="#fff" fill-opacity=".42"><path d="{waves["1"]}"/>{solid}</g>', shapes.replace("url(#g)", "#fff")])


def place(box, group, origin=(0, 0), anchor=None):
    """The keys at, size and anchor of a layer whose picture has this box."""
    x, y, w, h = box
    gx, gy, gw, gh = group
    ax, ay = (x + w / 2, y + h / 2) if anchor is None else anchor
    s = f"at = [{(ax + origin[0] - gx) / gw:.5g}, {(ay + origin[1] - gy) / gh:.5g}]\nsize = [{w / gw:.5g}, {h / gh:.5g}]\n"
    if anchor is not None:
        s += f"anchor = [{(ax - x) / w:.5g}, {(ay - y) / h:.5g}]\n"
    return s


SPRING = 'spring = { duration = 1.1, bounce = 0.25 }'
R = 216     # the fish's box reaches so far from the moon
GROUP = (-R, -R, 2 * R, 2 * R)
SWIM = f"""rotation = [
    {{ follow = "tilt-x", range = [-30, 30], values = [-13, 13], spring = {{ duration = 1.4, bounce = 0.15 }} }},
    {{ follow = "tilt-y", range = [-30, 30], values = [5, -5], spring = {{ duration = 1.4, bounce = 0.15 }} }},
    {{ on = "tap", track = [{{ to = 30, cubic = 0.9 }}, {{ to = 0, cubic = 3.4 }}] }},
]
"""


def fish_layers(fish, parts, group, mask=False):
    n = fish.name
    word = "foil of " if mask else ""
    s = ""

    def layer(title, picture, box, root, extra=""):
        return (f'\n[[layer]]\nname = "{word}{n} {title}"\nin = "{group}"\npicture = "{n}-{picture}.svg"\n'
                + place(box, GROUP, anchor=root) + extra)
    s += layer("tail", "tail", *parts["tail"], 'style = "tail"\n')
    s += layer("left fin", "fin-left", *parts["fin-left"], 'style = "left fin"\n')
    s += layer("right fin", "fin-right", *parts["fin-right"], 'style = "right fin"\n')
    s += layer("scales" if mask else "body", "scales" if mask else "body", *parts["body"])
    return s


def toml(white, dark, pad_boxes):
    pond = (PX, PY, PW, PH)
    card = (0, 0, W, H)
    mx, my = (MX - PX) / PW, (MY - PY) / PH
    ring_at = f"at = [{mx:.5g}, {my:.5g}]\nsize = [{2 * R / PW:.5g}, {2 * R / PH:.5g}]\n"
    s = f"""# A collector's card: two koi swim round the moon in a pond. Their scales and fins, a halo round the moon and the gold of
# the frame are foil, of which other places shine at each tilt. The fish go a little way round as the card is turned, and
# further at a tap, which also sends waves over the pond. Nothing moves when the card is held still.
#
# art/koi.py writes this file and the pictures.
format = 2
name = "Koi"
author = "Lenticule"
size = [{W}, {H}]
surround = "#060a20"

[parallax]
points = 16
degrees = 30

# The pond: all in it moves with the waves. Its edges lie below the frame.
[[layer]]
name = "pond"
clip = true
radius = 24

[layer.ripple]
on = "tap-here"
amplitude = 8
frequency = 27
decay = 2.3
speed = 270
light = 0.2
duration = 3.6

[[layer]]
name = "water"
in = "pond"
picture = "water.svg"

[[layer]]
name = "moon"
in = "pond"
picture = "moon.svg"
{place((-130, -130, 260, 260), pond, (MX, MY))}depth = -0.75
"""
    s += f"""
# The shadows of the fish on the ground.
[[layer]]
name = "shadows"
in = "pond"
{ring_at}depth = -0.8
offset = [5, 16]
style = "swim"
"""
    for fish, parts in ((WHITE, white), (DARK, dark)):
        s += f'\n[[layer]]\nname = "{fish.name} shadow"\nin = "shadows"\npicture = "{fish.name}-shadow.svg"\n' + place(parts["shadow"][0], GROUP)
    s += f"""
# The fish: a group that turns about the moon.
[style.swim]
{SWIM}
# The tail beats at a tap, and the fins follow both tilts.
[style.tail]
rotation = [
    {{ follow = "tilt-x", range = [-30, 30], values = [11, -11], {SPRING} }},
    {{ follow = "tilt-y", range = [-30, 30], values = [-5, 5], {SPRING} }},
    {{ on = "tap", track = [{{ to = 15, cubic = 0.16 }}, {{ to = -15, cubic = 0.24 }}, {{ to = 13, cubic = 0.26 }}, {{ to = -9, cubic = 0.32 }}, {{ to = 5, cubic = 0.4 }}, {{ to = 0, cubic = 0.6 }}] }},
]

[style."left fin"]
rotation = [
    {{ follow = "tilt-y", range = [-30, 30], values = [-9, 9], {SPRING} }},
    {{ on = "tap", track = [{{ to = -22, cubic = 0.25 }}, {{ to = 8, cubic = 1.2 }}, {{ to = -6, cubic = 0.9 }}, {{ to = 0, cubic = 1.2 }}] }},
]

[style."right fin"]
rotation = [
    {{ follow = "tilt-y", range = [-30, 30], values = [9, -9], {SPRING} }},
    {{ on = "tap", track = [{{ to = 22, cubic = 0.25 }}, {{ to = -8, cubic = 1.2 }}, {{ to = 6, cubic = 0.9 }}, {{ to = 0, cubic = 1.2 }}] }},
]

[[layer]]
name = "fish"
in = "pond"
{ring_at}depth = -0.35
style = "swim"
"""
    s += fish_layers(WHITE, white, "fish") + fish_layers(DARK, dark, "fish")
    s += f"""
# The foil of the pond shines where the fish have scales and fins, and round the moon.
[[layer]]
name = "pond foil"
in = "pond"
{ring_at}foil = "rainbow"
mask = "pond foil shape"
strength = 1
glare = 0.5
pattern-scale = 0.6
seed = 5

[[layer]]
name = "pond foil shape"
in = "pond"

[[layer]]
name = "foil of moon"
in = "pond foil shape"
picture = "halo.svg"
{place((-96, -96, 192, 192), pond, (MX, MY))}depth = -0.75

[[layer]]
name = "foil of fish"
in = "pond foil shape"
{ring_at}depth = -0.35
style = "swim"
"""
    s += fish_layers(WHITE, white, "foil of fish", True) + fish_layers(DARK, dark, "foil of fish", True)
    s += "\n# Leaves and petals float above the fish.\n"
    for key, depth in (("pads-above", 0.0), ("pads-below", 0.12)):
        s += f'\n[[layer]]\nname = "{key.replace("-", " ")}"\nin = "pond"\npicture = "{key}.svg"\n' + place(pad_boxes[key], pond, (PX, PY))
        if depth:
            s += f"depth = {depth}\n"
    for i, (x, y, turn, size, depth) in enumerate(PETALS):
        s += (f'\n[[layer]]\nin = "pond"\npicture = "petal.svg"\n' + place((x - 12 * size, y - 17 * size, 24 * size, 34 * size), pond)
              + f'depth = {depth}\nrotation = [{turn}, {{ follow = "tilt-x", range = [-30, 30], values = [{-9 if i % 2 else 9}, {9 if i % 2 else -9}], {SPRING} }}]\n')
    s += f"""
[[layer]]
name = "frame"
picture = "frame.svg"

# The foil of the frame shines on its gold.
[[layer]]
name = "frame foil"
foil = "bars"
mask = "gold lines"
strength = 1
glare = 0.5

[[layer]]
name = "gold lines"
picture = "gold.svg"

[[layer]]
name = "title"
text = "Koi"
font = "display.ttf"
text-size = 30
tracking = 4
align = "centre"
size = [0.3, 0.064]
at = [0.504, 0.9315]
gradient = {{ kind = "linear", from = [{{ follow = "tilt-x", range = [-30, 30], values = [-0.3, 0.3] }}, 0], to = [{{ follow = "tilt-x", range = [-30, 30], values = [0.7, 1.3] }}, 0.3], mix = "oklab", colours = ["#f0c674", "#fff8dc", "#f0c674"] }}

# A petal and the flower lie over the frame, nearest to the eye.
[[layer]]
name = "petal on the frame"
picture = "petal.svg"
{place((448 - 15, 404 - 21, 30, 42), card)}depth = 0.7
rotation = [-62, {{ follow = "tilt-x", range = [-30, 30], values = [-14, 14], {SPRING} }}]

[[layer]]
name = "blossom"
picture = "blossom.svg"
{place((-70, -70, 140, 140), card, (82, 574))}depth = 0.45
rotation = {{ follow = "tilt-x", range = [-30, 30], values = [-4, 4], {SPRING} }}
"""
    with open(os.path.join(OUT, "card.toml"), "w") as file:
        file.write(s)


water()
moon()
blossom()
frame()
toml(draw_fish(WHITE), draw_fish(DARK), pads())
