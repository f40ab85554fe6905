internal import Glibc

/// A projective map of the plane, as a turned picture is seen: x' = (a x + c y + tx) / w and
/// y' = (b x + d y + ty) / w with w = g x + h y + i. Without g and h it is affine, in SVG's order.
///
/// w is the distance of a place in front of the eye, with the distance from the eye to the screen
/// as the unit. A place with w <= 0 cannot be seen.
public struct Homography: Sendable, Equatable {
    public var a, b, c, d, tx, ty: Double
    public var g, h, i: Double

    public init(
        a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double, g: Double = 0,
        h: Double = 0, i: Double = 1
    ) {
        (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
        (self.g, self.h, self.i) = (g, h, i)
    }

    public static let identity = Homography(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

    public static func translation(_ offset: Point) -> Homography {
        Homography(a: 1, b: 0, c: 0, d: 1, tx: offset.x, ty: offset.y)
    }

    public static func scale(x: Double, y: Double) -> Homography {
        Homography(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0)
    }

    /// A turn about the origin, clockwise where y points down; exact for multiples of 90 degrees.
    public static func rotation(degrees: Double) -> Homography {
        let (s, c) = sineAndCosine(degrees: degrees)
        return Homography(a: c, b: s, c: -s, d: c, tx: 0, ty: 0)
    }

    /// The map that applies `right` first and `left` last.
    public static func * (left: Homography, right: Homography) -> Homography {
        let origin = left.column(right.tx, right.ty, right.i)
        let (x, y) = (
            left.column(right.a, right.b, right.g), left.column(right.c, right.d, right.h)
        )
        return Homography(
            a: x.x, b: x.y, c: y.x, d: y.y, tx: origin.x, ty: origin.y, g: x.w, h: y.w,
            i: origin.w)
    }

    /// The map times a column of another one.
    private func column(_ x: Double, _ y: Double, _ w: Double) -> (x: Double, y: Double, w: Double)
    {
        (a * x + c * y + tx * w, b * x + d * y + ty * w, g * x + h * y + i * w)
    }

    /// Where a place is seen; meaningless for one whose `distance` is not above 0.
    public func apply(_ point: Point) -> Point {
        let affine = Point(x: a * point.x + c * point.y + tx, y: b * point.x + d * point.y + ty)
        if isAffine { return affine }
        let distance = distance(of: point)
        return Point(x: affine.x / distance, y: affine.y / distance)
    }

    /// The distance of a place in front of the eye, with the distance from the eye to the screen as
    /// the unit.
    public func distance(of point: Point) -> Double { g * point.x + h * point.y + i }

    /// Whether parallels stay parallel, and w is 1 everywhere.
    public var isAffine: Bool { g == 0 && h == 0 && i == 1 }

    public var isFinite: Bool {
        a.isFinite && b.isFinite && c.isFinite && d.isFinite && tx.isFinite && ty.isFinite
            && g.isFinite && h.isFinite && i.isFinite
    }

    /// The factor of areas where w is 1: negative if the map mirrors.
    public var determinant: Double {
        a * (d * i - ty * h) + c * (ty * g - b * i) + tx * (b * h - d * g)
    }

    /// The inverse map. Where this map has a positive distance at a place, the inverse has one at
    /// the place's image. Nil if this map is singular, or if this map or the inverse is not finite.
    public var inverse: Homography? {
        let determinant = determinant
        guard isFinite, determinant != 0, determinant.isFinite else { return nil }
        let back = inverse(determinant)
        return back.isFinite ? back : nil
    }

    /// The transposed matrix of the cofactors, divided by the determinant.
    private func inverse(_ determinant: Double) -> Homography {
        let (a, b) = ((d * i - ty * h) / determinant, (ty * g - b * i) / determinant)
        let (c, d) = ((tx * h - c * i) / determinant, (self.a * i - tx * g) / determinant)
        if isAffine {
            return Homography(
                a: a, b: b, c: c, d: d, tx: -(a * tx + c * ty), ty: -(b * tx + d * ty))
        }
        return Homography(
            a: a, b: b, c: c, d: d, tx: (self.c * ty - tx * self.d) / determinant,
            ty: (tx * self.b - self.a * ty) / determinant,
            g: (self.b * h - self.d * g) / determinant,
            h: (self.c * g - self.a * h) / determinant,
            i: (self.a * self.d - self.b * self.c) / determinant)
    }

    /// The affine map with the same value and the same first derivatives as this one at a place of
    /// positive distance.
    public func affineApproximation(at point: Point) -> Homography {
        if isAffine { return self }
        let (seen, distance) = (apply(point), distance(of: point))
        let (a, b) = ((a - seen.x * g) / distance, (b - seen.y * g) / distance)
        let (c, d) = ((c - seen.x * h) / distance, (d - seen.y * h) / distance)
        return Homography(
            a: a, b: b, c: c, d: d, tx: seen.x - a * point.x - c * point.y,
            ty: seen.y - b * point.x - d * point.y)
    }

    /// a, b, c, d, tx and ty; for a map that is not affine g, h and i, too.
    public var numbers: [Double] {
        [a, b, c, d, tx, ty] + (isAffine ? [] : [g, h, i])
    }

    /// The largest factor of a length under the affine part: the larger singular value.
    public var largestStretch: Double {
        (hypot(a + d, b - c) + hypot(a - d, b + c)) / 2
    }

    /// The smallest factor of a length under the affine part: the smaller singular value.
    public var smallestStretch: Double {
        abs(hypot(a + d, b - c) - hypot(a - d, b + c)) / 2
    }

    /// The direction in which the affine part's results are stretched least, as a vector of length 1.
    public var directionOfSmallestStretch: Point {
        let largest = atan2(2 * (a * b + c * d), a * a + c * c - b * b - d * d) / 2
        return Point(x: -sin(largest), y: cos(largest))
    }

    /// The same turn and the same place of the origin, with lengths as they are; nil unless the map is a
    /// similarity, within a millionth: a turn, an even scale, a translation, with or without a mirror.
    public var withoutScale: Homography? {
        let scale = hypot(a, b)
        guard isAffine, isFinite, scale > 0 else { return nil }
        let isTurned = abs(a - d) + abs(b + c) <= 2e-6 * scale
        let isMirrored = abs(a + d) + abs(b - c) <= 2e-6 * scale
        guard isTurned || isMirrored else { return nil }
        return Homography(a: a / scale, b: b / scale, c: c / scale, d: d / scale, tx: tx, ty: ty)
    }

    /// Each number of an affine map rounded to a multiple of `step`; another map as it is.
    public func rounded(to step: Double) -> Homography {
        func near(_ value: Double) -> Double { (value / step).rounded() * step }
        guard isAffine else { return self }
        return Homography(
            a: near(a), b: near(b), c: near(c), d: near(d), tx: near(tx), ty: near(ty))
    }

    /// Whether it only moves places and scales them along x and y.
    public var isTranslationAndScale: Bool { b == 0 && c == 0 && g == 0 && h == 0 && i == 1 }

    /// Whether the map is a translation by whole pixels, within a millionth.
    public var isTranslationByWholePixels: Bool {
        func isNear(_ value: Double, _ wanted: Double) -> Bool { abs(value - wanted) < 1e-6 }
        return isAffine && isFinite && isNear(a, 1) && isNear(b, 0) && isNear(c, 0) && isNear(d, 1)
            && isNear(tx, tx.rounded()) && isNear(ty, ty.rounded())
    }
}

/// Exact for multiples of 90 degrees.
public func sineAndCosine(degrees: Double) -> (sine: Double, cosine: Double) {
    let quarters = (degrees / 90).rounded()
    let remainder = (degrees - 90 * quarters) * .pi / 180
    let (s, c) = (sin(remainder), cos(remainder))
    return switch quarters.truncatingRemainder(dividingBy: 4) {
    case 1, -3: (c, -s)
    case 2, -2: (-s, -c)
    case 3, -1: (-c, s)
    default: (s, c)
    }
}
