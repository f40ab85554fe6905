/// Where one property is in its phases: a state machine without timers, whose times are seconds on
/// one clock.
///
/// The next phase begins when the animation to the present one is logically complete; a spring then
/// keeps its value and velocity. If the animation has no duration, the next phase begins at the
/// same instant. A state that was advanced in one step equals one that was advanced in many.
public struct PhaseRun: Sendable, Hashable {
    /// The phase that the value moves to, or rests in.
    public private(set) var phase = 0
    /// When the movement to `phase` began.
    public private(set) var since: Double
    /// When the movement to `phase` is logically complete, and the next phase begins or the pass
    /// ends; infinity at rest.
    public private(set) var ends = Double.infinity
    /// The value and velocity at `since`.
    public private(set) var start: AnimatedValue
    /// When the first loop began.
    private let epoch: Double
    /// The number of loops before this one.
    private var loop = 0.0
    /// The value and velocity at the begin of this loop.
    private var loopStart: AnimatedValue

    /// Shows phase 0; phases that run by themselves move to phase 1 at once, unless `time` is
    /// beyond `endOfTime`.
    public init(_ phases: Phases, at time: Double) {
        start = AnimatedValue(phases.values[0])
        (since, epoch, loopStart) = (time, time, start)
        guard phases.runsByItself, abs(time) < Self.endOfTime else { return }
        phase = 1
        ends = end(phases)
    }

    /// Seconds: `advance` and `trigger` ignore times from here on. At earlier times a `Double` is
    /// precise enough to distinguish the ends of two loops.
    static let endOfTime = 1e12

    /// Takes every change of phase up to and including this time, each at its own time.
    public mutating func advance(_ phases: Phases, to time: Double) {
        guard time < Self.endOfTime else { return }
        while ends <= time { changePhase(phases, until: time) }
    }

    /// Moves on to the next phase at once. At rest in phase 0 this starts one pass through all
    /// phases and back to phase 0. Without effect on phases that repeat.
    public mutating func trigger(_ phases: Phases, at time: Double) {
        guard !phases.loops, phases.values.count > 1, abs(time) < Self.endOfTime else { return }
        let time = max(since, time)
        advance(phases, to: time)
        start = present(phases, at: time)
        (phase, since) = (phases.next(phase), time)
        ends = end(phases)
        advance(phases, to: time)
    }

    /// The value and velocity at `time`, which must not be before `since`.
    public func value(_ phases: Phases, at time: Double) -> AnimatedValue {
        var run = self
        run.advance(phases, to: time)
        return run.present(phases, at: time)
    }

    /// Until when the value stays within `tolerance` of that at `time`: `time` while it moves;
    /// `ends` while it keeps still until the next phase; infinity at rest, or if all phases have
    /// the same value.
    public func unchangedUntil(
        _ phases: Phases, _ time: Double, within tolerance: Double = 0.001
    ) -> Double {
        var run = self
        run.advance(phases, to: time)
        let isAtRest = phases.animations[run.phase].isAtRest(
            from: run.start, to: phases.values[run.phase], after: time - run.since,
            within: tolerance)
        guard isAtRest else { return time }
        return phases.isConstant ? .infinity : run.ends
    }

    private func present(_ phases: Phases, at time: Double) -> AnimatedValue {
        phases.animations[phase].value(
            from: start, to: phases.values[phase], after: time - since)
    }

    /// When the present phase ends. For phases that repeat it is computed from `epoch`, because a
    /// running sum would accumulate rounding errors.
    private func end(_ phases: Phases) -> Double {
        guard phases.loops else { return since + phases.animations[phase].duration }
        if phase == 0 { return epoch + (loop + 1) * phases.period }
        return epoch + loop * phases.period + phases.begins[phases.next(phase)]
    }

    private mutating func changePhase(_ phases: Phases, until time: Double) {
        if phase == 0, !phases.loops {
            ends = .infinity  // The pass is over; a spring goes on to its rest.
            return
        }
        let animation = phases.animations[phase]
        start = animation.value(
            from: start, to: phases.values[phase], after: animation.duration)
        (phase, since) = (phases.next(phase), ends)
        if phases.loops, phase == 1 { beginLoop(phases, until: time) }
        ends = end(phases)
    }

    /// If a loop starts with the same value and velocity as the loop before it, all later loops are
    /// the same. All whole loops before `time` except the last one are then skipped.
    private mutating func beginLoop(_ phases: Phases, until time: Double) {
        loop += 1
        guard start.isNear(loopStart, scale: phases.scale) else {
            loopStart = start
            return
        }
        start = loopStart
        let skipped = ((time - since) / phases.period).rounded(.down) - 1
        guard skipped > 0 else { return }
        loop += skipped
        since = epoch + loop * phases.period
    }
}

extension Phases {
    /// The largest magnitude of the values.
    fileprivate var scale: Double { values.reduce(0) { max($0, abs($1)) } }
}

extension AnimatedValue {
    /// Whether the two differ by no more than the rounding errors of numbers of the magnitude
    /// `scale`.
    fileprivate func isNear(_ other: AnimatedValue, scale: Double) -> Bool {
        abs(value - other.value) <= 1e-12 * scale
            && abs(velocity - other.velocity) <= 1e-9 * scale
    }
}
