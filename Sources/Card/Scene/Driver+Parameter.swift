/// The kind of a parameter of a layer's content: what it means, with its unit and range.
public enum ParameterKind: Sendable, Hashable {
    /// A coordinate in the box, whose side counts as 1; where a colour lies between the ends of a
    /// gradient; what is added to the phases of lenses.
    case coordinate
    /// A radius; half the box's shorter side counts as 1.
    case radius
    /// Degrees.
    case angle
    /// The components of a colour, 0 to 1.
    case red, green, blue, alpha
    /// Those of a lens sheet; see `LensSheet`.
    case lensesPerInch, thickness, refractiveIndex
    /// Degrees by which lenses are turned out of their axis.
    case slant
    /// The width of the box in print, and the distance from the eye to the card, millimetres.
    case printedWidth, distance
    /// The standard deviation of the spot that a lens shows, as a share of the pitch.
    case spot
    /// A strength, 0 to 1, such as that of the ribs of a lens sheet.
    case share
    /// As the signal `sweep`.
    case sweep
    /// A length in units of the content's own, such as those of a path's view.
    case length
    /// How often something happens in a second.
    case rate
    /// How long a particle lives, seconds.
    case lifetime
    /// A factor of the lengths of a pattern.
    case patternScale
    /// A number of a card's own shader, whose unit the shader knows.
    case uniform
    /// A property of a part of the content.
    case property(Property)
    /// A number that a text shows with so many decimals.
    case printed(decimals: Int)

    /// The values that a card may give it; a distance may be infinite, too.
    public var range: ClosedRange<Double> {
        switch self {
        case .coordinate: -20...20
        case .radius: 0...20
        case .angle, .length: -100_000...100_000
        case .red, .green, .blue, .alpha, .share: 0...1
        case .lensesPerInch: 1...1000
        case .thickness: 0.05...20
        case .refractiveIndex: 1.1...3
        case .slant: -45...45
        case .printedWidth: 5...10_000
        case .distance: 10...1_000_000
        case .spot: 0...0.5
        case .sweep: 0...2
        case .rate: 0...10_000
        case .lifetime: 0.01...60
        case .patternScale: 0.05...20
        case .uniform: -1e6...1e6
        case .property(let property): property.range
        case .printed: -1e9...1e9
        }
    }

    /// The nearest value of `range`, and of a printed number what is printed. NaN counts as 0; an infinite distance stays.
    func limited(_ value: Double) -> Double {
        if self == .distance, value == .infinity { return value }
        if case .property(let property) = self { return property.limited(value) }
        let near = min(max(value.isNaN ? 0 : value, range.lowerBound), range.upperBound)
        guard case .printed(let decimals) = self else { return near }
        let unit = (0..<decimals).reduce(1.0) { unit, _ in 10 * unit }
        // 0 is added so that -0 becomes 0.
        return (near * unit).rounded() / unit + 0
    }

    /// A movement that is nearer than this to its end value counts as ended. The tolerance is
    /// smaller than `unseenDifference`, because several drivers of one parameter may count as ended
    /// before they reach their end values.
    var restTolerance: Double {
        switch self {
        case .coordinate, .radius, .thickness, .refractiveIndex, .spot, .patternScale, .uniform:
            1e-5
        case .angle, .slant, .lensesPerInch: 0.001
        case .red, .green, .blue, .alpha, .share, .sweep: 5e-4
        case .printedWidth, .distance: 0.01
        case .length: 1e-5
        case .rate, .lifetime: 1e-4
        case .property(let property): property.restTolerance
        case .printed: 0
        }
    }
}

extension Driver {
    /// An animatable parameter of a layer.
    public enum Parameter: Sendable, Hashable {
        case property(Property)
        /// A parameter of what the layer shows, by its index in `LayerContent.parameters`.
        case content(Int, ParameterKind)
        /// A number of its shader, by its index in `LayerShader.parameters`.
        case shader(Int, ParameterKind)

        var isOfShader: Bool { if case .shader = self { true } else { false } }

        /// Whether the values of several drivers are multiplied; others are added.
        public var isProduct: Bool {
            switch self {
            case .property(let property), .content(_, .property(let property)): property.isProduct
            case .content, .shader: false
            }
        }

        /// The value that changes nothing: 1 in a product, 0 in a sum.
        public var identity: Double { isProduct ? 1 : 0 }

        /// The values that a card may give it.
        public var range: ClosedRange<Double> {
            switch self {
            case .property(let property): property.range
            case .content(_, let kind), .shader(_, let kind): kind.range
            }
        }

        /// The nearest value of `range`.
        func limited(_ value: Double) -> Double {
            switch self {
            case .property(let property): property.limited(value)
            case .content(_, let kind), .shader(_, let kind): kind.limited(value)
            }
        }

        /// A movement that is nearer than this to its end value counts as ended, because the
        /// difference is not visible.
        var restTolerance: Double {
            switch self {
            case .property(let property): property.restTolerance
            case .content(_, let kind), .shader(_, let kind): kind.restTolerance
            }
        }
    }
}
