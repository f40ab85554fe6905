import Animation
import Geometry
import Motion
import Paint
import Testing

@testable import Scene

/// Scenes in which only inputs move something.
@Suite struct ReducedMotionTests {
    private func still(_ property: Property, _ kind: Driver.Kind) -> Scene {
        Scene.single([(property, kind)]).withReducedMotion
    }

    @Test func `what repeats or follows the time stays as it begins`() throws {
        let kinds: [(Driver.Kind, Double)] = [
            (try .run(.shown, [.jump(to: 3), .linear(to: 9, duration: 1)], repeats: true), 3),
            (.phases(.shown, try Phases([4, 8], loops: true)), 4),
            (try .follow(.time, over: 0...10, [5, 9]), 5),
            (try .follow(.time, over: 0...10, [6, 9], .spring(.bouncy)), 6),
            (
                .scrub(
                    .time, Conversion(), -5...5,
                    try Track([.linear(to: 10, duration: 2)]), timelineDuration: 2), 5
            ),
        ]
        for (kind, value) in kinds {
            let scene = still(.offsetX, kind)
            for time in [0, 0.4, 3, 77.7] {
                #expect(isNear(scene.value(.offsetX, at: time), value), "\(kind)")
            }
            #expect(scene.snapshot(at: 1).unchangedUntil == .infinity)
        }
    }

    @Test func `what an input moves goes on moving`() throws {
        let tap = try Driver.Kind.run(.tap, [.linear(to: 8, duration: 1)])
        let tapped = still(.offsetX, tap)
        #expect(isNear(tapped.value(.offsetX, at: 1.5, after: [.tap(at: 1)]), 4))
        let tilted = still(.offsetX, try .follow(.tilt, over: 0...10, [0, 6]))
        #expect(isNear(tilted.value(.offsetX, after: [.tilt(5)]), 3))
        let phases = still(.offsetX, .phases(.tap, try Phases([0, 5], loops: false)))
        #expect(phases.value(.offsetX, at: 1.2, after: [.tap(at: 1)]) > 0)
    }

    @Test func `particles stand still, and rest`() {
        var emitter = Emitter(.snow)
        emitter.bursts = [.init(on: .tap, count: 50)]
        let scene = Scene(
            size: Size(width: 400, height: 300),
            layers: [.colour(), Scene.Layer(ParticleContent(emitter))]
        )
        let reduced = scene.withReducedMotion
        let first = reduced.snapshot(at: 0)
        #expect(
            Array(first.sprites(ofLayer: 1)) == Array(scene.snapshot(at: 0).sprites(ofLayer: 1)))
        #expect(first.sprites(ofLayer: 1).count > 100)
        let inputs = [Input.tap(9, 9, at: 1), Input(.shake, at: 2), .tilt(20, at: 3)]
        let later = reduced.snapshot(at: 40, after: inputs)
        #expect(Array(later.sprites(ofLayer: 1)) == Array(first.sprites(ofLayer: 1)))
        #expect(later.unchangedUntil == .infinity && reduced.triggers.isEmpty)
    }

    @Test func `particles without a beginning of their own are none`() {
        let scene = Scene(
            size: Size(width: 400, height: 300),
            layers: [.colour(), Scene.Layer(ParticleContent(Emitter(.confetti)))])
        let reduced = scene.withReducedMotion
        #expect(reduced.snapshot(at: 2, after: [.tap(at: 1)]).sprites(ofLayer: 1).isEmpty)
    }

    /// An emitter whose rate is all its driver's.
    private var driven: Emitter {
        var emitter = Emitter(.snow)
        emitter[.rate] = 0
        return emitter
    }

    @Test func `what a spring or a tap has brought a number to counts`() throws {
        let spring = try Driver.Kind.follow(
            .tiltY, over: 0...10, [10, 100], .spring(Spring(duration: 0.5)))
        let steps = Driver.Kind.steps(.tap, [10, 100], .standard)
        for kind in [spring, steps] {
            let scene = Scene(
                size: Size(width: 400, height: 300),
                layers: [.colour(), Scene.Layer(ParticleContent(self.driven))],
                drivers: [Driver(layer: 1, .content(Emitter.Parameter.rate.rawValue, .rate), kind)]
            ).withReducedMotion
            let inputs = [Input.tilt(0), .tilt(10, at: 1), .tap(at: 1)]
            let few = scene.snapshot(at: 0.9, after: inputs).sprites(ofLayer: 1).count
            let many = scene.snapshot(at: 9, after: inputs).sprites(ofLayer: 1).count
            #expect(few > 20 && many > 5 * few)
        }
    }

    @Test func `a tilt still changes how many there are`() throws {
        let follow = try Driver.Kind.follow(.tiltY, over: 0...10, [10, 100])
        let scene = Scene(
            size: Size(width: 400, height: 300),
            layers: [.colour(), Scene.Layer(ParticleContent(driven))],
            drivers: [Driver(layer: 1, .content(Emitter.Parameter.rate.rawValue, .rate), follow)]
        ).withReducedMotion
        let (few, many) = (
            scene.snapshot(at: 5).sprites(ofLayer: 1).count,
            scene.snapshot(at: 5, after: [.tilt(10, at: 1)]).sprites(ofLayer: 1).count
        )
        #expect(few > 20 && many > 5 * few)
    }
}
