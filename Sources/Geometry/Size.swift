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
