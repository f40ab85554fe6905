internal import CImageQuant
import Geometry
import Platform

/// A palette of at most 256 colours for an animation's frames.
public struct AnimationPalette: ~Copyable {
    private let attributes: OpaquePointer
    private let result: OpaquePointer

    /// Computes the palette from the histogram of all frames: of at most so many colours, 2 to 256.
    public init(_ colours: AnimationColours, most: Int = 256) throws(PictureError) {
        guard let attributes = liq_attr_create() else { throw Self.failure(LIQ_OUT_OF_MEMORY) }
        liq_set_max_colors(attributes, Int32(most))
        do throws(PictureError) {
            result = try Self.quantized(colours.entries, attributes)
        } catch {
            liq_attr_destroy(attributes)
            throw error
        }
        self.attributes = attributes
        liq_set_dithering_level(result, 0.6)
    }

    deinit {
        liq_result_destroy(result)
        liq_attr_destroy(attributes)
    }

    private static func quantized(
        _ entries: [liq_histogram_entry], _ attributes: OpaquePointer
    ) throws(PictureError) -> OpaquePointer {
        guard let histogram = liq_histogram_create(attributes) else {
            throw failure(LIQ_OUT_OF_MEMORY)
        }
        defer { liq_histogram_destroy(histogram) }
        try check(liq_histogram_add_colors(histogram, attributes, entries, Int32(entries.count), 0))
        var result: OpaquePointer?
        try check(liq_histogram_quantize(histogram, attributes, &result))
        guard let result else { throw failure(LIQ_OUT_OF_MEMORY) }
        return result
    }

    /// Red, green and blue of each colour.
    var bytes: [UInt8] {
        guard let palette = liq_get_palette(result) else { return [] }
        return withUnsafeBytes(of: palette.pointee.entries) { entries in
            (0..<Int(palette.pointee.count)).flatMap { entries[4 * $0..<4 * $0 + 3] }
        }
    }

    /// The colours as the pixels of a picture of 16 x 16, and clear pixels after them.
    public var picture: Bitmap {
        let bytes = bytes
        return Bitmap(PixelSize(width: 16, height: 16)) { column, row in
            let index = 3 * (16 * row + column)
            guard index < bytes.count else { return 0 }
            let (red, green, blue) = (bytes[index], bytes[index + 1], bytes[index + 2])
            return 0xFF00_0000 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
        }
    }

    func indices(of bitmap: Bitmap) throws(PictureError) -> [UInt8] {
        // The library needs bytes in the order red, green, blue, alpha.
        let pixels = OwnedBuffer(count: bitmap.pixels.count) { pixels in
            for (index, pixel) in bitmap.pixels.enumerated() {
                pixels[index] =
                    (pixel & 0xFF00_FF00 | (pixel >> 16) & 0xFF | (pixel & 0xFF) << 16).littleEndian
            }
        }
        // What the library computes with, and the indices, which are compressed later.
        MemoryReserve.require(20 * pixels.count)
        var indices = [UInt8](repeating: 0, count: pixels.count)
        let outcome = pixels.withValues { pixels in
            guard
                let image = liq_image_create_rgba(
                    attributes, pixels.baseAddress!, Int32(bitmap.width), Int32(bitmap.height), 0)
            else { return LIQ_OUT_OF_MEMORY }
            defer { liq_image_destroy(image) }
            return liq_write_remapped_image(result, image, &indices, indices.count)
        }
        try Self.check(outcome)
        return indices
    }

    private static func check(_ outcome: liq_error) throws(PictureError) {
        if outcome != LIQ_OK { throw failure(outcome) }
    }

    private static func failure(_ outcome: liq_error) -> PictureError {
        let reason =
            outcome == LIQ_OUT_OF_MEMORY
            ? "there is not enough memory" : "libimagequant's error \(outcome.rawValue)"
        return PictureError(.inputOutput, "cannot choose the animation's colours: \(reason)")
    }
}
