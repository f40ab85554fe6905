import Geometry
import Motion
import Scene
import Testing

/// A classic card of this many pictures.
private func classic(_ count: Int, _ states: TiltStateSettings = .init()) -> Scene {
    Scene(
        size: Size(width: 16, height: 10), tiltStates: states,
        layers: (0..<count).map { Scene.Layer(.picture($0)) },
        drivers: Scene.classicDrivers(count))
}

/// Tilted about the card's axis.
private func tilted(_ degrees: Double) -> Tilts { Tilts(degrees, about: .horizontal) }

extension Scene {
    /// What is visible in a state, which time alone does not change.
    fileprivate func look(_ state: SceneState? = nil, expecting tilts: Tilts? = nil) -> Snapshot {
        evaluate(state ?? SceneState(of: self), at: 0, expecting: tilts)
    }
}

extension Snapshot {
    fileprivate var opacities: [Double] { layers.map(\.opacity) }
}

@Suite struct ClassicSceneTests {
    private func opacities(_ count: Int, _ tilt: Double) -> [Double] {
        let scene = classic(count)
        return scene.look(expecting: tilted(tilt)).opacities
    }

    @Test(arguments: [-180, -60, -30, -1, 0, 1, 20, 60, 180])
    func `three pictures follow the classic table`(tilt: Double) {
        let classic = LayerOpacities(TiltState(tilt))
        #expect(opacities(3, tilt) == [classic.back, classic.middle, classic.front])
    }

    @Test(arguments: [
        (0, 30.0, []), (1, 30, [1.0]), (2, -60, [1, 0]), (2, 0, [1, 0]), (2, 30, [1, 0.5]),
        (4, -60, [1, 0, 0, 0]), (4, -40, [1, 0.5, 0, 0]), (4, -20, [1, 1, 0, 0]),
        (4, 0, [1, 1, 0.5, 0]), (4, 0.5, [1, 1, 0.5, 0]), (4, 20, [1, 1, 1, 0]),
        (4, 40, [1, 1, 1, 0.5]), (5, 0, [1, 1, 1, 0, 0]), (5, 15, [1, 1, 1, 0.5, 0]),
        (5, 90, [1, 1, 1, 1, 1]),
    ])
    func `any number of pictures share the way between the base angles`(
        count: Int, tilt: Double, opacities: [Double]
    ) {
        let actual = self.opacities(count, tilt)
        #expect(actual.count == opacities.count)
        // A few roundings of numbers up to n.
        #expect(zip(actual, opacities).allSatisfy { abs($0 - $1) < 1e-12 })
    }

    /// The formula of scene.md, in the order that it is written in.
    @Test(arguments: 4...9)
    func `more pictures are exactly the formula's`(count: Int) {
        for tilt in stride(from: -70.0, through: 70, by: 0.37) {
            let classic = LayerOpacities(TiltState(tilt))
            let sweep = classic.middle + classic.front
            let expected = (0..<count).map { k in
                k == 0 ? 1 : min(max(sweep * Double(count - 1) / 2 - Double(k - 1), 0), 1)
            }
            #expect(opacities(count, tilt) == expected)
        }
    }
}

@Suite struct SceneStateTests {
    private let scene = classic(3, TiltStateSettings(hysteresisDegrees: 0.5))

    private func state(after tilts: [Double]) -> SceneState {
        var state = SceneState(of: scene)
        for (index, tilt) in tilts.enumerated() {
            state.advance(by: Input(.tilts(tilted(tilt)), at: Double(index)), in: scene)
        }
        return state
    }

    @Test func `before the first tilt a card is flat`() {
        #expect(scene.look().opacities == [1, 1, 0])
    }

    @Test func `the state remembers that a tilt left the flat zone`() {
        #expect(state(after: [2, 0.7]).tiltState == .forward(0.7))
        #expect(state(after: [0.7]).tiltState == .flat)
        #expect(state(after: [2, 0.4, 0.7]).tiltState == .flat)
    }

    @Test func `looking changes nothing`() {
        let quiet = state(after: [2, 0.7])
        var watched = SceneState(of: scene)
        for (index, tilt) in [2, 0.7].enumerated() {
            watched.advance(by: Input(.tilts(tilted(tilt)), at: Double(index)), in: scene)
            for expected in [40.0, 0, -40] {
                _ = scene.look(watched, expecting: tilted(expected))
            }
        }
        #expect(watched == quiet)
        #expect(scene.look(watched) == scene.look(quiet))
    }
}

@Suite struct SnapshotTests {
    private let scene = classic(3)

    @Test func `what differs by less than half a step of a screen looks alike`() {
        let at30 = scene.look(expecting: tilted(30))
        // 1/510 of the opacity is 0.118 degrees at a base angle of 60.
        #expect(at30.appearsEqual(to: scene.look(expecting: tilted(30.117)), scale: 1))
        #expect(!at30.appearsEqual(to: scene.look(expecting: tilted(30.119)), scale: 1))
        #expect(!at30.appearsEqual(to: classic(4).look(), scale: 1))
    }

    @Test func `a snapshot is filled again in place`() {
        var snapshot = Snapshot()
        scene.evaluate(SceneState(of: scene), at: 0, into: &snapshot)
        #expect(snapshot == scene.look() && snapshot.unchangedUntil == .infinity)
        let two = classic(2)
        two.evaluate(SceneState(of: two), at: 0, expecting: tilted(30), into: &snapshot)
        #expect(snapshot.opacities == [1, 0.5])
    }
}
