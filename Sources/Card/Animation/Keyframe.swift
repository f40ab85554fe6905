/// A part of a track: how the value goes to `to`. Durations in seconds, velocities in units of the
/// value per second.
///
/// A duration below 1 µs counts as 0. A keyframe whose duration is 0 is a jump.
public enum Keyframe: Sendable, Hashable {
    /// In a straight line, with the progress that a curve gives.
    case linear(to: Double, duration: Double, curve: UnitCurve = .linear)
    /// In a cubic Hermite curve. A velocity that is not given follows from the
    /// neighbours; see `Track`.
    case cubic(
        to: Double, duration: Double, startVelocity: Double? = nil, endVelocity: Double? = nil)
    /// By a spring, from the present velocity unless one is given. Without a duration it takes the
    /// spring's settling duration.
    case spring(
        to: Double, duration: Double? = nil, spring: Spring = .smooth,
        startVelocity: Double? = nil)
    /// At once; the velocity is 0 afterwards.
    case jump(to: Double)

    /// The value to which it goes; a spring that is cut short does not reach it.
    public var target: Double {
        switch self {
        case .linear(let to, _, _), .cubic(let to, _, _, _), .spring(let to, _, _, _),
            .jump(let to):
            to
        }
    }

    /// The shortest duration that is not 0, seconds.
    static let shortestDuration = 1e-6
}

extension Keyframe {
    /// The duration in seconds, checked.
    func duration(index: Int) throws(AnimationError) -> Double {
        let seconds =
            switch self {
            case .linear(_, let duration, _), .cubic(_, let duration, _, _): duration
            case .spring(_, let duration, let spring, _): duration ?? spring.settlingDuration
            case .jump: 0.0
            }
        if case .spring(_, nil, _, _) = self, !seconds.isUsable {
            throw .neverSettles(keyframe: index)
        }
        guard seconds >= 0, seconds.isUsable else {
            throw .keyframeDuration(seconds, keyframe: index)
        }
        return seconds < Self.shortestDuration ? 0 : seconds
    }

    /// Refuses a value or velocity that is not usable (`isUsable`).
    func checkNumbers(index: Int) throws(AnimationError) {
        let numbers: (Double?, Double?) =
            switch self {
            case .cubic(_, _, let start, let end): (start, end)
            case .spring(_, _, _, let start): (start, nil)
            case .linear, .jump: (nil, nil)
            }
        for number in [target, numbers.0 ?? 0, numbers.1 ?? 0] where !number.isUsable {
            throw .keyframeNumber(number, keyframe: index)
        }
    }
}
