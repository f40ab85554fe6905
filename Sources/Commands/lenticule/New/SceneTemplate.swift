import Geometry
import Motion
import Platform
import TOML

struct SceneTemplate {
    let name: String
    /// From the lowest to the topmost; without any the layers are plain colours.
    let pictures: [String]
    /// The first picture's size in points; nil without pictures.
    let firstSize: Size?
    let fit: Fit.Mode

    /// The size of a card without pictures.
    static let defaultSize = Size(width: 480, height: 300)

    /// Layers that move with the tilt, of which the topmost reacts to a tap.
    var text: String {
        """
        # A scene: docs/cards.md describes every key. `lenticule check` finds mistakes, and
        # `lenticule show --card` shows this file anew whenever you save it.
        format = 2
        # The card's name, shown in the window's title.
        name = \(name.quotedForTOML)
        # Who made it.
        # author = ""
        # The card's width and height in points. Offsets and "radius" are points too. A layer's "at"
        # and "size" are shares of the card, 0 to 1; its "anchor" is a place in the layer, in shares of it.
        \(sizeLine)

        # How far a layer with depth = 1 moves, in points, and at which tilt, in degrees.
        [parallax]
        points = \(parallaxPoints)
        degrees = 30

        # The layers, the lowest first.
        \((pictures.isEmpty ? Self.colours : pictureLayers).joined(separator: "\n\n"))

        \(Self.title)

        """
    }

    private var sizeLine: String {
        guard !pictures.isEmpty else { return line(Self.defaultSize) }
        return "# Left out, it is the first picture's.\n"
            + (firstSize.map { "# " + line($0) } ?? "")
    }

    private func line(_ size: Size) -> String { "size = \(size.toml)" }

    /// A 24th of the card's longer side.
    private var parallaxPoints: Int {
        let size = firstSize ?? Self.defaultSize
        return max(1, Int(saturating: (max(size.width, size.height) / 24).rounded()))
    }

    private var pictureLayers: [String] {
        pictures.enumerated().map { index, picture in
            let parts = [
                """
                [[layer]]
                name = "layer \(index + 1)"
                picture = \(picture.quotedForTOML)
                """, index == 0 ? Self.fitComments : "",
                index == 0 || fit != .stretch ? fit.lines : "",
                index == 0 ? Self.layerComments : "", "depth = \(depth(index))",
                index == pictures.count - 1 ? Self.reaction : "",
            ]
            return parts.filter { !$0.isEmpty }.joined(separator: "\n")
        }
    }

    /// Evenly from -1, the lowest, to 1, as text; 0.5 for one picture alone.
    private func depth(_ index: Int) -> String {
        guard pictures.count > 1 else { return "0.5" }
        let share = Double(index) / Double(pictures.count - 1)
        return (2 * share - 1).rounded(toAtMost: 2)
    }

    private static let fitComments = """
        # "stretch" to the layer's box, "contain" in it, or "cover" it; with "cover", "focus" is the
        # place that stays in view, in shares of the picture's width and height.
        """

    private static let layerComments = """
        # A cut-out keeps its own size, and lies where its centre is put:
        # size = "natural"
        # at = [0.5, 0.7]
        # -1 is far, 0 stands still, 1 is near.
        """

    /// What may be added at the end.
    private static let title = """
        # Words over all, of which each letter fades in a little later than the one before:
        # [[layer]]
        # name = "title"
        # text = "Tilt me"
        # text-size = 40
        # size = "natural"
        # at = [0.5, 0.85]
        # [layer.each]
        # stagger = 0.06
        # opacity = { on = "shown", track = [{ to = 0 }, { to = 1, linear = 0.3 }] }
        """

    private static let reaction = """
        # A tap makes it larger and turns it; springs bring it back.
        scale = { on = "tap", track = [
            { to = 1.08, cubic = 0.12 },
            { to = 1, spring = "bouncy" },
        ] }
        rotation = { on = "tap", track = [
            { to = 3, cubic = 0.12 },
            { to = 0, spring = "bouncy" },
        ] }
        # It fades while the card is tilted backward.
        # opacity = { follow = "tilt", range = [-60, 0], values = [0.3, 1] }
        """

    private static let colours = [
        """
        [[layer]]
        name = "sky"
        colour = "#1d3557"
        # -1 is far, 0 stands still, 1 is near.
        depth = -1
        """,
        """
        [[layer]]
        name = "sun"
        colour = "#ffb703"
        # Where the layer's centre lies in the card, and its size: shares of the card's.
        at = [0.7, 0.35]
        size = [0.15, 0.24]
        # Half the side makes a circle.
        radius = 36
        depth = -0.6
        # It grows and shrinks for ever.
        scale = { on = "shown", phases = [1, 1.06], animation = { ease-in-out = 1.2 }, loop = true }
        """,
        """
        [[layer]]
        name = "hill"
        colour = "#457b9d"
        at = [0.3, 0.95]
        size = [0.9, 0.6]
        radius = 90
        # It is turned by the tilt about the vertical axis: -2 degrees at -30, 2 at 30.
        rotation = { follow = "tilt-x", range = [-30, 30], values = [-2, 2] }
        """,
        """
        [[layer]]
        name = "ball"
        colour = "#e63946"
        at = [0.4, 0.75]
        size = [0.1, 0.16]
        radius = 24
        depth = 1
        # A tap on it makes it jump; a spring brings it back.
        offset-y = { on = "tap-here", track = [
            { to = -60, cubic = 0.2 },
            { to = 0, spring = "bouncy" },
        ] }
        # It fades while the card is tilted backward.
        # opacity = { follow = "tilt", range = [-60, 0], values = [0.3, 1] }
        """,
    ]
}

extension Size {
    /// As in `[4, 3]`; scaled up if a side is below 1, which card.toml does not allow.
    var toml: String {
        let scale = max(1, 1 / min(width, height))
        let sides = [width, height].map { ($0 * scale).rounded(toAtMost: 2) }
        return "[\(sides[0]), \(sides[1])]"
    }
}
