public import Geometry

/// A small shape that is drawn many times: where it lies, how large it is, and its colour.
public struct Sprite: Sendable, Equatable {
    /// Its middle.
    public var place: Point
    /// In the units of `place`.
    public var width, height: Float
    /// Radians, clockwise where y points down.
    public var angle: Float
    /// Red, green, blue and alpha, 0 to 1; the colour is not multiplied by alpha.
    public var colour: SIMD4<Float>

    public init(
        at place: Point, width: Float, height: Float, angle: Float = 0, colour: SIMD4<Float>
    ) {
        (self.place, self.width, self.height) = (place, width, height)
        (self.angle, self.colour) = (angle, colour)
    }
}

/// The shape of sprites: how much of its colour each place of a sprite has. The sprite's sides lie at -1
/// and 1 of u (right) and v (down).
public enum SpriteShape: String, Sendable, CaseIterable {
    /// 1 in the circle, 0 beyond it.
    case disc
    /// (1 - u² - v²)² in the circle.
    case glow
    /// A skin with a light on it: 0.12 + 0.88 r⁶ in the circle of r² = u² + v² <= 1, plus
    /// (1 - 12 ((u + 0.38)² + (v + 0.38)²))² where this is positive, at most 1.
    case bubble
    /// 1 everywhere.
    case square
    /// Four rays and a core: the larger of s²(3 - 2s) with s = 1 - √|u| - √|v| and (1 - 6 (u² + v²))²,
    /// where the brackets are positive.
    case star
    /// A head at u = 1 and a tail that fades to u = -1: (1 - v²)² (1 + u)/2 min(1, 4 (1 - u)).
    case streak
}
