/// A value and its rate of change.
public struct AnimatedValue: Sendable, Hashable {
    public var value: Double
    /// Units of the value per second.
    public var velocity: Double

    /// A value with this velocity, in units of the value per second.
    public init(_ value: Double, velocity: Double = 0) {
        (self.value, self.velocity) = (value, velocity)
    }
}

extension Double {
    /// The nearest number of `range`; its lower bound if this is NaN.
    func limited(to range: ClosedRange<Double>) -> Double {
        self >= range.lowerBound ? min(range.upperBound, self) : range.lowerBound
    }

    /// Whether sums, differences and slopes of such numbers are finite.
    var isUsable: Bool { magnitude <= 1e100 }

    /// Itself, 0 if it is NaN.
    var orZero: Double { isNaN ? 0 : self }
}
