import Geometry
import Motion
import Paint
import TOML

/// A collector's card: a photograph with a frame and a title, and a foil over it where a mask says.
struct FoilTemplate {
    let name: String
    let photo: String
    let foil: Foil.Kind
    /// Points.
    private let size: Size

    /// Points: the patterns of foils are made for cards of about this size.
    private static let longerSide = 640.0
    private static let (maskName, frameName) = ("mask.svg", "frame.svg")

    /// `photoSize` in any unit.
    init(name: String, photo: String, photoSize: Size, foil: Foil.Kind) {
        let factor = Self.longerSide / max(photoSize.width, photoSize.height)
        func side(_ length: Double) -> Double { max(64, (length * factor).rounded()) }
        (self.name, self.photo, self.foil) = (name, photo, foil)
        size = Size(width: side(photoSize.width), height: side(photoSize.height))
    }

    /// The width of the frame, points.
    private var border: Double { (min(size.width, size.height) * 0.045).rounded() }
    private var plateHeight: Double { (min(size.width, size.height) * 0.1).rounded() }
    /// As wide as a semibold title takes, and half its height more at each end.
    private var plateWidth: Double {
        min(size.width - 4 * border, 0.62 * titleSize * Double(name.count) + 1.2 * plateHeight)
    }
    /// From the lower edge up to the middle of the plate.
    private var plateMiddle: Double { (border * 1.5 + plateHeight / 2).rounded() }
    /// So that a long title fits on the plate.
    private var titleSize: Double {
        let widest = 1.4 * (size.width - 6 * border) / Double(max(1, name.count))
        return max(4, min(plateHeight * 0.58, widest).rounded())
    }

    /// The text of card.toml.
    var text: String {
        """
        # A collector's card: tilt it, and the foil shines. docs/cards.md describes every key;
        # `lenticule show --card` shows this file anew whenever you save it.
        format = 2
        name = \(name.quotedForTOML)
        # Who made it.
        # author = ""
        # Points.
        size = [\(Int(size.width)), \(Int(size.height))]
        surround = "#0b0d12"

        # The photograph. With "cover", "focus" is the place that stays in view.
        [[layer]]
        name = "photo"
        picture = \(photo.quotedForTOML)
        fit = "cover"

        # Where the foil shines: wherever this picture is opaque. Here the middle is transparent, so that a
        # face stays as it is. Replace it by a picture of your own: what shall shine on a transparent
        # background, or all but a figure.
        [[layer]]
        name = "mask"
        picture = "\(Self.maskName)"

        # Darkens what the foil covers: it is seen best over dark tones. Leave this layer out of a dark
        # photograph.
        [[layer]]
        name = "shade"
        colour = "#2a2440"
        mask = "mask"
        blend = "multiply"
        opacity = 0.6

        # bars, reverse, cosmos, glitter, rainbow, radiant, gold or cross-hatch.
        [[layer]]
        name = "foil"
        foil = "\(foil.rawValue)"
        mask = "mask"
        # How strongly it shines, and how strongly the light is mirrored: 0 to 1.
        strength = 0.8
        glare = 0.3
        # Another seed is another pattern.
        seed = 1
        # pattern-scale = 1.5
        # pattern-angle = 30

        [[layer]]
        name = "frame"
        picture = "\(Self.frameName)"

        # The title, on a plate: both have their middle at the same place.
        [[layer]]
        name = "plate"
        colour = "#0b0d12b8"
        at = [0.5, 1]
        offset-y = \(Int(-plateMiddle))
        size = [\(share(plateWidth, of: size.width)), \
        \(share(plateHeight, of: size.height))]
        radius = \(Int((plateHeight * 0.25).rounded()))

        [[layer]]
        name = "title"
        text = \(name.quotedForTOML)
        text-size = \(Int(titleSize))
        weight = "semibold"
        colour = "#fff6dc"
        size = "natural"
        at = [0.5, 1]
        offset-y = \(Int(-plateMiddle))

        """
    }

    private func share(_ length: Double, of side: Double) -> String {
        (length / side).rounded(toAtMost: 3)
    }

    /// The files of the card besides card.toml and the photograph, by their names.
    var pictures: [(name: String, text: String)] {
        [(Self.maskName, svg(mask)), (Self.frameName, svg(frame))]
    }

    private func svg(_ shapes: String) -> String {
        let (width, height) = (Int(size.width), Int(size.height))
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
            viewBox="0 0 \(width) \(height)">
            \(shapes)
            </svg>

            """
    }

    private var mask: String {
        """
        <defs><radialGradient id="oval" cx="0.5" cy="0.45" r="0.62">
        <stop offset="0.45" stop-color="#fff" stop-opacity="0"/>
        <stop offset="0.9" stop-color="#fff"/>
        </radialGradient></defs>
        <rect width="100%" height="100%" fill="url(#oval)"/>
        """
    }

    /// The card's rectangle without a rounded one in it.
    private var frame: String {
        let (width, height) = (Int(size.width), Int(size.height))
        let (side, radius) = (Int(border), Int((border * 0.9).rounded()))
        let (across, along) = (width - 2 * side - 2 * radius, height - 2 * side - 2 * radius)
        let arc = "a\(radius) \(radius) 0 0 1"
        let stops = ["#8d6f32", "#f7e7b0", "#b08d45", "#fff8dc", "#9a7a3a", "#f3dfa2", "#7d602a"]
        let metal = stops.enumerated().map { index, colour in
            "<stop offset=\"\((Double(index) / 6).rounded(toAtMost: 3))\" stop-color=\"\(colour)\"/>"
        }
        return """
            <defs><linearGradient id="metal" x1="0" y1="0" x2="1" y2="1">
            \(metal.joined(separator: "\n"))
            </linearGradient></defs>
            <path fill="url(#metal)" stroke="#3a2c10" stroke-opacity="0.6" fill-rule="evenodd" \
            d="M0 0H\(width)V\(height)H0ZM\(side + radius) \(side)h\(across)\
            \(arc) \(radius) \(radius)v\(along)\(arc) -\(radius) \(radius)h-\(across)\
            \(arc) -\(radius) -\(radius)v-\(along)\(arc) \(radius) -\(radius)Z"/>
            """
    }
}
