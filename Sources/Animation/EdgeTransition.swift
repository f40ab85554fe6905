/// A transition by position or tilt instead of time: in place in the middle, fully out at a limit on
/// either side. A pure function.
public struct EdgeTransition: Sendable, Hashable {
    /// The position, on either side of 0, at which the effect is complete; in the input's unit.
    public var limit: Double
    /// The pace from a limit (0) to the middle (1). Leaving shows the same values in the opposite
    /// order.
    public var curve: UnitCurve

    /// With the limit in the unit of the positions.
    public init(limit: Double, curve: UnitCurve = .linear) {
        (self.limit, self.curve) = (limit, curve)
    }

    /// The phase: -1 (top leading), 0 (identity) or 1 (bottom trailing), the sign of the position.
    public func side(at position: Double) -> Int { position < 0 ? -1 : position > 0 ? 1 : 0 }

    /// The part of the side's effect that shows, 0 in the middle, 1 from the limit on; beyond
    /// [0, 1] only if the curve is.
    public func fraction(at position: Double) -> Double {
        guard side(at: position) != 0 else { return 0 }
        let distance = limit > 0 ? min(1, abs(position) / limit) : 1
        return 1 - curve.value(at: 1 - distance.orZero)
    }

    /// The value of a property at this position.
    public func value(of values: TransitionValues, at position: Double) -> Double {
        let edge = side(at: position) < 0 ? values.before : values.after
        return values.identity + (edge - values.identity) * fraction(at: position)
    }
}
