internal import CCairo
import CWebP

/// The pages of a WebP, which libwebpdemux composes; a WebP without animation has one page.
final class WebPPages: RasterPages {
    /// The decoder reads these bytes until it is deleted.
    private let bytes: FileBytes
    private let decoder: OpaquePointer
    /// Its pixels are the decoder's canvas.
    let image: OpaquePointer
    private(set) var pageIndex = 0

    init(_ bytes: FileBytes) throws(RasterFailure) {
        guard let decoder = Self.decoder(bytes.buffer) else { throw Self.undecodable }
        do throws(RasterFailure) {
            image = try Self.firstImage(decoder)
        } catch {
            WebPAnimDecoderDelete(decoder)
            throw error
        }
        (self.bytes, self.decoder) = (bytes, decoder)
    }

    deinit {
        cairo_surface_destroy(image)
        WebPAnimDecoderDelete(decoder)
    }

    private static func decoder(_ bytes: UnsafeBufferPointer<UInt8>) -> OpaquePointer? {
        var options = WebPAnimDecoderOptions()
        guard WebPAnimDecoderOptionsInit(&options) != 0 else { return nil }
        // Blue, green, red and alpha, premultiplied: the order of cairo's ARGB32 on a machine that
        // stores the lowest byte first.
        options.color_mode = MODE_bgrA
        var data = WebPData(bytes: bytes.baseAddress, size: bytes.count)
        return WebPAnimDecoderNew(&data, &options)
    }

    /// An image of the decoder's canvas, which holds the first page now, and each later page after
    /// it is decoded.
    private static func firstImage(_ decoder: OpaquePointer) throws(RasterFailure) -> OpaquePointer
    {
        var info = WebPAnimInfo()
        WebPAnimDecoderGetInfo(decoder, &info)
        let (width, height) = (CInt(info.canvas_width), CInt(info.canvas_height))
        let image = cairo_image_surface_create_for_data(
            try nextCanvas(decoder), CAIRO_FORMAT_ARGB32, width, height, 4 * width)
        guard let image, cairo_surface_status(image) == CAIRO_STATUS_SUCCESS else {
            cairo_surface_destroy(image)
            throw .noMemory
        }
        return image
    }

    private static func nextCanvas(
        _ decoder: OpaquePointer
    ) throws(RasterFailure) -> UnsafeMutablePointer<UInt8> {
        var (pixels, time): (UnsafeMutablePointer<UInt8>?, CInt) = (nil, 0)
        guard WebPAnimDecoderGetNext(decoder, &pixels, &time) != 0, let pixels else {
            throw undecodable
        }
        return pixels
    }

    private static var undecodable: RasterFailure {
        RasterFailure(reason: "libwebp cannot decode it")
    }

    var hasMore: Bool { WebPAnimDecoderHasMoreFrames(decoder) != 0 }

    func goToNext() throws(RasterFailure) {
        cairo_surface_flush(image)
        guard try Self.nextCanvas(decoder) == cairo_image_surface_get_data(image) else {
            throw Self.undecodable
        }
        cairo_surface_mark_dirty(image)
        pageIndex += 1
    }

    func rewind() throws(RasterFailure) {
        WebPAnimDecoderReset(decoder)
        pageIndex = -1
        try goToNext()
    }
}
