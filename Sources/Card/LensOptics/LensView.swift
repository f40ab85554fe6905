public import Geometry
internal import Glibc

/// The tilt of a card with a lens sheet and the place of the eye; from these, the phase that is
/// seen at each place of the card.
///
/// Places are millimetres from the lens sheet's middle, x to the right and y down. Angles are
/// radians.
public struct LensView: Sendable, Equatable {
    public var lens: Lens
    /// The tilts about the vertical axis, positive when the right edge goes away from the viewer,
    /// and about the horizontal one, positive when the top edge comes towards the viewer.
    public var tiltX, tiltY: Double
    /// From the eye to the card, millimetres; infinite: all places are seen at the same angle.
    public var distance: Double
    /// How far the eye is to the right of the lens sheet's middle, millimetres.
    public var eyeX: Double

    public init(
        _ lens: Lens, tiltX: Double = 0, tiltY: Double = 0, distance: Double = .infinity,
        eyeX: Double = 0
    ) {
        (self.lens, self.tiltX, self.tiltY) = (lens, tiltX, tiltY)
        (self.distance, self.eyeX) = (distance, eyeX)
    }

    /// The direction across the lenses, of length 1: right for vertical ones and down for
    /// horizontal ones, then turned by the slant.
    public var acrossDirection: Point {
        let (sine, cosine) = (sin(lens.slant), cos(lens.slant))
        return lens.axis == .vertical ? Point(x: cosine, y: sine) : Point(x: -sine, y: cosine)
    }

    /// How far a place lies across the lenses, millimetres.
    public func across(x: Double, y: Double) -> Double {
        let direction = acrossDirection
        return direction.x * x + direction.y * y
    }

    /// The tilt across the lenses. For vertical lenses with a slant α: tan θ = tan θx cos α + tan
    /// θy sin α, with both tilts limited to ±90°.
    public var tiltAcross: Double {
        if lens.slant == 0 { return lens.axis == .vertical ? tiltX : tiltY }
        let direction = acrossDirection
        func tangent(_ tilt: Double) -> Double { tan(min(max(tilt, -.pi / 2), .pi / 2)) }
        return atan(direction.x * tangent(tiltX) + direction.y * tangent(tiltY))
    }

    /// The viewing angle in air at a place across the lenses, millimetres: `tiltAcross` +
    /// atan((place - e) / `distance`), without the second summand for an infinite distance. The eye
    /// lies at e across the lenses.
    public func angle(across place: Double) -> Double {
        distance.isInfinite
            ? tiltAcross : tiltAcross + atan((place - acrossDirection.x * eyeX) / distance)
    }
}
