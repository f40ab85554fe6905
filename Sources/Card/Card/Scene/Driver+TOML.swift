import Animation
import Scene
import TOML

extension Driver.Kind {
    /// Reads a driver's table for a number.
    ///
    /// The timeline of a track is as long as that track. `withTimelines` makes it as long as the
    /// longest track of the layer that runs with it.
    init(_ table: TOMLTable, of parameter: Driver.Parameter) throws(TOMLError) {
        let form = try table.driverForm()
        switch form {
        case .plainSignal, .values, .keys: self = try .follow(table, form, parameter)
        case .scrub: self = try .scrub(table, parameter)
        case .run:
            let track = try table.track(of: parameter)
            let loops = try table.loops(over: track.duration, "track lasts")
            self = .run(
                try table.trigger(), track, timelineDuration: track.duration, repeats: loops)
        case .phases: self = try .phases(table, parameter)
        case .steps:
            self = .steps(
                try table.trigger(), try table.values("steps", of: parameter),
                try table.animation(of: parameter))
        case .transition:
            self = .transition(
                try table.transition(of: parameter), try table.animation(of: parameter))
        }
        if parameter == .property(.visible) { try table.checkVisible(self) }
    }

    private static func follow(
        _ table: TOMLTable, _ form: DriverForm, _ parameter: Driver.Parameter
    ) throws(TOMLError) -> Self {
        let signal = try table.signal()
        let keys: Keys?
        switch form {
        case .values:
            keys = try table.evenKeys(over: try table.range(of: signal), of: parameter)
        case .keys: keys = try table.signalKeys(of: parameter)
        default:
            guard signal.range != nil, !parameter.isOfColour else {
                throw table.error(
                    "needs values beside follow = \"\(signal.rawValue)\": range = [from, to] with "
                        + "values = [...], or keys = [[\(signal.rawValue), value], ...]")
            }
            keys = nil
        }
        return .follow(signal, try table.conversion(of: signal), keys, try table.pace(of: signal))
    }

    private static func scrub(
        _ table: TOMLTable, _ parameter: Driver.Parameter
    ) throws(TOMLError) -> Self {
        let signal = try table.signal()
        let range = try table.range(of: signal)
        let track = try table.track(of: parameter)
        guard track.duration > 0 else {
            throw table.error("has a track that lasts no time, through which nothing can move")
        }
        return .scrub(
            signal, try table.conversion(of: signal), range, track, timelineDuration: track.duration
        )
    }

    private static func phases(
        _ table: TOMLTable, _ parameter: Driver.Parameter
    ) throws(TOMLError) -> Self {
        let values = try table.values("phases", of: parameter)
        let animations = try table.animations(values.count)
        let duration = animations.reduce(0) { $0 + $1.duration }
        let loops = try table.loops(over: duration, "phases last")
        let phases = try table.locatingErrors { () throws(AnimationError) in
            try Phases(values, animations: animations, loops: loops)
        }
        return .phases(try table.trigger(), phases)
    }
}
