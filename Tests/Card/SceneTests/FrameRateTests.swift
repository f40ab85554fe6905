import Geometry
import Motion
import Scene
import TestSupport
import Testing

/// How often a scene is looked at changes nothing of what is seen.
@Suite struct FrameRateTests {
    /// The tilts that are predicted for a time: of no meaning, but the same for the same time.
    private func expected(_ frame: Int) -> Tilts? {
        guard frame % 3 != 0 else { return nil }
        return Tilts(
            card: Double(frame % 90) - 45, aboutVertical: Double(frame % 7), aboutHorizontal: 3)
    }

    /// The snapshots at each 30th of a second, of a second with so many frames for each.
    private func looks(_ scene: Scene, _ inputs: [Input], frames: Int) -> [Snapshot] {
        var (state, rest, looks) = (SceneState(of: scene), inputs[...], [Snapshot]())
        var snapshot = Snapshot()
        for frame in 0...30 * frames {
            let time = Double(frame) / Double(30 * frames)
            while let input = rest.first, input.time <= time {
                state.advance(by: input, in: scene)
                rest.removeFirst()
            }
            let tilts = expected(frame * (120 / frames))
            scene.evaluate(state, at: time, expecting: tilts, into: &snapshot)
            if frame % frames == 0 { looks.append(snapshot) }
        }
        return looks
    }

    @Test func `30, 60 and 120 frames a second agree bit by bit wherever their instants do`() {
        for seed in 0..<200 {
            let scene = Scene.random(seed: UInt64(seed))
            var maker = SceneMaker(seed: UInt64(1000 + seed))
            let inputs = maker.inputs(40, over: 1)
            let slow = looks(scene, inputs, frames: 1)
            #expect(slow == looks(scene, inputs, frames: 2), "seed \(seed)")
            #expect(slow == looks(scene, inputs, frames: 4), "seed \(seed)")
        }
    }

    @Test func `looking between any two inputs changes nothing, in any order of times`() {
        for seed in 0..<200 {
            let scene = Scene.random(seed: UInt64(seed))
            var maker = SceneMaker(seed: UInt64(2000 + seed))
            let inputs = maker.inputs(30)
            var watched = SceneState(of: scene)
            for input in inputs {
                for _ in 0..<3 {
                    let time = input.time + maker.number(0, 2)
                    _ = scene.evaluate(watched, at: time, expecting: maker.tilts())
                }
                watched.advance(by: input, in: scene)
            }
            let quiet = scene.state(after: inputs)
            #expect(watched == quiet, "seed \(seed)")
            let late = scene.evaluate(quiet, at: 9)
            let early = scene.evaluate(quiet, at: 4)
            #expect(scene.evaluate(watched, at: 4) == early)
            #expect(scene.evaluate(watched, at: 9) == late)
        }
    }

    @Test func `a tilt that comes twice at one time is the same as one`() {
        for seed in 0..<200 {
            let scene = Scene.random(seed: UInt64(seed))
            var maker = SceneMaker(seed: UInt64(3000 + seed))
            let inputs = maker.inputs(30)
            let twice = inputs.flatMap { input in
                switch input.event {
                case .tilts, .pointer: [input, input]
                default: [input]
                }
            }
            let (left, right) = (scene.state(after: inputs), scene.state(after: twice))
            for time in [3.0, 3.5, 10] {
                #expect(scene.evaluate(left, at: time) == scene.evaluate(right, at: time))
            }
        }
    }

    @Test func `tilt and pointer of one time come in any order`() {
        for seed in 0..<100 {
            let scene = Scene.random(seed: UInt64(seed))
            var maker = SceneMaker(seed: UInt64(4000 + seed))
            // Before the first tilt there is no way to anything.
            var left = scene.state(after: [.tilt(0)])
            var right = left
            for step in 0..<20 {
                let time = Double(step) / 7
                let tilts = Input(.tilts(maker.tilts()), at: time)
                let pointer = Input(.pointer(Point(x: maker.number(-1, 1), y: 0.3)), at: time)
                for input in [tilts, pointer] { left.advance(by: input, in: scene) }
                for input in [pointer, tilts] { right.advance(by: input, in: scene) }
                let looks = [left, right].map { scene.evaluate($0, at: time + 0.1) }
                #expect(looks[0] == looks[1], "seed \(seed)")
            }
        }
    }
}
