/// A width and a height: in points of a card where nothing else is said, else in pixels, in
/// millimetres or in a picture's own units.
public struct Size: Sendable, Equatable {
    public var width: Double
    public var height: Double

    public init(width: Double, height: Double) {
        (self.width, self.height) = (width, height)
    }

    public init(_ size: PixelSize) {
        self.init(width: Double(size.width), height: Double(size.height))
    }

    /// Whether a rectangle of this size looks like one of the other size: their proportions differ
    /// by at most `shapeTolerance`.
    public func hasShape(of other: Size) -> Bool {
        let (one, two) = (width * other.height, height * other.width)
        return max(one, two) <= (1 + Self.shapeTolerance) * min(one, two)
    }

    private static let shapeTolerance = 0.02
}

/// A size in whole pixels.
public struct PixelSize: Sendable, Hashable {
    public var width: Int
    public var height: Int

    public init(width: Int, height: Int) {
        (self.width, self.height) = (width, height)
    }

    /// The number of pixels.
    public var area: Int { width * height }
}
