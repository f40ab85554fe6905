internal import Glibc

/// An affine map of the plane: x' = a x + c y + tx, y' = b x + d y + ty, in SVG's order.
public struct Affine: Sendable, Equatable {
    public var a, b, c, d, tx, ty: Double

    public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
        (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
    }

    public static let identity = Affine(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

    public static func translation(_ offset: Point) -> Affine {
        Affine(a: 1, b: 0, c: 0, d: 1, tx: offset.x, ty: offset.y)
    }

    public static func scale(x: Double, y: Double) -> Affine {
        Affine(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0)
    }

    /// A turn about the origin, clockwise where y points down; exact for multiples of 90 degrees.
    public static func rotation(degrees: Double) -> Affine {
        let quarters = (degrees / 90).rounded()
        let rest = (degrees - 90 * quarters) * .pi / 180
        let (s, c) = (sin(rest), cos(rest))
        let turned = Affine(a: c, b: s, c: -s, d: c, tx: 0, ty: 0)
        return switch quarters.truncatingRemainder(dividingBy: 4) {
        case 1, -3: Affine(a: -s, b: c, c: -c, d: -s, tx: 0, ty: 0)
        case 2, -2: Affine(a: -c, b: -s, c: s, d: -c, tx: 0, ty: 0)
        case 3, -1: Affine(a: s, b: -c, c: c, d: s, tx: 0, ty: 0)
        default: turned
        }
    }

    /// The map that applies `right` first and `left` last.
    public static func * (left: Affine, right: Affine) -> Affine {
        let origin = left.apply(Point(x: right.tx, y: right.ty))
        return Affine(
            a: left.a * right.a + left.c * right.b, b: left.b * right.a + left.d * right.b,
            c: left.a * right.c + left.c * right.d, d: left.b * right.c + left.d * right.d,
            tx: origin.x, ty: origin.y)
    }

    public func apply(_ point: Point) -> Point {
        Point(x: a * point.x + c * point.y + tx, y: b * point.x + d * point.y + ty)
    }

    /// The factor of areas: negative if the map mirrors.
    public var determinant: Double { a * d - b * c }

    public var isFinite: Bool {
        a.isFinite && b.isFinite && c.isFinite && d.isFinite && tx.isFinite && ty.isFinite
    }

    /// The map back; nil if this one is singular, or one of the two is not finite.
    public var inverse: Affine? {
        let determinant = determinant
        guard isFinite, determinant != 0, determinant.isFinite else { return nil }
        let (a, b) = (d / determinant, -b / determinant)
        let (c, d) = (-c / determinant, self.a / determinant)
        let back = Affine(a: a, b: b, c: c, d: d, tx: -(a * tx + c * ty), ty: -(b * tx + d * ty))
        return back.isFinite ? back : nil
    }

    /// The largest factor of a length: the larger singular value.
    public var largestStretch: Double {
        (hypot(a + d, b - c) + hypot(a - d, b + c)) / 2
    }

    /// Whether the map only moves, and by whole pixels: to a millionth, which no pixel shows.
    public var isTranslationByWholePixels: Bool {
        func isNear(_ value: Double, _ wanted: Double) -> Bool { abs(value - wanted) < 1e-6 }
        return isFinite && isNear(a, 1) && isNear(b, 0) && isNear(c, 0) && isNear(d, 1)
            && isNear(tx, tx.rounded()) && isNear(ty, ty.rounded())
    }
}
