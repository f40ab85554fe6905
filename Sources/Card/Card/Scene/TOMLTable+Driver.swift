import Animation
import Scene
import TOML

// The keys of a driver's table.
extension TOMLTable {
    /// The list of at least two values that a key gives; empty without the key, which the caller
    /// has checked.
    func values(_ key: String, of parameter: Driver.Parameter) throws(TOMLError) -> [Double] {
        try (self[key]?.list(atLeast: 2) ?? []).map { value throws(TOMLError) in
            try value.number(of: parameter)
        }
    }

    func signal() throws(TOMLError) -> Signal {
        guard let value = self["follow"] else { throw error("needs follow") }
        return try value.choice()
    }

    func trigger() throws(TOMLError) -> Trigger {
        guard let value = self["on"] else { throw error("needs on") }
        return try value.choice()
    }

    /// The signal's range: `range` of the table, or else the signal's own.
    func range(of signal: Signal) throws(TOMLError) -> ClosedRange<Double> {
        if let range = self["range"] { return try range.ascending(in: Card.signalRange) }
        guard let own = signal.range else {
            throw error("needs range = [from, to]: \(signal.rawValue) has no range of its own")
        }
        return own
    }

    /// One curve for each piece between two neighbouring values; `values` is the number of values.
    private func curves(between values: Int) throws(TOMLError) -> [UnitCurve] {
        let pieces = values - 1
        guard let value = self["curve"] else { return Array(repeating: .linear, count: pieces) }
        guard case .array(let curves) = value.content, curves.first?.isNumber == false else {
            return Array(repeating: try value.curve(), count: pieces)
        }
        guard curves.count == pieces else {
            throw value.error(
                "must be one, or one for each of the \(pieces) pieces between two values")
        }
        return try curves.map { curve throws(TOMLError) in try curve.curve() }
    }

    /// `values` at equal distances over a range of the signal, as keys.
    func evenKeys(
        over range: ClosedRange<Double>, of parameter: Driver.Parameter
    ) throws(TOMLError) -> Keys {
        let values = try values("values", of: parameter)
        let curves = try curves(between: values.count)
        return try locatingErrors { () throws(AnimationError) in
            try Keys(
                from: range.lowerBound, to: range.upperBound, values: values, curves: curves)
        }
    }

    /// The keys that `keys` gives: pairs of a value of the signal and the value there.
    func signalKeys(of parameter: Driver.Parameter) throws(TOMLError) -> Keys {
        var keys: [(signal: Double, value: Double)] = []
        for pair in try self["keys"]?.list(atLeast: 2) ?? [] {
            let members = try pair.members(2, "[signal, value]")
            let signal = try members[0].number(in: Card.signalRange)
            let value = try members[1].number(of: parameter)
            if let before = keys.last, before.signal >= signal {
                throw pair.error("must have a higher number of the signal than the key before it")
            }
            keys.append((signal, value))
        }
        let curves = try curves(between: keys.count)
        return try locatingErrors { () throws(AnimationError) in try Keys(keys, curves: curves) }
    }

    func conversion(of signal: Signal) throws(TOMLError) -> Conversion {
        var conversion = Conversion()
        if let value = self["dead-band"] {
            conversion.deadBand = try value.number(in: 0...Card.signalRange.upperBound)
        }
        if let value = self["gain"] { conversion.gain = try value.number(in: -1000...1000) }
        if let value = self["invert"], try value.boolean() {
            conversion.isInverted = true
            // A signal with a range runs backward through its range: `front` as 1 - front.
            if let own = signal.range {
                conversion.offset = -conversion.gain * (own.lowerBound + own.upperBound)
            }
        }
        if let value = self["limit"] {
            conversion.limit = try value.number(in: 0...Card.signalRange.upperBound)
        }
        return conversion
    }

    func pace(of signal: Signal) throws(TOMLError) -> Driver.Pace {
        let given = given(of: ["spring", "smooth"])
        guard let key = given.first, let value = self[key] else { return .atOnce }
        guard given.count == 1 else {
            throw error("has spring and smooth: give one of them")
        }
        guard signal != .time else { throw value.error("does not go with time, which never jumps") }
        return key == "spring"
            ? .spring(try value.settlingSpring())
            : .smoothing(Smoothing(timeConstant: try value.time()))
    }

    func transition(of parameter: Driver.Parameter) throws(TOMLError) -> TransitionValues {
        guard let value = self["transition"] else { throw error("needs transition") }
        let values = try value.members(3, "[before, visible, after]")
        return TransitionValues(
            before: try values[0].number(of: parameter),
            inPlace: try values[1].number(of: parameter),
            after: try values[2].number(of: parameter))
    }

    /// Calls `body`, which uses numbers that were checked before. An error that `body` throws
    /// becomes an error of this table.
    func locatingErrors<Value>(
        _ body: () throws(AnimationError) -> Value
    ) throws(TOMLError) -> Value {
        do {
            return try body()
        } catch {
            throw self.error("cannot be built: \(error)")
        }
    }

    /// Whether `loop` is true. Throws if it is and `duration` is 0; `what` are the words for the
    /// message, as in "phases last".
    func loops(over duration: Double, _ what: String) throws(TOMLError) -> Bool {
        guard let value = self["loop"], try value.boolean() else { return false }
        guard duration > 0 else {
            throw value.error("is true, but its \(what) no time: a loop would never end")
        }
        return true
    }

    func animation(of parameter: Driver.Parameter) throws(TOMLError) -> Animation {
        if parameter == .property(.visible) { return .immediate }
        return try self["animation"]?.animation() ?? .standard
    }

    /// For each phase the animation that leads to it.
    func animations(_ count: Int) throws(TOMLError) -> [Animation] {
        guard let value = self["animation"] else {
            return Array(repeating: .standard, count: count)
        }
        guard case .array(let values) = value.content else {
            return Array(repeating: try value.animation(), count: count)
        }
        guard values.count == count else {
            throw value.error(
                "must be one, or one for each of the \(count) phases: how it is reached")
        }
        return try values.map { value throws(TOMLError) in try value.animation() }
    }

    /// Throws unless `visible` can have this driver: `visible` changes without a movement, and only
    /// at events or with a signal.
    func checkVisible(_ kind: Driver.Kind) throws(TOMLError) {
        switch kind {
        case .follow(let signal, _, _, let pace):
            if signal == .time {
                throw error("cannot follow time: use opacity, or phases of opacity")
            }
            if pace != .atOnce { throw error("changes at once: spring and smooth do nothing here") }
        case .steps:
            if let value = self["animation"] {
                throw value.error("does nothing here: visible changes at once; use opacity")
            }
        case .scrub, .run, .phases, .transition:
            throw error("can only follow a signal, or have on with steps; use opacity for the rest")
        }
    }
}

extension TOMLValue {
    fileprivate var isNumber: Bool {
        switch content {
        case .integer, .float: true
        default: false
        }
    }
}
