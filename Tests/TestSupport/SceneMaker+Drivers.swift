import Animation
import Scene

// Drivers of every kind. The numbers are such that each can be built.
extension SceneMaker {
    /// Of any property but `visible`.
    mutating func driver(of layer: Int) -> Driver {
        let property = one(of: Property.allCases.filter { $0 != .visible })
        return Driver(layer: layer, property, kind(property))
    }

    /// Lets a layer come and go.
    mutating func coming(_ layer: Int) -> [Driver] {
        [
            Driver(layer: layer, .visible, .steps(one(of: [.tap, .key5]), [1, 0], .immediate)),
            Driver(layer: layer, .offsetX, transition(.offsetX)),
        ]
    }

    private mutating func kind(_ property: Property) -> Driver.Kind {
        let trigger = one(of: Trigger.allCases)
        switch Int(number(0, 8)) {
        case 0, 1, 2: return follow(property)
        case 3: return .scrub(signal(), Response(), -30...30, track(property), timeline: 2)
        case 4:
            return .run(trigger, track(property), timeline: 2, repeats: chance(0.5))
        case 5: return .steps(trigger, values(of: property, 3), animation())
        case 6: return transition(property)
        default:
            let phases = try? Phases(
                values(of: property, 3), animation: animation(), loops: chance(0.5))
            return phases.map { .phases(trigger, $0) }
                ?? .steps(trigger, values(of: property, 2), animation())
        }
    }

    private mutating func values(of property: Property, _ count: Int) -> [Double] {
        (0..<count).map { _ in value(of: property) }
    }

    private mutating func signal() -> Signal { one(of: Signal.allCases) }

    private mutating func follow(_ property: Property) -> Driver.Kind {
        let signal = signal()
        let response = Response(deadBand: one(of: [0, 2]), gain: number(-3, 3))
        let range = signal.range ?? (signal == .time ? 0...3 : -30...30)
        let keys = try? Keys(
            from: range.lowerBound, to: range.upperBound, values: values(of: property, 3),
            curve: one(of: [.linear, .easeInOut, .circularEaseIn]))
        let paces: [Driver.Pace] = [
            .atOnce, .smoothing(Smoothing(timeConstant: number(0.01, 1))), .spring(.bouncy),
            .spring(Spring(duration: number(0.1, 2), bounce: number(-0.5, 0.5))),
        ]
        // Time never jumps.
        return .follow(signal, response, keys, signal == .time ? .atOnce : one(of: paces))
    }

    private mutating func transition(_ property: Property) -> Driver.Kind {
        let values = values(of: property, 3)
        return .transition(
            TransitionValues(before: values[0], identity: values[1], after: values[2]), animation())
    }

    private mutating func animation() -> Animation {
        one(of: [
            .immediate, .spring(.bouncy), .spring(.smooth), .curve(.easeInOut, duration: 0.4),
            .spring(Spring(duration: 0.3, bounce: -0.5)),
        ])
    }

    private mutating func track(_ property: Property) -> Track {
        let to = values(of: property, 4)
        let keyframes: [Keyframe] = [
            .linear(to: to[0], duration: number(0.1, 0.5)),
            .cubic(to: to[1], duration: number(0.1, 0.5)),
            .spring(to: to[2], duration: number(0.1, 0.5), spring: .bouncy),
            .move(to: to[3]),
        ]
        do {
            return try Track(keyframes, from: property.neutral)
        } catch {
            preconditionFailure("these keyframes are in order: \(error)")
        }
    }
}
