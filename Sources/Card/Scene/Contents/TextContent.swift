public import Geometry
import Motion
public import Paint

/// A text. It lies at the top of the layer's box, and its lines are as wide as the box is at rest.
public struct TextContent: LayerContent {
    /// Without the width, and with zeros for `numbers`.
    public let text: TextDescription
    /// What it prints.
    public let numbers: [PrintedNumber]
    /// First that of the text, then those of spans that have one of their own; a gradient lies over
    /// the layer's box.
    public private(set) var brushes: [Brush]
    /// How parts of it change: each cluster belongs to the first of these that takes it. A text with
    /// `numbers` has none.
    public let parts: [TextParts]
    /// Where the lines lie; nil: this is not known, and nothing is shown.
    public private(set) var layout: LaidOut?
    /// What changes for itself, and the remainder; empty if nothing does, or if these would be too many.
    public private(set) var units: [TextUnit] = []
    /// Those of each unit in turn.
    private(set) var partNumbers: [Double] = []
    /// The present values of `numbers`.
    private var printed: [Double]

    /// A text with its width, and its layout.
    public struct LaidOut: Sendable, Equatable {
        public let text: TextDescription
        public let layout: TextLayout

        public init(_ text: TextDescription, _ layout: TextLayout) {
            (self.text, self.layout) = (text, layout)
        }
    }

    public init(
        _ text: TextDescription, numbers: [PrintedNumber] = [], brushes: [Brush],
        parts: [TextParts] = []
    ) {
        (self.text, self.numbers, self.brushes, self.parts) = (text, numbers, brushes, parts)
        printed = numbers.map { _ in 0 }
    }

    /// The same content without parts.
    public var still: TextContent { TextContent(text, numbers: numbers, brushes: brushes) }

    /// The text with the present values of `numbers`.
    public var shownText: TextDescription {
        var shown = text
        for (number, value) in zip(numbers, printed) {
            shown.spans[number.span].text = number.text(value)
        }
        return shown
    }

    /// The same content with its layout.
    public func with(_ layout: LaidOut) -> TextContent {
        var content = self
        content.layout = layout
        let counts = counts(in: layout.layout)
        let isMoving =
            1...Self.mostUnits ~= counts.units && counts.drivers <= Self.mostPartDrivers
        content.units = isMoving ? TextUnit.all(of: layout.layout, parts) : []
        content.partNumbers = content.units.flatMap { unit in
            unit.parts.map { parts[$0].numbers.map(\.constant) } ?? []
        }
        return content
    }

    public var parameters: [Double] { brushes.flatMap(\.parameters) + printed + partNumbers }

    /// How many of the parameters lie before those of parts.
    var ownCount: Int { brushes.reduce(numbers.count) { $0 + $1.parameters.count } }

    public var parameterKinds: [ParameterKind] {
        brushes.flatMap(\.parameterKinds)
            + numbers.map { .printed(decimals: $0.decimals) }
            + units.flatMap { unit in
                unit.parts.map { parts[$0].numbers.map { .property($0.property) } } ?? []
            }
    }

    public var parameterNames: [String] {
        brushes.enumerated().flatMap { index, brush in
            brush.parameterNames.map { index == 0 ? $0 : "span \(index) \($0)" }
        }
            + numbers.enumerated().map { "number \($0 + 1) \($1.signal.rawValue)" }
            + units.enumerated().flatMap { index, unit in
                unit.parts.map {
                    parts[$0].numbers.map { "part \(index + 1) \($0.property.name)" }
                } ?? []
            }
    }

    public func with(_ parameters: ArraySlice<Double>) -> TextContent {
        var (content, rest) = (self, parameters)
        for (index, brush) in brushes.enumerated() {
            let count = brush.parameters.count
            content.brushes[index] = brush.with(rest.prefix(count))
            rest = rest.dropFirst(count)
        }
        content.printed = Array(rest.prefix(numbers.count))
        content.partNumbers = Array(rest.dropFirst(numbers.count))
        return content
    }

    public var naturalSize: Size? { layout?.layout.size }

    public func label(_ pictures: [String]) -> String {
        let text = text.text
        return "text \"\(text.count > 24 ? text.prefix(21) + "..." : text)\""
    }
}

/// A number in a text: the value of a signal.
public struct PrintedNumber: Sendable, Equatable {
    /// The index of the span that shows it and nothing else.
    public let span: Int
    public let signal: Signal
    public let decimals: Int

    /// The most decimals.
    public static let mostDecimals = 6

    public init(span: Int, _ signal: Signal, decimals: Int) {
        (self.span, self.signal, self.decimals) = (span, signal, decimals)
    }

    /// How many characters a number of the range of `ParameterKind.printed` has at most.
    public var mostCharacters: Int { 12 + decimals }

    /// The number as it is shown, with a minus sign as long as a plus sign.
    public func text(_ value: Double) -> String {
        value.rounded(toDigits: decimals).replacing("-", with: "\u{2212}")
    }
}
