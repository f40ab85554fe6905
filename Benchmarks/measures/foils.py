"""A foil over a picture, beside the same made in CSS, and waves that run over a picture."""

from .cards import PAGE, Moved, made_card, made_page, moved_figures

SIZES = ((1280, 720), (1920, 1080), (3840, 2160))
TAPS = 4

FOIL = """format = 2
size = [1280, 720]

[[layer]]
picture = "back.png"

[[layer]]
foil = "cosmos"
"""
RIPPLE = """format = 2
size = [1280, 720]

[[layer]]
picture = "back.png"

[layer.ripple]
on = "tap"
"""


def foil_figures(tools, report):
    figures = []
    for width, height in SIZES:
        def page(tools, moved, width=width, height=height):
            return made_page(tools, moved, "foil.html", {"width": width, "height": height})

        foil = made_card(tools, f"foil-{width}", FOIL)
        figures += moved_figures(
            tools, report, [Moved(f"a cosmos foil, {width}x{height}", foil, {PAGE: 0.5})], page,
            (width, height))
        ripple = made_card(tools, f"ripple-{width}", RIPPLE)
        figures += moved_figures(
            tools, report, [Moved(f"{TAPS} ripples, {width}x{height}", ripple, taps=TAPS)], page,
            (width, height))
    return figures
