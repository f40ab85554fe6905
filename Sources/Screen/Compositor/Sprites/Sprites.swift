public import Paint

/// Sprites that look alike; their places count from the top left of the box, in its units. The box lies
/// around them, and does not cut them.
public struct Sprites: Sendable, Equatable {
    /// From the lowest to the topmost.
    public var sprites: [Sprite]
    public var look: Look
    public var blend: Blend

    /// What each of them shows, in its colour.
    public enum Look: Sendable, Equatable {
        case shape(SpriteShape)
        /// The picture's colours are multiplied by the sprite's.
        case picture(SpritePicture)
    }

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

    public init(_ sprites: [Sprite], _ look: Look, _ blend: Blend = .normal) {
        (self.sprites, self.look, self.blend) = (sprites, look, blend)
    }

    init(_ sprites: [Sprite], _ shape: SpriteShape, _ blend: Blend = .normal) {
        self.init(sprites, .shape(shape), blend)
    }
}
