/// The pattern of a holographic foil, as it is printed: what of it shines follows from where the light is.
public struct Foil: Sendable, Equatable {
    public var kind: Kind
    /// No two seeds give the same pattern.
    public var seed: Int
    /// A factor of all lengths of the pattern.
    public var scale: Double
    /// Degrees by which the pattern is turned clockwise.
    public var angle: Double

    public enum Kind: String, Sendable, CaseIterable {
        /// Beams of rainbow with fine lines across them.
        case bars
        /// Small beads, each with a rainbow of its own.
        case reverse
        /// Stars, bubbles and discs of three depths in a nebula.
        case cosmos
        /// Flakes that flash.
        case glitter
        /// A soft rainbow with some flakes.
        case rainbow
        /// Rays from the middle, with rings across them.
        case radiant
        /// Brushed gold with golden flakes.
        case gold
        /// Woven threads in two directions.
        case crossHatch = "cross-hatch"
    }

    public init(_ kind: Kind, seed: Int = 0, scale: Double = 1, angle: Double = 0) {
        (self.kind, self.seed, self.scale, self.angle) = (kind, seed, scale, angle)
    }
}

extension Foil.Kind {
    /// How a foil of this kind is blended with the picture below it, unless a card says otherwise.
    /// Hard light is seen on dark and on light pictures.
    public var blend: BlendMode { .hardLight }
}
