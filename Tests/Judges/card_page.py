#!/usr/bin/env python3
"""Looks at a page of `lenticule export` in Chromium, and prints what it sees as JSON.

    card_page.py PAGE PICTURES [all]

PICTURES is a folder: grid.json has width, height, columns, rows, reachX, reachY and isWheel, K.png is the card
at the grid's tilt K, from 0, as `render` draws it, and between-K.png the card at the tilt K of between.json,
which has pairs of degrees. `portrait` and `landscape` have for each tilt the mean difference between the page
and the card, of 255, while the device's orientation is overridden. What `all` measures is said at each part.
"""
import base64
import http.server
import json
import math
import operator
import pathlib
import ssl
import subprocess
import sys
import tempfile
import threading

from chromium import Browser

# The frames that the page asks for are counted. Waiting for frames here does not count.
COUNTING = """(() => {
    const ask = window.requestAnimationFrame.bind(window);
    window.framesAsked = 0;
    window.requestAnimationFrame = work => { window.framesAsked += 1; return ask(work); };
    window.twoFrames = () => new Promise(done => ask(() => ask(() => done(true))));
    window.nextPose = () => new Promise(
        done => addEventListener("deviceorientation", () => done(true), {once: true}));
    // The page's listener comes first, because it is there when the first pose arrives.
    window.isAtRest = async seconds => {
        const before = window.framesAsked;
        await new Promise(done => setTimeout(done, seconds * 1000));
        return window.framesAsked - before;
    };
})();"""
# The pose in which the device is held first, degrees from lying flat.
PITCH = 8


def decoded(path):
    """Red, green and blue of each pixel of a picture, or of numbered ones, as ffmpeg decodes them."""
    return subprocess.run(
        ["ffmpeg", "-v", "error", "-nostdin", "-i", path, "-f", "rawvideo", "-pix_fmt", "rgb24", "-"],
        check=True, stdout=subprocess.PIPE).stdout


class Card:
    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.__dict__.update(json.loads((self.folder / "grid.json").read_text()))
        self.count = self.columns * self.rows

    def tilt(self, index):
        """Degrees about the vertical and the horizontal axis."""
        def place(index, count, reach):
            return 0 if count == 1 else reach * (2 * index / (count - 1) - 1)
        return (place(index % self.columns, self.columns, self.reachX),
                place(index // self.columns, self.rows, self.reachY))

    def difference(self, pixels, name):
        truth = decoded(f"{self.folder}/{name}.png")
        assert len(pixels) == len(truth), "the page shows the card in another size"
        return sum(map(abs, map(operator.sub, pixels, truth))) / len(truth)


# How far the screen is turned: its angle, as the Screen Orientation API has it. At 90 degrees the device's
# right edge is the screen's top.
ORIENTATIONS = {"portrait": ("portraitPrimary", 0), "landscape": ("landscapePrimary", 90)}


class Shown:
    """A page that is open in a tab of its own, in a viewport in which the card has its own pixels."""

    def __init__(self, browser, card, address, orientation="portrait", is_calm=True, is_touched=False,
                 pitch=None):
        self.card, self.tab, (kind, self.angle) = card, browser.tab(), ORIENTATIONS[orientation]
        side = max(card.width, card.height) + 400
        self.tab.send(
            "Emulation.setDeviceMetricsOverride", width=side + card.width % 2, height=side,
            deviceScaleFactor=1, mobile=False, screenOrientation={"type": kind, "angle": self.angle})
        self.tab.send("Emulation.setTouchEmulationEnabled", enabled=is_touched)
        motion = "reduce" if is_calm else "no-preference"
        self.tab.send(
            "Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": motion}])
        self.tab.send("Page.addScriptToEvaluateOnNewDocument", source=COUNTING)
        # Before the page is there, because a page keeps the sensors that it has begun with.
        if pitch is not None:
            self.override(*self.angles(0, 0, pitch))
        self.tab.open(address)
        # The page says how it is tilted once a pose has come, or all of its pictures are decoded.
        self.tab.wait_for("document.querySelector('#hint').textContent !== ''")
        # The page rounds the corners of its pictures, which are compared whole.
        self.tab.evaluate("document.querySelector('#card').style.borderRadius = 0")
        self.tab.evaluate("twoFrames()")
        self.box = self.tab.evaluate(
            "(box => ({x: Math.round(box.x), y: Math.round(box.y), width: box.width, height: box.height}))"
            "(document.querySelector('canvas').getBoundingClientRect())")
        self.pictures = tempfile.TemporaryDirectory()
        self.count = 0

    def angles(self, x, y, pitch, heading=30):
        """The device's alpha, beta and gamma where its screen is tilted by x and y from a pose with this
        pitch: beta and gamma follow from the direction that is up, seen by the device."""
        up = (math.tan(math.radians(-x)), math.tan(math.radians(pitch + y)), 1)
        if self.card.isWheel:
            up = (-math.sin(math.radians(x)), math.cos(math.radians(x)), 0.3)
        u, v, w = (part / math.hypot(*up) for part in up)
        if self.angle == 90:
            u, v = v, -u
        return heading, math.degrees(math.asin(v)), math.degrees(math.atan2(-u, w))

    def override(self, alpha, beta, gamma):
        self.tab.send(
            "DeviceOrientation.setDeviceOrientationOverride", alpha=alpha, beta=beta, gamma=gamma)

    def hold(self, *tilts, **options):
        self.pose(*self.angles(*tilts, **options))

    def pose(self, *angles):
        """Holds the device so, and waits until the page has shown it."""
        self.tab.evaluate("void (window.posed = nextPose())")
        self.override(*angles)
        self.tab.evaluate("posed.then(twoFrames)")

    def photograph(self):
        picture = self.tab.send("Page.captureScreenshot", format="png", clip={**self.box, "scale": 1})
        path = pathlib.Path(self.pictures.name) / f"{self.count:05}.png"
        path.write_bytes(base64.b64decode(picture["data"]))
        self.count += 1

    def photographs(self):
        """The pixels of the photographs so far."""
        pixels = decoded(f"{self.pictures.name}/%05d.png")
        length = len(pixels) // self.count
        return [pixels[start:start + length] for start in range(0, len(pixels), length)]

    def differences(self, indices):
        return [round(self.card.difference(pixels, index), 2)
                for pixels, index in zip(self.photographs(), indices, strict=True)]

    def requests(self):
        """The addresses that the page asked for, beside its own and what it holds."""
        asked = [event["request"]["url"] for event in self.tab.took("Network.requestWillBeSent")]
        return [url for url in asked[1:] if not url.startswith("data:")]

    def complaints(self):
        entries = [event["entry"]["text"] for event in self.tab.took("Log.entryAdded")]
        # Chromium says this whenever a pose is set.
        entries = [text for text in entries if "reload is required" not in text]
        return entries + [str(event) for event in self.tab.took("Runtime.exceptionThrown")]


def at_all_tilts(browser, card, address, orientation):
    shown = Shown(browser, card, address, orientation, pitch=PITCH)
    for index in range(card.count):
        # Each pose differs from the one before, or no event would come.
        shown.hold(*card.tilt(index), PITCH, heading=30 + index % 2)
        shown.photograph()
    return {orientation: shown.differences(range(card.count)),
            f"{orientation}_at_rest": shown.tab.evaluate("isAtRest(0.5)"),
            f"{orientation}_requests": shown.requests(), f"{orientation}_complaints": shown.complaints()}


def between_tilts(browser, card, address):
    """How far the page is from the card halfway between two tilts, from pictures named `between-K`."""
    shown = Shown(browser, card, address, pitch=PITCH)
    places = json.loads((card.folder / "between.json").read_text())
    for x, y in places:
        shown.hold(x, y, PITCH, heading=31)
        shown.photograph()
    names = [f"between-{index}" for index in range(len(places))]
    return {"between": shown.differences(names)}


def upright(browser, card, address):
    """A turn of an upright device to the left, which gravity does not see, tilts the card about the vertical
    axis: its right edge goes away from the viewer."""
    if card.columns == 1 or card.isWheel:
        return {}
    shown, middle = Shown(browser, card, address, pitch=90), card.count // 2
    x, _ = card.tilt(middle + 1)
    shown.pose(30 + x, 90, 0)
    shown.photograph()
    return {"upright": shown.differences([middle + 1])}


def by_pointer(browser, card, address):
    """Over plain HTTP no motion comes. The mouse stands for the viewer's eye; a finger drags the card."""
    result = {}
    for name in ("mouse", "finger"):
        shown = Shown(browser, card, address, is_touched=name == "finger")
        result[f"{name}_has_motion"] = shown.tab.evaluate("typeof DeviceOrientationEvent") != "undefined"
        middle = shown.card.count // 2
        index = middle + 1 if card.columns > 1 else middle + card.columns
        x, y = card.tilt(index)
        share_x = x / card.reachX if card.reachX else 0
        share_y = y / card.reachY if card.reachY else 0
        width, height = shown.tab.evaluate("[innerWidth, innerHeight]")
        box = shown.box
        centre = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        if name == "mouse":
            wheel = -1 if card.isWheel else 1
            shown.tab.send(
                "Input.dispatchMouseEvent", type="mouseMoved", x=width / 2 * (1 - wheel * share_x),
                y=height / 2 * (1 - share_y))
        else:
            place = (centre[0] + share_x * box["width"] / 2, centre[1] - share_y * box["height"] / 2)
            for kind, (px, py) in (("touchStart", centre), ("touchMove", place)):
                shown.tab.send("Input.dispatchTouchEvent", type=kind, touchPoints=[{"x": px, "y": py}])
        shown.tab.evaluate("twoFrames()")
        shown.photograph()
        if name == "finger":
            shown.tab.send("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
            shown.tab.evaluate("twoFrames()")
            shown.photograph()
        result[name] = shown.differences([index, middle][:shown.count])
        result[f"{name}_at_rest"] = shown.tab.evaluate("isAtRest(0.5)")
        result[f"{name}_requests"] = shown.requests()
    return result


def by_itself(browser, card, address):
    """Without sensors and input the card sways, unless the person wants less motion; a pointer ends it."""
    calm = Shown(browser, card, address, is_calm=True)
    swaying = Shown(browser, card, address, is_calm=False)
    swaying.tab.wait_for("framesAsked > 20")
    swaying.photograph()
    swaying.tab.evaluate("isAtRest(1)")
    swaying.photograph()
    first, second = swaying.photographs()
    swaying.tab.send("Input.dispatchMouseEvent", type="mouseMoved", x=1, y=1)
    swaying.tab.send("Input.dispatchMouseEvent", type="mouseMoved", x=200, y=200)
    swaying.tab.wait_for("isAtRest(0.5).then(count => count === 0)")
    head = calm.tab.evaluate("""[document.title, ...["name=description", "property='og:image'"].map(
        name => document.querySelector(`meta[${name}]`).content), document.querySelector("img").alt]""")
    return {"head": head, "calm_frames": calm.tab.evaluate("framesAsked"), "sways": first != second}


class Server:
    """Serves a folder to the name card.test, which is not this machine's own, so that plain HTTP counts as
    insecure."""

    def __init__(self, folder, is_secure):
        class Handler(http.server.SimpleHTTPRequestHandler):
            def __init__(self, *arguments):
                super().__init__(*arguments, directory=folder)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        if is_secure:
            with tempfile.TemporaryDirectory() as keys:
                subprocess.run(
                    ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj",
                     "/CN=card.test", "-keyout", f"{keys}/key", "-out", f"{keys}/certificate"],
                    check=True, stderr=subprocess.DEVNULL)
                context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
                context.load_cert_chain(f"{keys}/certificate", f"{keys}/key")
            self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        scheme = "https" if is_secure else "http"
        self.address = f"{scheme}://card.test:{self.server.server_address[1]}"


def main(page, pictures, *parts):
    page, card = pathlib.Path(page), Card(pictures)
    secure, plain = Server(page.parent, True), Server(page.parent, False)
    result = {}
    with Browser("--host-resolver-rules=MAP card.test 127.0.0.1", "--ignore-certificate-errors") as browser:
        for orientation in ORIENTATIONS:
            result |= at_all_tilts(browser, card, f"{secure.address}/{page.name}", orientation)
        if (card.folder / "between.json").exists():
            result |= between_tilts(browser, card, f"{secure.address}/{page.name}")
        if "all" in parts:
            result |= upright(browser, card, f"{secure.address}/{page.name}")
            result |= by_pointer(browser, card, f"{plain.address}/{page.name}")
            result |= by_itself(browser, card, f"{plain.address}/{page.name}")
    print(json.dumps(result))


main(*sys.argv[1:])
