import Geometry
import Motion
import Paint
import Testing

@testable import Scene

/// A kind of content that events and the time change.
@Suite struct ContentStateTests {
    /// Shines for a second after each tap.
    private struct Lamp: LayerContent {
        var parameters = [0.0]
        let parameterKinds = [ParameterKind.share]
        let parameterNames = ["light"]
        let triggers: Set<Trigger> = [.tap]
        var memory: (any ContentState)? { Memory() }

        func with(_ parameters: ArraySlice<Double>) -> Lamp { Lamp(parameters: Array(parameters)) }

        func label(_ pictures: [String]) -> String { "lamp" }

        struct Memory: ContentState {
            var end = -Double.infinity

            mutating func start(_ trigger: Trigger, at time: Double, place: Point?) {
                end = time + 1
            }

            func advance(
                to time: Double, _ driven: DrivenContent, _ moment: (Double) -> ContentMoment
            ) {}

            func addSprites(
                to sprites: inout [Sprite], _ present: PresentContent, _ driven: DrivenContent,
                _ moment: (Double) -> ContentMoment
            ) -> Double {
                guard present.time < end else { return .infinity }
                sprites.append(
                    Sprite(at: Point(x: 1, y: 2), width: 3, height: 3, colour: .one))
                return end
            }
        }
    }

    private func scene(visible: Double = 1) -> Scene {
        Scene(
            size: Size(width: 40, height: 30),
            layers: [
                .colour(), Scene.Layer(Lamp(), name: "lamp", values: [.visible: visible]),
                Scene.Layer(Lamp(parameters: [0.5])),
            ])
    }

    private let tap = Input(.tap(Point(x: 5, y: 5)), at: 1)

    private func light(_ snapshot: Snapshot, layer: Int = 1) -> Int {
        snapshot.sprites(ofLayer: layer).count
    }

    @Test func `its memory takes events, and shows what follows`() {
        let dark = scene().snapshot(at: 1)
        #expect(light(dark) == 0 && light(dark, layer: 2) == 0)
        #expect(dark.unchangedUntil == .infinity)
        let lit = scene().snapshot(at: 1.5, after: [tap])
        #expect(light(lit) == 1 && light(lit, layer: 2) == 1 && lit.unchangedUntil == 2)
        #expect(!lit.appearsEqual(to: dark, scale: 1))
        let after = scene().snapshot(at: 2, after: [tap])
        #expect(light(after) == 0 && after.unchangedUntil == .infinity)
    }

    @Test func `what is not visible does not move the scene`() {
        let layers = [Scene.Layer(Lamp(), values: [.visible: 0])]
        let scene = Scene(size: Size(width: 40, height: 30), layers: layers)
        #expect(scene.snapshot(at: 1.5, after: [tap]).unchangedUntil == .infinity)
    }

    @Test func `a layer that stays the same keeps its memory in another scene`() {
        let old = scene()
        let state = old.state(after: [tap])
        let next = scene()
        let kept = SceneState(of: next, continuing: state, of: old, at: 1.2)
        let snapshot = next.evaluate(kept, at: 1.5)
        // A layer without a name is another one.
        #expect(light(snapshot) == 1 && light(snapshot, layer: 2) == 0)
        let changed = scene(visible: 0.75)
        let lost = SceneState(of: changed, continuing: state, of: old, at: 1.2)
        #expect(light(changed.evaluate(lost, at: 1.5)) == 0)
    }

    @Test func `scenes with different contents differ`() {
        #expect(scene() == scene())
        func alone(_ content: some LayerContent) -> Scene {
            Scene(size: Size(width: 4, height: 3), layers: [Scene.Layer(content)])
        }
        #expect(alone(Lamp()) != alone(Lamp(parameters: [1])))
        #expect(alone(Lamp()) != alone(GroupContent(count: 0)))
        #expect(alone(PictureContent(0)) != alone(PictureContent(1)))
    }
}
