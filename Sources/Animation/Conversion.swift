/// Converts the value of a signal before it drives a property. In this order: dead band, gain,
/// inversion, limit, curve, offset.
public struct Conversion: Sendable, Hashable {
    /// Signals up to this magnitude give 0; larger ones lose it, so that the output starts at 0 at
    /// the edge of the band. In the signal's unit.
    public var deadBand: Double
    /// Output per signal.
    public var gain: Double
    public var isInverted: Bool
    /// The largest magnitude of the output.
    public var limit: Double
    /// The shape of the output between 0 and the limit, the same on both sides. Without effect if
    /// the limit is 0 or infinite.
    public var curve: UnitCurve
    /// What is subtracted at the end.
    public var offset: Double

    /// Without settings the output is the signal.
    public init(
        deadBand: Double = 0, gain: Double = 1, isInverted: Bool = false,
        limit: Double = .infinity, curve: UnitCurve = .linear, offset: Double = 0
    ) {
        (self.deadBand, self.gain, self.isInverted) = (deadBand, gain, isInverted)
        (self.limit, self.curve, self.offset) = (limit, curve, offset)
    }

    /// The output for a signal's value; NaN counts as 0.
    public func value(of signal: Double) -> Double { shaped(signal) - offset }

    private func shaped(_ signal: Double) -> Double {
        let beyond = abs(signal) - max(0, deadBand)
        guard beyond > 0 else { return 0 }
        let output = (isInverted == (signal < 0) ? 1 : -1) * beyond * gain
        let size = bent(min(abs(output), max(0, limit)).orZero)
        return output < 0 ? -size : size
    }

    private func bent(_ size: Double) -> Double {
        guard curve != .linear, limit > 0, limit < .infinity else { return size }
        return limit * curve.value(at: size / limit)
    }
}
