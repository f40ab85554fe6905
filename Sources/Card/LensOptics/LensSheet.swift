internal import Glibc

/// A plastic sheet of cylindrical lenses on one side, with the print on the other.
///
/// Lengths are millimetres, angles radians. The formulas are those of geometrical optics for a ray
/// through a lens's centre; angles in air are measured from the sheet's normal across the lenses.
public struct LensSheet: Sendable, Equatable, Hashable {
    public var lensesPerInch: Double
    /// From the lenses' tops to the print.
    public var thickness: Double
    public var refractiveIndex: Double

    /// The refractive index of usual plastics.
    public static let usualRefractiveIndex = 1.56

    public init(
        lensesPerInch: Double, thickness: Double, refractiveIndex: Double = usualRefractiveIndex
    ) {
        (self.lensesPerInch, self.thickness) = (lensesPerInch, thickness)
        self.refractiveIndex = refractiveIndex
    }

    /// Lens sheets that are sold, the coarsest first.
    public static let sold = [
        LensSheet(lensesPerInch: 20, thickness: 3), LensSheet(lensesPerInch: 40, thickness: 0.838),
        LensSheet(lensesPerInch: 60, thickness: 0.457),
        LensSheet(lensesPerInch: 75, thickness: 0.457),
        LensSheet(lensesPerInch: 100, thickness: 0.356),
    ]

    /// The width of a lens.
    public var pitch: Double { 25.4 / lensesPerInch }

    /// The lenses' radius whose focus lies on the print: r = e (n - 1) / n.
    public var radius: Double { thickness * (refractiveIndex - 1) / refractiveIndex }

    /// The thickness that shows s images without ghosts: e = (n s - 1) r / (s (n - 1)), as US
    /// patent 6,726,858 has it; for endlessly many e = n r / (n - 1).
    public static func thickness(
        forImages images: Double, radius: Double, refractiveIndex: Double = usualRefractiveIndex
    ) -> Double {
        (refractiveIndex - 1 / images) * radius / (refractiveIndex - 1)
    }

    /// The angle of a ray inside the sheet, from its angle in air: asin(sin θ / n). The angle in
    /// air is limited to ±90°.
    public func angleInside(_ angle: Double) -> Double {
        asin(sin(min(max(angle, -.pi / 2), .pi / 2)) / refractiveIndex)
    }

    /// The place on the print that an eye at an angle sees through a lens's centre: e tan θi, from
    /// the lens's centre. An eye on the left, at a positive angle, sees a positive place, on the
    /// right.
    public func place(atAngle angle: Double) -> Double { thickness * tan(angleInside(angle)) }

    /// The angle in air at which a place on the print is seen; nil for one that total reflection
    /// hides.
    public func angle(atPlace place: Double) -> Double? {
        let sine = refractiveIndex * sin(atan(place / thickness))
        return abs(sine) <= 1 ? asin(sine) : nil
    }

    /// The full angle in which each lens shows its own strips of the print, once: V = 2 asin(n
    /// sin(atan(p / 2e))). It is π where the strips of neighbouring lenses are never seen.
    public var viewingZone: Double { 2 * (angle(atPlace: pitch / 2) ?? .pi / 2) }

    /// The viewing zone from the rays through the outer edges of lenses of this radius, 2 (A - I):
    /// f = r - √(r² - p²/4), h = e - f, A = asin(p / 2r), R = A - atan(p / h), I = asin(n sin R).
    /// Nil where such lenses do not exist or hide these rays.
    public func extremeRayZone(radius: Double) -> Double? {
        let half = pitch / 2
        guard radius >= half else { return nil }
        let height = thickness - (radius - (radius * radius - half * half).squareRoot())
        let normal = asin(half / radius)
        let sine = refractiveIndex * sin(normal - atan(pitch / height))
        return height > 0 && abs(sine) <= 1 ? 2 * (normal - asin(sine)) : nil
    }

    /// The pitch of the print, with which all lenses show the same picture to an eye at a distance
    /// in front of the sheet's middle: p (1 + e / (n D)).
    public func printPitch(seenFrom distance: Double) -> Double {
        pitch * (1 + thickness / (refractiveIndex * distance))
    }
}
