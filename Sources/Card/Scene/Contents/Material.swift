public import Paint

/// A plate through which the layers below it are seen blurred.
public struct Material: LayerContent {
    /// What is composited over the blurred layers.
    public var tint: Colour
    /// The factor of the saturation of their colours.
    public var saturation: Double

    /// How little a plate lets through.
    public enum Thickness: String, Sendable, CaseIterable {
        case clear
        case ultraThin = "ultra-thin"
        case thin, regular, thick
        case ultraThick = "ultra-thick"

        fileprivate var opacity: Double {
            switch self {
            case .clear: 0
            case .ultraThin: 0.3
            case .thin: 0.45
            case .regular: 0.6
            case .thick: 0.75
            case .ultraThick: 0.88
            }
        }
    }

    /// Whether a plate has a light tint, for dark texts and symbols, or a dark one, for light ones.
    public enum Scheme: String, Sendable, CaseIterable {
        case light, dark
    }

    public init(_ thickness: Thickness, _ scheme: Scheme = .light) {
        let gray = scheme == .light ? 1 : 30.0 / 255
        tint = Colour(red: gray, green: gray, blue: gray, alpha: thickness.opacity)
        saturation = thickness == .clear ? 1 : 1.8
    }

    public var colours: ColourMatrix? { saturation == 1 ? nil : .saturation(saturation) }

    public func label(_ pictures: [String]) -> String { "material" }
}

/// How important a text or a symbol is.
public enum Level: String, Sendable, CaseIterable {
    case primary, secondary, tertiary, quaternary

    public var opacity: Double {
        switch self {
        case .primary: 1
        case .secondary: 0.5
        case .tertiary: 0.25
        case .quaternary: 0.18
        }
    }

    /// How it is blended with a material of a scheme.
    public func blend(over scheme: Material.Scheme) -> BlendMode {
        self == .primary ? .normal : scheme == .dark ? .plusLighter : .multiply
    }
}
