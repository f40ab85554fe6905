import Animation
import Geometry
import Motion
import Paint
import Scene
import Testing

/// The numbers of what a layer shows, which drivers change like properties.
@Suite struct ContentTests {
    private let gradient = Gradient(
        .linear(from: Point(x: 0, y: 0.25), to: Point(x: 1, y: 0.75)),
        [
            Gradient.Stop(0, Colour(red: 0.1, green: 0.2, blue: 0.3)),
            Gradient.Stop(1, Colour(red: 0.4, green: 0.5, blue: 0.6, alpha: 0.7)),
        ], colourSpace: .linear)

    /// A card of a plain colour, the gradient, and once more the gradient, with drivers of the second layer.
    private func scene(_ drivers: [(Int, Driver.Kind)] = []) -> Scene {
        return Scene(
            size: Size(width: 400, height: 300),
            layers: [.colour(), Scene.Layer(gradient), Scene.Layer(gradient)],
            drivers: drivers.map { number, kind in
                Driver(layer: 1, .content(number, gradient.parameterKinds[number]), kind)
            })
    }

    private func numbers(_ scene: Scene, layer: Int = 1, after inputs: [Input] = []) -> [Double] {
        Array(scene.snapshot(at: 1, after: inputs).contentParameters(ofLayer: layer))
    }

    @Test func `a content's numbers are its constants, and make it again`() {
        let numbers = numbers(scene())
        #expect(
            numbers == [0, 0.25, 1, 0.75, 0, 0.1, 0.2, 0.3, 1, 1, 0.4, 0.5, 0.6, 0.7])
        #expect(gradient.with(numbers) == gradient)
        #expect(self.numbers(scene(), layer: 0) == [])
        let (names, kinds) = (gradient.parameterNames, gradient.parameterKinds)
        #expect(names.count == numbers.count && kinds.count == numbers.count)
        #expect(names[10] == "colour 2 red" && kinds[10] == .red)
    }

    @Test func `drivers are added to the constants, within the numbers' ranges`() throws {
        let scene = scene([
            (0, try .follow(.tilt, over: 0...10, [0, 0.5])),
            (0, try .follow(.tilt, over: 0...10, [0, 0.25])),
            (5, try .follow(.tilt, over: 0...10, [0, 3])),
            (10, try .follow(.tilt, over: 0...10, [0, -3])),
        ])
        let found = numbers(scene, after: [.tilt(10)])
        #expect(found[0] == 0.75 && found[5] == 1 && found[10] == 0 && found[6] == 0.2)
        #expect(numbers(scene, layer: 2, after: [.tilt(10)]) == numbers(self.scene(), layer: 2))
        let halfway = numbers(scene, after: [.tilt(5)])
        #expect(halfway[0] == 0.375 && halfway[5] == 1 && halfway[10] == 0)
    }

    @Test func `a number rests, and is seen to move before that`() throws {
        let scene = scene([(5, .steps(.tap, [0, 0.5], .curve(.linear, duration: 1)))])
        let state = scene.state(after: [.tap(at: 1)])
        let (start, moving) = (scene.evaluate(state, at: 1), scene.evaluate(state, at: 1.5))
        let end = scene.evaluate(state, at: 2.5)
        #expect(moving.unchangedUntil == 1.5 && end.unchangedUntil == .infinity)
        #expect(!start.appearsEqual(to: moving, scale: 1))
        #expect(!moving.appearsEqual(to: end, scale: 1))
        #expect(end.appearsEqual(to: scene.evaluate(state, at: 9), scale: 1))
        #expect(!start.forDrawing.appearsEqual(to: end.forDrawing, scale: 1))
        #expect(
            Array(end.forDrawing.contentParameters(ofLayer: 1))
                == Array(end.contentParameters(ofLayer: 1)))
        let nearly = scene.evaluate(state, at: 1.001)
        #expect(start != nearly && start.appearsEqual(to: nearly, scale: 1))
    }

    @Test func `a reload keeps the way of a number, but not to another one`() throws {
        let kind = Driver.Kind.steps(.tap, [0, 0.5], .curve(.linear, duration: 1))
        func named(_ number: Int) -> Scene {
            Scene(
                size: Size(width: 4, height: 3), layers: [Scene.Layer(gradient, name: "a")],
                drivers: [Driver(layer: 0, .content(number, gradient.parameterKinds[number]), kind)]
            )
        }
        let (old, same, other) = (named(5), named(5), named(6))
        let state = old.state(after: [.tap(at: 1)])
        let kept = same.evaluate(SceneState(of: same, continuing: state, of: old, at: 0), at: 3)
        #expect(
            abs(
                kept.contentParameters(ofLayer: 0)[
                    5 + kept.contentParameters(ofLayer: 0).startIndex]
                    - 0.6) < 1e-9)
        let fresh = other.evaluate(SceneState(of: other, continuing: state, of: old, at: 0), at: 3)
        #expect(Array(fresh.contentParameters(ofLayer: 0)) == numbers(scene()))
    }

    @Test func `a mesh's vertices, handles and colours are numbers, which drivers move`() throws {
        let handle = Mesh.Controls([.bottom: Point(x: 0.9, y: 0.2)])
        let places = [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)]
        var vertices = places.map { x, y in
            Mesh.Vertex(Point(x: x, y: y), Colour(red: x / 10, green: 0.5, blue: 0.25))
        }
        vertices[1].controls = handle
        let mesh = Mesh(width: 2, vertices, isSmooth: false, colourSpace: .oklab)
        let (names, kinds) = (mesh.parameterNames, mesh.parameterKinds)
        #expect(mesh.parameters.count == 4 + 4 * 6 + 2 && mesh.with(mesh.parameters) == mesh)
        #expect(kinds.count == mesh.parameters.count && Set(names).count == names.count)
        #expect(names[10] == "vertex 2 x" && names[16] == "vertex 2 bottom x")
        let moved = [(10, 0.5), (17, 0.25), (19, -3), (25, 1.0)]
        let drivers = try moved.map { number, value -> Driver in
            let kind = try Driver.Kind.follow(.tilt, over: 0...10, [0, value])
            return Driver(layer: 0, .content(number, kinds[number]), kind)
        }
        let scene = Scene(
            size: Size(width: 400, height: 300), layers: [Scene.Layer(mesh)], drivers: drivers)
        let found = Array(scene.snapshot(at: 1, after: [.tilt(10)]).contentParameters(ofLayer: 0))
        let shown = mesh.with(found)
        #expect(shown.vertices[1].place == Point(x: 1.5, y: 0))
        #expect(shown.vertices[1].controls[.bottom] == Point(x: 0.9, y: 0.45))
        #expect(shown.vertices[2].place.y == -2 && shown.vertices[2].colour == vertices[2].colour)
        #expect(shown.vertices[3].place == Point(x: 1, y: 2) && shown.vertices[0] == vertices[0])
    }

    @Test func `what drivers are added to is not limited, the sum is`() throws {
        var lens = LensContent(pictures: [0, 1])
        let number = LensContent.Parameter.refractiveIndex
        (lens[number], lens[.thickness]) = (0, 0)
        let kind = try Driver.Kind.follow(.tilt, over: 0...10, [1.5, 4])
        let scene = Scene(
            size: Size(width: 400, height: 300), layers: [Scene.Layer(lens)],
            drivers: [Driver(layer: 0, .content(number.rawValue, number.kind), kind)])
        let found = [0.0, 10].map { tilt in
            lens.with(scene.snapshot(at: 1, after: [.tilt(tilt)]).contentParameters(ofLayer: 0))
        }
        #expect(found.map { $0[number] } == [1.5, 3])
        #expect(found[0][.thickness] == 0.05)
    }

    @Test func `what is no number counts as nothing`() {
        var broken = gradient
        broken.stops[0].t = .nan
        let scene = Scene(
            size: Size(width: 4, height: 3), layers: [Scene.Layer(broken)])
        let found = Array(scene.snapshot().contentParameters(ofLayer: 0))
        #expect(found[4] == 0 && found.count == 14)
    }
}
