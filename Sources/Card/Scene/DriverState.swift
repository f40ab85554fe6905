import Animation

/// What one driver remembers of the inputs.
enum DriverState: Sendable, Equatable {
    /// Nothing has happened, or nothing needs to be known.
    case none
    case moving(Movement)
    case smoothed(SmoothedValue)
    case running(TrackRun)
    case phases(PhaseRun)
    /// The index of a value, the movement to it, and the one before, which lasts until that begins.
    case step(Int, Movement, before: Movement)
    case transition(Transition)

    /// Whether the layer of a transition is in place, arrives, or still leaves; false for drivers
    /// that are no transition.
    func isPresent(at time: Double) -> Bool {
        if case .transition(let transition) = self { !transition.isGone(at: time) } else { false }
    }
}

extension Driver {
    /// The value at a moment.
    func value(_ memory: DriverState, _ signals: Signals) -> Double {
        animated(memory, signals).value
    }

    /// The value and its velocity at a moment.
    private func animated(_ memory: DriverState, _ signals: Signals) -> AnimatedValue {
        let time = signals.time
        // A switch over the pair of `memory` and `kind` would copy both.
        switch memory {
        case .none: return AnimatedValue(value(signals))
        case .moving(let movement): return movement.value(at: time)
        case .step(_, let movement, let before):
            return (time < movement.since ? before : movement).value(at: time)
        case .smoothed(let smoothed):
            guard case .follow(_, _, _, .smoothing(let smoothing)) = kind else { break }
            return AnimatedValue(smoothed.value(at: time, by: smoothing))
        case .running(let run):
            guard case .run(_, let track, let duration, let repeats) = kind else { break }
            return run.value(track, every: repeats ? duration : nil, at: time)
        case .phases(let run):
            guard case .phases(_, let phases) = kind else { break }
            return run.value(phases, at: time)
        case .transition(let transition):
            guard case .transition(let values, _) = kind else { break }
            return transition.value(of: values, at: time)
        }
        return AnimatedValue(value(signals))
    }

    /// The value of a driver that remembers nothing.
    private func value(_ signals: Signals) -> Double {
        switch kind {
        case .follow(let signal, let conversion, let keys, _):
            return Self.target(signal, conversion, keys, signals)
        case .scrub(let signal, let conversion, let range, let track, let duration):
            let distance = conversion.value(of: signals[signal]) - range.lowerBound
            let share = min(max(distance / (range.upperBound - range.lowerBound), 0), 1)
            return track.value(at: share * duration)
        case .run(_, let track, _, _): return track.initial.value
        case .phases(_, let phases): return phases.values[0]
        case .steps(_, let values, _): return values[0]
        case .transition(let values, _): return values.inPlace
        }
    }

    /// The present signal, converted and mapped by the keys: the value to which a driver that
    /// follows a signal moves.
    private static func target(
        _ signal: Signal, _ conversion: Conversion, _ keys: Keys?, _ signals: Signals
    ) -> Double {
        let value = conversion.value(of: signals[signal])
        return keys?.value(at: value) ?? value
    }

    /// The scene time, in seconds, until which the value stays as it is without an input;
    /// `signals.time` while the value moves.
    func unchangedUntil(_ memory: DriverState, _ signals: Signals) -> Double {
        let time = signals.time
        switch memory {
        case .none: return unchangedUntil(time)
        case .moving(let movement):
            return movement.unchangedUntil(time, within: parameter.restTolerance)
        case .step(_, let movement, let before):
            guard time < movement.since else {
                return movement.unchangedUntil(time, within: parameter.restTolerance)
            }
            return min(
                movement.since, before.unchangedUntil(time, within: parameter.restTolerance))
        case .smoothed(let smoothed):
            guard case .follow(_, _, _, .smoothing(let smoothing)) = kind else { return time }
            return smoothed.unchangedUntil(time, by: smoothing, within: parameter.restTolerance)
        case .running(let run):
            guard case .run(_, let track, let duration, let repeats) = kind else { return time }
            return run.unchangedUntil(
                track, every: repeats ? duration : nil, time, within: parameter.restTolerance)
        case .phases(let run):
            guard case .phases(_, let phases) = kind else { return time }
            return run.unchangedUntil(phases, time, within: parameter.restTolerance)
        case .transition(let transition):
            guard case .transition(let values, _) = kind else { return time }
            let share = parameter.restTolerance / values.largestDistance
            // When the last transition of the layer ends, the layer becomes invisible, even if its
            // values came to rest before.
            let goneTime = transition.goneTime > time ? transition.goneTime : .infinity
            return min(transition.unchangedUntil(time, within: share), goneTime)
        }
    }

    /// The same for a driver that remembers nothing.
    private func unchangedUntil(_ time: Double) -> Double {
        switch kind {
        case .follow(.time, let conversion, let keys, _):
            conversion.unchangedUntil(time, beyond: keys?.range ?? -.infinity ... .infinity)
        case .scrub(.time, let conversion, let range, _, _):
            conversion.unchangedUntil(time, beyond: range)
        default: .infinity
        }
    }
}

extension Conversion {
    /// Until when the output for the signal `Signal.time`, limited to `range`, stays the same; the
    /// given time while it changes.
    fileprivate func unchangedUntil(_ time: Double, beyond range: ClosedRange<Double>) -> Double {
        func limited(_ time: Double) -> Double {
            min(max(value(of: time), range.lowerBound), range.upperBound)
        }
        if self == Conversion(), time < range.lowerBound { return range.lowerBound }
        // As time grows, the output is monotonic, so once it equals its final value it stays.
        return limited(time) == limited(.infinity) ? .infinity : time
    }
}

extension TransitionValues {
    /// The larger of the distances of `before` and of `after` from `inPlace`.
    fileprivate var largestDistance: Double { max(abs(before - inPlace), abs(after - inPlace)) }
}

// What inputs do.
extension Driver {
    /// Starts the driver, because its event happened.
    func start(_ memory: inout DriverState, _ signals: Signals) {
        let time = signals.time
        switch kind {
        case .run:
            memory = .running(TrackRun(from: animated(memory, signals), at: time + delay))
        case .phases(_, let phases): memory = .phases(started(memory, phases, at: time))
        case .steps(_, let values, let animation):
            var (index, movement) = (0, Movement(values[0]))
            if case .step(let old, let present, _) = memory { (index, movement) = (old, present) }
            index = (index + 1) % values.count
            let before = movement
            movement.retarget(to: values[index], at: time + delay, with: animation)
            memory = .step(index, movement, before: before)
        case .follow, .scrub, .transition: break
        }
    }

    private func started(_ memory: DriverState, _ phases: Phases, at time: Double) -> PhaseRun {
        var run = if case .phases(let run) = memory { run } else { PhaseRun(phases, at: time) }
        run.trigger(phases, at: time)
        return run
    }

    /// Gives a driver that follows a signal its new target value. With `isFirst`, that is until the
    /// first tilt, the value takes effect at once (not for the pointer's signals).
    func follow(_ memory: inout DriverState, _ signals: Signals, isFirst: Bool) {
        guard case .follow(let signal, let conversion, let keys, let pace) = kind else { return }
        let isFirst = isFirst && signal != .pointerX && signal != .pointerY
        let target = Self.target(signal, conversion, keys, signals)
        switch pace {
        case .atOnce: break
        case .spring(let spring):
            var movement = Movement(target)
            if !isFirst, case .moving(let present) = memory {
                movement = present
                movement.retarget(to: target, at: signals.time, with: .spring(spring))
            }
            memory = .moving(movement)
        case .smoothing(let smoothing):
            var smoothed = SmoothedValue(target, at: signals.time)
            if !isFirst, case .smoothed(let present) = memory {
                smoothed = present
                smoothed.follow(target, at: signals.time, by: smoothing)
            }
            memory = .smoothed(smoothed)
        }
    }

    /// Starts the layer's appearing or leaving when its visibility has changed.
    func comeOrGo(_ memory: inout DriverState, isVisible: Bool, at time: Double) {
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
    /// Whether it follows its signal with a delay.
    var isDelayed: Bool {
        if case .follow(_, _, _, let pace) = self { pace != .atOnce } else { false }
    }

    var isTransition: Bool {
        if case .transition = self { true } else { false }
    }

    /// The event that starts the driver; nil if none does.
    var trigger: Trigger? {
        switch self {
        case .run(let trigger, _, _, _), .phases(let trigger, _), .steps(let trigger, _, _):
            trigger
        case .follow, .scrub, .transition: nil
        }
    }
}
