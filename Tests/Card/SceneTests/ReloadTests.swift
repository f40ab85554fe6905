import Animation
import Geometry
import Motion
import Scene
import TestSupport
import Testing

/// A scene that takes the place of another one while it is shown.
@Suite struct ReloadTests {
    private let inputs = [
        Input.tilt(0), .tilt(20, at: 1), .tap(at: 2),
        Input(.pointer(Point(x: 0.5, y: -1)), at: 2.1),
    ]

    /// Two layers that turn by a tap and follow the tilt by a spring.
    private func scene(names: [String?] = ["a", "b"], radius: Double = 0, turn: Double = 90) throws
        -> Scene
    {
        let layers = names.map { Scene.Layer.colour($0) }
        var changed = layers
        changed[1][.radius] = radius
        return Scene(
            size: Size(width: 400, height: 300), layers: changed,
            drivers: try layers.indices.flatMap { index in
                [
                    Driver(
                        layer: index, .rotation,
                        .steps(.tap, [0, index == 1 ? turn : 90], .spring(.bouncy))),
                    Driver(
                        layer: index, .offsetX,
                        try .follow(.tilt, over: -60...60, [-60, 60], .spring(.smooth))),
                ]
            })
    }

    private func reloaded(_ old: Scene, as new: Scene) -> Snapshot {
        let state = SceneState(of: new, continuing: old.state(after: inputs), of: old, at: 0)
        return new.evaluate(state, at: 2.15)
    }

    @Test func `the same scene goes on as it is`() throws {
        let scene = try scene()
        #expect(reloaded(scene, as: scene) == scene.snapshot(at: 2.15, after: inputs))
        let old = scene.state(after: inputs)
        #expect(SceneState(of: scene, continuing: old, of: scene, at: 0) == old)
    }

    @Test func `a layer whose driver changed begins anew, the other goes on`() throws {
        let (old, new) = (try scene(), try scene(turn: 45))
        let (before, after) = (old.snapshot(at: 2.15, after: inputs), reloaded(old, as: new))
        for property in [Property.rotation, .offsetX] {
            #expect(after.value(of: property, layer: 0) == before.value(of: property, layer: 0))
        }
        #expect(
            before.value(of: .rotation, layer: 1) > 1 && after.value(of: .rotation, layer: 1) == 0)
        // It is where the present tilt puts it, without a way there.
        #expect(after.value(of: .offsetX, layer: 1) == 20 && after.unchangedUntil == 2.15)
    }

    @Test func `a layer with another constant begins anew`() throws {
        let (old, new) = (try scene(), try scene(radius: 3))
        #expect(reloaded(old, as: new).value(of: .rotation, layer: 1) == 0)
        #expect(reloaded(old, as: new).value(of: .rotation, layer: 0) != 0)
    }

    @Test func `while a scene is tuned, what moves goes on where numbers differ`() throws {
        func tuned(_ old: Scene, as new: Scene) -> Snapshot {
            let state = SceneState(
                of: new, continuing: old.state(after: inputs), of: old, at: 0, isTuned: true)
            return new.evaluate(state, at: 2.15)
        }
        for names in [["a", "b"], [nil, nil]] as [[String?]] {
            let old = try scene(names: names)
            let before = old.snapshot(at: 2.15, after: inputs)
            let constant = tuned(old, as: try scene(names: names, radius: 3))
            let driver = tuned(old, as: try scene(names: names, turn: 45))
            for layer in 0...1 {
                let turned = before.value(of: .rotation, layer: layer)
                #expect(turned > 1)
                #expect(constant.value(of: .rotation, layer: layer) == turned)
                #expect(driver.value(of: .rotation, layer: layer) == turned)
            }
        }
        // With one more value it is another driver.
        let old = try scene()
        let steps = Driver(layer: 1, .rotation, .steps(.tap, [0, 45, 90], .spring(.bouncy)))
        let new = Scene(
            size: old.size, layers: old.layers, drivers: old.drivers.prefix(2) + [steps])
        #expect(tuned(old, as: new).value(of: .rotation, layer: 1) == 0)
    }

    @Test func `layers are known by their names, not their places`() throws {
        let (old, new) = (try scene(names: ["a", "b"]), try scene(names: ["b", nil]))
        #expect(reloaded(old, as: new).value(of: .rotation, layer: 0) != 0)
        #expect(reloaded(old, as: new).value(of: .rotation, layer: 1) == 0)
        let nameless = try scene(names: [nil, nil])
        #expect(reloaded(nameless, as: nameless).value(of: .rotation, layer: 0) == 0)
    }

    @Test func `tilt, state, pointer and time stay`() throws {
        let (old, new) = (try scene(), try scene(names: ["x", "y"]))
        let state = old.state(after: inputs)
        var other = SceneState(of: new, continuing: state, of: old, at: 0)
        #expect(other.tilts == state.tilts && other.tiltState == state.tiltState)
        #expect(other.pointer == state.pointer)
        // A tilt after the first one: it is followed by the spring, and changes the state.
        other.advance(by: .tilt(-20, at: 3), in: new)
        #expect(new.evaluate(other, at: 3).value(of: .offsetX, layer: 0) == 20)
        other.advance(by: .tap(at: 1), in: new)
        #expect(new.evaluate(other, at: 3).value(of: .rotation, layer: 0) == 0)
    }

    @Test func `the present tilt has the state that the new settings give it`() throws {
        let old = try scene()
        let new = Scene(
            size: old.size, tiltStates: TiltStateSettings(flatDegrees: 30), layers: old.layers,
            drivers: old.drivers)
        let state = old.state(after: inputs)
        #expect(state.tiltState == .forward(20))
        #expect(SceneState(of: new, continuing: state, of: old, at: 0).tiltState == .flat)
    }

    @Test func `what is kept moves to what the new settings give`() throws {
        let layers = [Scene.Layer.colour("a")]
        let drivers = [
            Driver(layer: 0, .opacity, try .follow(.front, over: 0...1, [0, 1], .spring(.smooth)))
        ]
        func scene(base: Double) -> Scene {
            Scene(
                size: Size(width: 400, height: 300),
                tiltStates: TiltStateSettings(baseDegrees: base), layers: layers, drivers: drivers)
        }
        let tilts = Tilts(card: 30, aboutVertical: 0, aboutHorizontal: 30)
        let (old, new) = (scene(base: 60), scene(base: 30))
        let state = old.state(after: [Input(.tilts(tilts), at: 1)])
        #expect(old.evaluate(state, at: 9).layers[0].opacity == 0.5)
        // The spring begins when the scene is replaced, seconds after the newest input.
        let next = SceneState(of: new, continuing: state, of: old, at: 9)
        #expect(new.evaluate(next, at: 9).layers[0].opacity == 0.5)
        #expect(new.evaluate(next, at: 9.05).layers[0].opacity < 0.9)
        #expect(abs(new.evaluate(next, at: 17).layers[0].opacity - 1) < 0.001)
    }

    @Test func `a new layer is there or not as the present tilt has it`() throws {
        let drivers = [
            Driver(layer: 0, .visible, try .follow(.tilt, over: -1...1, [1, 0])),
            Driver(
                layer: 0, .opacity,
                .transition(.init(before: 0, inPlace: 1, after: 0.5), .spring(.smooth))),
        ]
        let old = try scene()
        let new = Scene(
            size: Size(width: 400, height: 300), layers: [.colour("new")], drivers: drivers)
        let state = SceneState(of: new, continuing: old.state(after: inputs), of: old, at: 0)
        let look = new.evaluate(state, at: 2.15)
        #expect(!look.layers[0].isVisible && look.unchangedUntil == .infinity)
    }

    @Test func `a scene of other drivers takes the place of any scene`() {
        for seed in 0..<50 {
            let (old, new) = (
                Scene.random(seed: UInt64(seed)), Scene.random(seed: UInt64(seed + 50))
            )
            var maker = SceneMaker(seed: UInt64(6000 + seed))
            let state = SceneState(
                of: new, continuing: old.state(after: maker.inputs(20)), of: old, at: 3)
            #expect(new.evaluate(state, at: 3).layers.count == new.layers.count)
        }
    }
}
