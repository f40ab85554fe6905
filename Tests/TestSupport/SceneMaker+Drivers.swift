import Animation
import Scene

// Drivers of every kind. The numbers are such that each can be built.
extension SceneMaker {
    /// Of any number but `visible`.
    mutating func driver(of layer: Int) -> Driver {
        let kinds = layers[layer].content.kinds
        guard !kinds.isEmpty, chance(0.6) else {
            let property = one(of: Property.allCases.filter { $0 != .visible })
            return Driver(layer: layer, property, kind(.property(property)))
        }
        let number = one(of: Array(kinds.indices))
        let target = Driver.Target.content(number, kinds[number])
        return Driver(layer: layer, target, kind(target))
    }

    /// Lets a layer come and go.
    mutating func coming(_ layer: Int) -> [Driver] {
        [
            Driver(layer: layer, .visible, .steps(one(of: [.tap, .key5]), [1, 0], .immediate)),
            Driver(layer: layer, .offsetX, transition(.property(.offsetX))),
        ]
    }

    private mutating func kind(_ target: Driver.Target) -> Driver.Kind {
        let trigger = one(of: Trigger.allCases)
        switch Int(number(0, 8)) {
        case 0, 1, 2: return follow(target)
        case 3: return .scrub(signal(), Response(), -30...30, track(target), timeline: 2)
        case 4:
            return .run(trigger, track(target), timeline: 2, repeats: chance(0.5))
        case 5: return .steps(trigger, values(of: target, 3), animation())
        case 6: return transition(target)
        default:
            let phases = try? Phases(
                values(of: target, 3), animation: animation(), loops: chance(0.5))
            return phases.map { .phases(trigger, $0) }
                ?? .steps(trigger, values(of: target, 2), animation())
        }
    }

    private mutating func values(of target: Driver.Target, _ count: Int) -> [Double] {
        (0..<count).map { _ in value(of: target) }
    }

    private mutating func signal() -> Signal { one(of: Signal.allCases) }

    private mutating func follow(_ target: Driver.Target) -> Driver.Kind {
        let signal = signal()
        let response = Response(deadBand: one(of: [0, 2]), gain: number(-3, 3))
        let range = signal.range ?? (signal == .time ? 0...3 : -30...30)
        let keys = try? Keys(
            from: range.lowerBound, to: range.upperBound, values: values(of: target, 3),
            curve: one(of: [.linear, .easeInOut, .circularEaseIn]))
        let paces: [Driver.Pace] = [
            .atOnce, .smoothing(Smoothing(timeConstant: number(0.01, 1))), .spring(.bouncy),
            .spring(Spring(duration: number(0.1, 2), bounce: number(-0.5, 0.5))),
        ]
        // Time never jumps.
        return .follow(signal, response, keys, signal == .time ? .atOnce : one(of: paces))
    }

    private mutating func transition(_ target: Driver.Target) -> Driver.Kind {
        let values = values(of: target, 3)
        return .transition(
            TransitionValues(before: values[0], identity: values[1], after: values[2]), animation())
    }

    private mutating func animation() -> Animation {
        one(of: [
            .immediate, .spring(.bouncy), .spring(.smooth), .curve(.easeInOut, duration: 0.4),
            .spring(Spring(duration: 0.3, bounce: -0.5)),
        ])
    }

    private mutating func track(_ target: Driver.Target) -> Track {
        let to = values(of: target, 4)
        let keyframes: [Keyframe] = [
            .linear(to: to[0], duration: number(0.1, 0.5)),
            .cubic(to: to[1], duration: number(0.1, 0.5)),
            .spring(to: to[2], duration: number(0.1, 0.5), spring: .bouncy),
            .move(to: to[3]),
        ]
        do {
            return try Track(keyframes, from: target.neutral)
        } catch {
            preconditionFailure("these keyframes are in order: \(error)")
        }
    }
}
