"""Five thousand particles with screen blending, beside a page that draws as many on a canvas."""

from .cards import PAGE, Moved, made_card, made_page, moved_figures

SIZES = ((1280, 720), (1920, 1080), (3840, 2160))
COUNT = 5000


# As many begin in a second as keep `COUNT` of them for six.
CARD = f"""format = 2
size = [1280, 720]

[[layer]]
gradient = {{ kind = "linear", colours = ["#0b1026", "#20335c"] }}

[[layer]]
particles = "snow"
blend = "screen"

[layer.emitter]
rate = {COUNT / 6}
lifetime = 6
size = [6, 22]
"""


def particle_figures(tools, report):
    figures = []
    for width, height in SIZES:
        def page(tools, moved, width=width, height=height):
            scene = {"count": COUNT, "width": width, "height": height, "unit": width / 1280}
            return made_page(tools, moved, "particles.html", scene)

        name = f"{COUNT} particles, {width}x{height}"
        made = made_card(tools, f"particles-{width}", CARD)
        figures += moved_figures(
            tools, report, [Moved(name, made, {PAGE: 0.25})], page, (width, height))
    return figures
