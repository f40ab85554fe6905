import Glibc

/// What a raster picture's first bytes say, before anything is decoded.
struct RasterHeader {
    enum Format {
        case png, jpeg, webP
    }

    let format: Format
    let width: Int
    let height: Int

    /// More than that is not decoded: 134 million, which take up to a gigabyte.
    private static let mostPixels = Double(1 << 27)

    /// cairo's pictures are no longer along a side.
    private static let longestSide = 32767

    /// Whether the pixels would take too much memory, or are more than cairo draws. Their number is
    /// floating point: two sides of 32 bits have a product that no Int holds.
    var isTooLarge: Bool {
        max(width, height) > Self.longestSide || Double(width) * Double(height) > Self.mostPixels
    }

    /// nil where the file is none of the formats, or breaks off in its header.
    init?(path: String) {
        guard let file = fopen(path, "re") else { return nil }
        defer { fclose(file) }
        let start = Self.read(30, of: file)
        if start.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]), start.count >= 24 {
            self.init(.png, Self.big(start[16..<20]), Self.big(start[20..<24]))
        } else if start.starts(with: [0xFF, 0xD8]) {
            self.init(jpeg: file)
        } else if start.starts(with: "RIFF".utf8), start.count == 30,
            start[8..<12].elementsEqual("WEBP".utf8)
        {
            self.init(webP: start)
        } else {
            return nil
        }
    }

    private init(_ format: Format, _ width: Int, _ height: Int) {
        (self.format, self.width, self.height) = (format, width, height)
    }

    /// Goes from segment to segment to the start of the frame (ITU T.81, B.2.2).
    private init?(jpeg file: UnsafeMutablePointer<FILE>) {
        fseek(file, 2, SEEK_SET)
        while true {
            var marker = [UInt8](repeating: 0, count: 1)
            // Markers may have fill bytes before them.
            repeat { marker = Self.read(1, of: file) } while marker == [0xFF]
            guard let kind = marker.first else { return nil }
            let isFrame = 0xC0...0xCF ~= kind && ![0xC4, 0xC8, 0xCC].contains(kind)
            let segment = Self.read(isFrame ? 7 : 2, of: file)
            guard segment.count == (isFrame ? 7 : 2), Self.big(segment[..<2]) >= 2 else {
                return nil
            }
            if isFrame {
                self.init(.jpeg, Self.big(segment[5..<7]), Self.big(segment[3..<5]))
                return
            }
            fseek(file, Self.big(segment[..<2]) - 2, SEEK_CUR)
        }
    }

    /// The lossy, lossless and extended headers (RFC 9649, 2.5 to 2.7).
    private init?(webP start: [UInt8]) {
        switch start[12..<16] {
        case ArraySlice("VP8 ".utf8):
            let size = start[26..<30].map(Int.init)
            self.init(.webP, (size[0] | size[1] << 8) & 0x3FFF, (size[2] | size[3] << 8) & 0x3FFF)
        case ArraySlice("VP8L".utf8):
            let bits = start[21..<25].reversed().reduce(0) { $0 << 8 | Int($1) }
            self.init(.webP, bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1)
        case ArraySlice("VP8X".utf8):
            let size = start[24..<30].map(Int.init)
            self.init(
                .webP, size[0] | size[1] << 8 | size[2] << 16 + 1,
                size[3] | size[4] << 8 | size[5] << 16 + 1)
        default: return nil
        }
    }

    private static func read(_ count: Int, of file: UnsafeMutablePointer<FILE>) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let length = fread(&bytes, 1, count, file)
        return Array(bytes.prefix(length))
    }

    private static func big(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.reduce(0) { $0 << 8 | Int($1) }
    }
}
