import Decoding
import Foundation
import Geometry
import Platform
import TestSupport
import Testing

@testable import Picture

/// Left half red, right half blue, one row white below.
let flag = """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 2">
    <rect width="2" height="1" fill="#f00"/><rect x="2" width="2" height="1" fill="#00f"/>
    <rect y="1" width="4" height="1" fill="#fff"/></svg>
    """

@Suite struct PictureFileTests {
    let scratch: TemporaryFolder
    init() { scratch = TemporaryFolder() }

    @Test func `an SVG is drawn at the size asked for`() throws {
        let picture = PictureFile(path: scratch.write("flag.svg", flag))
        #expect(try picture.size() == Size(width: 4, height: 2))
        let bitmap = try picture.bitmap(PixelSize(width: 40, height: 40))
        #expect(bitmap[5, 5] == 0xFFFF_0000 && bitmap[35, 15] == 0xFF00_00FF)
        #expect(bitmap[20, 35] == 0xFFFF_FFFF && bitmap.isOpaque)
    }

    @Test func `a picture read ahead is drawn the same, and a bad one fails the same`() throws {
        let path = scratch.write("flag.svg", flag)
        let early = PictureFile(path: path)
        early.readAhead()
        let expected = try PictureFile(path: path).bitmap(PixelSize(width: 40, height: 20)).pixels
        for _ in 0..<2 {
            #expect(try early.bitmap(PixelSize(width: 40, height: 20)).pixels == expected)
        }
        let missing = PictureFile(path: "/nowhere/a.svg")
        missing.readAhead()
        #expect(throws: PictureError.self) { try missing.bitmap(PixelSize(width: 4, height: 4)) }
    }

    @Test func `each file of an SVG has another id, also if it does not exist`() {
        for path in [scratch.write("flag.svg", flag), "/nowhere/a.svg"] {
            let (one, other) = (PictureFile(path: path).id, PictureFile(path: path).id)
            #expect(one.isUnique && other.isUnique && one != other, "\(path)")
        }
        for path in [scratch.write("a.png", "one"), "/nowhere/a.png"] {
            let (one, other) = (PictureFile(path: path).id, PictureFile(path: path).id)
            #expect(!one.isUnique && one == other, "\(path)")
        }
    }

    @Test func `an SVG that is too large says so`() throws {
        let path = scratch.write(
            "vast.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"2e9\" height=\"10\"/>")
        let message = "\(path): too large with 2000000000 x 10 pixels; scale it down"
        let picture = PictureFile(path: path)
        #expect(throws: PictureError(.malformed, message)) { try picture.size() }
        #expect(throws: PictureError(.malformed, message)) {
            try picture.bitmap(PixelSize(width: 4, height: 4))
        }
    }

    @Test func `an SVG is known by its ending in any case`() throws {
        let picture = PictureFile(path: scratch.write("flag.Svg", flag))
        #expect(try picture.size() == Size(width: 4, height: 2))
    }

    @Test func `contain leaves clear bars and cover cuts off`() throws {
        let picture = PictureFile(path: scratch.write("flag.svg", flag))
        let contained = try picture.bitmap(PixelSize(width: 40, height: 40), fit: .contain)
        #expect(contained[20, 4] == 0 && contained[5, 15] == 0xFFFF_0000 && !contained.isOpaque)
        let covered = try picture.bitmap(PixelSize(width: 40, height: 40), fit: .cover)
        #expect(covered[1, 5] == 0xFFFF_0000 && covered[38, 5] == 0xFF00_00FF)
    }

    @Test func `what is written as PNG reads back the same`() throws {
        let bitmap = try PictureFile(path: scratch.write("flag.svg", flag))
            .bitmap(PixelSize(width: 8, height: 4))
        let file = scratch.path + "/flag.png"
        try bitmap.writePNG(to: file)
        #expect(
            try PictureFile(path: file).bitmap(PixelSize(width: 8, height: 4)).pixels
                == bitmap.pixels)
    }

    @Test func `scaling down averages instead of dropping`() throws {
        let pixels = (0..<64 * 64).map { ($0 + $0 / 64) % 2 == 0 ? UInt32.max : 0xFF00_0000 }
        let file = scratch.path + "/checks.png"
        try Bitmap(width: 64, height: 64, pixels: pixels).writePNG(to: file)
        let small = try PictureFile(path: file).bitmap(PixelSize(width: 8, height: 8))
        // Half of the light in every pixel; the filter's rounding may take 2 levels.
        #expect(small.pixels.allSatisfy { abs(Int($0 & 255) - 127) <= 2 && $0 >> 24 == 255 })
    }

    @Test func `a missing picture says so`() {
        #expect(throws: PictureError.self) { try PictureFile(path: "/nowhere/a.png").size() }
        do {
            _ = try PictureFile(path: "/nowhere/a.png").bitmap(PixelSize(width: 4, height: 4))
        } catch {
            #expect(error.kind == .missing)
            #expect(error.description.contains("/nowhere/a.png"))
        }
    }

    @Test(arguments: ["a.png", "a.jpg", "a.webp", "a.svg"])
    func `a picture of nonsense says so`(name: String) throws {
        let picture = PictureFile(path: scratch.write(name, "this is no picture"))
        do {
            _ = try picture.bitmap(PixelSize(width: 4, height: 4))
            Issue.record("nonsense was drawn")
        } catch {
            #expect(error.kind == .malformed && error.description.hasPrefix(picture.path))
        }
    }

    @Test(.timeLimit(.minutes(1)), arguments: ["a.png", "a.svg"])
    func `a pipe is refused, at once`(name: String) throws {
        let path = "\(scratch.path)/\(name)"
        #expect(mkfifo(path, 0o600) == 0)
        let error = #expect(throws: PictureError.self) { try PictureFile(path: path).size() }
        #expect(
            error?.description == "cannot read \(path): it is a pipe or a device, not a file")
        let early = PictureFile(path: path)
        early.readAhead()
        #expect(throws: PictureError.self) { try early.size() }
    }

    @Test(.timeLimit(.minutes(1)))
    func `an SVG that shows a pipe is refused, also where another SVG shows it`() throws {
        #expect(mkfifo("\(scratch.path)/a b.png", 0o600) == 0)
        _ = scratch.write("inner.svg", Self.svg(showing: "a%20b.png"))
        let path = scratch.write("outer.svg", Self.svg(showing: "inner.svg"))
        let error = #expect(throws: PictureError.self) { try PictureFile(path: path).size() }
        #expect(
            error?.description
                == "\(path): it shows a b.png, which is a pipe or a device, not a file")
    }

    private static func svg(showing reference: String) -> String {
        """
        <svg xmlns="http://www.w3.org/2000/svg" width="4" height="2">
        <image href="\(reference)" width="4" height="2"/></svg>
        """
    }

    @Test func `the files that an SVG shows are found, with theirs, and no others`() throws {
        _ = scratch.write("sub/inner.svg", Self.svg(showing: "lake.png"))
        let files = ["sub/lake.png", "a&b c.png", "style.css", "b.css", "c.css", "../outside.png"]
        for name in files { _ = scratch.write(name, "") }
        let path = scratch.write(
            "outer.svg",
            """
            <svg xmlns:xlink="http://www.w3.org/1999/xlink"><style>@import "style.css";
            @import url("b.css"); @import url(c.css);</style>
            <image xlink:href = 'sub/inner.svg'/><image href="a&amp;b%20c.png"/>
            <use href="#part"/><image href="data:image/png;base64,AA"/><a href="http://a.b/c"/>
            <image href="gone.png"/><image href="../outside.png"/><image href="sub/inner.svg#x"/>
            """)
        #expect(
            SVGReferences.files(of: path)
                == ["style.css", "b.css", "c.css", "sub/inner.svg", "a&b c.png", "sub/lake.png"])
        #expect(SVGReferences.files(of: "\(scratch.path)/sub/lake.png").isEmpty)
    }

    @Test func `references without end, and an SVG that shows itself, do not stop it`() throws {
        let unfinished = String(repeating: "url(", count: 50_000)
        let long = scratch.write(
            "long.svg", flag.replacing("</svg>", with: "<desc>\(unfinished)</desc></svg>"))
        #expect(try PictureFile(path: long).size() == Size(width: 4, height: 2))
        let path = scratch.write("a.svg", Self.svg(showing: "./a.svg"))
        #expect(SVGReferences.files(of: path).count == 1000)
    }

    @Test func `the size comes from the header alone`() throws {
        let whole = try PictureFile(path: scratch.write("flag.svg", flag))
            .bitmap(PixelSize(width: 640, height: 480)).png()
        let path = scratch.write("begun.png", Data(whole.prefix(33)))
        #expect(try PictureFile(path: path).size() == Size(width: 640, height: 480))
    }

    @Test func `a PNG that is cut off or damaged is not called too large for the memory`() throws {
        let whole = try PictureFile(path: scratch.write("flag.svg", flag))
            .bitmap(PixelSize(width: 64, height: 64)).png()
        var damaged = whole
        damaged[whole.count - 20] ^= 0xFF
        for bytes in [Array(whole.dropLast(30)), damaged] {
            let path = scratch.write("bad.png", Data(bytes))
            let error = #expect(throws: PictureError.self) {
                try PictureFile(path: path).bitmap(PixelSize(width: 4, height: 4))
            }
            #expect(
                error?.description
                    == "\(path): not a readable PNG: the file is damaged or cut off")
        }
    }

    @Test func `a frame that this program wrote is told from other pictures`() throws {
        let bitmap = Bitmap(width: 4, height: 1, pixels: [0, 1, 2, 3])
        let frame = try bitmap.png(isFrame: true)
        let own = scratch.write("own.png", Data(frame))
        #expect(isOwnFrame(own))
        #expect(try PictureFile(path: own).size() == Size(width: 4, height: 1))
        try bitmap.writePNG(to: "\(scratch.path)/picture.png")
        let other = scratch.write("other.png", Data(frame.prefix(33) + frame.dropFirst(63)))
        for path in [other, "\(scratch.path)/picture.png", "/nowhere.png"] {
            #expect(!isOwnFrame(path))
        }
    }
}

@Suite struct ExifOrientationTests {
    /// The photo's tag, and whether its red half is then seen first: left, or on top.
    @Test(arguments: [
        (1, true), (2, false), (3, false), (4, true), (5, true), (6, true), (7, false), (8, false),
    ])
    func `a photo is seen as its camera was held`(tag: UInt8, isRedFirst: Bool) throws {
        let scratch = TemporaryFolder()
        var photo = try #require(Data(base64Encoded: turnedPhoto))
        let entry = try #require(photo.range(of: Data([0x12, 0x01, 3, 0, 1, 0, 0, 0])))
        photo[entry.upperBound] = tag
        let picture = PictureFile(path: scratch.write("turned.jpg", photo))
        let (width, height) = tag < 5 ? (16, 8) : (8, 16)
        #expect(try picture.size() == Size(width: Double(width), height: Double(height)))
        let bitmap = try picture.bitmap(PixelSize(width: width, height: height))
        #expect((bitmap[2, 2] >> 16 & 255 > 200) == isRedFirst)
        #expect((bitmap[width - 3, height - 3] >> 16 & 255 > 200) == !isRedFirst)
    }
}
