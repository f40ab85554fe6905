import Compositor
import Foundation
import Picture
import Testing

@testable import Display

@Suite struct StageTests {
    @Test(arguments: [
        ((1600.0, 1000.0), (1280, 800), PixelRect(x: 0, y: 0, width: 1280, height: 800)),
        ((1600, 1000), (1280, 720), PixelRect(x: 64, y: 0, width: 1152, height: 720)),
        ((100, 100), (300, 200), PixelRect(x: 50, y: 0, width: 200, height: 200)),
        ((1, 1000), (80, 40), PixelRect(x: 38, y: 0, width: 4, height: 40)),
    ])
    func `a card is letterboxed and centred`(
        size: (Double, Double), drawable: (Int, Int), card: PixelRect
    ) {
        #expect(Stage.letterbox(size, in: drawable) == card)
    }

    /// Three opaque pictures and one that is missing, the lowest.
    private func stage(missing: Bool) -> Stage {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "lenticule-stage-\(UUID().uuidString)")
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let names = ["back", "middle", "front"]
        for name in names where !(missing && name == "back") {
            let fill = name == "middle" ? "#0f0" : "#00f"
            let text = """
                <svg xmlns="http://www.w3.org/2000/svg" width="8" height="8">
                <rect width="8" height="8" fill="\(fill)"/></svg>
                """
            try? text.write(
                to: folder.appending(path: name + ".svg"), atomically: true, encoding: .utf8)
        }
        let pictures = names.map {
            StagePicture(
                file: PictureFile(path: folder.appending(path: $0 + ".svg").path), fit: .stretch)
        }
        let stage = Stage(pictures: pictures, size: (8, 8), wake: {})
        stage.resize(width: 16, height: 8, maximum: 4096)
        return stage
    }

    @Test func `a picture that is covered is not read`() throws {
        let frame = try stage(missing: true).frame(opacities: [1, 1, 0.5])
        #expect(frame.layers.count == 2)
        // Half of green and half of blue, either way of rounding 127.5.
        let pixel = CPUCompositor.bitmap(frame)[8, 4]
        #expect([127, 128].contains(pixel >> 8 & 255) && [127, 128].contains(pixel & 255))
    }

    @Test func `a picture that is seen and missing is an error`() {
        #expect(throws: PictureError.self) {
            try stage(missing: true).frame(opacities: [1, 0.5, 0])
        }
    }

    @Test func `a new size keeps the pictures until they are drawn anew`() throws {
        let stage = stage(missing: false)
        _ = try stage.frame(opacities: [1, 1, 0])
        stage.resize(width: 64, height: 32, maximum: 4096)
        let frame = try stage.frame(opacities: [1, 1, 0])
        #expect(frame.card == PixelRect(x: 16, y: 0, width: 32, height: 32))
        #expect(frame.layers[0].bitmap.width == 32)
    }

    @Test func `bitmaps stay below what the processor takes`() throws {
        let stage = stage(missing: false)
        stage.resize(width: 400, height: 300, maximum: 100)
        #expect(try stage.frame(opacities: [1, 1, 0]).layers[0].bitmap.width == 100)
    }
}
