internal import CImageQuant
internal import CZlib
import Glibc

/// An animation as PNG (the APNG extension of PNG, third edition), in 256 colours common to all
/// of its frames; it repeats for ever.
public struct AnimatedPNG {
    /// Frames of one size, each with the number of ticks it is seen.
    private var frames: [(bitmap: Bitmap, ticks: Int)] = []
    private let ticksPerSecond: Double

    /// Frames at an even rate; frames that follow their like are kept as longer ones.
    public init(_ bitmaps: [Bitmap], framesPerSecond: Double) {
        ticksPerSecond = framesPerSecond
        for bitmap in bitmaps {
            if let last = frames.last, last.bitmap.pixels == bitmap.pixels {
                frames[frames.count - 1].ticks += 1
            } else {
                frames.append((bitmap, 1))
            }
        }
    }

    /// Writes the animation, replacing a file that is there.
    public func write(to path: String) throws(PictureError) {
        guard let first = frames.first?.bitmap,
            let quantizer = Quantizer(frames.map(\.bitmap))
        else { throw PictureError(.unwritable, "\(path): there is no frame to write") }
        var file = PNGChunks()
        file.append("IHDR", Self.header(first))
        file.append("PLTE", quantizer.palette)
        file.append("acTL", bigEndian(UInt32(frames.count)) + bigEndian(0))
        var sequence: UInt32 = 0
        for (index, frame) in frames.enumerated() {
            file.append("fcTL", control(frame, sequence))
            sequence += 1
            let data = Self.compressed(quantizer.indices(of: frame.bitmap), first.width)
            // The first picture is also what a viewer without animations shows.
            file.append(
                index == 0 ? "IDAT" : "fdAT", index == 0 ? data : bigEndian(sequence) + data)
            sequence += index == 0 ? 0 : 1
        }
        file.append("IEND", [])
        try file.write(to: path)
    }

    /// Eight bits, palette.
    private static func header(_ bitmap: Bitmap) -> [UInt8] {
        bigEndian(UInt32(bitmap.width)) + bigEndian(UInt32(bitmap.height)) + [8, 3, 0, 0, 0]
    }

    private func control(_ frame: (bitmap: Bitmap, ticks: Int), _ sequence: UInt32) -> [UInt8] {
        let milliseconds = UInt16(min(65535, Double(frame.ticks) / ticksPerSecond * 1000))
        return bigEndian(sequence) + bigEndian(UInt32(frame.bitmap.width))
            + bigEndian(UInt32(frame.bitmap.height)) + bigEndian(0) + bigEndian(0)
            + bigEndian(milliseconds) + bigEndian(UInt16(1000)) + [0, 0]
    }

    /// Rows of indices, each after filter type 0, which suits palettes.
    private static func compressed(_ indices: [UInt8], _ width: Int) -> [UInt8] {
        var rows: [UInt8] = []
        rows.reserveCapacity(indices.count + indices.count / width)
        for start in stride(from: 0, to: indices.count, by: width) {
            rows.append(0)
            rows += indices[start..<start + width]
        }
        var size = compressBound(uLong(rows.count))
        return [UInt8](unsafeUninitializedCapacity: Int(size)) { buffer, count in
            compress2(buffer.baseAddress, &size, rows, uLong(rows.count), 9)
            count = Int(size)
        }
    }
}

private func bigEndian<Value: FixedWidthInteger>(_ value: Value) -> [UInt8] {
    withUnsafeBytes(of: value.bigEndian) { Array($0) }
}

/// A PNG file as it grows.
private struct PNGChunks {
    private var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    mutating func append(_ type: StaticString, _ data: [UInt8]) {
        let body = type.withUTF8Buffer { Array($0) } + data
        let checksum = UInt32(truncatingIfNeeded: crc32(0, body, uInt(body.count)))
        bytes += bigEndian(UInt32(data.count)) + body + bigEndian(checksum)
    }

    func write(to path: String) throws(PictureError) {
        guard let file = fopen(path, "wb") else { throw failure(path) }
        let written = fwrite(bytes, 1, bytes.count, file)
        guard fclose(file) == 0, written == bytes.count else { throw failure(path) }
    }

    private func failure(_ path: String) -> PictureError {
        PictureError("write the PNG", path, code: errno, otherwise: .unwritable)
    }
}

/// The 256 colours that serve several pictures best.
private struct Quantizer: ~Copyable {
    private let attributes: OpaquePointer
    private let result: OpaquePointer

    init?(_ bitmaps: [Bitmap]) {
        guard let attributes = liq_attr_create(),
            let histogram = liq_histogram_create(attributes)
        else { return nil }
        defer { liq_histogram_destroy(histogram) }
        for bitmap in bitmaps {
            Self.withImage(bitmap, attributes) {
                _ = liq_histogram_add_image(histogram, attributes, $0)
            }
        }
        var result: OpaquePointer?
        _ = liq_histogram_quantize(histogram, attributes, &result)
        guard let result else {
            liq_attr_destroy(attributes)
            return nil
        }
        liq_set_dithering_level(result, 0.6)
        self.attributes = attributes
        self.result = result
    }

    deinit {
        liq_result_destroy(result)
        liq_attr_destroy(attributes)
    }

    /// Red, green and blue of each colour.
    var palette: [UInt8] {
        guard let palette = liq_get_palette(result) else { return [] }
        return withUnsafeBytes(of: palette.pointee.entries) { entries in
            (0..<Int(palette.pointee.count)).flatMap { entries[4 * $0..<4 * $0 + 3] }
        }
    }

    /// The colour of each pixel.
    func indices(of bitmap: Bitmap) -> [UInt8] {
        let count = bitmap.width * bitmap.height
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            Self.withImage(bitmap, attributes) {
                _ = liq_write_remapped_image(result, $0, buffer.baseAddress!, count)
            }
            initialized = count
        }
    }

    private static func withImage(
        _ bitmap: Bitmap, _ attributes: OpaquePointer, _ body: (OpaquePointer) -> Void
    ) {
        // The library wants bytes in the order red, green, blue, alpha.
        let pixels = bitmap.pixels.map { pixel in
            (pixel & 0xFF00_FF00 | (pixel >> 16) & 0xFF | (pixel & 0xFF) << 16).littleEndian
        }
        pixels.withUnsafeBytes { bytes in
            guard
                let image = liq_image_create_rgba(
                    attributes, bytes.baseAddress!, Int32(bitmap.width), Int32(bitmap.height), 0)
            else { return }
            defer { liq_image_destroy(image) }
            body(image)
        }
    }
}
