public import TOML

/// How the layers and drivers of a shown card are found in its card.toml.
public struct TunedCard: Sendable {
    public let outline: CardOutline
    /// For each layer of the scene its index in card.toml; nil for one that no `[[layer]]` gives.
    public let layerIndices: [Int?]
    /// For each driver of the scene the path of its value; nil if that is not known.
    public let driverPaths: [TOMLPath?]

    public init(_ outline: CardOutline, layerIndices: [Int?], driverPaths: [TOMLPath?]) {
        self.outline = outline
        (self.layerIndices, self.driverPaths) = (layerIndices, driverPaths)
    }

    /// The layer of the scene with this index in card.toml.
    public func sceneIndex(of layer: Int) -> Int? { layerIndices.firstIndex(of: layer) }
}
