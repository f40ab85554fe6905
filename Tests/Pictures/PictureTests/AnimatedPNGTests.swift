import Foundation
import Geometry
import PictureFormats
import Platform
import TestSupport
import Testing

@testable import Picture

@Suite struct AnimatedPNGTests {
    private let scratch: TemporaryFolder
    init() { scratch = TemporaryFolder() }

    private func write(_ frames: [(colour: UInt32, seconds: Double)]) throws -> [UInt8] {
        let bitmaps = frames.map {
            Bitmap(width: 4, height: 2, pixels: [UInt32](repeating: $0.colour, count: 8))
        }
        let path = "\(scratch.path)/loop.png"
        var colours = AnimationColours()
        for bitmap in bitmaps { colours.add(bitmap) }
        var animation = AnimatedPNG(
            try OutputFile(path), width: 4, height: 2, frames: frames.count,
            palette: try AnimationPalette(colours))
        for (bitmap, frame) in zip(bitmaps, frames) {
            try animation.append(bitmap, seconds: frame.seconds)
        }
        try animation.finish()
        return try readFile(path)
    }

    /// The chunks of a PNG file.
    private func chunks(_ bytes: [UInt8]) -> [(type: String, data: [UInt8])] {
        var (chunks, rest) = ([(String, [UInt8])](), bytes.dropFirst(8))
        while rest.count >= 12 {
            let length = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            let body = rest.dropFirst(4).prefix(4 + length)
            chunks.append(
                (String(decoding: body.prefix(4), as: UTF8.self), Array(body.dropFirst(4))))
            rest = rest.dropFirst(12 + length)
        }
        return chunks
    }

    @Test func `every chunk has the length and the numbers of the specification`() throws {
        let chunks = chunks(try write([(0xFFFF_0000, 1.0 / 60), (0xFF00_00FF, 0.5)]))
        #expect(
            chunks.map(\.type)
                == ["IHDR", "tEXt", "acTL", "PLTE", "fcTL", "IDAT", "fcTL", "fdAT", "IEND"])
        #expect(chunks[2].data == [0, 0, 0, 2, 0, 0, 0, 0])
        #expect(
            chunks[4].data
                == [0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 2] + [UInt8](repeating: 0, count: 8)
                + [0, 1, 0, 60, 0, 0])
        #expect(
            chunks[6].data.prefix(4) == [0, 0, 0, 1]
                && chunks[6].data.suffix(6) == [0, 1, 0, 2, 0, 0])
        #expect(chunks[7].data.prefix(4) == [0, 0, 0, 2])
    }

    @Test func `a viewer that knows no animations sees the first frame`() throws {
        _ = try write([(0xFFFF_0000, 1), (0xFF00_00FF, 1)])
        let picture = try OpenPicture(path: "\(scratch.path)/loop.png")
        let first = try picture.bitmap(PixelSize(width: 4, height: 2))
        #expect(first[0, 0] == 0xFFFF_0000)
    }

    @Test func `an animation without colours is an error, and no file`() throws {
        #expect(throws: PictureError.self) { try write([]) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path).isEmpty)
    }

    @Test(
        arguments: [
            (1.0 / 60, 1, 60), (7.0 / 240, 7, 240), (1 / 29.97, 100, 2997),
            (1001.0 / 60000, 1001, 60000), (2, 2, 1), (0.1, 1, 10), (131_070.0 / 60, 4369, 2),
            (65535, 65535, 1), (1e9, 65535, 1), (0, 1, 65535),
        ] as [(Double, UInt16, UInt16)])
    func `a time is the fraction it was made of`(
        seconds: Double, numerator: UInt16, denominator: UInt16
    ) {
        let fraction = Fraction(near: seconds)
        #expect(fraction.numerator == numerator && fraction.denominator == denominator)
    }

    @Test func `colours that are nearly alike are joined to their mean`() throws {
        var colours = AnimationColours()
        colours.add(Bitmap(width: 3, height: 1, pixels: [0xFF00_0000, 0xFF00_0002, 0xFFFF_FFFF]))
        colours.add(Bitmap(width: 1, height: 1, pixels: [0xFFFF_FFFF]))
        let palette = try AnimationPalette(colours).bytes
        #expect(Set([palette.prefix(3), palette.suffix(3)]) == [[0, 0, 1], [255, 255, 255]])
    }
}
