/// A number of a layer that may follow something.
///
/// Lengths are points, angles degrees, and parts fractions of a box.
public enum Property: Int, Sendable, CaseIterable {
    /// 0 is invisible, 1 is opaque.
    case opacity
    /// From 0.5 on the layer is there.
    case visible
    /// Where in the parent's box the anchor lies, as parts.
    case atX, atY
    /// Moves the anchor.
    case offsetX, offsetY
    /// The box's size, as parts of the parent's box; of a layer with a size of its own, factors.
    case width, height
    /// -1 is far, 1 is near.
    case depth
    /// About the anchor; `scale` is for both sides.
    case scale, scaleX, scaleY
    /// Clockwise, about the anchor.
    case rotation
    /// The point of the box that lies at `at`, as parts.
    case anchorX, anchorY
    /// The visible part of the picture, as parts.
    case cropX, cropY, cropWidth, cropHeight
    /// Of the box's corners.
    case radius

    static var count: Int { radius.rawValue + 1 }

    /// Whether the values of several drivers are multiplied; others are added.
    public var isProduct: Bool {
        switch self {
        case .opacity, .visible, .scale, .scaleX, .scaleY: true
        default: false
        }
    }

    /// What has no effect: 1 in a product, 0 in a sum.
    public var neutral: Double { isProduct ? 1 : 0 }

    /// The value of a property that a card does not mention.
    public var standard: Double {
        switch self {
        case .opacity, .visible, .scale, .scaleX, .scaleY, .width, .height, .cropWidth, .cropHeight:
            1
        case .atX, .atY, .anchorX, .anchorY: 0.5
        case .offsetX, .offsetY, .depth, .rotation, .cropX, .cropY, .radius: 0
        }
    }

    /// As in card.toml: `offset-x`.
    public var name: String {
        switch self {
        case .atX: "at-x"
        case .atY: "at-y"
        case .offsetX: "offset-x"
        case .offsetY: "offset-y"
        case .scaleX: "scale-x"
        case .scaleY: "scale-y"
        case .anchorX: "anchor-x"
        case .anchorY: "anchor-y"
        case .cropX: "crop-x"
        case .cropY: "crop-y"
        case .cropWidth: "crop-width"
        case .cropHeight: "crop-height"
        default: "\(self)"
        }
    }
}

extension Property {
    /// Whether its values are parts of a box.
    public var isPart: Bool {
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
        case .opacity, .visible, .cropX, .cropY, .cropWidth, .cropHeight: 0...1
        case .depth: -1...1
        case .width, .height: 0...20
        case .scale, .scaleX, .scaleY: 0...100
        case .atX, .atY, .anchorX, .anchorY: -20...20
        case .offsetX, .offsetY, .rotation: -100_000...100_000
        case .radius: 0...100_000
        }
    }

    /// The nearest value of `range`; the standard one for what is no number.
    func limited(_ value: Double) -> Double {
        value.isNaN ? standard : min(max(value, range.lowerBound), range.upperBound)
    }

    /// How far from its end a movement may rest, so that nobody sees the rest of the way: with parts
    /// and scales a sixteenth of a pixel of a card of thousands, with lengths of any card.
    var unseen: Double {
        switch self {
        case .offsetX, .offsetY, .radius: 0.01
        case .opacity, .rotation: 0.001
        default: 1e-5
        }
    }
}
