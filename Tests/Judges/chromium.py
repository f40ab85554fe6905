"""A Chromium without a window, driven through its debugging protocol by a pipe: JSON texts that end in NUL."""
import json
import os
import select
import signal
import subprocess
import tempfile
import time


class Browser:
    """Starts with these options; ends, with all of its processes, at the end of a `with` block."""

    def __init__(self, *options, seconds=60):
        self.number, self.events, self.rest, self.seconds = 0, [], b"", seconds
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        commands, self.commands = os.pipe()
        self.answers, answers = os.pipe()
        # The shell puts them where the protocol wants them: commands at 3, answers at 4.
        command = [
            "chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
            "--disable-background-networking", "--disable-component-update", "--no-first-run",
            "--force-color-profile=srgb", "--remote-debugging-pipe",
            f"--user-data-dir={self.folder.name}", *options, "about:blank",
        ]
        self.process = subprocess.Popen(
            ["sh", "-c", f'exec "$@" 3<&{commands} 4>&{answers}', "sh", *command],
            pass_fds=(commands, answers), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            start_new_session=True)
        os.close(commands)
        os.close(answers)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.process.wait()
        self.folder.cleanup()

    def send(self, method, session=None, **parameters):
        """The result of a command."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        os.write(self.commands, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive(method)
            if answer.get("id") != self.number:
                self.events.append(answer)
            elif "error" in answer:
                raise RuntimeError(f"{method}: {answer['error']}")
            else:
                return answer["result"]

    def receive(self, purpose):
        end = time.monotonic() + self.seconds
        while b"\0" not in self.rest:
            if not select.select([self.answers], [], [], max(0, end - time.monotonic()))[0]:
                raise RuntimeError(f"{purpose}: no answer for {self.seconds} s")
            block = os.read(self.answers, 1 << 20)
            if not block:
                raise RuntimeError(f"{purpose}: the browser has ended")
            self.rest += block
        text, self.rest = self.rest.split(b"\0", 1)
        return json.loads(text)

    def tab(self):
        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        return Tab(self, self.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"])


class Tab:
    def __init__(self, browser, session):
        self.browser, self.session = browser, session
        for domain in ("Page", "Network", "Runtime", "Log"):
            self.send(f"{domain}.enable")

    def send(self, method, **parameters):
        return self.browser.send(method, self.session, **parameters)

    def evaluate(self, expression):
        """The value of a script's expression, or of the promise that it gives."""
        result = self.send(
            "Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in result:
            raise RuntimeError(f"{expression}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def open(self, address):
        self.send("Page.navigate", url=address)
        self.wait_for("document.readyState === 'complete' && location.href !== 'about:blank'")

    def wait_for(self, condition):
        end = time.monotonic() + self.browser.seconds
        while not self.evaluate(condition):
            if time.monotonic() > end:
                raise RuntimeError(f"not within {self.browser.seconds} s: {condition}")
            time.sleep(0.02)

    def took(self, method):
        """The parameters of the events of this name so far."""
        self.evaluate("0")
        return [
            event["params"] for event in self.browser.events
            if event.get("method") == method and event.get("sessionId") == self.session]
