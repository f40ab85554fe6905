/// What a number of a layer's content is.
public enum ContentNumber: Sendable, Hashable {
    /// A place in the box, or between the ends of a gradient, as parts.
    case part
    /// Where half the box's shorter side is 1.
    case radius
    /// Degrees.
    case angle
    /// The components of a colour, 0 to 1.
    case red, green, blue, alpha

    /// The values that a card may give it.
    public var range: ClosedRange<Double> {
        switch self {
        case .part: -20...20
        case .radius: 0...20
        case .angle: -100_000...100_000
        case .red, .green, .blue, .alpha: 0...1
        }
    }

    /// The nearest value of `range`; 0 for what is no number.
    func limited(_ value: Double) -> Double {
        value.isNaN ? 0 : min(max(value, range.lowerBound), range.upperBound)
    }

    /// How far from its end a movement may rest; see `Property.unseen`.
    var unseen: Double {
        switch self {
        case .part, .radius: 1e-5
        case .angle: 0.001
        case .red, .green, .blue, .alpha: 5e-4
        }
    }
}

extension Driver {
    /// A number of a layer.
    public enum Target: Sendable, Hashable {
        case property(Property)
        /// A number of what the layer shows, by its index in `Scene.Layer.Content.numbers`.
        case content(Int, ContentNumber)

        /// Whether the values of several drivers are multiplied; others are added.
        public var isProduct: Bool {
            if case .property(let property) = self { property.isProduct } else { false }
        }

        /// What has no effect: 1 in a product, 0 in a sum.
        public var neutral: Double { isProduct ? 1 : 0 }

        /// The values that a card may give it.
        public var range: ClosedRange<Double> {
            switch self {
            case .property(let property): property.range
            case .content(_, let number): number.range
            }
        }

        /// The nearest value of `range`.
        func limited(_ value: Double) -> Double {
            switch self {
            case .property(let property): property.limited(value)
            case .content(_, let number): number.limited(value)
            }
        }

        /// How far from its end a movement may rest, so that nobody sees the rest of the way.
        var unseen: Double {
            switch self {
            case .property(let property): property.unseen
            case .content(_, let number): number.unseen
            }
        }
    }
}
