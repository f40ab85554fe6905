import Animation
public import Geometry
public import Motion

/// A driver's value as a function of what drives it.
public struct DriverCurve: Sendable {
    /// For people: a signal, or an event.
    public let title: String
    /// The part of the signal, or the seconds after the event, that the points show.
    public let domain: ClosedRange<Double>
    /// From the left to the right: what drives, and the value.
    public let points: [Point]
}

extension Driver {
    /// How it makes its value, without the delay of springs and smoothing.
    public var curve: DriverCurve {
        switch kind {
        case .follow(let signal, let conversion, let keys, let pace):
            let domain = Self.domain(of: signal, conversion, keys)
            return DriverCurve("\(signal.rawValue)\(pace.words)", domain) { x in
                let value = conversion.value(of: x)
                return keys?.value(at: value) ?? value
            }
        case .scrub(let signal, let conversion, let range, let track, let duration):
            let domain = signal.range ?? range
            return DriverCurve("\(signal.rawValue), a track", domain) { x in
                let share = (conversion.value(of: x) - range.lowerBound) / range.length
                return track.value(at: min(max(share, 0), 1) * duration)
            }
        case .run(let trigger, let track, let duration, let repeats):
            let title = "\(trigger.rawValue)\(repeats ? ", again and again" : ""), seconds"
            return DriverCurve(title, 0...max(duration, 0.001)) { track.value(at: $0) }
        case .phases(let trigger, let phases):
            let end = max(phases.phaseEnds.last ?? 0, 0.001)
            return DriverCurve("\(trigger.rawValue), phases, seconds", 0...end) { x in
                phases.started.value(phases, at: x).value
            }
        case .steps(let trigger, let values, _):
            let last = Double(values.count - 1)
            return DriverCurve("\(trigger.rawValue), steps", 0...max(last, 1)) { x in
                values[min(values.count - 1, Int(x.rounded()))]
            }
        case .transition(let values, _):
            return DriverCurve("before, while and after it is visible", -1...1) { x in
                x < 0
                    ? values.before + (values.inPlace - values.before) * (x + 1)
                    : values.inPlace + (values.after - values.inPlace) * x
            }
        }
    }

    /// The part of a signal that shows what its driver does.
    private static func domain(
        of signal: Signal, _ conversion: Conversion, _ keys: Keys?
    ) -> ClosedRange<Double> {
        if let range = signal.range { return range }
        guard let keys, conversion.gain > 0, !conversion.isInverted, conversion.offset == 0 else {
            return signal == .time ? 0...10 : -45...45
        }
        let ends = [keys.range.lowerBound, keys.range.upperBound].map { $0 / conversion.gain }
        let beyond = (ends[1] - ends[0]) / 10
        return ends[0] - beyond...ends[1] + beyond
    }

    /// Where it is on its curve; nil while what it waits for has not happened.
    fileprivate func place(_ memory: DriverState, _ signals: Signals) -> Point? {
        let value = value(memory, signals)
        switch (kind, memory) {
        case (.follow(let signal, _, _, _), _), (.scrub(let signal, _, _, _, _), _):
            return Point(x: signals[signal], y: value)
        case (.run(_, _, let duration, let repeats), .running(let run)):
            let seconds = signals.time - run.since
            guard repeats || seconds <= duration else { return nil }
            return Point(x: repeats ? seconds.remainder(within: duration) : seconds, y: value)
        case (.phases(_, let phases), .phases(var run)):
            run.advance(phases, to: signals.time)
            let begins = [0] + phases.phaseEnds
            let begin = run.phase == 0 ? begins[phases.values.count - 1] : begins[run.phase - 1]
            return Point(x: begin + signals.time - run.since, y: value)
        case (.steps, .step(let index, _, _)): return Point(x: Double(index), y: value)
        default: return nil
        }
    }
}

extension Scene {
    /// Where a driver is on its curve at a scene time in seconds; nil while what it waits for has not
    /// happened. `expected` as in `evaluate`.
    public func place(
        ofDriver index: Int, _ state: SceneState, at time: Double, expecting expected: Tilts? = nil
    ) -> Point? {
        let signals = Signals(state, at: time, expecting: expected, in: self)
        return drivers[index].place(state.memories[index], signals)
    }
}

extension DriverCurve {
    private static let intervals = 96

    fileprivate init(
        _ title: String, _ domain: ClosedRange<Double>, _ value: (Double) -> Double
    ) {
        self.init(
            title: title, domain: domain,
            points: (0...Self.intervals).map { index in
                let share = Double(index) / Double(Self.intervals)
                let x = domain.lowerBound + share * domain.length
                return Point(x: x, y: value(x))
            })
    }
}

extension Phases {
    /// A run that an event has started at time 0.
    fileprivate var started: PhaseRun {
        var run = PhaseRun(self, at: 0)
        run.trigger(self, at: 0)
        return run
    }

    /// When each phase ends in a run that began at time 0, as far as it does.
    fileprivate var phaseEnds: [Double] {
        var run = started
        return values.indices.reduce(into: []) { ends, _ in
            guard run.ends.isFinite else { return ends.append(ends.last ?? 0) }
            ends.append(run.ends)
            run.advance(self, to: run.ends)
        }
    }
}

extension Driver.Pace {
    /// For a title, after a signal.
    fileprivate var words: String {
        switch self {
        case .atOnce: ""
        case .smoothing: ", smoothed"
        case .spring: ", with a spring"
        }
    }
}

extension ClosedRange<Double> {
    fileprivate var length: Double { upperBound - lowerBound }
}

extension Double {
    fileprivate func remainder(within period: Double) -> Double {
        period > 0 ? truncatingRemainder(dividingBy: period) : 0
    }
}
