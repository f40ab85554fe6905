import Animation
import Geometry
import Motion
import Scene
import TestSupport
import Testing

/// Until when a snapshot holds.
@Suite struct RestTests {
    /// What `unchangedUntil` promises between two inputs: a look before it is the same on a screen
    /// with four pixels for a point, where no box is of more than 2,400 pixels.
    private func expectHeld(
        _ scene: Scene, _ state: SceneState, from time: Double, _ words: String
    ) {
        let look = scene.evaluate(state, at: time)
        guard look.layers.allSatisfy({ max($0.size.width, $0.size.height) < 600 }) else { return }
        for part in [0.1, 0.5, 0.9] where look.unchangedUntil > time {
            let end = min(look.unchangedUntil, time + 20)
            let other = scene.evaluate(state, at: time + (end - time) * part)
            #expect(
                look.appearsEqual(to: other, scale: 4),
                "\(words), \(time) to \(look.unchangedUntil)")
        }
    }

    @Test func `a snapshot looks the same until it says so`() {
        for seed in 0..<200 {
            let scene = Scene.random(seed: UInt64(seed))
            var maker = SceneMaker(seed: UInt64(5000 + seed))
            let state = scene.state(after: maker.inputs(20))
            for step in 0..<60 {
                expectHeld(scene, state, from: 3 + Double(step) / 9, "seed \(seed)")
            }
        }
    }

    private func until(_ scene: Scene, at time: Double, _ inputs: [Input] = []) -> Double {
        scene.snapshot(at: time, after: inputs).unchangedUntil
    }

    @Test func `a card at rest sleeps for ever`() throws {
        let kinds: [Driver.Kind] = [
            .follow(.front, Conversion(), nil, .atOnce),
            try .follow(.tilt, over: 0...9, [0, 1], .spring(.bouncy)),
            try .follow(.tilt, over: 0...9, [0, 1], .smoothing(Smoothing(timeConstant: 0.5))),
            try .run(.tap, [.linear(to: 1, duration: 1)]),
            .steps(.tap, [0, 1], .spring(.smooth)),
            .phases(.tap, try Phases([0, 1], loops: false)),
            .phases(.tap, try Phases([0, 1], loops: true)),
        ]
        for kind in kinds {
            let scene = Scene.single([(.depth, kind)])
            #expect(until(scene, at: 0) == .infinity)
            #expect(until(scene, at: 3, [.tilt(5)]) == .infinity)
        }
        #expect(until(Scene.single(), at: 0) == .infinity)
    }

    @Test func `what moves is awake until it rests`() throws {
        let kinds: [(Driver.Kind, Double)] = [
            (try .follow(.tilt, over: 0...9, [0, 1], .spring(.bouncy)), 3),
            (try .follow(.tilt, over: 0...9, [0, 1], .smoothing(Smoothing(timeConstant: 0.2))), 4),
            (try .run(.tap, [.linear(to: 1, duration: 1)]), 2),
            (.steps(.tap, [0, 1], .spring(.smooth)), 4),
            (.phases(.tap, try Phases([0, 1], loops: false)), 5),
        ]
        for (kind, rest) in kinds {
            let scene = Scene.single([(.depth, kind)])
            let inputs = [Input.tilt(0), .tilt(9, at: 1), .tap(at: 1)]
            #expect(until(scene, at: 0.9, inputs) == .infinity, "\(kind)")
            for time in [1.01, 1.1, 1.3] {
                #expect(until(scene, at: time, inputs) == time, "\(kind)")
            }
            #expect(until(scene, at: 1 + rest, inputs) == .infinity, "\(kind)")
        }
    }

    @Test func `a loop never sleeps, but where it stands still`() throws {
        let phases = try Phases([0, 1], animation: .curve(.linear, duration: 1), loops: true)
        let loop = Scene.single([(.depth, .phases(.shown, phases))])
        for time in [0.5, 1, 2.5, 1e6 + 0.5] { #expect(until(loop, at: time) == time) }
        let keyframes: [Keyframe] = [
            .linear(to: 1, duration: 1), .linear(to: 1, duration: 2), .linear(to: 0, duration: 1),
        ]
        let track = Scene.single([(.depth, try .run(.shown, keyframes, repeats: true))])
        for loop in [0.0, 4, 40] {
            #expect(until(track, at: loop + 0.5) == loop + 0.5)
            #expect(until(track, at: loop + 2) == loop + 3)
            #expect(until(track, at: loop + 3.5) == loop + 3.5)
        }
    }

    /// Times before which the time still moves the value, and from which on it does not.
    @Test(arguments: [
        (Conversion(), 0.0...3, 3.0), (Conversion(gain: 0.5), 0...3, 6),
        (Conversion(gain: 3), 0...3, 1), (Conversion(deadBand: 2), 0...3, 5),
        (Conversion(isInverted: true), -3...0, 3),
        (Conversion(gain: -1), -4 ... -1, 4), (Conversion(limit: 2), 0...3, 2),
    ])
    func `what follows the time sleeps behind its end`(
        conversion: Conversion, range: ClosedRange<Double>, end: Double
    ) throws {
        let follow = try Driver.Kind.follow(.time, over: range, [0, 100], .atOnce, conversion)
        let track = try Track([.linear(to: 100, duration: 1)])
        let scrub = Driver.Kind.scrub(.time, conversion, range, track, timelineDuration: 1)
        for kind in [follow, scrub] {
            let scene = Scene.single([(.offsetX, kind)])
            #expect(until(scene, at: end - 0.01) == end - 0.01)
            #expect(until(scene, at: end + 0.001) == .infinity)
            let (held, last) = (
                scene.value(.offsetX, at: end + 0.001), scene.value(.offsetX, at: 1e9)
            )
            #expect(isNear(held, last, within: 1e-6))
        }
    }

    @Test func `what follows the time sleeps until it begins`() throws {
        let track = try Track([.linear(to: 100, duration: 1)])
        for kind in [
            try Driver.Kind.follow(.time, over: 60...61, [0, 100]),
            .scrub(.time, Conversion(), 60...61, track, timelineDuration: 1),
        ] {
            let scene = Scene.single([(.offsetX, kind)])
            #expect(until(scene, at: 0) == 60 && until(scene, at: 59.9) == 60)
            #expect(until(scene, at: 60) == 60 && until(scene, at: 61) == .infinity)
        }
    }

    @Test func `a layer that comes or goes is awake until it has`() {
        let scene = Scene.single([
            (.visible, .steps(.tap, [1, 0], .immediate)),
            (.opacity, .transition(.init(before: 0, inPlace: 1, after: 0), .spring(.smooth))),
        ])
        #expect(until(scene, at: 0) == .infinity)
        let taps = [Input.tap(at: 1), .tap(at: 5)]
        #expect(until(scene, at: 1.2, taps) == 1.2 && until(scene, at: 4, taps) == .infinity)
        #expect(until(scene, at: 5.2, taps) == 5.2 && until(scene, at: 9, taps) == .infinity)
    }
}

/// What cannot be told apart on a screen.
@Suite struct LikenessTests {
    private func look(_ values: [Property: Double]) -> Snapshot {
        Scene.single([], values: values).snapshot()
    }

    /// Whether a change is too small for a screen with one and with four pixels for a point.
    private func isSmall(_ property: Property, by way: Double, from start: [Property: Double] = [:])
        -> [Bool]
    {
        var end = start
        end[property] = (start[property] ?? property.defaultValue) + way
        return [1, 4].map { look(start).appearsEqual(to: look(end), scale: $0) }
    }

    @Test(arguments: [
        (Property.opacity, -0.0019, [true, true]), (.opacity, -0.002, [false, false]),
        (.offsetX, 0.06, [true, false]), (.offsetX, 0.015, [true, true]),
        (.offsetY, 0.07, [false, false]),
        // The card's corners are 250 points from its centre.
        (.rotation, 0.003, [true, true]), (.rotation, 0.014, [true, false]),
        (.rotation, 0.03, [false, false]),
        (.scale, 0.0003, [true, false]), (.width, 0.0003, [true, false]),
        (.scaleY, 0.0005, [false, false]),
        (.radius, 0.06, [true, false]), (.cropX, 0.00001, [true, true]),
        (.cropX, 0.0001, [false, false]),
    ])
    func `a small change is none`(property: Property, way: Double, isSame: [Bool]) {
        #expect(isSmall(property, by: way) == isSame)
    }

    @Test func `a scale makes a radius larger on the screen`() {
        #expect(isSmall(.radius, by: 0.06, from: [.scale: 10]) == [false, false])
    }

    @Test func `what is not visible always looks the same`() {
        let hidden = Scene.single([], values: [.visible: 0])
        #expect(hidden.snapshot().appearsEqual(to: look([.visible: 0, .offsetX: 90]), scale: 1))
        #expect(!hidden.snapshot().appearsEqual(to: look([:]), scale: 1))
    }
}
