/// How a value goes to its target.
public enum Animation: Sendable, Hashable {
    /// At once.
    case immediate
    /// From the present value with the present velocity.
    case spring(Spring)
    /// From the present value with the velocity of the curve, in `duration` seconds.
    case curve(UnitCurve, duration: Double = defaultCurveDuration)

    /// A smooth spring of 0.5 s.
    public static let standard = Animation.spring(.smooth)
    /// Seconds: the duration of a curve where none is given.
    public static let defaultCurveDuration = 0.35

    /// Seconds until the movement is logically complete, and the next one may begin.
    public var duration: Double {
        switch self {
        case .immediate: 0
        case .spring(let spring): spring.duration
        case .curve(_, let duration): duration > 0 ? duration : 0
        }
    }

    /// Seconds until a movement by 1 from rest is complete: a spring's settling duration, which may
    /// be infinite.
    public var settlingDuration: Double {
        if case .spring(let spring) = self { spring.settlingDuration } else { duration }
    }

    /// The value and velocity `seconds` after the start; `start` itself if `seconds` is negative.
    public func value(
        from start: AnimatedValue, to target: Double, after seconds: Double
    ) -> AnimatedValue {
        guard seconds >= 0 else { return start }
        switch self {
        case .immediate: return AnimatedValue(target)
        case .spring(let spring): return spring.value(from: start, to: target, after: seconds)
        case .curve(let curve, _):
            return curve.value(from: start.value, to: target, after: seconds, of: duration)
        }
    }

    /// Whether the value rests from `seconds` after the start on: by a spring if it stays within
    /// `tolerance` of the target, by a curve only if the curve has ended or starts at the target.
    public func isAtRest(
        from start: AnimatedValue, to target: Double, after seconds: Double,
        within tolerance: Double = 0.001
    ) -> Bool {
        switch self {
        case .immediate: return seconds >= 0
        case .spring(let spring):
            let present = spring.value(from: start, to: target, after: seconds)
            return spring.isAtRest(present, at: target, within: tolerance)
        case .curve: return start.value == target || seconds >= duration
        }
    }
}

extension UnitCurve {
    /// The value and its velocity `seconds` (0 or more) after the start of a movement of this
    /// duration.
    func value(
        from start: Double, to target: Double, after seconds: Double, of duration: Double
    ) -> AnimatedValue {
        guard seconds < duration else { return AnimatedValue(target) }
        let (progress, distance) = (seconds / duration, target - start)
        return AnimatedValue(
            start + distance * value(at: progress),
            velocity: distance * slope(at: progress) / duration)
    }
}
