import Compositor
import Geometry
import LensOptics
import Picture
import Plan
import Scene
import Testing

@testable import Plan

@Suite struct PlannedLensTests {
    private let folder = PictureFolder()
    private static let screen = PixelSize(width: 1920, height: 1080)

    private func content(_ count: Int, _ lenses: Double = 60) -> LensContent {
        var content = LensContent(pictures: Array(0..<count))
        content[.lensesPerInch] = lenses
        return content
    }

    private func pictureSize(_ content: LensContent, isFixed: Bool = true) -> PixelSize {
        PlannedLens.pictureSize(
            content, pixelSize: Self.screen, isFixed: isFixed, budget: 256_000_000)
    }

    @Test func `a picture is kept with a column for each lens, at most one for each pixel`() {
        // 100 mm have 236.2 lenses.
        #expect(pictureSize(content(12)) == PixelSize(width: 237, height: 1080))
        #expect(pictureSize(content(12, 600)) == PixelSize(width: 1920, height: 1080))
        #expect(pictureSize(content(12), isFixed: false) == Self.screen)
        var horizontal = content(12)
        horizontal.axis = .horizontal
        #expect(pictureSize(horizontal) == PixelSize(width: 1920, height: 133))
    }

    @Test func `64 pictures stay within the budget, with fewer columns where they must`() {
        #expect(pictureSize(content(64)) == PixelSize(width: 237, height: 1080))
        for lenses in [20.0, 60, 200, 400, 1000] {
            #expect(4 * 64 * pictureSize(content(64, lenses)).area <= 256_000_000)
        }
        #expect(pictureSize(content(64, 1000)) == PixelSize(width: 480, height: 1080))
        // 30 pictures of 1920 columns fit, 31 do not.
        #expect(pictureSize(content(30, 1000)) == Self.screen)
        #expect(pictureSize(content(31, 1000)) == PixelSize(width: 960, height: 1080))
    }

    /// A scene of a lens over twelve pictures, seen from far away.
    private func scene(_ change: (inout LensContent) -> Void = { _ in }) -> Scene {
        var content = content(12)
        (content[.distance], content[.spot]) = (.infinity, 0)
        change(&content)
        return Scene(size: Size(width: 8, height: 8), layers: [Scene.Layer(content)])
    }

    /// Of the pictures only some are there.
    private func planner(
        _ scene: Scene, there: ClosedRange<Int>, budget: Int = Assets.standardBudget
    ) -> FramePlanner {
        let pictures = (0..<12).map { folder.picture("\($0)", there.contains($0) ? "#0f0" : nil) }
        var planner = FramePlanner(scene, files: pictures, assets: Assets(budget: budget))
        planner.resize(to: PixelSize(width: 16, height: 16))
        return planner
    }

    private func frame(_ planner: inout FramePlanner, _ scene: Scene) -> Frame {
        planner.frame(of: scene.evaluate(SceneState(of: scene), at: 0))
    }

    @Test func `pictures that are not seen are not read`() {
        let scene = scene()
        var planner = planner(scene, there: 6...6)
        let frame = frame(&planner, scene)
        #expect(frame.layers.count == 1 && planner.failures.isEmpty)
    }

    @Test func `a first frame at a usual distance needs five of twelve pictures at most`() {
        var lens = content(12)
        lens[.distance] = 400
        for tilt in -20...20 {
            lens[.tiltX] = Double(tilt)
            let table = LensTable(
                lens.view(eyeX: 0), box: Size(width: 100, height: 60),
                pixels: PixelSize(width: 1280, height: 768),
                .init(sweepWeights: [1] + Array(repeating: 0, count: 11)))
            #expect(table.pictures.count <= 5, "\(tilt): \(table.pictures)")
        }
    }

    @Test func `for a picture that cannot be drawn stands the nearest one`() {
        let scene = scene { $0[.spot] = 0.1 }
        var planner = planner(scene, there: 6...6)
        let frame = frame(&planner, scene)
        #expect(planner.failures.count >= 2 && planner.failures.count < 12)
        #expect(!planner.hasOnlyFailures)
        var compositor = CPUCompositor()
        #expect(compositor.bitmap(frame)[8, 8] & 0xFFFFFF == 0x00FF00)
    }

    @Test func `without any picture nothing is drawn`() {
        let scene = scene()
        var planner = planner(scene, there: 0...0)
        #expect(frame(&planner, scene).layers.isEmpty)
        #expect(planner.failures.count == 1)
    }

    @Test func `what is not seen is said with numbers`() {
        let scene = scene { ($0[.printedWidth], $0[.shadeStrength]) = (8, 1) }
        var planner = planner(scene, there: 0...11)
        // 16 pixels for 18.9 lenses.
        #expect(
            planner.contentRemarks == [
                "the lens: at 16 x 16 pixels a lens covers 0.85 pixels, and its relief is left out: it "
                    + "needs 3.0"
            ])
        planner.resize(to: PixelSize(width: 40, height: 40))
        #expect(planner.contentRemarks.count == 1 && planner.contentRemarks[0].contains("faded"))
        planner.resize(to: PixelSize(width: 80, height: 80))
        #expect(planner.contentRemarks == [])
    }

    @Test func `columns that do not fit into memory are told of before any picture is drawn`() {
        let scene = scene { ($0[.printedWidth], $0[.shadeStrength], $0[.gloss]) = (8, 0, 0) }
        let planner = planner(scene, there: 0...11, budget: 2 * 12 * 4 * 8 * 16)
        #expect(
            planner.contentRemarks == [
                "the lens: its 12 pictures are kept with 8 columns each instead of 16, as more do not "
                    + "fit into memory"
            ])
    }
}
