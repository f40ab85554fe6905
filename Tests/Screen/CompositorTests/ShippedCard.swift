import Card
import Decoding
import Foundation
import Geometry
import Motion
import Plan
import Scene
import TestSupport

@testable import Compositor

/// A card of the project, as a planner gives its frames.
struct ShippedCard {
    private let scene: Scene
    private var planner: FramePlanner

    /// The folders of all cards.
    static let paths: [String] = ["cards", "cards/examples"].flatMap { folder in
        let folder = Repository.path(folder)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.sorted().map { "\(folder)/\($0)" }
            .filter { FileManager.default.fileExists(atPath: "\($0)/card.toml") }
    }

    init(_ path: String, pixels: PixelSize = PixelSize(width: 240, height: 150)) throws {
        let card = try Card(folder: path)
        let decoder = PictureDecoder(pictures: card.pictures.map(\.path), fonts: card.fontFiles)
        let files = PictureFile.pages(
            card.pictures.map { PictureFile.Page(path: $0.path) }, decoder: decoder)
        var sizes: [Int: Size] = [:]
        for index in card.measuredPictures { sizes[index] = try files[index].size() }
        let size = Size(width: 480, height: 300)
        let bare = card.scene(size: size, pictureSizes: sizes, over: TiltStateSettings())
        let texts = try card.shownTexts(in: bare).mapValues { text in
            TextContent.LaidOut(text, try decoder.layout(of: text))
        }
        // Only OpenGL draws shaders: `ShaderFrameTests` compares those with their formulas.
        scene =
            card.scene(
                size: size, pictureSizes: sizes, texts: texts, over: TiltStateSettings()
            ).withoutShaders
        planner = FramePlanner(scene, files: files, decoder: decoder, assets: Assets())
        planner.resize(to: pixels)
    }

    var hasNoFailures: Bool { planner.failures.isEmpty }

    /// Whether a path changes its shape.
    var drivesPaths: Bool {
        scene.layers.indices.contains {
            scene.layers[$0].content is PathContent && scene.drivesShape(ofLayer: $0)
        }
    }

    /// The frame at a tilt and a time after a tap; there are 20 steps from one end to the other.
    mutating func frame(_ step: Int) -> Frame {
        let tilt = Double(step - 10) * 4
        var tilts = Tilts(tilt, about: .horizontal)
        tilts.aboutVertical = -tilt / 2
        var state = SceneState(of: scene)
        state.advance(by: Input(.tilts(tilts), at: 0), in: scene)
        let middle = Point(x: scene.size.width / 2, y: scene.size.height / 2)
        state.advance(by: Input(.tap(middle), at: 0), in: scene)
        return planner.frame(of: scene.evaluate(state, at: Double(step) * 0.11))
    }
}
