internal import CCairo
import CTurboJPEG
import Geometry

struct JPEGFile {
    private let bytes: FileBytes
    /// The size as stored, in pixels.
    private let size: PixelSize

    init(_ bytes: FileBytes, _ size: PixelSize) { (self.bytes, self.size) = (bytes, size) }

    /// Decodes the JPEG to an image surface of cairo, which the caller destroys. `isIncomplete`:
    /// some of it was missing, and is grey. The processors that this runs on store the lowest byte
    /// first: the bytes of a pixel are blue, green, red and alpha.
    func image() throws(RasterFailure) -> (surface: OpaquePointer, isIncomplete: Bool) {
        let (image, pixels) = try newImage(size)
        let isIncomplete: Bool
        do throws(RasterFailure) {
            isIncomplete = try pixels.withMemoryRebound(to: UInt8.self, capacity: 4 * size.area) {
                bytes throws(RasterFailure) in
                try decode(into: bytes)
            }
        } catch {
            cairo_surface_destroy(image)
            throw error
        }
        cairo_surface_mark_dirty(image)
        return (image, isIncomplete)
    }

    /// Gives whether some of the picture was missing.
    private func decode(into pixels: UnsafeMutablePointer<UInt8>) throws(RasterFailure) -> Bool {
        let decoder = JPEGDecoder()
        let isCMYK = decoder.isCMYK(bytes.buffer)
        let format = isCMYK ? TJPF_CMYK : TJPF_BGRA
        let error = tjDecompress2(
            decoder.handle, bytes.buffer.baseAddress, UInt(bytes.buffer.count), pixels,
            CInt(size.width),
            CInt(4 * size.width), CInt(size.height), CInt(format.rawValue), 0)
        // A file that is cut off gives the rows before the cut, as in other programs.
        guard error == 0 || decoder.hasOnlyWarned else { throw decoder.failure }
        if isCMYK { convertInks(pixels, 4 * size.area) }
        return error != 0 && decoder.lacksData
    }

    /// Converts cyan, magenta, yellow and black to colours. As Adobe stores the inks, 255 is no
    /// ink.
    private func convertInks(_ pixels: UnsafeMutablePointer<UInt8>, _ count: Int) {
        for start in Swift.stride(from: 0, to: count, by: 4) {
            swap(&pixels[start], &pixels[start + 2])
            let black = UInt32(pixels[start + 3])
            for colour in start..<start + 3 {
                pixels[colour] = UInt8(UInt32(pixels[colour]) * black / 255)
            }
            pixels[start + 3] = 255
        }
    }
}

/// libjpeg-turbo's decompressor.
private struct JPEGDecoder: ~Copyable {
    let handle = tjInitDecompress()

    deinit { tjDestroy(handle) }

    var failure: RasterFailure {
        RasterFailure(reason: String(cString: tjGetErrorStr2(handle)))
    }

    /// Whether the file has four inks, as for print.
    func isCMYK(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var (width, height, sampling, colours) = (CInt(0), CInt(0), CInt(0), CInt(0))
        let error = tjDecompressHeader3(
            handle, bytes.baseAddress, UInt(bytes.count), &width, &height, &sampling, &colours)
        let inks = [TJCS_CMYK, TJCS_YCCK].map { CInt($0.rawValue) }
        return error == 0 && inks.contains(colours)
    }

    var hasOnlyWarned: Bool { tjGetErrorCode(handle) == CInt(TJERR_WARNING.rawValue) }

    /// Whether the first warning was that the file, or a part of it, ends too early. Other warnings,
    /// as of superfluous bytes, are of pictures that look right.
    var lacksData: Bool { failure.reason.lowercased().contains("premature end") }
}
