/// The values to which one property goes in turn, its phases, and the animation to each of them.
///
/// Properties that share the animations and start together move together: their runs change phase
/// at the same times.
public struct Phases: Sendable, Hashable {
    /// The value in each phase; not empty.
    public let values: [Double]
    /// For each phase the animation to it.
    public let animations: [Animation]
    /// Whether the phases repeat for ever; else a trigger at rest starts one pass through them.
    public let loops: Bool
    /// When the movement to each phase begins, in seconds from the begin of a loop. A loop moves to
    /// phase 1 first and to phase 0 last.
    let begins: [Double]
    /// The duration of a loop, seconds.
    public let period: Double

    /// Seconds: a loop with a shorter period does not run; the value stays at phase 0.
    public static let shortestPeriod = 0.001

    /// One animation for all phases.
    public init(
        _ values: [Double], animation: Animation = .standard, loops: Bool
    ) throws(AnimationError) {
        let animations = values.map { _ in animation }
        try self.init(values, animations: animations, loops: loops)
    }

    /// As many animations as phases, each to its phase.
    ///
    /// In a loop a spring has to settle within 1000 times its duration: then loops become equal,
    /// and any number of them can be skipped.
    public init(
        _ values: [Double], animations: [Animation], loops: Bool
    ) throws(AnimationError) {
        guard !values.isEmpty else { throw .noPhases }
        guard animations.count == values.count else {
            throw .animationCount(animations.count, phases: values.count)
        }
        for index in values.indices {
            try Self.check(values[index], animations[index], index, loops)
        }
        (self.values, self.animations, self.loops) = (values, animations, loops)
        var (begins, time) = (values.map { _ in 0.0 }, 0.0)
        for index in values.indices {
            let phase = (index + 1) % values.count
            begins[phase] = time
            time += animations[phase].duration
        }
        (self.begins, period) = (begins, time)
    }

    private static func check(
        _ value: Double, _ animation: Animation, _ phase: Int, _ loops: Bool
    ) throws(AnimationError) {
        guard value.isUsable else { throw .phaseNumber(value, phase: phase) }
        switch animation {
        case .curve(_, let duration) where !(duration >= 0 && duration.isUsable):
            throw .phaseDuration(duration, phase: phase)
        case .spring(let spring) where loops && spring.settlingDuration > 1000 * spring.duration:
            throw .phaseNeverSettles(phase: phase)
        default: break
        }
    }

    /// Whether a run changes phase without a trigger.
    public var runsByItself: Bool { loops && values.count > 1 && period >= Self.shortestPeriod }

    /// Whether all phases have the same value.
    public var isConstant: Bool { values.allSatisfy { $0 == values[0] } }

    func next(_ phase: Int) -> Int { phase + 1 < values.count ? phase + 1 : 0 }
}
