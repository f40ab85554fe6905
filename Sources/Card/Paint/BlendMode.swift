/// How a layer's colours are blended with those below it. All modes but the last two are those of
/// the W3C's Compositing and Blending Level 1, and blend colours as sRGB encodes them.
///
/// Where there is nothing below, a layer keeps its colours.
public enum BlendMode: String, Sendable, CaseIterable {
    case normal, multiply, screen, overlay, darken, lighten
    case colorDodge = "color-dodge"
    case colorBurn = "color-burn"
    case hardLight = "hard-light"
    case softLight = "soft-light"
    case difference, exclusion
    // These take two of hue, saturation and luminosity from one side, and the third from the other.
    case hue, saturation, color, luminosity
    /// Adds colours and alphas.
    case plusLighter = "plus-lighter"
    /// `normal`, blended in linear light.
    case linear
}

/// What of a mask's pixels lets a layer through.
public enum MaskKind: String, Sendable, CaseIterable {
    case alpha
    /// The sum of 0.2126 red, 0.7152 green and 0.0722 blue, multiplied by alpha.
    case luminance
}
