import Animation
import Geometry
import Motion
import Paint
import Testing

@testable import Scene

/// Shaders of a scene: their numbers, and when they let it rest.
@Suite struct ShaderSceneTests {
    private func scene(
        _ text: String, content: any LayerContent = Colour(red: 1, green: 1, blue: 1)
    )
        throws -> Scene
    {
        let program = try ShaderProgram(
            Array("vec4 layer(vec2 place) { return \(text); }".utf8), file: "a.frag",
            uniforms: [.init("strength", .number), .init("tint", .colour)])
        var layer = Scene.Layer(content, name: "sea", values: [.width: 0.5])
        layer.shader = LayerShader(program, reach: 3, parameters: [2, 1, 0.5, 0, 1])
        let driver = Driver(
            layer: 0, .shader(0, .uniform), .follow(.tiltX, Conversion(), nil, .atOnce))
        return Scene(size: Size(width: 400, height: 300), layers: [layer], drivers: [driver])
    }

    private func snapshot(_ scene: Scene, tilt: Double = 0, at time: Double = 7) -> Snapshot {
        var state = SceneState(of: scene)
        let tilts = Tilts(card: 0, aboutVertical: tilt, aboutHorizontal: 0)
        state.advance(by: Input(.tilts(tilts), at: 0), in: scene)
        return scene.evaluate(state, at: time)
    }

    @Test func `its numbers are driven, and it has the size of the box`() throws {
        let still = try scene("vec4(strength)")
        let shader = try #require(snapshot(still, tilt: 10).layers[0].shader)
        #expect(shader.numbers == [12, 1, 0.5, 0, 1] && shader.reach == 3)
        #expect(shader.size == Size(width: 200, height: 300) && shader.time == 0)
    }

    @Test func `numbers follow those of the content`() throws {
        let colours = [Colour(red: 1, green: 0, blue: 0), Colour(red: 0, green: 1, blue: 0)]
        let gradient = Gradient(
            .linear(from: Point(x: 0, y: 0), to: Point(x: 1, y: 0)),
            [.init(0, colours[0]), .init(1, colours[1])])
        let plain = snapshot(try scene("vec4(1)"), tilt: 5)
        let shown = snapshot(try scene("vec4(1)", content: gradient), tilt: 5)
        #expect(shown.layers[0].shader?.numbers == plain.layers[0].shader?.numbers)
        #expect(shown.contentParameters(ofLayer: 0).count == gradient.parameters.count)
    }

    @Test func `only one with the time keeps the card awake`() throws {
        let moving = try scene("vec4(time)")
        #expect(snapshot(moving).unchangedUntil == 7)
        #expect(snapshot(moving).layers[0].shader?.time == 7)
        #expect(!snapshot(moving, at: 8).appearsEqual(to: snapshot(moving), scale: 1))
        #expect(snapshot(try scene("vec4(1)")).unchangedUntil == .infinity)
        let reduced = snapshot(moving.withReducedMotion)
        #expect(reduced.unchangedUntil == .infinity && reduced.layers[0].shader?.time == 0)
    }

    @Test func `a small change of a number is not seen`() throws {
        let still = try scene("vec4(strength)")
        let one = snapshot(still, tilt: 10)
        #expect(snapshot(still, tilt: 10.00001).appearsEqual(to: one, scale: 1))
        #expect(!snapshot(still, tilt: 10.1).appearsEqual(to: one, scale: 1))
    }

    @Test func `without shaders nothing else changes`() throws {
        let scene = try scene("vec4(time)")
        let without = scene.withoutShaders
        #expect(scene.hasShaders && !without.hasShaders)
        #expect(without.drivers.isEmpty && without.layers[0].name == "sea")
        let snapshot = snapshot(without)
        #expect(snapshot.layers[0].change == nil && snapshot.unchangedUntil == .infinity)
    }
}
