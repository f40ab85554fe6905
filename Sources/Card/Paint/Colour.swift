/// A colour as sRGB encodes it: components from 0 to 1, not multiplied by alpha.
public struct Colour: Sendable, Equatable {
    public var red, green, blue, alpha: Double

    public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
        (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
    }

    public static let white = Colour(red: 1, green: 1, blue: 1)
}
