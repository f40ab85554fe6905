import Animation
import Geometry
import Motion
import Scene

extension Scene {
    /// A scene of up to twelve layers with every kind of driver.
    static func random(seed: UInt64) -> Scene {
        var random = SceneMaker(seed: seed)
        return random.scene()
    }
}

/// Makes layers and drivers that depend only on the seed.
struct SceneMaker {
    private var random: RandomNumbers

    init(seed: UInt64) { random = RandomNumbers(seed: seed) }

    mutating func number(_ from: Double, _ to: Double) -> Double {
        from + (to - from) * random.uniform()
    }

    mutating func one<Value>(of values: [Value]) -> Value {
        values[Int(random.uniform() * Double(values.count))]
    }

    mutating func scene() -> Scene {
        let layers = layers()
        let drivers = layers.indices.flatMap { layer in
            (0..<4).map { _ in driver(of: layer) }
        }
        return Scene(
            size: Size(width: 400, height: 300), parallax: .init(points: number(-40, 40)),
            layers: layers, drivers: drivers + coming(layers.count - 1))
    }

    /// Layers of colour in groups of two or three.
    private mutating func layers() -> [Scene.Layer] {
        var layers: [Scene.Layer] = []
        while layers.count < 9 {
            let (group, count) = (layers.count, one(of: [2, 3]))
            layers.append(.group(of: count, "g\(group)", clips: random.uniform() < 0.3))
            for member in 1...count {
                layers.append(.colour("l\(group + member)", in: group, values: values()))
            }
        }
        return layers
    }

    private mutating func values() -> [Property: Double] {
        [
            .width: number(0, 2), .height: number(0, 2), .atX: number(0, 1), .depth: number(-1, 1),
            .opacity: number(0, 1), .radius: number(0, 50),
        ]
    }

    /// A layer that comes and goes.
    private mutating func coming(_ layer: Int) -> [Driver] {
        let values = TransitionValues(before: -50, identity: 0, after: 50)
        return [
            Driver(layer: layer, .visible, .steps(one(of: [.tap, .key5]), [1, 0], .immediate)),
            Driver(layer: layer, .offsetX, .transition(values, animation())),
        ]
    }

    private mutating func animation() -> Animation {
        one(of: [
            .immediate, .spring(.bouncy), .spring(.smooth), .curve(.easeInOut, duration: 0.4),
            .spring(Spring(duration: 0.3, bounce: -0.5)),
        ])
    }

    mutating func driver(of layer: Int) -> Driver {
        let property = one(of: Property.allCases.filter { $0 != .visible })
        return Driver(layer: layer, property, kind())
    }

    private mutating func kind() -> Driver.Kind {
        // The numbers are such that each of these can be built.
        let trigger = one(of: Trigger.allCases)
        switch Int(number(0, 5)) {
        case 0, 1: return follow()
        case 2: return .scrub(one(of: Signal.allCases), Response(), -30...30, track(), timeline: 2)
        case 3: return .run(trigger, track(), timeline: 2, repeats: random.uniform() < 0.5)
        default:
            if random.uniform() < 0.5 { return .steps(trigger, [0, 1, 0.5], animation()) }
            let phases = try? Phases(
                [0, 1, 0.3], animation: animation(), loops: random.uniform() < 0.5)
            return phases.map { .phases(trigger, $0) } ?? .steps(trigger, [0, 1], animation())
        }
    }

    private mutating func follow() -> Driver.Kind {
        let signal = one(of: Signal.allCases.filter { $0 != .time })
        let keys = try? Keys(from: -30, to: 30, values: [number(-1, 1), number(-1, 2)])
        let paces: [Driver.Pace] = [
            .atOnce, .smoothing(Smoothing(timeConstant: number(0.01, 1))), .spring(.bouncy),
            .spring(Spring(duration: number(0.1, 2), bounce: number(-0.5, 0.5))),
        ]
        let response = Response(deadBand: one(of: [0, 2]), gain: number(-3, 3))
        return .follow(signal, response, keys, one(of: paces))
    }

    private mutating func track() -> Track {
        let keyframes: [Keyframe] = [
            .linear(to: number(-1, 2), duration: number(0.1, 0.5)),
            .cubic(to: number(-1, 2), duration: number(0.1, 0.5)),
            .spring(to: number(-1, 2), duration: number(0.1, 0.5), spring: .bouncy),
            .move(to: number(-1, 2)),
        ]
        do {
            return try Track(keyframes)
        } catch {
            preconditionFailure("these keyframes are in order: \(error)")
        }
    }

    /// Inputs in order of time, some at the same time, over so many seconds.
    mutating func inputs(_ count: Int, over seconds: Double = 3) -> [Input] {
        let times = (0..<count).map { _ in (number(0, seconds) * 240).rounded() / 240 }.sorted()
        return times.map { Input(event(), at: $0) }
    }

    private mutating func event() -> Input.Event {
        let place = Point(x: number(0, 400), y: number(0, 300))
        switch Int(number(0, 9)) {
        case 0: return .tap(place)
        case 1: return .drag(place)
        case 2: return .key(one(of: [1, 5, 9]))
        case 3: return .shake
        case 4: return .pointer(Point(x: number(-1, 1), y: number(-1, 1)))
        default: return .tilts(tilts())
        }
    }

    mutating func tilts() -> Tilts {
        var tilts = Tilts(card: number(-70, 70), x: number(-40, 40), y: number(-40, 40))
        (tilts.roll, tilts.pitch) = (number(-90, 90), number(-90, 90))
        tilts.turnRate = number(0, 300)
        return tilts
    }
}
