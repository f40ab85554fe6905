"""Clients of the service: one that watches, and a crowd that behaves badly."""

import json
import math
import socket
import sys
import time

# States a second, in the devices' time, which even a slow machine gives a client that asks for 100.
RATE_LIMIT = 10


class Client:
    """A connection to the service that reads lines."""

    def __init__(self, path, request=None):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(0.5)
        self.socket.connect(path)
        self.rest = b""
        if request:
            self.send(request)

    def send(self, request):
        self.socket.sendall(json.dumps(request).encode() + b"\n")

    def lines(self):
        """What has come, parsed; nothing after half a second without."""
        try:
            data = self.socket.recv(1 << 16)
        except TimeoutError:
            return []
        if not data:
            raise ConnectionError("the service hung up")
        *whole, self.rest = (self.rest + data).split(b"\n")
        return [json.loads(line) for line in whole]

    def close(self):
        self.socket.close()


class Witness:
    """Compares what the service says with what the devices do."""

    def __init__(self, path, log):
        self.path, self.start = path, self.start_of(log)
        deadline = time.monotonic() + 120
        while True:
            try:
                self.client = Client(path, {"subscribe": "state", "hz": 100})
                return
            except OSError:
                if time.monotonic() > deadline:
                    sys.exit("FAILED: there is no service to connect to")
                time.sleep(0.05)

    @staticmethod
    def start_of(log):
        return float(open(log).readline().split()[-1])

    def error(self, limit, patience, span):
        """Waits at most `patience` seconds until the angle stays right; the largest error then.

        Right is within `limit` degrees for `span` seconds of the devices' time: a filter that starts in
        the middle of a motion needs some to find gravity.
        """
        deadline = time.monotonic() + patience
        self.skip()
        while (worst := self.worst(span, deadline)) > limit and time.monotonic() < deadline:
            pass
        return worst

    def skip(self):
        """Forgets what has come so far."""
        self.client.socket.setblocking(False)
        try:
            while self.client.socket.recv(1 << 16):
                pass
        except BlockingIOError:
            pass
        self.client.socket.settimeout(0.5)
        self.client.rest = b""
        self.client.lines()
        self.client.rest = b""

    def worst(self, span, deadline):
        """The largest error in the states of the next `span` seconds of the devices' time; infinite if
        one tells of no angle, if time goes back, if they are too few or not there by the deadline.
        """
        first, worst, count = None, 0.0, 0
        while time.monotonic() < deadline:
            for line in self.client.lines():
                if "lenticule" in line:
                    continue
                if line.get("device") != "streaming":
                    return math.inf
                if "pitch_deg" not in line:
                    continue
                now = line["timestamp_ns"] / 1e9
                first = now if first is None else first
                worst, count = max(worst, self.error_of(line)), count + 1
                if now < first or now - first >= span:
                    return worst if now >= first and count > RATE_LIMIT * span else math.inf
        return math.inf

    def error_of(self, line):
        """Degrees between the pitch and that of the pushed motion then."""
        length = math.sqrt(sum(part * part for part in line["q"]))
        if abs(length - 1) > 1e-6:
            return math.inf
        moment = line["timestamp_ns"] / 1e9 - self.start
        truth = 30 * math.sin(math.pi * moment)
        return max(abs(line["pitch_deg"] - truth), abs(line["roll_deg"]))


class Crowd:
    """Clients that come and go as they like."""

    def __init__(self, dice, path):
        self.dice, self.path, self.clients = dice, path, []

    def disturb(self):
        self.dice.choice((self.come, self.come, self.go, self.babble, self.flood, self.crowd))()

    def come(self):
        """One who may listen, or never read."""
        requests = (None, {"subscribe": "samples"}, {"recenter": True},
                    {"subscribe": "state", "hz": self.dice.choice((1, 30, 60, 250, 1000))})
        self.join(self.dice.choice(requests))

    def go(self):
        """One hangs up in the middle of whatever the service is sending."""
        if self.clients:
            self.clients.pop(self.dice.randrange(len(self.clients))).close()

    def babble(self):
        """Nonsense, of any length, with or without an end of line."""
        client = self.join()
        noise = self.dice.randbytes(self.dice.choice((1, 30, 900, 100_000)))
        self.tell(client, noise + self.dice.choice((b"", b"\n")))

    def flood(self):
        self.tell(self.join(), b'{"subscribe":"state","hz":60}\n' * 2000)

    def crowd(self):
        """More than are let in."""
        for _ in range(self.dice.randint(2, 80)):
            self.join()
        while len(self.clients) > 10:
            self.go()

    def leave(self):
        while self.clients:
            self.clients.pop().close()

    def join(self, request=None):
        try:
            client = Client(self.path, request)
        except OSError:
            return None
        self.clients.append(client)
        return client

    def tell(self, client, data):
        """The service may hang up meanwhile: it is right to."""
        try:
            if client:
                client.socket.sendall(data)
        except OSError:
            pass
