internal import Platform

/// A rectangle of whole pixels; x goes right and y down from the top left.
public struct PixelRect: Sendable, Equatable {
    public var x, y: Int
    public var size: PixelSize

    public init(x: Int, y: Int, size: PixelSize) {
        (self.x, self.y, self.size) = (x, y, size)
    }

    public init(x: Int, y: Int, width: Int, height: Int) {
        self.init(x: x, y: y, size: PixelSize(width: width, height: height))
    }

    public var width: Int { size.width }
    public var height: Int { size.height }
    /// The column and the row after the last ones.
    public var endX: Int { x + width }
    public var endY: Int { y + height }
    public var isEmpty: Bool { width <= 0 || height <= 0 }

    /// What lies in both rectangles. If nothing does, its width or its height is 0, or both are.
    public func intersection(_ other: PixelRect) -> PixelRect {
        let (left, top) = (max(x, other.x), max(y, other.y))
        return PixelRect(
            x: left, y: top, width: max(0, min(endX, other.endX) - left),
            height: max(0, min(endY, other.endY) - top))
    }

    /// The smallest rectangle around both. An empty rectangle counts, too.
    public func union(_ other: PixelRect) -> PixelRect {
        let (left, top) = (min(x, other.x), min(y, other.y))
        return PixelRect(
            x: left, y: top, width: max(endX, other.endX) - left,
            height: max(endY, other.endY) - top)
    }

    public func contains(_ other: PixelRect) -> Bool { intersection(other) == other }

    /// The largest centred rectangle in `screen` with the proportions of `size`, rounded to whole
    /// pixels. It is at least `leastWidth` pixels wide and one high, but never larger than
    /// `screen`.
    public init(of size: Size, centredIn screen: PixelSize, leastWidth: Int) {
        let scale = min(
            Double(screen.width) / size.width, Double(screen.height) / size.height)
        let width = min(
            screen.width, max(leastWidth, Int(saturating: size.width * scale)))
        let height = min(screen.height, max(1, Int(saturating: size.height * scale)))
        self.init(
            x: (screen.width - width) / 2, y: (screen.height - height) / 2, width: width,
            height: height)
    }
}
