internal import Geometry
internal import System

/// The sides of a box on the screen, for how much of a pixel the box covers.
struct Outline {
    /// The screen's unit vectors across the sides at left and right, and across those above and below.
    let normalX, normalY: Point
    /// Where the sides lie along their normals, pixels.
    let left, right, top, bottom: Double
    /// Nil for square corners.
    let corner: Corner?
    /// The smallest rectangle around the box.
    private let bounds: Rect

    /// The rounding of the corners, with the radius as the unit of length in the box.
    struct Corner {
        /// How many radii a pixel across the sides is.
        let perPixelX, perPixelY: Double
        /// The product of the gradients of the box's two coordinates.
        let skew: Double
    }

    /// Nil if the box has no area, or is not finite.
    init?(_ box: Frame.Box) {
        guard box.size.width > 0, box.size.height > 0, let toBox = box.toScreen.inverse else {
            return nil
        }
        let (x, y) = (Point(x: toBox.a, y: toBox.c), Point(x: toBox.b, y: toBox.d))
        let (perPixelX, perPixelY) = (x.length, y.length)
        normalX = Point(x: x.x / perPixelX, y: x.y / perPixelX)
        normalY = Point(x: y.x / perPixelY, y: y.y / perPixelY)
        (left, right) = (-toBox.tx / perPixelX, (box.size.width - toBox.tx) / perPixelX)
        (top, bottom) = (-toBox.ty / perPixelY, (box.size.height - toBox.ty) / perPixelY)
        let radius = min(box.radius, box.size.width / 2, box.size.height / 2)
        // Rounding by less than this cannot be seen.
        let isRounded = radius > max(perPixelX, perPixelY) / 64
        corner =
            isRounded
            ? Corner(
                perPixelX: perPixelX / radius, perPixelY: perPixelY / radius,
                skew: (x.x * y.x + x.y * y.y) / (radius * radius)) : nil
        bounds = box.bounds
        let numbers = [
            left, right, top, bottom, normalX.length, normalY.length, bounds.maxX, bounds.maxY,
        ]
        guard numbers.allSatisfy(\.isFinite) else { return nil }
    }

    /// The largest coverage: a box narrower than a pixel covers only a part of it.
    var limit: Double { min(1, right - left, bottom - top) }

    /// How far the centre of a pixel lies outside of the box, in pixels; negative inside. At a
    /// rounded corner it is d / |∇d|.
    func distance(_ place: Point) -> Double {
        let (alongX, alongY) = (normalX.dot(place), normalY.dot(place))
        let (beyondLeft, beyondRight) = (left - alongX, alongX - right)
        let (beyondTop, beyondBottom) = (top - alongY, alongY - bottom)
        let (x, y) = (max(beyondLeft, beyondRight), max(beyondTop, beyondBottom))
        guard let corner, x * corner.perPixelX > -1, y * corner.perPixelY > -1 else {
            return max(x, y)
        }
        let isDiagonal = (beyondRight > beyondLeft) == (beyondBottom > beyondTop)
        return corner.distance(x, y, skew: isDiagonal ? corner.skew : -corner.skew)
    }

    /// Whether all pixels of a rectangle lie wholly in the box.
    func contains(_ rect: PixelRect) -> Bool {
        let area = Rect(rect)
        return limit >= 1
            && [area.x + 0.5, area.maxX - 0.5].allSatisfy { x in
                [area.y + 0.5, area.maxY - 0.5].allSatisfy { y in
                    distance(Point(x: x, y: y)) <= -0.5 + Self.tolerance
                }
            }
    }

    /// The pixels of `area` that the box may cover.
    func pixels(in area: PixelRect) -> PixelRect {
        let part = Rect(area).intersection(bounds)
        let x = Int(saturating: (part.x + Self.tolerance).rounded(.down))
        let y = Int(saturating: (part.y + Self.tolerance).rounded(.down))
        return area.intersection(
            PixelRect(
                x: x, y: y, width: Int(saturating: (part.maxX - Self.tolerance).rounded(.up)) - x,
                height: Int(saturating: (part.maxY - Self.tolerance).rounded(.up)) - y))
    }

    /// What rounding may add to a place on the screen, pixels.
    static let tolerance = 1e-6
}

extension Frame.Box {
    /// The smallest rectangle around the box on the screen.
    fileprivate var bounds: Rect {
        let corners = [(0, 0), (1, 0), (0, 1), (1, 1)].map { x, y in
            toScreen.apply(Point(x: x * size.width, y: y * size.height))
        }
        let (x, y) = (corners.map(\.x), corners.map(\.y))
        let (left, top) = (x.min() ?? 0, y.min() ?? 0)
        return Rect(
            x: left, y: top, width: (x.max() ?? 0) - left, height: (y.max() ?? 0) - top)
    }
}

extension Outline.Corner {
    /// The distance from the rounded corner of a place that lies so far beyond its two sides.
    fileprivate func distance(_ x: Double, _ y: Double, skew: Double) -> Double {
        let (u, v) = (x * perPixelX + 1, y * perPixelY + 1)
        let length = Point(x: u, y: v).length
        let (du, dv) = (u * perPixelX, v * perPixelY)
        // The square of |∇d| times the length.
        let slope = du * du + dv * dv + 2 * u * v * skew
        return slope > 0 ? (length - 1) * length / slope.squareRoot() : max(x, y)
    }
}

extension Point {
    fileprivate func dot(_ other: Point) -> Double { x * other.x + y * other.y }
    fileprivate var length: Double { dot(self).squareRoot() }
}
