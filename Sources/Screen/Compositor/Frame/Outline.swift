internal import Geometry
internal import Platform

/// The sides of a box on the screen, from which follows how much of each pixel the box covers.
struct Outline: Equatable {
    /// The lines of the left, the right, the top and the bottom side, then those that cut off what
    /// is too near to the eye.
    let lines: ConvexArea
    /// The largest coverage: a box narrower than a pixel covers only a part of it.
    let mostCoverage: Double
    /// Nil for square corners.
    let corner: Corner?
    /// The smallest rectangle around what of the box lies in front of the eye, in pixels.
    private let bounds: Rect

    /// Nil if the box has no area, is not finite, or nothing of it lies in front of the eye.
    init?(_ box: Frame.Box) {
        guard box.size.width > 0, box.size.height > 0, let fromScreen = box.toScreen.inverse,
            let bounds = Rect(around: box.visibleCorners.map(box.toScreen.apply)),
            bounds.maxX.isFinite, bounds.maxY.isFinite
        else { return nil }
        lines = ConvexArea(Rect(box.size), of: box, fromScreen)
        guard lines.areFinite else { return nil }
        self.bounds = bounds
        mostCoverage = min(1, lines.narrowest(at: bounds.centre))
        corner = Corner(box, fromScreen)
    }

    /// How far the centre of a pixel lies outside of the box, in pixels; negative inside. At a
    /// rounded corner it is d / |∇d|; d is the distance from the corner's arc in the box, divided
    /// by the radius. The distance from the sides is the least result, because the map may put a
    /// place behind the eye into the corner.
    func distance(_ place: Point) -> Double {
        max(corner?.distance(place) ?? -.infinity, lines.beyond(place).max())
    }

    /// Whether all pixels of a rectangle lie wholly in the box.
    func contains(_ rect: PixelRect) -> Bool {
        let area = Rect(rect)
        return mostCoverage >= 1
            && [area.x + 0.5, area.maxX - 0.5].allSatisfy { x in
                [area.y + 0.5, area.maxY - 0.5].allSatisfy { y in
                    distance(Point(x: x, y: y)) <= -0.5 + Self.tolerance
                }
            }
    }

    /// The pixels of `area` that the box may cover.
    func pixels(in area: PixelRect) -> PixelRect {
        let part = Rect(area).intersection(bounds)
        guard part.width > 0, part.height > 0 else { return .nothing }
        let x = Int(saturating: (part.x + Self.tolerance).rounded(.down))
        let y = Int(saturating: (part.y + Self.tolerance).rounded(.down))
        return area.intersection(
            PixelRect(
                x: x, y: y, width: Int(saturating: (part.maxX - Self.tolerance).rounded(.up)) - x,
                height: Int(saturating: (part.maxY - Self.tolerance).rounded(.up)) - y))
    }

    /// The pixels of `area` that lie wholly in the smallest rectangle around what of the box lies
    /// in front of the eye.
    func innerPixels(in area: PixelRect) -> PixelRect {
        let part = Rect(area).intersection(bounds)
        guard part.width > 0, part.height > 0 else { return .nothing }
        let x = Int(saturating: (part.x - Self.tolerance).rounded(.up))
        let y = Int(saturating: (part.y - Self.tolerance).rounded(.up))
        let endX = Int(saturating: (part.maxX + Self.tolerance).rounded(.down))
        let endY = Int(saturating: (part.maxY + Self.tolerance).rounded(.down))
        return area.intersection(
            PixelRect(x: x, y: y, width: max(0, endX - x), height: max(0, endY - y)))
    }

    /// What rounding may add to a place on the screen, pixels.
    static let tolerance = 1e-6
}

extension Outline {
    /// A class, because it is large, and each row of pixels asks for it.
    final class Corner: Equatable, Sendable {
        /// From the screen to the box, with the radius as the unit of length.
        let toBox: Homography
        let isAffine: Bool
        /// The longest side of a pixel in the box, in radii.
        let pixel: Double
        /// The box's size in radii.
        let size: Size
        /// The lines of two rectangles inside the rounded box: one as wide as the box, one as high.
        let wide, high: ConvexArea

        /// Nil if the corners are square, or are rounded by less than can be seen.
        init?(_ box: Frame.Box, _ fromScreen: Homography) {
            let (width, height) = (box.size.width, box.size.height)
            let radius = min(box.radius, width / 2, height / 2)
            guard radius > 0, let nearest = box.nearestPlace else { return nil }
            let slope = fromScreen.affineApproximation(at: box.toScreen.apply(nearest))
            let perPixel = max(
                Point(x: slope.a, y: slope.c).length, Point(x: slope.b, y: slope.d).length)
            guard radius > perPixel / 64 else { return nil }
            toBox = .scale(x: 1 / radius, y: 1 / radius) * fromScreen
            (isAffine, pixel) = (toBox.isAffine, toBox.largestStretch)
            size = Size(width: width / radius, height: height / radius)
            wide = ConvexArea(
                Rect(x: 0, y: radius, width: width, height: height - 2 * radius), of: box,
                fromScreen)
            high = ConvexArea(
                Rect(x: radius, y: 0, width: width - 2 * radius, height: height), of: box,
                fromScreen)
        }

        static func == (one: Corner, other: Corner) -> Bool {
            one === other
                || one.toBox == other.toBox && one.size == other.size && one.wide == other.wide
                    && one.high == other.high
        }

        /// How far a place lies outside of the arc of the corner near it, in pixels; negative
        /// inside. Nil where the sides are straight.
        fileprivate func distance(_ place: Point) -> Double? {
            let inside = toBox.apply(place)
            let (isRight, isLow) = (inside.x >= size.width / 2, inside.y >= size.height / 2)
            let u = isRight ? inside.x - size.width + 1 : 1 - inside.x
            let v = isLow ? inside.y - size.height + 1 : 1 - inside.y
            guard u > 0, v > 0 else { return nil }
            let slope = toBox.affineApproximation(at: place)
            let (su, sv) = (isRight ? u : -u, isLow ? v : -v)
            // |∇d| times the length.
            let steepness = Point(
                x: su * slope.a + sv * slope.b, y: su * slope.c + sv * slope.d
            ).length
            let length = Point(x: u, y: v).length
            return steepness > 0 ? (length - 1) * length / steepness : nil
        }
    }
}

extension Frame.Box {
    private var corners: [Point] {
        [(0, 0), (1, 0), (1, 1), (0, 1)].map { Point(x: $0 * size.width, y: $1 * size.height) }
    }

    /// The corners of what of the box lies in front of the eye; empty if nothing does.
    var visibleCorners: [Point] { inFront.count == 0 ? corners : inFront.cut(corners) }

    /// The place in the box that is nearest to the eye; nil if nothing of it lies in front of the
    /// eye.
    var nearestPlace: Point? {
        visibleCorners.min { toScreen.distance(of: $0) < toScreen.distance(of: $1) }
    }

    /// The corners of what of the box is seen in an area of the screen; empty if nothing is.
    func corners(seenIn area: PixelRect) -> [Point] {
        HalfPlanes(inside: Rect(area)).preimage(under: toScreen).cut(visibleCorners)
    }
}

extension Rect {
    /// The smallest rectangle around places; nil without any.
    fileprivate init?(around places: [Point]) {
        let (x, y) = (places.map(\.x), places.map(\.y))
        guard let left = x.min(), let right = x.max(), let top = y.min(), let bottom = y.max()
        else { return nil }
        self.init(x: left, y: top, width: right - left, height: bottom - top)
    }

    fileprivate var centre: Point { Point(x: x + width / 2, y: y + height / 2) }
}

extension Point {
    var length: Double { (x * x + y * y).squareRoot() }
}
