public import Geometry
public import Paint

/// A text. It lies at the top of the layer's box, and its lines are as wide as the box is at rest.
public struct TextContent: LayerContent {
    /// Without the width.
    public let text: TextDescription
    /// First that of the text, then those of spans that have one of their own; a gradient lies over
    /// the layer's box.
    public private(set) var brushes: [Brush]
    /// How parts of it change: each cluster belongs to the first of these that takes it.
    public let parts: [TextParts]
    /// Where the lines lie; nil: this is not known, and nothing is shown.
    public private(set) var layout: LaidOut?
    /// What changes for itself, and the remainder; empty if nothing does, or if these would be too many.
    public private(set) var units: [TextUnit] = []
    /// Those of each unit in turn.
    private(set) var partNumbers: [Double] = []

    /// A text with its width, and its layout.
    public struct LaidOut: Sendable, Equatable {
        public let text: TextDescription
        public let layout: TextLayout

        public init(_ text: TextDescription, _ layout: TextLayout) {
            (self.text, self.layout) = (text, layout)
        }
    }

    public init(_ text: TextDescription, brushes: [Brush], parts: [TextParts] = []) {
        (self.text, self.brushes, self.parts) = (text, brushes, parts)
    }

    /// The same content without parts.
    public var still: TextContent { TextContent(text, brushes: brushes) }

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

    public var parameters: [Double] { brushes.flatMap(\.parameters) + partNumbers }

    /// How many of the parameters are those of brushes.
    var brushCount: Int { brushes.reduce(0) { $0 + $1.parameters.count } }

    public var parameterKinds: [ParameterKind] {
        brushes.flatMap(\.parameterKinds)
            + units.flatMap { unit in
                unit.parts.map { parts[$0].numbers.map { .property($0.property) } } ?? []
            }
    }

    public var parameterNames: [String] {
        brushes.enumerated().flatMap { index, brush in
            brush.parameterNames.map { index == 0 ? $0 : "span \(index) \($0)" }
        }
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
        content.partNumbers = Array(rest)
        return content
    }

    public var naturalSize: Size? { layout?.layout.size }

    public func label(_ pictures: [String]) -> String {
        let text = text.text
        return "text \"\(text.count > 24 ? text.prefix(21) + "..." : text)\""
    }
}
