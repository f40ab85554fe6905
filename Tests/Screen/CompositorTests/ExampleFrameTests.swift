import Card
import Decoding
import Foundation
import Geometry
import Motion
import Picture
import Plan
import Scene
import TestSupport
import Testing

@testable import Compositor

/// The example cards, from both compositors.
@Suite(.serialized) @MainActor struct ExampleFrameTests {
    nonisolated private static let folder = Repository.path("cards/examples")
    nonisolated private static let names =
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()

    @Test func `there are examples`() { #expect(Self.names.count >= 8) }

    @Test(arguments: names)
    func `an example is the same from both at twenty tilts`(name: String) throws {
        let card = try Card(folder: "\(Self.folder)/\(name)")
        let files = PictureFile.files(card.pictures.map(\.path))
        var sizes: [Int: Size] = [:]
        for index in card.measuredPictures { sizes[index] = try files[index].size() }
        let scene = card.scene(
            size: Size(width: 480, height: 300), pictureSizes: sizes, over: TiltStateSettings())
        var planner = FramePlanner(scene, files: files, assets: Assets())
        planner.resize(to: PixelSize(width: 240, height: 150))
        var (cpu, looks) = (CPUCompositor(), Set<[UInt32]>())
        try OffscreenContext.use { gl in
            for step in 0..<20 {
                let frame = planner.frame(of: snapshot(scene, step))
                let drawn = cpu.bitmap(frame)
                let comparison = Comparison(try gl.bitmap(frame), drawn, of: frame)
                #expect(comparison.mean <= 0.5 && comparison.strays <= 0.005, "step \(step)")
                looks.insert(Array(drawn.pixels))
            }
        }
        #expect(planner.failures.isEmpty && looks.count > 5)
    }

    /// The scene at a tilt and a time after a tap.
    private func snapshot(_ scene: Scene, _ step: Int) -> Snapshot {
        let tilt = Double(step - 10) * 4
        var tilts = Tilts(tilt, about: .horizontal)
        tilts.aboutVertical = -tilt / 2
        var state = SceneState(of: scene)
        state.advance(by: Input(.tilts(tilts), at: 0), in: scene)
        let middle = Point(x: scene.size.width / 2, y: scene.size.height / 2)
        state.advance(by: Input(.tap(middle), at: 0), in: scene)
        return scene.evaluate(state, at: Double(step) * 0.11)
    }
}
