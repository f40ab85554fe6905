public import Scene
public import TOML

extension Card {
    /// Where a value's text is in card.toml.
    public struct TextRange: Sendable, Equatable {
        public var start: TOMLLocation
        /// Just after the last character.
        public var end: TOMLLocation

        init(_ value: TOMLValue) { (start, end) = (value.location, value.end) }
    }

    /// Where the text of a layer is in card.toml.
    public struct LayerTextRanges: Sendable, Equatable {
        /// Where the layer's table begins.
        public var location: TOMLLocation
        /// The values of the properties that the layer or its style gives.
        public var properties: [Property: TextRange] = [:]
        /// The parameters of what the layer shows, in the order of `LayerContent.parameters`.
        public var content: [TextRange] = []
    }
}
