/// Why an animation cannot be built. Positions count from 0; the text for people counts from 1.
public enum AnimationError: Error, Sendable, Hashable {
    case noKeyframes
    /// The keyframe's duration is negative or not usable (`isUsable`).
    case keyframeDuration(Double, keyframe: Int)
    /// The keyframe's value or velocity is not usable (`isUsable`).
    case keyframeNumber(Double, keyframe: Int)
    /// The keyframe's spring never settles, and the keyframe has no duration.
    case neverSettles(keyframe: Int)
    /// The value or velocity at a track's start is not usable (`isUsable`).
    case initialValue(Double)
    case noPhases
    /// The phase's value is not usable (`isUsable`).
    case phaseNumber(Double, phase: Int)
    /// The duration of the animation to the phase is negative or not usable (`isUsable`).
    case phaseDuration(Double, phase: Int)
    /// The phases repeat, and the spring to the phase does not settle within 1000 times the
    /// spring's duration.
    case phaseNeverSettles(phase: Int)
    /// The number of animations is not the number of phases.
    case animationCount(Int, phases: Int)
    case noKeys
    /// The key's signal or value is not usable (`isUsable`).
    case keyNumber(Double, key: Int)
    /// The key's signal is not greater than that of the key before.
    case keyOrder(Double, key: Int)
    /// The number of curves is not the number of pieces between keys.
    case curveCount(Int, pieces: Int)
    /// The range to spread values over does not increase, or an end of it is not usable
    /// (`isUsable`).
    case keyRange(from: Double, to: Double)
}

extension AnimationError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .noKeyframes: "a track needs at least one keyframe"
        case .keyframeDuration(let seconds, let index):
            "keyframe \(index + 1): the duration is \(seconds) s; it must be a number from 0"
        case .keyframeNumber(let number, let index):
            "keyframe \(index + 1): \(number) is not a usable number"
        case .neverSettles(let index):
            "keyframe \(index + 1): the spring never settles; it needs a duration"
        case .initialValue(let number): "the value at the start, \(number), is not a usable number"
        case .noKeys: "at least one key is needed"
        case .keyNumber(let number, let index):
            "key \(index + 1): \(number) is not a usable number"
        case .keyOrder(let signal, let index):
            "key \(index + 1): \(signal) is not greater than the number before it"
        case .curveCount(let curves, let pieces): "\(curves) curves for \(pieces) pieces"
        case .keyRange(let from, let to): "the range from \(from) to \(to) does not increase"
        case .phaseNumber(let number, let index):
            "phase \(index + 1): \(number) is not a usable number"
        case .phaseDuration(let seconds, let index):
            "phase \(index + 1): the duration is \(seconds) s; it must be a number from 0"
        case .phaseNeverSettles(let index):
            "phase \(index + 1): the spring hardly settles, so the phases cannot repeat"
        case .animationCount(let count, let phases): "\(count) animations for \(phases) phases"
        case .noPhases: "at least one phase is needed"
        }
    }
}
