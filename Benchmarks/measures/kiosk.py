"""A kiosk with the demo card: its memory, beside that of a browser with the same card as a page."""

import subprocess
import time

from .frames import chromium_command
from .processes import descendants, is_missing, memory, run, running, xvfb
from .report import Figure

SIZE = 1920, 1080
# Seconds after which everything was drawn and the decoder has ended.
WARM = 8
# A board with 512 MB has this for a card.
BOUND = 80


def kiosk_figures(tools, report):
    card = tools.cards / "demo"
    with xvfb(*SIZE) as (_, environment):
        found = {renderer: kiosk_memory(tools, environment, card, renderer) for renderer in ("cpu", "gl")}
        page = None if is_missing("chromium") else page_memory(tools, environment, card)
    if page is None:
        report.skip("the Chromium kiosk: there is no chromium here")
    return [
        Figure("cpu", found["cpu"][0], "MB resident", BOUND,
               peers=(("Chromium, the exported card", page),)),
        Figure("cpu", found["cpu"][1], "MB private"),
        Figure("gl (Mesa draws on the processor here)", found["gl"][0], "MB resident"),
    ]


def kiosk_memory(tools, environment, card, renderer):
    """Resident and private memory in MB while a hand tilts the card."""
    command = [tools.lenticule, "show", "--kiosk", "--card", card, "--renderer", renderer, "--from",
               "simulated:hand"]
    with running(command, environment, stdout=subprocess.DEVNULL) as process:
        time.sleep(WARM)
        while len(descendants(process.pid)) > 1:
            time.sleep(1)
        whole, _, private = memory(process.pid)
    return whole, private


def page_memory(tools, environment, card):
    """Of all processes of the browser, what they share counted once, in MB."""
    page = tools.folder / "kiosk.html"
    run([tools.lenticule, "export", card, "-o", page])
    command = chromium_command(tools, page.as_uri(), SIZE)
    with running(command, environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as browser:
        time.sleep(WARM)
        return sum(memory(pid)[1] for pid in descendants(browser.pid))
