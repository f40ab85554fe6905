import Animation

/// What one driver remembers of the inputs.
enum DriverMemory: Sendable, Equatable {
    /// Nothing has happened, or nothing needs to be known.
    case none
    case moving(Movement)
    case smoothed(SmoothedValue)
    /// A track that was started from this value at a scene time.
    case running(from: AnimatedValue, since: Double)
    case phases(PhaseRun)
    /// The number of a step, and the way to its value.
    case step(Int, Movement)
    case transition(Transition)

    /// Whether a layer that has gone is still to be seen.
    func isLeaving(at time: Double) -> Bool {
        if case .transition(let transition) = self { !transition.isGone(at: time) } else { false }
    }
}

extension Driver {
    /// The value at a moment.
    func value(_ memory: DriverMemory, _ signals: Signals) -> Double {
        animated(memory, signals).value
    }

    /// The value and its velocity at a moment.
    private func animated(_ memory: DriverMemory, _ signals: Signals) -> AnimatedValue {
        let time = signals.time
        switch (kind, memory) {
        case (.follow, .moving(let movement)): return movement.value(at: time)
        case (.follow(_, _, _, .smoothing(let smoothing)), .smoothed(let smoothed)):
            return AnimatedValue(smoothed.value(at: time, by: smoothing))
        case (.follow, _): return AnimatedValue(target(signals))
        case (.scrub(let signal, let response, let range, let track, let timeline), _):
            let place = response.value(signals[signal]) - range.lowerBound
            let part = min(max(place / (range.upperBound - range.lowerBound), 0), 1)
            return AnimatedValue(track.value(at: part * timeline))
        case (.run(_, let track, let timeline, let repeats), .running(let start, let since)):
            return track.value(after: time - since, from: start, timeline, repeats)
        case (.run(_, let track, _, _), _): return track.initial
        case (.phases(_, let phases), .phases(let run)): return run.value(phases, at: time)
        case (.phases(_, let phases), _): return AnimatedValue(phases.values[0])
        case (.steps, .step(_, let movement)): return movement.value(at: time)
        case (.steps(_, let values, _), _): return AnimatedValue(values[0])
        case (.transition(let values, _), .transition(let transition)):
            return transition.value(of: values, at: time)
        case (.transition(let values, _), _): return AnimatedValue(values.identity)
        }
    }

    /// What a driver that follows a signal aims at.
    private func target(_ signals: Signals) -> Double {
        guard case .follow(let signal, let response, let keys, _) = kind else { return 0 }
        let value = response.value(signals[signal])
        return keys?.value(at: value) ?? value
    }

    /// The scene time until which the value holds without an input; `signals.time` while it moves.
    func holds(_ memory: DriverMemory, _ signals: Signals) -> Double {
        let time = signals.time
        switch (kind, memory) {
        case (.follow, .moving(let movement)), (.steps, .step(_, let movement)):
            return movement.unchangedUntil(time, within: Self.unseen(movement.target))
        case (.follow(_, _, _, .smoothing(let smoothing)), .smoothed(let smoothed)):
            return smoothed.unchangedUntil(time, by: smoothing)
        case (.follow(.time, _, let keys, _), _):
            return keys.map { time >= $0.end ? .infinity : time } ?? time
        case (.scrub(.time, _, let range, _, _), _):
            return time >= range.upperBound ? .infinity : time
        case (.run(_, let track, let timeline, let repeats), .running(_, let since)):
            let isOver = time >= since + track.duration && !repeats || timeline == 0
            return isOver ? .infinity : time
        case (.phases(_, let phases), .phases(let run)): return run.unchangedUntil(phases, time)
        case (.transition, .transition(let transition)): return transition.unchangedUntil(time)
        default: return .infinity
        }
    }

    private static func unseen(_ target: Double) -> Double { 1e-4 * max(1, abs(target)) }
}

extension Track {
    /// The value so many seconds after a start from `start`; a timeline that repeats begins again from
    /// the track's own.
    fileprivate func value(
        after seconds: Double, from start: AnimatedValue, _ timeline: Double, _ repeats: Bool
    ) -> AnimatedValue {
        guard repeats, seconds >= timeline, timeline > 0 else {
            return animatedValue(at: seconds, from: start)
        }
        return animatedValue(at: seconds.truncatingRemainder(dividingBy: timeline))
    }
}

// What inputs do.
extension Driver {
    /// An event that starts the driver.
    func start(_ memory: inout DriverMemory, _ signals: Signals) {
        let time = signals.time
        switch kind {
        case .run: memory = .running(from: animated(memory, signals), since: time)
        case .phases(_, let phases): memory = .phases(started(memory, phases, at: time))
        case .steps(_, let values, let animation):
            var (number, movement) = (0, Movement(values[0]))
            if case .step(let old, let way) = memory { (number, movement) = (old, way) }
            number = (number + 1) % values.count
            movement.retarget(to: values[number], at: time, with: animation)
            memory = .step(number, movement)
        case .follow, .scrub, .transition: break
        }
    }

    private func started(_ memory: DriverMemory, _ phases: Phases, at time: Double) -> PhaseRun {
        var run = if case .phases(let run) = memory { run } else { PhaseRun(phases, at: time) }
        run.trigger(phases, at: time)
        return run
    }

    /// A new aim of a driver that follows a signal; `isFirst` before the first tilt, which is taken
    /// without a way to it.
    func follow(_ memory: inout DriverMemory, _ signals: Signals, isFirst: Bool) {
        guard case .follow(_, _, _, let pace) = kind else { return }
        let target = target(signals)
        switch (pace, memory) {
        case (.atOnce, _): break
        case (.spring(let spring), .moving(var movement)) where !isFirst:
            movement.retarget(to: target, at: signals.time, with: .spring(spring))
            memory = .moving(movement)
        case (.spring, _): memory = .moving(Movement(target))
        case (.smoothing(let smoothing), .smoothed(var smoothed)) where !isFirst:
            smoothed.follow(target, at: signals.time, by: smoothing)
            memory = .smoothed(smoothed)
        case (.smoothing, _): memory = .smoothed(SmoothedValue(target, at: signals.time))
        }
    }

    /// The layer is there, or has gone.
    func comeOrGo(_ memory: inout DriverMemory, isVisible: Bool, at time: Double) {
        guard case .transition(_, let animation) = kind else { return }
        guard case .transition(var transition) = memory else {
            memory = .transition(isVisible ? Transition() : .absent)
            return
        }
        if isVisible {
            transition.appear(at: time, with: animation)
        } else {
            transition.disappear(at: time, with: animation)
        }
        memory = .transition(transition)
    }
}

extension Driver.Kind {
    /// What follows the inputs with a delay.
    var hasPace: Bool {
        if case .follow(_, _, _, let pace) = self { pace != .atOnce } else { false }
    }

    var isTransition: Bool {
        if case .transition = self { true } else { false }
    }

    /// What starts it.
    var trigger: Trigger? {
        switch self {
        case .run(let trigger, _, _, _), .phases(let trigger, _), .steps(let trigger, _, _):
            trigger
        case .follow, .scrub, .transition: nil
        }
    }
}
