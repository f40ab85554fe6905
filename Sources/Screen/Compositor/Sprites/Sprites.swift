public import Paint

/// Sprites of one shape; their places count from the top left of the box, in its units. The box lies
/// around them, and does not cut them.
public struct Sprites: Sendable, Equatable {
    /// From the lowest to the topmost.
    public var sprites: [Sprite]
    public var shape: SpriteShape
    public var blend: Blend

    /// How they are composited with each other.
    public enum Blend: Sendable, Equatable {
        case normal, screen, plusLighter

        /// For the sprites of a layer with this mode: it gives the same as if each of them was blended
        /// with what is below the layer, where the mode can do that.
        public init(of mode: BlendMode) {
            self =
                switch mode {
                case .screen: .screen
                case .plusLighter: .plusLighter
                default: .normal
                }
        }
    }

    public init(_ sprites: [Sprite], _ shape: SpriteShape, _ blend: Blend = .normal) {
        (self.sprites, self.shape, self.blend) = (sprites, shape, blend)
    }
}
