import Decoding
import Foundation
import Geometry
import LensOptics
import Motion
import Picture
import Plan
import Scene
import TestSupport
import Testing

@testable import Compositor

/// A card of five pictures in flat colours under a lens, from its scene to the pixels of both compositors.
@Suite(.serialized) @MainActor struct LensSceneTests {
    private static let size = PixelSize(width: 100, height: 60)
    private let folder = TemporaryFolder()
    private let files: [PictureFile]

    init() throws {
        let bitmaps = LensFrameTests.bitmaps(PixelSize(width: 30, height: 20))
        let paths = bitmaps.indices.map { [folder] in folder.file("\($0).png").path }
        for (bitmap, path) in zip(bitmaps, paths) { try bitmap.writePNG(to: path) }
        files = PictureFile.files(paths)
    }

    private func scene(_ change: (inout LensContent) -> Void = { _ in }) -> Scene {
        var content = LensContent(pictures: Array(0..<5))
        (content[.shadeStrength], content[.gloss], content[.spot]) = (0, 0, 0.03)
        change(&content)
        return Scene(
            size: Size(width: 500, height: 300), layers: [Scene.Layer(content)],
            drivers: LensContent.Parameter.allCases.compactMap { $0.signalDriver(layer: 0) })
    }

    private func planner(_ scene: Scene) -> FramePlanner {
        var planner = FramePlanner(scene, files: files, assets: Assets())
        planner.resize(to: Self.size)
        return planner
    }

    private func frame(_ planner: inout FramePlanner, _ scene: Scene, x: Double, y: Double) -> Frame
    {
        let tilts = Tilts(card: x, aboutVertical: x, aboutHorizontal: y)
        return planner.frame(
            of: scene.evaluate(SceneState(of: scene), at: 0, expecting: tilts))
    }

    @Test(arguments: [true, false], [0.0, 8])
    func `every pixel is that of the formula`(isVertical: Bool, slant: Double) throws {
        for distance in [200, 450, Double.infinity] {
            let scene = scene { content in
                content.axis = isVertical ? .vertical : .horizontal
                (content[.slant], content[.distance]) = (slant, distance)
            }
            var (planner, cpu) = (planner(scene), CPUCompositor())
            var formula = LensFormula(colours: LensFrameTests.colours)
            (formula.isVertical, formula.slant, formula.distance) = (isVertical, slant, distance)
            try OffscreenContext.use { gl in
                for step in 0..<60 {
                    formula.tiltX = Double(step) * 1.7 - 50
                    formula.tiltY = 40 - Double(step) * 1.3
                    let frame = frame(&planner, scene, x: formula.tiltX, y: formula.tiltY)
                    #expect(formula.largestError(of: cpu.bitmap(frame)) <= 2, "\(step)")
                    let drawn = try gl.bitmap(frame)
                    #expect(formula.largestError(of: drawn) <= 2, "\(step)")
                }
            }
            #expect(planner.failures.isEmpty)
        }
    }

    @Test(arguments: [-32.0, 32])
    func `each eye sees the card from its own place`(eye: Double) throws {
        let scene = scene { $0[.distance] = 300 }
        var planner = planner(scene)
        planner.eyeX = eye
        var formula = LensFormula(colours: LensFrameTests.colours)
        (formula.distance, formula.eye, formula.tiltX) = (300, eye, 11)
        let drawn = onProcessor(frame(&planner, scene, x: 11, y: 0))
        #expect(formula.largestError(of: drawn) <= 2)
        formula.eye = -eye
        #expect(formula.largestError(of: drawn) > 20)
    }

    @Test func `blend leads from the states to the lens`() throws {
        func colours(_ lensShare: Double, _ tilt: Double) -> [Int] {
            let scene = scene { ($0[.lensShare], $0[.distance]) = (lensShare, .infinity) }
            var planner = planner(scene)
            return components(onProcessor(frame(&planner, scene, x: tilt, y: 0))[50, 30])
        }
        for tilt in [-42.0, -20, 5, 33] {
            let (states, lens) = (colours(0, tilt), colours(1, tilt))
            for lensShare in [0.25, 0.5, 0.75] {
                let mixed = zip(states, lens).map {
                    Double($0) * (1 - lensShare) + Double($1) * lensShare
                }
                for (one, other) in zip(colours(lensShare, tilt), mixed) {
                    #expect(abs(Double(one) - other) <= 2)
                }
            }
        }
        // As the pictures of a card, one over the other, at three quarters of the way forward.
        let sweep = 1 + 45.0 / 60
        let expected = LensTable.sweepWeights(sweep: sweep, pictureCount: 5)
        for part in 0..<3 {
            let colour = zip(LensFrameTests.colours, expected).reduce(0) { $0 + $1.0[part] * $1.1 }
            #expect(abs(Double(colours(0, 45)[part]) - colour) <= 2)
        }
    }

    @Test func `a resting card is not drawn again, a tilted one is`() {
        let scene = scene()
        func snapshot(_ x: Double) -> Snapshot {
            scene.evaluate(
                SceneState(of: scene), at: 0,
                expecting: Tilts(card: x, aboutVertical: x, aboutHorizontal: 0))
        }
        #expect(snapshot(3).appearsEqual(to: snapshot(3.001), scale: 1))
        #expect(!snapshot(3).appearsEqual(to: snapshot(3.1), scale: 1))
        let far = self.scene { $0[.distance] = .infinity }
        let state = SceneState(of: far)
        #expect(far.evaluate(state, at: 0).appearsEqual(to: far.evaluate(state, at: 1), scale: 1))
    }
}
