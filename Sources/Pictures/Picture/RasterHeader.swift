internal import Glibc
public import Platform

/// A raster picture's header, read before decoding.
public struct RasterHeader {
    package enum Format {
        case png, jpeg, webP, gif
    }

    package let format: Format
    package let width: Int
    package let height: Int

    /// The number of pixels, which may be more than any memory holds.
    public var area: Double { Double(width) * Double(height) }

    /// 134 million pixels, each of which takes 4 bytes in a bitmap; larger pictures are refused.
    private static let mostPixels = Double(1 << 27)

    /// cairo's largest side, in pixels.
    private static let longestSide = 32767

    /// Whether the pixels need too much memory, or a side is longer than cairo allows.
    package var isTooLarge: Bool {
        max(width, height) > Self.longestSide || area > Self.mostPixels
    }

    /// Nil if the file has none of the formats, or an incomplete header.
    public init?(_ file: borrowing OpenFile) {
        let start = Self.read(30, of: file, at: 0)
        if start.starts(with: PNGChunk.signature), start.count >= 24 {
            self.init(.png, Self.bigEndian(start[16..<20]), Self.bigEndian(start[20..<24]))
        } else if start.starts(with: [0xFF, 0xD8]) {
            self.init(jpeg: file)
        } else if start.starts(with: "RIFF".utf8), start.count >= 25,
            start[8..<12].elementsEqual("WEBP".utf8)
        {
            self.init(webP: start)
        } else if start.starts(with: "GIF".utf8), start.count >= 10 {
            // The canvas of all pages (GIF89a, 18).
            let size = start[6..<10].map(Int.init)
            self.init(.gif, size[0] | size[1] << 8, size[2] | size[3] << 8)
        } else {
            return nil
        }
    }

    private init(_ format: Format, _ width: Int, _ height: Int) {
        (self.format, self.width, self.height) = (format, width, height)
    }

    /// Reads the size in the start of frame, after the segments before it (ITU T.81, B.2.2).
    private init?(jpeg file: borrowing OpenFile) {
        var offset = 2
        for _ in 0..<Self.mostSegments {
            // Fill bytes may precede a marker.
            let start = Self.read(16, of: file, at: offset)
            guard let kind = start.first(where: { $0 != 0xFF }) else { return nil }
            offset += start.prefix { $0 == 0xFF }.count + 1
            let isFrame = 0xC0...0xCF ~= kind && ![0xC4, 0xC8, 0xCC].contains(kind)
            let segment = Self.read(isFrame ? 7 : 2, of: file, at: offset)
            guard segment.count == (isFrame ? 7 : 2), Self.bigEndian(segment[..<2]) >= 2 else {
                return nil
            }
            if isFrame {
                self.init(.jpeg, Self.bigEndian(segment[5..<7]), Self.bigEndian(segment[3..<5]))
                return
            }
            offset += Self.bigEndian(segment[..<2])
        }
        return nil
    }

    /// A photo has fewer segments before the frame; a file with more is refused.
    private static let mostSegments = 10_000

    /// The lossy, lossless and extended headers (RFC 9649, 2.5 to 2.7). A whole lossless file may
    /// have less than 30 bytes.
    private init?(webP start: [UInt8]) {
        switch start[12..<16] {
        case ArraySlice("VP8 ".utf8) where start.count == 30:
            let size = start[26..<30].map(Int.init)
            self.init(.webP, (size[0] | size[1] << 8) & 0x3FFF, (size[2] | size[3] << 8) & 0x3FFF)
        case ArraySlice("VP8L".utf8):
            let bits = start[21..<25].reversed().reduce(0) { $0 << 8 | Int($1) }
            self.init(.webP, bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1)
        case ArraySlice("VP8X".utf8) where start.count == 30:
            let size = start[24..<30].map(Int.init)
            self.init(
                .webP, size[0] | size[1] << 8 | size[2] << 16 + 1,
                size[3] | size[4] << 8 | size[5] << 16 + 1)
        default: return nil
        }
    }

    private static func read(
        _ count: Int, of file: borrowing OpenFile, at offset: Int
    ) -> [UInt8] {
        let descriptor = file.descriptor
        return [UInt8](unsafeUninitializedCapacity: count) { bytes, read in
            read = max(0, pread(descriptor, bytes.baseAddress, count, offset))
        }
    }

    private static func bigEndian(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.reduce(0) { $0 << 8 | Int($1) }
    }
}
