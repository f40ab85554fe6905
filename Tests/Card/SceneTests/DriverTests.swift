import Animation
import Geometry
import Motion
import Scene
import TestSupport
import Testing

/// Drivers that follow a signal.
@Suite struct FollowingDriverTests {
    @Test(arguments: [(-90.0, -40.0), (-60, -40), (-30, -20), (0, 0), (30, 20), (75, 40)])
    func `values are spread over the range and hold beyond it`(tilt: Double, value: Double) throws {
        let scene = Scene.single([(.offsetX, try .follow(.tilt, over: -60...60, [-40, 0, 40]))])
        #expect(isNear(scene.value(.offsetX, after: [.tilt(tilt)]), value))
    }

    @Test func `without keys the signal itself is the value`() {
        let scene = Scene.single([(.opacity, .follow(.front, Conversion(), nil, .atOnce))])
        #expect(scene.value(.opacity, after: [.tilt(30)]) == 0.5)
    }

    /// 1 - exp(-dt / 0.2).
    @Test(arguments: [(0.0, 0.0), (0.1, 0.393469), (0.2, 0.632121), (1, 0.993262)])
    func `smoothing does its part of the way in its time`(after: Double, part: Double) throws {
        let pace = Driver.Pace.smoothing(Smoothing(timeConstant: 0.2))
        let scene = Scene.single([(.offsetX, try .follow(.tilt, over: 0...10, [0, 100], pace))])
        let value = scene.value(
            .offsetX, at: 1 + after, after: [.tilt(0), .tilt(10, at: 1)])
        #expect(isNear(value, 100 * part, within: 1e-4))
    }

    /// Effects.md 2.2, smooth.
    @Test(arguments: [(0.05, 0.131311), (0.1, 0.357740), (0.25, 0.821026), (0.5, 0.986399)])
    func `a spring follows its table`(after: Double, part: Double) throws {
        let scene = Scene.single(
            [(.offsetX, try .follow(.tilt, over: 0...10, [0, 100], .spring(.smooth)))])
        let inputs = [Input.tilt(0), .tilt(10, at: 1)]
        let value = scene.value(.offsetX, at: 1 + after, after: inputs)
        #expect(isNear(value, 100 * part, within: 1e-4))
    }

    @Test(arguments: [Driver.Pace.spring(.bouncy), .smoothing(Smoothing(timeConstant: 1))])
    func `the first tilt is taken at once`(pace: Driver.Pace) throws {
        let scene = Scene.single([(.offsetX, try .follow(.tilt, over: 0...10, [0, 100], pace))])
        #expect(scene.value(.offsetX, at: 5) == 0)
        #expect(scene.value(.offsetX, at: 5, after: [.tilt(7, at: 5)]) == 70)
        let pointer = Input(.pointer(Point(x: 0.5, y: 0)), at: 1)
        #expect(scene.value(.offsetX, at: 2, after: [pointer, .tilt(7, at: 2)]) == 70)
        #expect(scene.value(.offsetX, at: 9, after: [.tilt(7, at: 5)]) == 70)
    }

    @Test func `a new target keeps the spring's place and velocity`() throws {
        var random = RandomNumbers(seed: 7)
        for _ in 0..<100 {
            let spring = Spring(
                duration: 0.1 + random.uniform(), bounce: random.uniform() * 1.2 - 0.3)
            let scene = Scene.single(
                [(.offsetX, try .follow(.tilt, over: -90...90, [-900, 900], .spring(spring)))])
            let tilts = (0..<3).map { _ in random.uniform() * 120 - 60 }
            let turn = 1 + random.uniform() / 2
            let before = scene.state(after: [.tilt(tilts[0]), .tilt(tilts[1], at: 1)])
            var after = before
            after.advance(by: .tilt(tilts[2], at: turn), in: scene)
            func value(_ state: SceneState, _ time: Double) -> Double {
                scene.evaluate(state, at: time).value(of: .offsetX, layer: 0)
            }
            #expect(value(before, turn) == value(after, turn))
            let step = 1e-6
            let left = (value(before, turn) - value(before, turn - step)) / step
            let right = (value(after, turn + step) - value(after, turn)) / step
            // The acceleration is at most (2π / 0.1)² 1000, which a step of 1e-6 makes 8.
            #expect(abs(left - right) < 10)
        }
    }

    @Test func `a pointer is followed by a spring too`() throws {
        let scene = Scene.single(
            [(.offsetX, try .follow(.pointerX, over: -1...1, [-50, 50], .spring(.smooth)))])
        let inputs: [Input] = [.tilt(0), Input(.pointer(Point(x: 1, y: 0)), at: 1)]
        #expect(scene.value(.offsetX, at: 1, after: inputs) == 0)
        #expect(isNear(scene.value(.offsetX, at: 1.2, after: inputs), 35.7708, within: 1e-4))
    }

    @Test(arguments: [(-50.0, 0.0), (-40, 0), (0, 15), (20, 22.5), (40, 30), (99, 30)])
    func `a range scrubs through a timeline`(tilt: Double, value: Double) throws {
        let track = try Track([.linear(to: 30, duration: 1)])
        let alone = Driver.Kind.scrub(.tilt, Conversion(), -40...40, track, timelineDuration: 1)
        #expect(
            isNear(Scene.single([(.rotation, alone)]).value(.rotation, after: [.tilt(tilt)]), value)
        )
        // In a timeline of twice the length the track has ended in the middle.
        let shared = Driver.Kind.scrub(.tilt, Conversion(), -40...40, track, timelineDuration: 2)
        let scene = Scene.single([(.rotation, shared)])
        #expect(isNear(scene.value(.rotation, after: [.tilt(tilt)]), min(2 * value, 30)))
    }
}

/// Drivers that an event starts.
@Suite struct StartedDriverTests {
    private let rise: [Keyframe] = [
        .linear(to: 10, duration: 1), .linear(to: 30, duration: 1), .jump(to: 5),
    ]

    @Test(arguments: [
        (0.0, 0.0), (0.5, 0), (1, 0), (1.5, 5), (2, 10), (2.5, 20), (2.99, 29.8), (3, 5), (99, 5),
    ])
    func `an event runs a track from its time on`(time: Double, value: Double) throws {
        let scene = Scene.single([(.rotation, try .run(.tap, rise))])
        #expect(isNear(scene.value(.rotation, at: time, after: [.tap(at: 1)]), value))
    }

    @Test func `a track that is started again goes on from where it is`() throws {
        let scene = Scene.single([(.rotation, try .run(.tap, rise))])
        let taps = [Input.tap(), .tap(at: 1.5)]
        #expect(isNear(scene.value(.rotation, at: 1.5, after: taps), 20))
        // From 20 to 10 in a second, and then as before.
        #expect(isNear(scene.value(.rotation, at: 2, after: taps), 15))
        #expect(isNear(scene.value(.rotation, at: 3, after: taps), 20))
        #expect(scene.value(.rotation, at: 3.5, after: taps) == 5)
    }

    @Test func `a repeated track begins at its own start after the first time`() throws {
        let scene = Scene.single([(.rotation, try .run(.tap, rise, repeats: true))])
        let taps = [Input.tap(), .tap(at: 1.5)]
        // Until 3.5 it starts from 20, where the second tap found it.
        for step in 0..<40 {
            let time = 3.5 + Double(step) / 8
            let alone = scene.value(
                .rotation, at: (time - 1.5).truncatingRemainder(dividingBy: 2), after: [.tap()])
            #expect(isNear(scene.value(.rotation, at: time, after: taps), alone))
        }
    }

    @Test func `a short track waits for the end of its timeline`() throws {
        let track = try Track([.linear(to: 10, duration: 1)])
        let scene = Scene.single([
            (.rotation, .run(.tap, track, timelineDuration: 4, repeats: true))
        ])
        let values = [0.5, 1, 3.9, 4, 4.5, 7.9, 8.25].map {
            scene.value(.rotation, at: $0, after: [.tap()])
        }
        #expect(zip(values, [5, 10, 10, 0, 5, 10, 2.5]).allSatisfy { isNear($0, $1) }, "\(values)")
    }

    /// Effects.md 5.1: [initial, move, scale], smooth, easeInOut 0.3, spring (0.3, bounce 0.7).
    @Test func `an event takes phases through once`() throws {
        let phases = try Phases(
            [0, -30, -30],
            animations: [
                .spring(Spring(duration: 0.5)), .curve(.easeInOut, duration: 0.3),
                .spring(Spring(duration: 0.3, bounce: 0.7)),
            ], loops: false)
        let scene = Scene.single([(.offsetY, .phases(.tap, phases))])
        func value(_ time: Double) -> Double {
            scene.value(.offsetY, at: 1 + time, after: [.tap(at: 1)])
        }
        #expect(value(-0.5) == 0 && isNear(value(0.15), -15) && isNear(value(0.3), -30))
        #expect(isNear(value(0.6), -30))
        #expect(isNear(value(0.85), -30 * (1 - 0.821026), within: 1e-4))
        #expect(isNear(value(20), 0))
    }

    @Test func `an event during the phases goes on to the next at once`() throws {
        let phases = try Phases([0, 10, 50], animation: .curve(.linear, duration: 1), loops: false)
        let scene = Scene.single([(.offsetY, .phases(.tap, phases))])
        let taps = [Input.tap(), .tap(at: 0.5)]
        #expect(isNear(scene.value(.offsetY, at: 1, after: taps), 27.5))
        #expect(isNear(scene.value(.offsetY, at: 1.5, after: taps), 50))
        #expect(isNear(scene.value(.offsetY, at: 2, after: taps), 25))
        #expect(isNear(scene.value(.offsetY, at: 9, after: taps), 0))
    }

    /// Effects.md 5.1: period 2.
    @Test(arguments: [
        (0.25, 0.129162), (0.5, 0.5), (1, 1), (1.5, 0.5), (2, 0), (1000.25, 0.129162),
    ])
    func `phases that repeat begin when the card is shown`(time: Double, value: Double) throws {
        let phases = try Phases([0, 1], animation: .curve(.easeInOut, duration: 1), loops: true)
        let scene = Scene.single([(.depth, .phases(.shown, phases))])
        #expect(isNear(scene.value(.depth, at: time), value, within: 1e-6))
        #expect(scene.value(.depth, at: time) == scene.value(.depth, at: time, after: [.tilt(3)]))
    }

    @Test func `steps go round`() {
        let scene = Scene.single([(.rotation, .steps(.tap, [0, 90, 180], .immediate))])
        let taps = (1...7).map { Input.tap(at: Double($0)) }
        let values = (0...7).map { scene.value(.rotation, at: Double($0), after: taps) }
        #expect(values == [0, 90, 180, 0, 90, 180, 0, 90])
    }

    @Test func `a step that is left early goes on with its velocity`() {
        let scene = Scene.single([(.rotation, .steps(.tap, [0, 90], .spring(.bouncy)))])
        var movement = Movement(0)
        movement.retarget(to: 90, at: 1, with: .spring(.bouncy))
        movement.retarget(to: 0, at: 1.1, with: .spring(.bouncy))
        for time in [1.1, 1.2, 1.7] {
            let value = scene.value(.rotation, at: time, after: [.tap(at: 1), .tap(at: 1.1)])
            #expect(value == movement.value(at: time).value)
        }
    }
}

/// Layers that come and go.
@Suite struct TransitionDriverTests {
    private let linear = Animation.curve(.linear, duration: 1)

    /// Taps turn the layer off and on; it is there at first, or not.
    private func scene(isThere: Bool = true) -> Scene {
        let values = TransitionValues(before: -100, inPlace: 0, after: 100)
        return Scene.single([
            (.visible, .steps(.tap, isThere ? [1, 0] : [0, 1], .immediate)),
            (.offsetX, .transition(values, linear)),
        ])
    }

    private func place(_ scene: Scene, _ time: Double, _ taps: [Double]) -> Double? {
        let look = scene.snapshot(at: time, after: taps.map { .tap(at: $0) })
        return look.layers[0].isVisible ? look.value(of: .offsetX, layer: 0) : nil
    }

    @Test func `a layer stays until it has left`() {
        #expect(place(scene(), 0, []) == 0 && place(scene(), 1, [1]) == 0)
        #expect(place(scene(), 1.5, [1]) == 50)
        #expect(place(scene(), 2, [1]) == nil && place(scene(), 90, [1]) == nil)
    }

    @Test func `a layer comes from before`() {
        let hidden = scene(isThere: false)
        #expect(place(hidden, 0, []) == nil)
        #expect(place(hidden, 1, [1]) == -100 && place(hidden, 1.25, [1]) == -75)
        #expect(place(hidden, 2, [1]) == 0)
    }

    @Test func `a layer that comes back while it leaves turns round`() {
        #expect(place(scene(), 1.5, [1, 1.5]) == 50 && place(scene(), 2, [1, 1.5]) == 25)
        #expect(place(scene(), 2.5, [1, 1.5]) == 0)
    }

    @Test func `a layer that comes back after it has left comes from before`() {
        #expect(place(scene(), 5, [1, 5]) == -100 && place(scene(), 5.5, [1, 5]) == -50)
    }

    @Test func `a layer that leaves while it comes goes on from where it is`() {
        let hidden = scene(isThere: false)
        #expect(place(hidden, 1.5, [1, 1.5]) == -50)
        #expect(place(hidden, 2, [1, 1.5]) == 25)
        #expect(place(hidden, 2.5, [1, 1.5]) == nil)
    }

    @Test func `the longest of several transitions is waited for`() {
        let values = TransitionValues(before: 0, inPlace: 1, after: 0)
        let long = Animation.curve(.linear, duration: 3)
        var drivers = scene().drivers
        drivers.append(Driver(layer: 0, .scale, .transition(values, long)))
        let both = Scene(
            size: Size(width: 400, height: 300), layers: scene().layers, drivers: drivers)
        #expect(place(both, 3.5, [1]) == 100 && place(both, 4, [1]) == nil)
    }

    /// A layer that moves only a little stays in view, so it must go by itself.
    @Test(arguments: [Animation.spring(.smooth), .spring(.bouncy), .curve(.easeOut, duration: 0.3)])
    func `the end of a transition wakes the card`(animation: Animation) {
        let values = TransitionValues(before: 0, inPlace: 0, after: 20)
        let scene = Scene.single([
            (.visible, .steps(.tap, [1, 0], .immediate)),
            (.offsetX, .transition(values, animation)),
        ])
        let state = scene.state(after: [.tap(at: 1)])
        var time = 1.0
        while true {
            let look = scene.evaluate(state, at: time)
            guard look.unchangedUntil < .infinity else {
                #expect(!look.layers[0].isVisible)
                break
            }
            time = max(look.unchangedUntil, time + 0.01)
        }
        #expect(time < 3)
    }
}

/// Several drivers of one property, and the ends of what it may be.
@Suite struct CombinedDriverTests {
    @Test(arguments: Property.allCases)
    func `drivers of a property are added or multiplied`(property: Property) throws {
        let drivers = try [(0.5, 0.25), (1, 0.5)].map { values in
            (property, try Driver.Kind.follow(.front, over: 0...1, [values.0, values.1]))
        }
        let scene = Scene.single(drivers, values: [property: property.isProduct ? 0.8 : 0.1])
        let value = scene.value(property, after: [.tilt(30)])
        // What drivers are added to is in the range itself; a perspective of 0 is another one.
        let constant = property == .perspective ? 0.1 : max(0.1, property.range.lowerBound)
        let expected = property.isProduct ? 0.8 * 0.375 * 0.75 : constant + 0.375 + 0.75
        #expect(
            isNear(value, min(max(expected, property.range.lowerBound), property.range.upperBound)))
    }

    @Test(arguments: Property.allCases, [-1e9, 1e9, .nan, .infinity, -.infinity])
    func `a value stays in its property's range`(property: Property, number: Double) throws {
        let many = try (0..<12).map { _ in
            (property, try Driver.Kind.follow(.tilt, over: -1...1, [-1e90, 1e90]))
        }
        let scene = Scene.single(many, values: [property: number])
        for tilt in [-60.0, 0, 60] {
            let look = scene.snapshot(after: [.tilt(tilt)])
            #expect(property.range.contains(look.value(of: property, layer: 0)))
            expectFinite(look)
        }
    }

    @Test func `no input makes a visible layer of no numbers`() throws {
        var random = RandomNumbers(seed: 3)
        let odd = [Double.nan, .infinity, -.infinity, 1e308, -1e308, 0, 5]
        func number() -> Double { odd[Int(random.uniform() * Double(odd.count))] }
        for seed in 0..<100 {
            let scene = Scene.random(seed: UInt64(seed))
            var state = SceneState(of: scene)
            for _ in 0..<20 {
                var tilts = Tilts(
                    card: number(), aboutVertical: number(), aboutHorizontal: number())
                (tilts.roll, tilts.pitch, tilts.turnRate) = (number(), number(), number())
                let place = Point(x: number(), y: number())
                let events: [Input.Event] = [
                    .tilts(tilts), .pointer(place), .tap(place), .drag(place), .key(5), .shake,
                ]
                for event in events {
                    state.advance(by: Input(event, at: random.uniform() * 5), in: scene)
                }
                expectFinite(scene.evaluate(state, at: number(), expecting: tilts))
                expectFinite(scene.evaluate(state, at: 3))
            }
        }
    }

    private func expectFinite(_ look: Snapshot, _ location: SourceLocation = #_sourceLocation) {
        for layer in look.layers where layer.isVisible {
            let crop = [layer.crop.x, layer.crop.y, layer.crop.width, layer.crop.height]
            let numbers = [layer.opacity, layer.radius, layer.size.width, layer.size.height] + crop
            #expect(
                layer.toCard.isFinite && numbers.allSatisfy(\.isFinite), "\(layer)",
                sourceLocation: location)
            #expect((0...1).contains(layer.opacity), sourceLocation: location)
        }
    }
}
