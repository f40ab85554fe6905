/// A number of a layer that may follow something.
///
/// Lengths are points and angles degrees. In a relative number the side of a box counts as 1, in
/// those of `crop` that of the picture.
public enum Property: Int, Sendable, CaseIterable {
    /// 0 is invisible, 1 is opaque.
    case opacity
    /// From 0.5 on the layer is visible.
    case visible
    /// Where in the parent's box the anchor lies, relative.
    case atX, atY
    /// Moves the anchor; along z towards the eye.
    case offsetX, offsetY, offsetZ
    /// The box's size, relative to the parent's box; for a layer with a size of its own, factors.
    case width, height
    /// -1 is far, 1 is near.
    case depth
    /// About the anchor; `scale` is for both sides.
    case scale, scaleX, scaleY
    /// Clockwise, about the anchor.
    case rotation
    /// `rotationX` turns about the horizontal line through the anchor, and moves the top edge away
    /// from the eye. `rotationY` turns about the vertical line, and moves the right edge away. The
    /// layer is turned about x first.
    case rotationX, rotationY
    /// How far the eye stands in front of the centre of the parent's box, points; see
    /// `Scene.perspective`.
    case perspective
    /// The point of the box that lies at `at`, relative; along z how far it lies behind the box,
    /// points.
    case anchorX, anchorY, anchorZ
    /// The visible part of the picture, relative.
    case cropX, cropY, cropWidth, cropHeight
    /// The radius of the box's corners.
    case radius
    /// Turns the colours' hue, degrees.
    case hue
    /// Factors. 0 gives gray (`saturation`), black (`gain`) or a medium gray (`contrast`); 1
    /// changes nothing.
    case saturation, gain, contrast
    /// What is added to red, green and blue.
    case brightness
    /// At 1 `grayscale` gives gray, and `invert` exchanges light and dark; 0 changes nothing.
    case grayscale, invert
    /// Factors of the colours' components.
    case multiplyRed, multiplyGreen, multiplyBlue
    /// The standard deviations of Gaussians, points: of the layer, of what lies below a material,
    /// and of the shadow.
    case blur, backdropBlur, shadowRadius
    /// Moves the shadow.
    case shadowOffsetX, shadowOffsetY
    case shadowOpacity
    /// How much of the shadow's blurred edge is as dark as its middle: from 0 to below 1.
    case shadowSpread
    /// Of waves that an event starts in the layer: see `Ripple`, whose numbers these are, in points of the
    /// layer's box, and how many seconds a wave lasts.
    case rippleAmplitude, rippleFrequency, rippleDecay, rippleSpeed, rippleLight, rippleDuration

    static var count: Int { rippleDuration.rawValue + 1 }

    /// Whether the values of several drivers are multiplied; others are added.
    public var isProduct: Bool {
        switch self {
        case .opacity, .visible, .scale, .scaleX, .scaleY, .saturation, .gain, .contrast,
            .multiplyRed, .multiplyGreen, .multiplyBlue, .shadowOpacity:
            true
        default: false
        }
    }

    /// The value that changes nothing: 1 in a product, 0 in a sum.
    public var identity: Double { isProduct ? 1 : 0 }

    /// The value of a property that a card does not mention; for `perspective` 0, which stands for
    /// `Scene.perspective`.
    public var defaultValue: Double {
        switch self {
        case .opacity, .visible, .scale, .scaleX, .scaleY, .width, .height, .cropWidth, .cropHeight,
            .saturation, .gain, .contrast, .multiplyRed, .multiplyGreen, .multiplyBlue,
            .shadowOpacity:
            1
        case .atX, .atY, .anchorX, .anchorY: 0.5
        case .backdropBlur: 20
        case .rippleAmplitude: 12
        case .rippleFrequency: 15
        case .rippleDecay: 8
        case .rippleSpeed: 1200
        case .rippleLight: 0.3
        case .rippleDuration: 3
        default: 0
        }
    }

    /// As in card.toml: `offset-x`, and `ripple.speed` for a key of the table `ripple`.
    public var name: String { Self.names[rawValue] }

    /// The key of the table `ripple` that gives it; nil for what a layer itself gives.
    public var rippleKey: String? { name.hasPrefix("ripple.") ? String(name.dropFirst(7)) : nil }

    private static let names = allCases.map { property in
        let name = "\(property)".reduce(into: "") { name, letter in
            name += (letter.isUppercase ? "-" : "") + letter.lowercased()
        }
        return name.hasPrefix("ripple-") ? "ripple." + name.dropFirst(7) : name
    }
}

extension Property {
    /// Whether in its values the side of a box, or of the picture, counts as 1.
    public var isRelative: Bool {
        switch self {
        case .atX, .atY, .width, .height, .anchorX, .anchorY, .cropX, .cropY, .cropWidth,
            .cropHeight:
            true
        default: false
        }
    }

    /// The values that a card may give it.
    public var range: ClosedRange<Double> {
        switch self {
        case .opacity, .visible, .cropX, .cropY, .cropWidth, .cropHeight, .grayscale, .invert,
            .shadowOpacity, .rippleLight:
            0...1
        case .shadowSpread: 0...0.99
        case .blur, .backdropBlur, .shadowRadius: 0...250
        case .depth, .brightness: -1...1
        case .width, .height: 0...20
        case .scale, .scaleX, .scaleY, .saturation, .gain, .contrast, .multiplyRed,
            .multiplyGreen, .multiplyBlue:
            0...100
        case .atX, .atY, .anchorX, .anchorY: -20...20
        case .offsetX, .offsetY, .offsetZ, .anchorZ, .shadowOffsetX, .shadowOffsetY:
            -100_000...100_000
        case .rotation, .rotationX, .rotationY, .hue: -100_000...100_000
        case .perspective: 1...1_000_000
        case .radius: 0...100_000
        case .rippleAmplitude: 0...200
        case .rippleFrequency: 0...60
        case .rippleDecay: 0...100
        case .rippleSpeed: 1...100_000
        case .rippleDuration: 0...10
        }
    }

    /// The value of `range` that is nearest to `value`, for NaN to the default value.
    func limited(_ value: Double) -> Double {
        let value = value.isNaN ? defaultValue : value
        return min(max(value, range.lowerBound), range.upperBound)
    }

    /// A movement that is nearer than this to its end value counts as ended, because the difference
    /// is not visible. For relative numbers and scales it is less than a sixteenth of a pixel on a
    /// card of several thousand pixels; for lengths it is a hundredth of a point.
    var restTolerance: Double {
        switch self {
        case .offsetX, .offsetY, .offsetZ, .anchorZ, .perspective, .radius, .blur, .backdropBlur,
            .shadowRadius, .shadowOffsetX, .shadowOffsetY, .rippleAmplitude, .rippleSpeed:
            0.01
        case .opacity, .rotation, .rotationX, .rotationY, .hue: 0.001
        default: 1e-5
        }
    }
}
