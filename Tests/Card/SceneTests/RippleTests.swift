import Animation
import Geometry
import Motion
import Paint
import Testing

@testable import Scene

/// Waves that events start in layers.
@Suite struct RippleTests {
    private func ripple(_ waves: [Ripple.Wave] = []) -> Ripple {
        Ripple(amplitude: 12, frequency: 15, decay: 8, speed: 1200, light: 0.3, waves: waves)
    }

    private func scene(
        _ trigger: Trigger, drivers: [Driver] = [], values: [Property: Double] = [:]
    ) -> Scene {
        var layer = Scene.Layer(
            Colour(red: 1, green: 1, blue: 1), name: "water",
            values: values.merging([.atX: 0.25, .width: 0.5]) { own, _ in own })
        layer.rippleTrigger = trigger
        return Scene(size: Size(width: 400, height: 300), layers: [layer], drivers: drivers)
    }

    private func waves(_ scene: Scene, _ inputs: [Input], at time: Double) -> [Ripple.Wave] {
        var state = SceneState(of: scene)
        for input in inputs { state.advance(by: input, in: scene) }
        return scene.evaluate(state, at: time).layers[0].ripple?.waves ?? []
    }

    // MARK: The formula

    @Test func `a displacement has the figures of its formula`() {
        #expect(abs(ripple().displacement(0.1) - 5.37844) < 1e-5)
        #expect(abs(ripple().displacement(0.2) - 0.34190) < 1e-5)
        #expect(ripple().displacement(0) == 0 && ripple().displacement(-1) == 0)
    }

    @Test func `the longest displacement is the reach`() {
        let one = ripple([.init(from: Point(x: 0, y: 0), age: 1)])
        #expect(abs(one.reach - 5.9494) < 1e-4)
        #expect(abs(one.displacement(0.07206) - one.reach) < 1e-6)
        var two = one
        two.waves += one.waves
        #expect(two.reach == 2 * one.reach)
        for frequency in [0, 1e-300] {
            (two.frequency, two.decay) = (frequency, 0)
            #expect(two.reach == 0)
        }
    }

    // MARK: Events

    @Test func `a tap starts a wave where it is in the layer`() {
        let scene = scene(.tap)
        let place = Point(x: 80, y: 90)
        let found = waves(scene, [Input(.tap(place), at: 1)], at: 1.25)
        #expect(found == [Ripple.Wave(from: place, age: 0.25)])
    }

    @Test func `a tap beside the layer starts one only in a layer that takes every tap`() {
        let beside = Input(.tap(Point(x: 300, y: 90)), at: 1)
        #expect(waves(scene(.tap), [beside], at: 1.1).count == 1)
        #expect(waves(scene(.tapHere), [beside], at: 1.1).isEmpty)
        let inside = Input(.tap(Point(x: 30, y: 90)), at: 1)
        #expect(waves(scene(.tapHere), [inside], at: 1.1).count == 1)
    }

    @Test func `an event without a place starts one in the middle`() {
        let middle = Point(x: 100, y: 150)
        #expect(waves(scene(.shake), [Input(.shake, at: 1)], at: 1.5).first?.centre == middle)
        #expect(waves(scene(.key3), [Input(.key(3), at: 1)], at: 1.5).first?.centre == middle)
        #expect(waves(scene(.shown), [], at: 0.5) == [Ripple.Wave(from: middle, age: 0.5)])
        #expect(waves(scene(.key3), [Input(.key(4), at: 1)], at: 1.5).isEmpty)
    }

    @Test func `eight run at once, the newest`() {
        let taps = (0..<11).map { Input(.tap(Point(x: 10 * Double($0), y: 5)), at: 1) }
        let found = waves(scene(.tap), taps, at: 1.5)
        #expect(found.map(\.centre.x) == (3..<11).map { 10 * Double($0) })
    }

    @Test func `a wave lasts for its duration, and then the card rests`() {
        let scene = scene(.tap)
        var state = SceneState(of: scene)
        #expect(scene.evaluate(state, at: 0).unchangedUntil == .infinity)
        state.advance(by: Input(.tap(Point(x: 50, y: 50)), at: 1), in: scene)
        #expect(scene.evaluate(state, at: 1).unchangedUntil == 1)
        #expect(scene.evaluate(state, at: 3.9).unchangedUntil == 3.9)
        let rest = scene.evaluate(state, at: 4)
        #expect(rest.unchangedUntil == .infinity && rest.layers[0].ripple == nil)
        #expect(rest.layers == scene.evaluate(SceneState(of: scene), at: 0).layers)
    }

    @Test func `two moments of a wave do not look alike`() {
        let scene = scene(.tap)
        var state = SceneState(of: scene)
        state.advance(by: Input(.tap(Point(x: 50, y: 50)), at: 1), in: scene)
        let (one, other) = (scene.evaluate(state, at: 1.1), scene.evaluate(state, at: 1.2))
        #expect(!one.appearsEqual(to: other, scale: 1))
        #expect(one.appearsEqual(to: one, scale: 1))
    }

    // MARK: Numbers

    @Test func `its numbers may be driven`() {
        let drivers: [Driver] = [
            Driver(layer: 0, .rippleAmplitude, .follow(.tilt, Conversion(), nil, .atOnce))
        ]
        let scene = scene(.tap, drivers: drivers, values: [.rippleAmplitude: 2, .rippleSpeed: 50])
        var state = SceneState(of: scene)
        state.advance(
            by: Input(.tilts(Tilts(card: 5, aboutVertical: 0, aboutHorizontal: 0)), at: 0.5),
            in: scene)
        state.advance(by: Input(.tap(Point(x: 50, y: 50)), at: 1), in: scene)
        let ripple = scene.evaluate(state, at: 1.5).layers[0].ripple
        #expect(ripple?.amplitude == 7 && ripple?.speed == 50 && ripple?.decay == 8)
    }

    @Test func `without an amplitude or a duration there is none, and the card rests`() {
        for (property, value) in [
            (Property.rippleAmplitude, 0.0), (.rippleAmplitude, 1e-40), (.rippleDuration, 0),
        ] {
            let scene = scene(.tap, values: [property: value])
            var state = SceneState(of: scene)
            state.advance(by: Input(.tap(Point(x: 50, y: 50)), at: 1), in: scene)
            let snapshot = scene.evaluate(state, at: 1)
            #expect(snapshot.layers[0].ripple == nil && snapshot.unchangedUntil == .infinity)
        }
    }

    @Test func `waves go on after a reload of the same layer`() {
        let scene = scene(.tap)
        var state = SceneState(of: scene)
        state.advance(by: Input(.tap(Point(x: 50, y: 50)), at: 1), in: scene)
        let next = SceneState(of: scene, continuing: state, of: scene, at: 1.5)
        #expect(scene.evaluate(next, at: 1.6).layers == scene.evaluate(state, at: 1.6).layers)
        var other = scene.layers[0]
        other.name = "other"
        let others = Scene(size: scene.size, layers: [other])
        let fresh = SceneState(of: others, continuing: state, of: scene, at: 1.5)
        #expect(others.evaluate(fresh, at: 1.6).layers[0].ripple == nil)
    }

    @Test func `a scene waits for the events of its ripples`() {
        #expect(scene(.drag).triggers == [.drag])
    }
}
