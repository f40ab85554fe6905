import Compositor
import Foundation
import Picture
import Testing

@testable import Display

@Suite struct ScaledPicturesTests {
    @Test(arguments: [
        (
            Size(width: 1600.0, height: 1000.0), PixelSize(width: 1280, height: 800),
            PixelRect(x: 0, y: 0, width: 1280, height: 800)
        ),
        (
            Size(width: 1600, height: 1000), PixelSize(width: 1280, height: 720),
            PixelRect(x: 64, y: 0, width: 1152, height: 720)
        ),
        (
            Size(width: 100, height: 100), PixelSize(width: 300, height: 200),
            PixelRect(x: 50, y: 0, width: 200, height: 200)
        ),
        (
            Size(width: 1, height: 1000), PixelSize(width: 80, height: 40),
            PixelRect(x: 38, y: 0, width: 4, height: 40)
        ),
    ])
    func `a card is letterboxed and centred`(
        size: Size, drawable: PixelSize, card: PixelRect
    ) {
        #expect(ScaledPictures.letterbox(size, in: drawable) == card)
    }

    /// Three opaque pictures and one that is missing, the lowest.
    private func scaledPictures(missing: Bool) -> ScaledPictures {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "lenticule-pictures-\(UUID().uuidString)")
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
            CardPicture(
                file: PictureFile(path: folder.appending(path: $0 + ".svg").path), fit: .stretch)
        }
        let scaledPictures = ScaledPictures(
            pictures: pictures, size: Size(width: 8, height: 8), wake: {})
        scaledPictures.resize(to: PixelSize(width: 16, height: 8), maximum: 4096)
        return scaledPictures
    }

    @Test func `a picture that is covered is not read`() throws {
        let frame = try scaledPictures(missing: true).frame(opacities: [1, 1, 0.5])
        #expect(frame.layers.count == 2)
        // Half of green and half of blue, either way of rounding 127.5.
        let pixel = CPUCompositor.bitmap(frame)[8, 4]
        #expect([127, 128].contains(pixel >> 8 & 255) && [127, 128].contains(pixel & 255))
    }

    @Test func `a picture that is seen and missing is an error`() {
        #expect(throws: PictureError.self) {
            try scaledPictures(missing: true).frame(opacities: [1, 0.5, 0])
        }
    }

    @Test func `a new size keeps the pictures until they are drawn anew`() throws {
        let scaledPictures = scaledPictures(missing: false)
        _ = try scaledPictures.frame(opacities: [1, 1, 0])
        scaledPictures.resize(to: PixelSize(width: 64, height: 32), maximum: 4096)
        let frame = try scaledPictures.frame(opacities: [1, 1, 0])
        #expect(frame.card == PixelRect(x: 16, y: 0, width: 32, height: 32))
        #expect(frame.layers[0].bitmap.width == 32)
    }

    @Test func `bitmaps stay below what the processor takes`() throws {
        let scaledPictures = scaledPictures(missing: false)
        scaledPictures.resize(to: PixelSize(width: 400, height: 300), maximum: 100)
        #expect(try scaledPictures.frame(opacities: [1, 1, 0]).layers[0].bitmap.width == 100)
    }
}
