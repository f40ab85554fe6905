internal import Geometry
internal import Paint
internal import Platform

/// A gradient at its place on the screen, prepared for both compositors.
///
/// A pixel's place is mapped to a plane in which the gradient is simple. There the place has a
/// value: x, the distance from the origin, or the angle from x to y as a share of a revolution.
/// From the value follows `t`, 0 where the gradient begins and 1 where it ends, and from `t` how
/// many steps of the ramp lie before the pixel.
struct Shading: Equatable {
    let kind: Gradient.Kind
    /// From the screen to the plane.
    let fromScreen: Homography
    /// `t` is the value of a place, minus `offset`, times `factor`. From an angle above `wrap` one
    /// revolution is subtracted first, which gives a value below 0.
    let offset, factor, wrap: Double
    /// For each piece between two stops the `t` at which it begins, and a factor. The share of the
    /// piece that lies before a place is the place's `t` minus the piece's `t`, times the factor,
    /// limited to 0...1. A whole piece is `ramp.stepsPerPiece` steps.
    let pieces: OwnedBuffer<SIMD2<Float>>
    let ramp: ColourRamp

    /// Prepares a gradient that fills a box; nil if the box is singular, or if a number of the
    /// shape or of the map to the plane is not finite.
    init?(_ gradient: Gradient, in box: Frame.Box, ramps: inout RampCache) {
        guard let toBox = box.toScreen.inverse,
            let plane = Plane(gradient.shape, in: box.size)
        else { return nil }
        kind = gradient.shape.kind
        fromScreen = plane.fromBox * toBox
        (offset, factor, wrap) = (plane.offset, plane.factor, plane.wrap)
        guard fromScreen.isFinite else { return nil }
        let stops = gradient.sortedStops
        pieces = OwnedBuffer(
            zip(stops, stops.dropFirst()).map { Self.piece(from: $0.t, to: $1.t) })
        ramp = ramps.ramp(stops.map(\.colour), gradient.colourSpace)
    }

    /// Where `t` is equal at both stops, the colour jumps.
    private static func piece(from t: Double, to next: Double) -> SIMD2<Float> {
        let steepest = 1e12
        let factor = next > t ? min(1 / (next - t), steepest) : steepest
        return SIMD2(Float(t), Float(factor))
    }

    static func == (one: Shading, other: Shading) -> Bool {
        one.kind == other.kind && one.fromScreen == other.fromScreen && one.offset == other.offset
            && one.factor == other.factor && one.wrap == other.wrap && one.pieces == other.pieces
            && one.ramp === other.ramp
    }
}

/// The plane in which a gradient of a box is simple, and how `t` follows from a value there: see
/// `Shading`.
private struct Plane {
    let fromBox: Homography
    private(set) var offset = 0.0, factor = 1.0, wrap = 2.0

    /// What the shape's numbers are limited to.
    private static let furthest = 1e6
    /// What factors are limited to, so that single precision can hold `t`, and `t` times the factor
    /// of a piece.
    private static let most = 1e9
    /// What is shorter, in the box's units, has no length.
    private static let shortest = 1e-6

    /// Nil if a number of the shape is not finite.
    init?(_ shape: Gradient.Shape, in size: Size) {
        let numbers = shape.numbers
        guard (0..<4).allSatisfy({ numbers[$0].isFinite }) else { return nil }
        let near = numbers.clamped(
            lowerBound: .init(repeating: -Self.furthest),
            upperBound: .init(repeating: Self.furthest))
        switch Gradient.Shape(shape.kind, near) {
        case .linear(let from, let to):
            fromBox = Self.line(from: from.scaled(by: size), to: to.scaled(by: size))
        case .radial(let centre, let from, let to):
            let unit = min(size.width, size.height) / 2
            fromBox =
                .scale(x: 1 / unit, y: 1 / unit) * Self.origin(at: centre.scaled(by: size))
            (offset, factor) = (from, Self.factor(to - from))
        case .angular(let centre, let from, let to):
            // Of several revolutions the last one is seen.
            let revolutions = abs(to - from) / 360
            let isWhole = revolutions >= 1
            fromBox = Self.rotation(
                from: isWhole ? to : from, isMirrored: to < from, about: centre.scaled(by: size))
            (offset, factor) = (
                isWhole ? 1 - revolutions : 0, Self.factor(revolutions)
            )
            // The gradient leaves an arc of the circle free. The arc has the colour of the end up
            // to its middle, then that of the beginning.
            wrap = isWhole ? wrap : (1 + revolutions) / 2
        }
    }

    /// x goes from 0 to 1 between two places.
    private static func line(from: Point, to: Point) -> Homography {
        let (x, y) = (to.x - from.x, to.y - from.y)
        let square = x * x + y * y
        // Without a length all lies beyond the end.
        guard square > shortest * shortest else {
            return Homography(a: 0, b: 0, c: 0, d: 0, tx: most, ty: 0)
        }
        return Homography(
            a: x / square, b: 0, c: y / square, d: 0, tx: -(from.x * x + from.y * y) / square,
            ty: 0)
    }

    /// Rotates the angle `degrees` to the axis x. For a gradient that goes counter-clockwise it
    /// also mirrors the plane, so that angles always grow clockwise.
    private static func rotation(
        from degrees: Double, isMirrored: Bool, about centre: Point
    ) -> Homography {
        let mirror = isMirrored ? -1.0 : 1
        return .rotation(degrees: -degrees * mirror) * .scale(x: 1, y: mirror) * origin(at: centre)
    }

    private static func origin(at place: Point) -> Homography {
        .translation(Point(x: -place.x, y: -place.y))
    }

    /// The factor by which a length becomes 1, limited to -`most`...`most`.
    private static func factor(_ length: Double) -> Double {
        length == 0 ? most : min(max(1 / length, -most), most)
    }
}

extension Gradient {
    /// At least two stops, sorted by `t`; stops with equal `t` keep their order. A `t` of NaN
    /// counts as 0.
    fileprivate var sortedStops: [Stop] {
        let furthest = 1e6
        let limited = stops.map { stop in
            Stop(
                stop.t.isNaN ? 0 : min(max(stop.t, -furthest), furthest), stop.colour)
        }
        let sorted = limited.enumerated().sorted {
            ($0.element.t, $0.offset) < ($1.element.t, $1.offset)
        }.map(\.element)
        let clear = Stop(0, Colour(red: 0, green: 0, blue: 0, alpha: 0))
        return sorted + Array(repeating: sorted.first ?? clear, count: max(0, 2 - sorted.count))
    }
}

extension Point {
    fileprivate func scaled(by size: Size) -> Point {
        Point(x: x * size.width, y: y * size.height)
    }
}
