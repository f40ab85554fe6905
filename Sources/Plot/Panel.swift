/// Curves over one another, with an axis of values.
public struct Panel: Sendable {
    /// What the axis of values shows.
    public enum Scale: Sendable {
        /// Degrees, with at least this range in sight.
        case degrees(ClosedRange<Double>)
        /// From 0 to 1, named at the left instead of ticks.
        case share(name: String)
    }

    let scale: Scale
    let curves: [Curve]
    /// Above the panel; without any it follows the panel above closely.
    let notes: [Note]
    let bands: [Band]
    /// Its share of the page's height, beside the others'.
    let weight: Double

    /// A panel; later curves lie over earlier ones.
    public init(
        _ scale: Scale, _ curves: [Curve], notes: [Note] = [], bands: [Band] = [],
        weight: Double = 1
    ) {
        (self.scale, self.curves, self.notes) = (scale, curves, notes)
        (self.bands, self.weight) = (bands, weight)
    }

    /// The values in sight: all of the curves', with a little air.
    private var values: ClosedRange<Double> {
        guard case .degrees(let least) = scale else { return 0...1 }
        let values = curves.compactMap(\.trace.values).reduce(least) { $0.joined($1) }
        let air = 0.05 * (values.upperBound - values.lowerBound)
        // What is never negative stands on the panel's foot.
        let foot = values.lowerBound == 0 ? 0 : values.lowerBound - air
        return foot...values.upperBound + air
    }

    /// The axis of values between the panel's foot and head, in pixels.
    func axis(foot: Double, head: Double) -> Axis {
        Axis(
            values, at: (foot, head), steps: Axis.degreeSteps,
            intervals: max(2, Int((foot - head) / 24)))
    }
}

/// A curve on a panel.
public struct Curve: Sendable {
    /// How it is drawn.
    public enum Style: Sendable {
        case line
        /// Broad and pale, to lie under others.
        case under
        /// A line, and the area below it.
        case area
    }

    let trace: Trace
    let ink: Ink
    let style: Style

    /// A curve in an ink.
    public init(_ trace: Trace, _ ink: Ink, _ style: Style = .line) {
        (self.trace, self.ink, self.style) = (trace, ink, style)
    }
}

/// A tinted range of values, with a word at its right end.
public struct Band: Sendable {
    let range: ClosedRange<Double>
    let label: String
    let ink: Ink

    /// A band from one value to another.
    public init(_ range: ClosedRange<Double>, _ label: String, _ ink: Ink) {
        (self.range, self.label, self.ink) = (range, label, ink)
    }
}

/// Words, after a dot of the ink they are about if there is one.
public struct Note: Sendable {
    let text: String
    let ink: Ink?

    /// A note of one line.
    public init(_ text: String, _ ink: Ink? = nil) { (self.text, self.ink) = (text, ink) }
}

/// A colour that is told apart on light and on dark paper, also by the colour-blind.
public struct Ink: Sendable, Equatable {
    /// A bare word, by which the style sheet knows it.
    public let name: String
    /// As `#rrggbb`.
    let light: String
    let dark: String

    /// An ink for light paper and for dark.
    public init(_ name: String, light: String, dark: String) {
        (self.name, self.light, self.dark) = (name, light, dark)
    }
}
