internal import Glibc
internal import Paint
internal import TOML

/// A colour in the space OKLCh: Björn Ottosson, A perceptual color space for image processing.
struct ColourSliders {
    enum Part: Int, CaseIterable {
        case lightness, chroma, hue, opacity

        var name: String { "\(self)" }
        var unit: String { self == .hue ? "°" : "" }
        var decimals: Int { self == .hue ? 0 : 3 }

        /// No colour of sRGB has a larger chroma.
        var range: ClosedRange<Double> {
            switch self {
            case .chroma: 0...0.323
            case .hue: 0...360
            case .lightness, .opacity: 0...1
            }
        }
    }

    let path: TOMLPath
    private var values: [Double]
    /// The colour that the values have given.
    private var shown: String

    init(_ path: TOMLPath, _ colour: Colour) {
        (self.path, shown) = (path, colour.hex())
        values = Self.values(of: colour)
    }

    subscript(part: Part) -> Double {
        get { values[part.rawValue] }
        set {
            values[part.rawValue] = newValue
            shown = colour.hex()
        }
    }

    /// Takes another colour. One that these values give changes none of them: a gray has no hue.
    mutating func follow(_ colour: Colour) {
        guard colour.hex() != shown else { return }
        (values, shown) = (Self.values(of: colour), colour.hex())
    }

    private static func values(of colour: Colour) -> [Double] {
        var opaque = colour
        opaque.alpha = 1
        let lab = Gradient.ColourSpace.oklab.numbers(of: opaque)
        let hue = atan2(lab.z, lab.y) * 180 / .pi
        return [lab.x, hypot(lab.y, lab.z), hue < 0 ? hue + 360 : hue, colour.alpha]
    }

    /// What sRGB lacks is cut off.
    var colour: Colour {
        let angle = values[2] * .pi / 180
        let lab = SIMD4(values[0], values[1] * cos(angle), values[1] * sin(angle), 1)
        let rgb = Gradient.ColourSpace.oklab.deviceColour(of: lab)
        return Colour(red: rgb.x, green: rgb.y, blue: rgb.z, alpha: values[3])
    }
}
