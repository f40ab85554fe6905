import Glibc

/// A first-order low-pass, in closed form: the number of steps changes nothing.
public struct Smoothing: Sendable, Hashable {
    /// τ, seconds; at 0 and below the target is reached at once.
    public var timeConstant: Double

    /// With this time constant, seconds.
    public init(timeConstant: Double) { self.timeConstant = timeConstant }

    /// 1 - exp(-dt/τ): the share of the distance to the target that is done in `dt` seconds.
    public func factor(after dt: Double) -> Double {
        guard dt > 0 else { return timeConstant > 0 ? 0 : 1 }
        return timeConstant > 0 ? -expm1(-dt / timeConstant).orZero : 1
    }

    /// The value `seconds` after `start`, while it moves to a constant target.
    public func value(from start: Double, to target: Double, after seconds: Double) -> Double {
        let factor = factor(after: seconds)
        return factor == 1 ? target : start + (target - start) * factor
    }
}

/// A number that follows its target through a `Smoothing`. Times are seconds on one clock.
public struct SmoothedValue: Sendable, Hashable {
    private var start: Double
    private var target: Double
    private var since: Double

    /// The first target is reached at once.
    public init(_ value: Double, at time: Double) { (start, target, since) = (value, value, time) }

    /// Takes the next target.
    public mutating func follow(_ target: Double, at time: Double, by smoothing: Smoothing) {
        start = value(at: time, by: smoothing)
        (self.target, since) = (target, max(since, time))
    }

    /// The value at `time`, which is not before the last target was taken.
    public func value(at time: Double, by smoothing: Smoothing) -> Double {
        smoothing.value(from: start, to: target, after: time - since)
    }

    /// Until when the value stays within `tolerance` of the target: `time` while it moves, else
    /// infinity.
    public func unchangedUntil(
        _ time: Double, by smoothing: Smoothing, within tolerance: Double = 0.001
    ) -> Double {
        let distance = abs(value(at: time, by: smoothing) - target)
        return distance <= tolerance ? .infinity : time
    }
}
