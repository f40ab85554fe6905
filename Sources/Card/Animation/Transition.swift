/// The values of one property of an element that comes and goes.
public struct TransitionValues: Sendable, Hashable {
    /// In phase -1: the value from which the element comes.
    public var before: Double
    /// In phase 0: the value in place.
    public var inPlace: Double
    /// In phase +1: the value to which the element goes when it leaves.
    public var after: Double

    /// The values in the phases -1, 0 and +1.
    public init(before: Double, inPlace: Double, after: Double) {
        (self.before, self.inPlace, self.after) = (before, inPlace, after)
    }
}

/// How an element comes and goes, for any number of its properties.
///
/// It holds the weights of the three phases. As springs and curves are linear in their start and
/// target, the weighted values move as if each property was animated on its own. Times are seconds
/// on one clock.
public struct Transition: Sendable, Hashable {
    /// The phase of an element. The raw value is -1 before it appears, 0 in place, and 1 after it
    /// has left.
    public enum Phase: Int, Sendable, Hashable {
        case willAppear = -1
        case inPlace = 0
        case didDisappear = 1
    }

    /// The phase that the element moves to, or rests in.
    public private(set) var phase = Phase.inPlace
    /// The weights of `willAppear` and `didDisappear`. The weight of `inPlace` is 1 minus both.
    private var before = Movement(0)
    private var after = Movement(0)

    /// In place, at rest.
    public init() {}

    /// Not there yet: phase `willAppear`, at rest.
    public static var absent: Transition {
        var transition = Transition()
        (transition.phase, transition.before) = (.willAppear, Movement(1))
        return transition
    }

    /// Comes in, from the present values; an element that was gone comes from `willAppear`. Without
    /// effect on one that is in place or comes in.
    public mutating func appear(at time: Double, with animation: Animation) {
        guard phase != .inPlace else { return }
        if isGone(at: time) { self = .absent }
        move(to: .inPlace, at: time, with: animation)
    }

    /// Leaves, from the present values. Without effect on an element that is not there or leaves
    /// already.
    public mutating func disappear(at time: Double, with animation: Animation) {
        guard phase == .inPlace else { return }
        move(to: .didDisappear, at: time, with: animation)
    }

    /// Whether the element has left. Also true for an element that never appeared.
    public func isGone(at time: Double) -> Bool { phase != .inPlace && time >= goneTime }

    /// When the element has left: the animation's settling duration after it began to leave, or the
    /// animation's `duration` if a spring never settles. Infinity for an element that is in place
    /// or comes in, minus infinity for one that never appeared.
    public var goneTime: Double {
        switch phase {
        case .inPlace: return .infinity
        case .willAppear: return -.infinity
        case .didDisappear:
            let settling = after.animation.settlingDuration
            return after.since + (settling < .infinity ? settling : after.animation.duration)
        }
    }

    /// The value and velocity of a property at this time.
    public func value(of values: TransitionValues, at time: Double) -> AnimatedValue {
        let (b, a) = (before.value(at: time), after.value(at: time))
        let (fromBefore, toAfter) = (values.before - values.inPlace, values.after - values.inPlace)
        return AnimatedValue(
            values.inPlace + b.value * fromBefore + a.value * toAfter,
            velocity: b.velocity * fromBefore + a.velocity * toAfter)
    }

    /// Until when the values stay as they are: `time` while they move, infinity at rest.
    /// `tolerance` is a share of the distance between two phases.
    public func unchangedUntil(_ time: Double, within tolerance: Double = 0.001) -> Double {
        min(
            before.unchangedUntil(time, within: tolerance),
            after.unchangedUntil(time, within: tolerance))
    }

    private mutating func move(to phase: Phase, at time: Double, with animation: Animation) {
        self.phase = phase
        before.restart(to: 0, at: time, with: animation)
        after.restart(to: phase == .didDisappear ? 1 : 0, at: time, with: animation)
    }
}
