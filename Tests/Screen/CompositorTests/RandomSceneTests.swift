import Decoding
import Foundation
import Geometry
import Picture
import Plan
import Scene
import TestSupport
import Testing

@testable import Compositor

/// Random scenes at random moments, from both compositors.
@Suite(.serialized) @MainActor struct RandomSceneTests {
    /// LENTICULE_RANDOM_SCENES=2000 draws so many, and prints how far they are apart.
    nonisolated private static let wanted = ProcessInfo.processInfo
        .environment["LENTICULE_RANDOM_SCENES"].flatMap { Int($0) }

    /// The largest differences of all scenes, and the scenes' numbers.
    private struct Worst {
        var (mean, strays, largest) = ((0.0, scene: 0), (0.0, scene: 0), (0, scene: 0))

        mutating func take(_ comparison: Comparison, _ scene: Int) {
            if comparison.mean > mean.0 { mean = (comparison.mean, scene) }
            if comparison.strays > strays.0 { strays = (comparison.strays, scene) }
            if comparison.largest > largest.0 { largest = (comparison.largest, scene) }
        }
    }

    private let folder = TemporaryFolder()
    private let files: [PictureFile]
    private let sizes: [Size]

    /// Makes pictures of noise and of a plain colour, of several sizes, some translucent.
    init() throws {
        var noise = Noise(seed: 12)
        let plain = Bitmap(
            width: 90, height: 60, pixels: Array(repeating: 0xFF20_80C0, count: 90 * 60))
        let bitmaps = [
            noise.bitmap(120, 90, isOpaque: true), noise.bitmap(64, 80, isOpaque: false),
            noise.bitmap(7, 5, isOpaque: false), plain,
        ]
        let paths = bitmaps.indices.map { [folder] in folder.file("\($0).png").path }
        for (bitmap, path) in zip(bitmaps, paths) { try bitmap.writePNG(to: path) }
        (files, sizes) = (PictureFile.files(paths), bitmaps.map { Size($0.size) })
    }

    /// A scene with this number, planned at a random moment.
    private func frame(_ number: Int, _ assets: Assets) throws -> Frame {
        var maker = SceneMaker(seed: UInt64(number), pictures: sizes, outliers: 0.05)
        let (scene, time) = (maker.scene(), maker.number(0, 3))
        var state = SceneState(of: scene)
        for input in maker.inputs(20) where input.time <= time {
            state.advance(by: input, in: scene)
        }
        var planner = FramePlanner(scene, files: files, assets: assets)
        planner.resize(
            to: PixelSize(width: Int(maker.number(80, 200)), height: Int(maker.number(60, 160))))
        let frame = planner.frame(of: scene.evaluate(state, at: time))
        try #require(planner.failures.isEmpty)
        return frame
    }

    /// Scenes that were once different: with them llvmpipe copied pixels before they were drawn.
    private static let onceDifferent = [394, 889]

    @Test(.timeLimit(.minutes(60)))
    func `random scenes at random moments are the same from both`() throws {
        let (assets, scenes) = (Assets(), Self.wanted ?? 200)
        var (cpu, worst, counted, looks) = (CPUCompositor(), Worst(), 0, Set<[UInt32]>())
        for number in Array(0..<scenes) + (scenes > 889 ? [] : Self.onceDifferent) {
            let frame = try frame(number, assets)
            try OffscreenContext.use { gl in
                let drawn = cpu.bitmap(frame)
                // Gains above 1 and some blend modes enlarge differences.
                let hasEffects = frame.layers.contains {
                    $0.colours != nil || $0.compositing != .normal
                }
                let comparison = Comparison(
                    try gl.bitmap(frame), drawn, of: frame, tolerance: hasEffects ? 4 : 2)
                let strays = hasEffects ? 0.01 : 0.005
                #expect(comparison.mean <= 0.5 && comparison.strays <= strays, "scene \(number)")
                worst.take(comparison, number)
                counted += comparison.pixelsAwayFromEdges
                looks.insert(Array(drawn.pixels))
            }
        }
        if Self.wanted != nil { print(scenes, "scenes:", worst, "\(counted) pixels") }
        // The frames are not all empty, and not all edges.
        #expect(counted > scenes * 5000 && looks.count > scenes * 9 / 10)
    }
}
