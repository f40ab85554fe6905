import Foundation
import PictureFormats
import TestSupport
import Testing

@testable import Picture

/// Headers are read before anything is decoded.
@Suite struct RasterHeaderTests {
    /// Beginnings of files of 4 x 3 pixels, in the formats' own words.
    static let beginnings: [(String, [UInt8])] = [
        ("png", png(width: 4, height: 3)),
        ("jpeg", [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xFF, 0xC2, 0, 11, 8, 0, 3, 0, 4]),
        (
            "lossy",
            Array("RIFF....WEBPVP8 ....".utf8) + [0, 0, 0, 0x9D, 1, 0x2A, 4, 0x40, 3, 0x80]
        ),
        ("lossless", Array("RIFF....WEBPVP8L....".utf8) + [0x2F, 3, 0x80, 0, 0]),
        ("gif", Array("GIF89a".utf8) + [4, 0, 3, 0]),
        ("extended", Array("RIFF....WEBPVP8X....".utf8) + [0, 0, 0, 0, 3, 0, 0, 2, 0, 0]),
    ]

    private static func png(width: UInt32, height: UInt32) -> [UInt8] {
        let sides = [width, height].flatMap { side in
            [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: side >> UInt32($0)) }
        }
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]
            + Array("IHDR".utf8) + sides
    }

    private func header(of bytes: [UInt8], in scratch: TemporaryFolder) throws -> RasterHeader? {
        RasterHeader(try openPictureFile(scratch.write("picture", Data(bytes))))
    }

    @Test(arguments: beginnings)
    func `each format states its size`(name: String, bytes: [UInt8]) throws {
        let scratch = TemporaryFolder()
        let header = try #require(try header(of: bytes, in: scratch))
        #expect((header.width, header.height) == (4, 3))
    }

    @Test(arguments: beginnings)
    func `a file that breaks off before has none`(name: String, bytes: [UInt8]) throws {
        let scratch = TemporaryFolder()
        let start = Array(bytes.dropLast())
        #expect(try header(of: start, in: scratch) == nil)
    }

    @Test(arguments: [(60_000, 60_000), (UInt32.max, UInt32.max), (40_000, 3)])
    func `a picture that would take all memory is refused`(width: UInt32, height: UInt32) throws {
        let scratch = TemporaryFolder()
        let path = scratch.write("picture", Data(Self.png(width: width, height: height)))
        let error = #expect(throws: PictureError.self) {
            try OpenPicture.rasterSize(openPictureFile(path), path: path)
        }
        #expect(
            error?.description
                == "\(path): too large with \(width) x \(height) pixels; scale it down")
    }
}
