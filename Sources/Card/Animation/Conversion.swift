/// Converts the value of a signal before it drives a number of a layer. In this order: dead band,
/// gain, inversion, limit, offset.
public struct Conversion: Sendable, Hashable {
    /// Signals up to this magnitude count as 0. The magnitudes of larger signals are reduced by it,
    /// so that the output has no jump at the edge of the band. In the signal's unit.
    public var deadBand: Double
    /// The factor of the signal.
    public var gain: Double
    public var isInverted: Bool
    /// The largest magnitude before the offset is applied.
    public var limit: Double
    /// What is subtracted at the end.
    public var offset: Double

    /// Without settings the output is the signal.
    public init(
        deadBand: Double = 0, gain: Double = 1, isInverted: Bool = false,
        limit: Double = .infinity, offset: Double = 0
    ) {
        (self.deadBand, self.gain, self.isInverted) = (deadBand, gain, isInverted)
        (self.limit, self.offset) = (limit, offset)
    }

    /// The output for a signal's value; NaN counts as 0.
    public func value(of signal: Double) -> Double { shaped(signal) - offset }

    private func shaped(_ signal: Double) -> Double {
        let beyond = abs(signal) - max(0, deadBand)
        guard beyond > 0 else { return 0 }
        let output = (isInverted == (signal < 0) ? 1 : -1) * beyond * gain
        let size = min(abs(output), max(0, limit)).orZero
        return output < 0 ? -size : size
    }
}
