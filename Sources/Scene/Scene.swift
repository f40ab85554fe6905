public import Geometry
public import Motion

/// What a card shows: a stack of layers whose properties follow the tilt.
///
/// A value without closures: a scene can be compared, and knows no files and no pixels.
public struct Scene: Sendable, Equatable {
    /// The card's rectangle, points.
    public var size: Size
    /// When a tilt is flat, forward or backward.
    public var tiltStates: TiltStateSettings
    /// From the lowest to the topmost.
    public var layers: [Layer]

    public init(size: Size, tiltStates: TiltStateSettings = .init(), layers: [Layer]) {
        (self.size, self.tiltStates, self.layers) = (size, tiltStates, layers)
    }

    /// One layer of the stack.
    public struct Layer: Sendable, Equatable {
        /// What a layer shows in the card's rectangle.
        public enum Content: Sendable, Equatable {
            /// The picture with this index among those of the card.
            case picture(Int, Fit = .stretch)
        }

        public var content: Content
        /// 0 is invisible, 1 is opaque.
        public var opacity: Property

        public init(_ content: Content, opacity: Property = .constant(1)) {
            (self.content, self.opacity) = (content, opacity)
        }
    }
}

/// What gives a property its value, in [0, 1] unless said otherwise.
public enum Driver: Sendable, Equatable {
    /// 0 at flat, 1 at the base angle forward.
    case front
    /// 1 at flat, 0 at the base angle backward.
    case middle
    /// `middle` + `front`: 0 at the base angle backward, 1 at flat, 2 at the base angle forward.
    case sweep
}

/// A property of a layer.
public enum Property: Sendable, Equatable {
    case constant(Double)
    /// The driver's value times `gain` minus `offset`, limited to [0, 1].
    case follows(Driver, gain: Double = 1, offset: Double = 0)
}

extension Property {
    /// The opacities of the classic card's pictures, back first, for any number of them.
    ///
    /// Three pictures are back, middle and front; of more, each one covers those below it in turn
    /// while the card is swept from backward to forward.
    public static func classicOpacities(_ count: Int) -> [Property] {
        switch count {
        case ...1: return [.constant(1)].prefix(max(0, count)) + []
        case 2: return [.constant(1), .follows(.front)]
        case 3: return [.constant(1), .follows(.middle), .follows(.front)]
        default: break
        }
        return (0..<count).map {
            $0 == 0
                ? .constant(1)
                : .follows(.sweep, gain: Double(count - 1) / 2, offset: Double($0 - 1))
        }
    }
}
