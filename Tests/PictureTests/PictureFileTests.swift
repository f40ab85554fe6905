import Foundation
import Testing

@testable import Picture

/// A folder that goes with the test.
final class Scratch {
    let path: String

    init() throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "lenticule-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        path = folder.path
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func write(_ name: String, _ bytes: Data) throws -> String {
        let file = "\(path)/\(name)"
        try bytes.write(to: URL(filePath: file))
        return file
    }

    func write(_ name: String, _ text: String) throws -> String { try write(name, Data(text.utf8)) }
}

/// Left half red, right half blue, one row white below.
private let flag = """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 2">
    <rect width="2" height="1" fill="#f00"/><rect x="2" width="2" height="1" fill="#00f"/>
    <rect y="1" width="4" height="1" fill="#fff"/></svg>
    """

@Suite struct PictureFileTests {
    let scratch: Scratch
    init() throws { scratch = try Scratch() }

    @Test func `an SVG is drawn at the size asked for`() throws {
        let picture = PictureFile(path: try scratch.write("flag.svg", flag))
        #expect(try picture.size() == (4, 2))
        let bitmap = try picture.bitmap(width: 40, height: 40)
        #expect(bitmap[5, 5] == 0xFFFF_0000 && bitmap[35, 15] == 0xFF00_00FF)
        #expect(bitmap[20, 35] == 0xFFFF_FFFF && bitmap.isOpaque)
    }

    @Test func `a picture read ahead is drawn the same, and a bad one fails the same`() throws {
        let path = try scratch.write("flag.svg", flag)
        let early = PictureFile(path: path)
        early.readAhead()
        let expected = try PictureFile(path: path).bitmap(width: 40, height: 20).pixels
        for _ in 0..<2 { #expect(try early.bitmap(width: 40, height: 20).pixels == expected) }
        let missing = PictureFile(path: "/nowhere/a.svg")
        missing.readAhead()
        #expect(throws: PictureError.self) { try missing.bitmap(width: 4, height: 4) }
    }

    @Test func `contain leaves clear bars and cover cuts off`() throws {
        let picture = PictureFile(path: try scratch.write("flag.svg", flag))
        let contained = try picture.bitmap(width: 40, height: 40, fit: .contain)
        #expect(contained[20, 4] == 0 && contained[5, 15] == 0xFFFF_0000 && !contained.isOpaque)
        let covered = try picture.bitmap(width: 40, height: 40, fit: .cover)
        #expect(covered[1, 5] == 0xFFFF_0000 && covered[38, 5] == 0xFF00_00FF)
    }

    @Test func `what is written as PNG reads back the same`() throws {
        let bitmap = try PictureFile(path: scratch.write("flag.svg", flag))
            .bitmap(width: 8, height: 4)
        let file = scratch.path + "/flag.png"
        try bitmap.writePNG(to: file)
        #expect(try PictureFile(path: file).bitmap(width: 8, height: 4).pixels == bitmap.pixels)
    }

    @Test func `scaling down averages instead of dropping`() throws {
        let pixels = (0..<64 * 64).map { ($0 + $0 / 64) % 2 == 0 ? UInt32.max : 0xFF00_0000 }
        let file = scratch.path + "/checks.png"
        try Bitmap(width: 64, height: 64, pixels: pixels).writePNG(to: file)
        let small = try PictureFile(path: file).bitmap(width: 8, height: 8)
        // Half of the light in every pixel; the filter's rounding may take 2 levels.
        #expect(small.pixels.allSatisfy { abs(Int($0 & 255) - 127) <= 2 && $0 >> 24 == 255 })
    }

    @Test func `a missing picture says so`() {
        #expect(throws: PictureError.self) { try PictureFile(path: "/nowhere/a.png").size() }
        do {
            _ = try PictureFile(path: "/nowhere/a.png").bitmap(width: 4, height: 4)
        } catch {
            #expect(error.reason == .missing)
            #expect(error.description.contains("/nowhere/a.png"))
        }
    }

    @Test(arguments: ["a.png", "a.jpg", "a.webp", "a.svg"])
    func `a picture of nonsense says so`(name: String) throws {
        let picture = PictureFile(path: try scratch.write(name, "this is no picture"))
        do {
            _ = try picture.bitmap(width: 4, height: 4)
            Issue.record("nonsense was drawn")
        } catch {
            #expect(error.reason == .malformed && error.description.hasPrefix(picture.path))
        }
    }

    @Test func `an animation holds its frames and repeats for ever`() throws {
        let frames = [0xFFFF_0000, 0xFFFF_0000, 0xFF00_00FF].map {
            Bitmap(width: 4, height: 2, pixels: [UInt32](repeating: $0, count: 8))
        }
        let file = scratch.path + "/loop.png"
        try AnimatedPNG(frames, framesPerSecond: 10).write(to: file)
        let bytes = try Data(contentsOf: URL(filePath: file))
        let control = try #require(bytes.range(of: Data("acTL".utf8)))
        #expect(
            Array(bytes[control.upperBound..<control.upperBound + 8]) == [0, 0, 0, 2, 0, 0, 0, 0])
        // A viewer that knows no animations sees the first frame.
        #expect(try PictureFile(path: file).bitmap(width: 4, height: 2)[0, 0] == 0xFFFF_0000)
    }
}

@Suite struct ExifOrientationTests {
    /// The photo's tag, and whether its red half is then seen first: left, or on top.
    @Test(arguments: [
        (1, true), (2, false), (3, false), (4, true), (5, true), (6, true), (7, false), (8, false),
    ])
    func `a photo is seen as its camera was held`(tag: UInt8, isRedFirst: Bool) throws {
        let scratch = try Scratch()
        var photo = try #require(Data(base64Encoded: turnedPhoto))
        let entry = try #require(photo.range(of: Data([0x12, 0x01, 3, 0, 1, 0, 0, 0])))
        photo[entry.upperBound] = tag
        let picture = PictureFile(path: try scratch.write("turned.jpg", photo))
        let (width, height) = tag < 5 ? (16, 8) : (8, 16)
        #expect(try picture.size() == (Double(width), Double(height)))
        let bitmap = try picture.bitmap(width: width, height: height)
        #expect((bitmap[2, 2] >> 16 & 255 > 200) == isRedFirst)
        #expect((bitmap[width - 3, height - 3] >> 16 & 255 > 200) == !isRedFirst)
    }
}
