/// A value that moves to a target, which may change at any time.
///
/// Times are seconds on one clock. A spring keeps the velocity when the target changes; a curve
/// starts again from the present value.
public struct Movement: Sendable, Hashable {
    /// The value and velocity at `since`.
    public private(set) var start: AnimatedValue
    public private(set) var target: Double
    /// When the movement to `target` began.
    public private(set) var since = -Double.infinity
    public private(set) var animation = Animation.immediate

    /// At rest.
    public init(_ value: Double) { (start, target) = (AnimatedValue(value), value) }

    /// Moves to `target` from `time` on. Without effect if it already moves there by
    /// this animation.
    public mutating func retarget(to target: Double, at time: Double, with animation: Animation) {
        guard target != self.target || animation != self.animation else { return }
        restart(to: target, at: time, with: animation)
    }

    /// Moves to `target` from the present value, also if that was the target before.
    mutating func restart(to target: Double, at time: Double, with animation: Animation) {
        let time = max(since, time)
        (start, since) = (value(at: time), time)
        (self.target, self.animation) = (target, animation)
    }

    /// The value and velocity at this time, which may be any time from `since`.
    public func value(at time: Double) -> AnimatedValue {
        animation.value(from: start, to: target, after: elapsed(at: time))
    }

    /// Until when the value stays within `tolerance` of the target: `time` while it moves, else
    /// infinity.
    public func unchangedUntil(_ time: Double, within tolerance: Double = 0.001) -> Double {
        animation.isAtRest(
            from: start, to: target, after: elapsed(at: time), within: tolerance)
            ? .infinity : time
    }

    private func elapsed(at time: Double) -> Double {
        // Infinity minus infinity is NaN.
        since == -.infinity ? .infinity : time - since
    }
}
