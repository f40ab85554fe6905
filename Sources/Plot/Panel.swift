/// Curves in one diagram, with an axis of values.
public struct Panel: Sendable {
    /// What the values are: degrees or shares.
    public enum ValueKind: Sendable {
        /// Degrees, with at least this range visible.
        case degrees(ClosedRange<Double>)
        /// From 0 to 1, with a name at the left instead of ticks.
        case share(name: String)
    }

    let valueKind: ValueKind
    let curves: [Curve]
    /// They stand above the panel. A panel without labels is close to the panel above it.
    let labels: [Label]
    let bands: [Band]
    /// Its height relative to the other panels.
    let relativeHeight: Double

    /// A panel; later curves are drawn over earlier ones.
    public init(
        _ valueKind: ValueKind, _ curves: [Curve], labels: [Label] = [], bands: [Band] = [],
        relativeHeight: Double = 1
    ) {
        (self.valueKind, self.curves, self.labels) = (valueKind, curves, labels)
        (self.bands, self.relativeHeight) = (bands, relativeHeight)
    }

    /// The visible range: 0 to 1 for shares, else the least range and all values of the curves,
    /// with a margin.
    private var values: ClosedRange<Double> {
        guard case .degrees(let least) = valueKind else { return 0...1 }
        let values = curves.compactMap(\.trace.values).reduce(least) { $0.joined($1) }
        let margin = 0.05 * (values.upperBound - values.lowerBound)
        // Values that are never negative start at the panel's lower edge.
        let bottom = values.lowerBound == 0 ? 0 : values.lowerBound - margin
        return bottom...values.upperBound + margin
    }

    /// The axis of values between the panel's lower and upper edge, in pixels.
    func axis(bottom: Double, top: Double) -> Axis {
        Axis(
            values, at: (bottom, top), steps: Axis.degreeSteps,
            intervals: max(2, Int((bottom - top) / 24)))
    }
}

/// A curve on a panel.
public struct Curve: Sendable {
    /// How it is drawn.
    public enum Style: Sendable {
        case line
        /// A broad and pale line. For a curve that other curves are to be drawn over: it must come
        /// before them.
        case broad
        /// A line, with the area below it filled.
        case area
    }

    let trace: Trace
    let colour: PlotColour
    let style: Style

    /// A curve in a colour.
    public init(_ trace: Trace, _ colour: PlotColour, _ style: Style = .line) {
        (self.trace, self.colour, self.style) = (trace, colour, style)
    }
}

/// A tinted range of values, labelled at its right end.
public struct Band: Sendable {
    let range: ClosedRange<Double>
    let label: String
    let colour: PlotColour

    /// A band from one value to another.
    public init(_ range: ClosedRange<Double>, _ label: String, _ colour: PlotColour) {
        (self.range, self.label, self.colour) = (range, label, colour)
    }
}

/// A text. If `colour` is not nil, a dot of this colour stands before the text.
public struct Label: Sendable {
    let text: String
    let colour: PlotColour?

    /// A label of one line.
    public init(_ text: String, _ colour: PlotColour? = nil) {
        (self.text, self.colour) = (text, colour)
    }
}

/// A colour for light and dark backgrounds that the colour-blind can distinguish too.
public struct PlotColour: Sendable, Equatable {
    /// The name of its class in the style sheet.
    public let name: String
    /// As `#rrggbb`.
    let light: String
    let dark: String

    /// A colour for light and for dark backgrounds.
    public init(_ name: String, light: String, dark: String) {
        (self.name, self.light, self.dark) = (name, light, dark)
    }
}
