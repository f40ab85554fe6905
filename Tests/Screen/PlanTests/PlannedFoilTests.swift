import Animation
import Foundation
import Geometry
import Motion
import Paint
import Plan
import Scene
import Synchronization
import TestSupport
import Testing

@testable import Compositor
@testable import Plan

@Suite struct PlannedFoilTests {
    // So large that no pattern is drawn before the loop looks.
    private static let small = PixelSize(width: 400, height: 300)
    private static let large = PixelSize(width: 800, height: 600)

    private func scene(_ foil: FoilContent = FoilContent(.bars)) -> Scene {
        Scene(size: Size(width: 40, height: 30), layers: [Scene.Layer(foil)])
    }

    /// The foil that the planner shows of its card at rest; nil if it shows none.
    private func map(_ planner: inout FramePlanner, _ scene: Scene) -> FoilMap? {
        let frame = planner.frame(of: scene.evaluate(SceneState(of: scene), at: 0))
        guard case .foil(let foil) = frame.layers.first?.content else { return nil }
        return foil.map
    }

    @Test func `a frame without limit waits for the pattern`() {
        let scene = scene()
        var planner = FramePlanner(scene, files: [], assets: Assets())
        for size in [Self.small, Self.large] {
            planner.resize(to: size)
            #expect(map(&planner, scene)?.size == size)
            #expect(!planner.isIncomplete && planner.isFinal)
        }
    }

    @Test func `a loop goes on with what it has, and is woken when the pattern is drawn`() {
        let woken = Atomic(0)
        let assets = Assets(patience: 0) { woken.add(1, ordering: .relaxed) }
        let scene = scene()
        var planner = FramePlanner(scene, files: [], assets: assets)
        planner.resize(to: Self.small)
        #expect(map(&planner, scene) == nil && planner.isIncomplete)
        #expect(eventually { planner.hasFinishedPictures })
        #expect(map(&planner, scene)?.size == Self.small && planner.isFinal)
        planner.resize(to: Self.large)
        // The older pattern is stretched.
        #expect(
            map(&planner, scene)?.size == Self.small && !planner.isIncomplete && !planner.isFinal)
        #expect(eventually { planner.hasFinishedPictures })
        #expect(map(&planner, scene)?.size == Self.large && planner.isFinal)
        #expect(!planner.hasFinishedPictures)
        #expect(eventually { woken.load(ordering: .relaxed) == 2 })
    }

    @Test func `a pattern that a driver turns is final, though it is always a little older`() {
        let assets = Assets(patience: 0)
        let angle = FoilContent.Parameter.patternAngle
        let scene = Scene(
            size: Size(width: 40, height: 30), layers: [Scene.Layer(FoilContent(.bars))],
            drivers: [
                Driver(
                    layer: 0, .content(angle.rawValue, angle.kind),
                    .follow(.tilt, Conversion(), nil, .atOnce))
            ])
        var planner = FramePlanner(scene, files: [], assets: assets)
        planner.resize(to: Self.small)
        func plan(_ tilt: Double) {
            let tilts = Tilts(card: tilt, aboutVertical: 0, aboutHorizontal: tilt)
            _ = planner.frame(
                of: scene.evaluate(SceneState(of: scene), at: 0, expecting: tilts))
        }
        plan(1)
        #expect(eventually { planner.hasFinishedPictures })
        for tilt in [2.0, 3, 4] {
            plan(tilt)
            #expect(planner.isFinal && !planner.isIncomplete)
        }
    }

    @Test func `the same card after a change keeps its pattern, and another foil is drawn`() {
        let (assets, scene) = (Assets(), scene())
        var old = FramePlanner(scene, files: [], assets: assets)
        old.resize(to: Self.small)
        let pattern = map(&old, scene)
        var same = FramePlanner(scene, files: [], assets: assets, after: old)
        same.resize(to: Self.small)
        #expect(map(&same, scene) === pattern && pattern != nil)
        let changed = self.scene(FoilContent(.bars, seed: 1))
        var other = FramePlanner(changed, files: [], assets: assets, after: old)
        other.resize(to: Self.small)
        let drawn = map(&other, changed)
        #expect(drawn != nil && drawn !== pattern)
    }
}
