import Foundation
import Geometry
import PictureFormats
import TestSupport
import Testing

@testable import Picture

/// The pages of animations that others made, compared with what others see of them.
@Suite(
    .enabled(
        if: ["ffmpeg", "gifsicle", "gif2webp", "webpmux", "cwebp"].allSatisfy(Stranger.isHere),
        "ffmpeg, gifsicle or webp is not here"))
struct AnimatedPagesTests {
    private let folder = TemporaryFolder()
    private static let canvas = PixelSize(width: 64, height: 48)

    /// A shell command of a stranger, run in the folder.
    private func run(_ script: String) throws {
        try Stranger.run("cd '\(folder.path)' && \(script)")
    }

    /// A page of every file as this program has it.
    private func pages(
        _ name: String, _ count: Int, _ size: PixelSize = canvas
    ) throws -> [[UInt32]] {
        let picture = try OpenPicture(path: folder.file(name).path)
        return try (0..<count).map { page in
            try picture.go(to: page)
            return Array(try picture.bitmap(size).pixels)
        }
    }

    /// All pages as ffmpeg composes them. It gives what is transparent a colour.
    private func ffmpegPages(
        _ name: String, _ size: PixelSize = canvas
    ) throws -> [[UInt32]] {
        try run(
            "ffmpeg -v error -nostdin -i \(name) -fps_mode passthrough -f rawvideo -pix_fmt bgra "
                + "-y pixels")
        let bytes = try [UInt8](Data(contentsOf: folder.file("pixels")))
        return stride(from: 0, to: bytes.count, by: 4 * size.area).map { start in
            (0..<size.area).map { pixel in
                let colour = (0..<4).reversed().reduce(UInt32(0)) {
                    $0 << 8 | UInt32(bytes[start + 4 * pixel + $1])
                }
                return colour >> 24 == 0 ? 0 : colour
            }
        }
    }

    @Test(arguments: ["", "--optimize=3", "--interlace", "--colors=16 --interlace", "--unoptimize"])
    func `what ffmpeg wrote, and gifsicle changed, is what ffmpeg reads`(options: String) throws {
        try run(
            """
            ffmpeg -v error -f lavfi -i testsrc2=size=64x48:rate=8:duration=1.5 made.gif
            gifsicle -w \(options) made.gif -o changed.gif
            """)
        let expected = try ffmpegPages("changed.gif")
        #expect(expected.count == 12)
        #expect(try pages("changed.gif", 12) == expected)
    }

    @Test func `pages with palettes of their own have their colours`() throws {
        try run(
            """
            ffmpeg -v error -f lavfi -i testsrc2=size=64x48:rate=8:duration=1.5,hue=h=25*n -filter_complex \
            'split[a][b];[a]palettegen=stats_mode=single[p];[b][p]paletteuse=new=1' made.gif
            """)
        let expected = try ffmpegPages("made.gif")
        #expect(expected.count == 12 && Set(expected.flatMap { $0 }).count > 256)
        #expect(try pages("made.gif", 12) == expected)
    }

    /// Frames of random sizes, with holes, at random places; each leaves its place in another way.
    private func makeRandom(_ count: Int, mayLieBeside: Bool = false) throws {
        var parts = ["gifsicle -w --delay=10 --no-background"]
        for number in 0..<count {
            let (width, height) =
                number == 0 ? (64, 48) : (Int.random(in: 8...40), Int.random(in: 8...40))
            let (right, below) = mayLieBeside ? (63, 47) : (64 - width, 48 - height)
            let (x, y) =
                number == 0 ? (0, 0) : (Int.random(in: 0...right), Int.random(in: 0...below))
            try run(
                """
                ffmpeg -v error -f lavfi -i 'testsrc2=size=\(width)x\(height):rate=1:duration=1,hue=h=\(number * 40),\
                format=rgba,geq=r=r(X\\,Y):g=g(X\\,Y):b=b(X\\,Y):a=255*gt(hypot(X-W/2\\,Y-H/2)\\,H/3)' \
                -filter_complex 'split[a][b];[a]palettegen=max_colors=40[p];[b][p]paletteuse' \
                -frames:v 1 \(number).gif
                """)
            let disposal = ["none", "asis", "background", "previous"].randomElement() ?? ""
            // ffmpeg misreads interlaced frames that are cut.
            let interlaced = !mayLieBeside && Bool.random() ? "--interlace" : "--no-interlace"
            parts.append("--disposal=\(disposal) \(interlaced) --position=\(x),\(y) \(number).gif")
        }
        try run(parts.joined(separator: " ") + " -o random.gif")
    }

    @Test(arguments: 0..<4)
    func `frames with holes that are disposed of are composed as ffmpeg does`(_: Int) throws {
        try makeRandom(10)
        let expected = try ffmpegPages("random.gif")
        #expect(expected.count == 10)
        #expect(try pages("random.gif", 10) == expected)
        // libwebp composes the same.
        try run("gif2webp -quiet random.gif -o random.webp")
        #expect(try self.pages("random.webp", 10) == expected)
    }

    @Test func `frames that lie partly beside the canvas are cut as ffmpeg cuts them`() throws {
        try makeRandom(10, mayLieBeside: true)
        // gifsicle makes the canvas larger.
        var bytes = try Data(contentsOf: folder.file("random.gif"))
        bytes.replaceSubrange(6..<10, with: [64, 0, 48, 0])
        folder.write("random.gif", bytes)
        let expected = try ffmpegPages("random.gif")
        #expect(expected.count == 10)
        #expect(try pages("random.gif", 10) == expected)
    }

    @Test func `what a frame wholly beside the canvas leaves is nothing`() throws {
        /// Of one pixel of the second colour.
        func frame(at place: UInt8, disposal: UInt8) -> [UInt8] {
            [0x21, 0xF9, 4, disposal << 2, 1, 0, 0, 0]
                + [0x2C, place, 0, place, 0, 1, 0, 1, 0, 0, 2, 2, 0x4C, 1, 0]
        }
        let header = Array("GIF89a".utf8) + [2, 0, 2, 0, 0x80, 0, 0, 0, 0, 0, 0xFF, 0, 0]
        let frames = [(0, 1), (5, 2), (5, 3), (1, 1)].flatMap { frame(at: $0, disposal: $1) }
        folder.write("beside.gif", Data(header + frames + [0x3B]))
        let (red, clear): (UInt32, UInt32) = (0xFFFF_0000, 0)
        let first = [red, clear, clear, clear]
        #expect(
            try pages("beside.gif", 4, PixelSize(width: 2, height: 2))
                == [first, first, first, [red, clear, clear, red]])
    }

    @Test(arguments: ["random.gif", "random.webp"])
    func `pages may be asked for in any order`(name: String) throws {
        try makeRandom(6)
        try run("gif2webp -quiet random.gif -o random.webp")
        let all = try pages(name, 6)
        let picture = try OpenPicture(path: folder.file(name).path)
        for page in [5, 0, 3, 3, 1, 4, 2, 5] {
            try picture.go(to: page)
            #expect(try Array(picture.bitmap(Self.canvas).pixels) == all[page], "page \(page)")
            #expect(picture.hasMorePages == (page < 5))
        }
        #expect(throws: PictureError.self) { try picture.go(to: 6) }
    }

    @Test func `a WebP's frames are blended, put, and taken away`() throws {
        for (name, colour, size) in [
            ("red", "red", "16x12"), ("green", "lime@0.5", "8x6"), ("blue", "blue@0.5", "4x4"),
        ] {
            try run(
                "ffmpeg -v error -f lavfi -i color=\(colour):size=\(size),format=rgba -frames:v 1 "
                    + "\(name).png && cwebp -quiet -lossless -exact \(name).png -o \(name).webp")
        }
        try run(
            "webpmux -frame red.webp +100 -frame green.webp +100+4+2+1+b -frame blue.webp "
                + "+100+0+0+0-b -o made.webp 2>/dev/null")
        let pages = try pages("made.webp", 3, PixelSize(width: 16, height: 12))
        func expect(_ page: Int, _ colour: (Int, Int, Int, Int), _ x: Int, _ y: Int) {
            let pixel = pages[page][16 * y + x]
            let found = [24, 16, 8, 0].map { Int(pixel >> $0 & 255) }
            let wanted = [colour.0, colour.1, colour.2, colour.3]
            #expect(
                zip(found, wanted).allSatisfy { abs($0 - $1) <= 2 }, "\(page) \(x),\(y): \(found)")
        }
        let red = (255, 255, 0, 0)
        for place in [(0, 0), (5, 4), (15, 11)] { expect(0, red, place.0, place.1) }
        for place in [(4, 2), (11, 7)] { expect(1, (255, 127, 128, 0), place.0, place.1) }
        for place in [(3, 2), (12, 7), (11, 8)] { expect(1, red, place.0, place.1) }
        // What was green is cleared, and blue is put over red without being mixed with it.
        for place in [(4, 2), (11, 7)] { expect(2, (0, 0, 0, 0), place.0, place.1) }
        for place in [(0, 0), (3, 3)] { expect(2, (128, 0, 0, 128), place.0, place.1) }
        expect(2, red, 15, 11)
    }

    @Test(arguments: ["made.gif", "made.webp"])
    func `an animation that is cut off or damaged gives pages or an error`(name: String) throws {
        try run(
            "ffmpeg -v error -f lavfi -i testsrc2=size=64x48:rate=8:duration=0.5 made.gif && "
                + "gif2webp -quiet made.gif -o made.webp")
        let whole = try Data(contentsOf: folder.file(name))
        let all = try pages(name, 4)
        var read = 0
        func readPages(_ bytes: Data) -> [[UInt32]] {
            let path = folder.write("bad", bytes)
            guard let picture = try? OpenPicture(path: path) else { return [] }
            var pages: [[UInt32]] = []
            for page in 0..<4 {
                guard (try? picture.go(to: page)) != nil,
                    let bitmap = try? picture.bitmap(Self.canvas)
                else { return pages }
                pages.append(Array(bitmap.pixels))
            }
            return pages
        }
        for count in stride(from: 0, to: whole.count, by: 101) {
            let pages = readPages(whole.prefix(count))
            read += pages.count
            #expect(pages == Array(all.prefix(pages.count)), "\(count) bytes")
        }
        // libwebp reads nothing of a file that is cut off.
        #expect((read > 0) == (name == "made.gif"))
        for _ in 0..<100 {
            var bytes = whole
            bytes[Int.random(in: 10..<whole.count)] = UInt8.random(in: 0...255)
            _ = readPages(bytes)
        }
    }
}
