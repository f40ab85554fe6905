/// A place on a plane; x goes right and y down, except where a declaration says that y goes up.
public struct Point: Sendable, Hashable {
    public var x, y: Double

    public init(x: Double, y: Double) { (self.x, self.y) = (x, y) }
}

/// A rectangle; x goes right and y down from the top left.
public struct Rect: Sendable, Equatable {
    public var x, y, width, height: Double

    public init(x: Double, y: Double, width: Double, height: Double) {
        (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }

    /// The rectangle of `size` with its top left at the origin.
    public init(_ size: Size) { self.init(x: 0, y: 0, width: size.width, height: size.height) }

    public init(_ rect: PixelRect) {
        self.init(
            x: Double(rect.x), y: Double(rect.y), width: Double(rect.width),
            height: Double(rect.height))
    }

    public var size: Size { Size(width: width, height: height) }
    public var maxX: Double { x + width }
    public var maxY: Double { y + height }

    /// What lies in both rectangles. If nothing does, its width or its height is 0, or both are.
    public func intersection(_ other: Rect) -> Rect {
        let (left, top) = (max(x, other.x), max(y, other.y))
        return Rect(
            x: left, y: top, width: max(0, min(maxX, other.maxX) - left),
            height: max(0, min(maxY, other.maxY) - top))
    }
}
