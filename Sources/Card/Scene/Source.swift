public import Scene
public import TOML

extension Card {
    /// Where a value's text is in card.toml.
    public struct Source: Sendable, Equatable {
        public var start: TOMLPlace
        /// Just after the last character.
        public var end: TOMLPlace

        init(_ value: TOMLValue) { (start, end) = (value.place, value.end) }
    }

    /// Where the text of a layer is in card.toml.
    public struct LayerSource: Sendable, Equatable {
        /// Of the layer's table.
        public var place: TOMLPlace
        /// The values of the properties that the layer or its style gives.
        public var properties: [Property: Source] = [:]
        /// The numbers of what the layer shows, in the order of `Scene.Layer.Content.numbers`.
        public var content: [Source] = []

        init(place: TOMLPlace) { self.place = place }
    }
}
