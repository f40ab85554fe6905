import Animation
import Scene

// Drivers of every kind. The numbers are such that each can be built.
extension SceneMaker {
    /// Of any number but `visible`.
    mutating func driver(of layer: Int) -> Driver {
        let kinds = layers[layer].content.parameterKinds
        guard !kinds.isEmpty, chance(0.6) else {
            let property = one(of: Property.allCases.filter { $0 != .visible })
            return Driver(layer: layer, property, kind(.property(property)))
        }
        let index = one(of: Array(kinds.indices))
        let driven = Driver.Parameter.content(index, kinds[index])
        return Driver(layer: layer, driven, kind(driven))
    }

    /// Lets a layer come and go.
    mutating func coming(_ layer: Int) -> [Driver] {
        [
            Driver(layer: layer, .visible, .steps(one(of: [.tap, .key5]), [1, 0], .immediate)),
            Driver(layer: layer, .offsetX, transition(.property(.offsetX))),
        ]
    }

    private mutating func kind(_ driven: Driver.Parameter) -> Driver.Kind {
        let trigger = one(of: Trigger.allCases)
        switch Int(number(0, 8)) {
        case 0, 1, 2: return follow(driven)
        case 3: return .scrub(signal(), Conversion(), -30...30, track(driven), timelineDuration: 2)
        case 4:
            return .run(trigger, track(driven), timelineDuration: 2, repeats: chance(0.5))
        case 5: return .steps(trigger, values(of: driven, 3), animation())
        case 6: return transition(driven)
        default:
            let phases = try? Phases(
                values(of: driven, 3), animation: animation(), loops: chance(0.5))
            return phases.map { .phases(trigger, $0) }
                ?? .steps(trigger, values(of: driven, 2), animation())
        }
    }

    private mutating func values(of driven: Driver.Parameter, _ count: Int) -> [Double] {
        (0..<count).map { _ in value(of: driven) }
    }

    private mutating func signal() -> Signal { one(of: Signal.allCases) }

    private mutating func follow(_ driven: Driver.Parameter) -> Driver.Kind {
        let signal = signal()
        let conversion = Conversion(deadBand: one(of: [0, 2]), gain: number(-3, 3))
        let range = signal.range ?? (signal == .time ? 0...3 : -30...30)
        let keys = try? Keys(
            from: range.lowerBound, to: range.upperBound, values: values(of: driven, 3),
            curves: [UnitCurve](
                repeating: one(of: [.linear, .easeInOut, .circularEaseIn]), count: 2))
        let paces: [Driver.Pace] = [
            .atOnce, .smoothing(Smoothing(timeConstant: number(0.01, 1))), .spring(.bouncy),
            .spring(Spring(duration: number(0.1, 2), bounce: number(-0.5, 0.5))),
        ]
        // Time never jumps.
        return .follow(signal, conversion, keys, signal == .time ? .atOnce : one(of: paces))
    }

    private mutating func transition(_ driven: Driver.Parameter) -> Driver.Kind {
        let values = values(of: driven, 3)
        return .transition(
            TransitionValues(before: values[0], inPlace: values[1], after: values[2]), animation())
    }

    private mutating func animation() -> Animation {
        one(of: [
            .immediate, .spring(.bouncy), .spring(.smooth), .curve(.easeInOut, duration: 0.4),
            .spring(Spring(duration: 0.3, bounce: -0.5)),
        ])
    }

    private mutating func track(_ driven: Driver.Parameter) -> Track {
        let to = values(of: driven, 4)
        let keyframes: [Keyframe] = [
            .linear(to: to[0], duration: number(0.1, 0.5)),
            .cubic(to: to[1], duration: number(0.1, 0.5)),
            .spring(to: to[2], duration: number(0.1, 0.5), spring: .bouncy),
            .jump(to: to[3]),
        ]
        do {
            return try Track(keyframes, from: driven.identity)
        } catch {
            preconditionFailure("these keyframes are in order: \(error)")
        }
    }
}
