import Geometry
import TOML

struct CardTemplate {
    let name: String
    let pictures: [String]
    let size: Size
    let fit: Fit.Mode

    /// All keys, each with a comment; keys with their default are commented out.
    var text: String {
        """
        # The format of this file.
        format = 1
        # The card's name, shown in the window's title.
        name = \(name.quotedForTOML)
        # Who made it.
        # author = ""
        # The card's rectangle, of which only the proportions matter; the back picture's if left out.
        # size = \(size.toml)

        # What this card sets instead of the configuration.
        [tilt]
        # "horizontal" (top edge towards you), "vertical" (right edge down) or "steering".
        # axis = "horizontal"
        # Tilts smaller than this show the card flat.
        # flat_degrees = 1
        # The tilt at which the first or last picture is fully visible.
        # base_degrees = 60
        # Past that angle: "hold" keeps the picture, "return" goes back to the start.
        # beyond = "hold"
        # How far below flat_degrees a tilt must come back to be flat again.
        # hysteresis_degrees = 0

        # The pictures, the back one first; one [[layer]] each.
        # fit: "stretch" to the card's rectangle, "contain" in it, or "cover" it.
        # focus: with "cover", the place that stays in view, in shares of the picture's width and height.
        \(pictures.map(layer).joined(separator: "\n\n"))

        """
    }

    private func layer(_ picture: String) -> String {
        """
        [[layer]]
        picture = \(picture.quotedForTOML)
        \(fit.lines)
        """
    }
}

extension Fit.Mode {
    /// The keys of a picture's layer; those with their default values are commented out.
    var lines: String {
        switch self {
        case .stretch: "# fit = \"stretch\""
        case .contain: "fit = \"contain\""
        case .cover: "fit = \"cover\"\n# focus = [0.5, 0.5]"
        }
    }
}
