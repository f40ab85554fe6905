public import Geometry
public import Paint

/// A text. It lies at the top of the layer's box, and its lines are as wide as the box is at rest.
public struct TextContent: LayerContent {
    /// Without the width.
    public let text: TextDescription
    /// First that of the text, then those of spans that have one of their own; a gradient lies over
    /// the layer's box.
    public private(set) var brushes: [Brush]
    /// Where the lines lie; nil: this is not known, and nothing is shown.
    public var layout: LaidOut?

    /// A text with its width, and its layout.
    public struct LaidOut: Sendable, Equatable {
        public let text: TextDescription
        public let layout: TextLayout

        public init(_ text: TextDescription, _ layout: TextLayout) {
            (self.text, self.layout) = (text, layout)
        }
    }

    public init(_ text: TextDescription, brushes: [Brush], layout: LaidOut? = nil) {
        (self.text, self.brushes, self.layout) = (text, brushes, layout)
    }

    public var parameters: [Double] { brushes.flatMap(\.parameters) }

    public var parameterKinds: [ParameterKind] { brushes.flatMap(\.parameterKinds) }

    public var parameterNames: [String] {
        brushes.enumerated().flatMap { index, brush in
            brush.parameterNames.map { index == 0 ? $0 : "span \(index) \($0)" }
        }
    }

    public func with(_ parameters: ArraySlice<Double>) -> TextContent {
        var (content, rest) = (self, parameters)
        for (index, brush) in brushes.enumerated() {
            let count = brush.parameters.count
            content.brushes[index] = brush.with(rest.prefix(count))
            rest = rest.dropFirst(count)
        }
        return content
    }

    public var naturalSize: Size? { layout?.layout.size }

    public func label(_ pictures: [String]) -> String {
        let text = text.text
        return "text \"\(text.count > 24 ? text.prefix(21) + "..." : text)\""
    }
}
