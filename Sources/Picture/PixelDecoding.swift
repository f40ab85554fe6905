import CTurboJPEG
import CWebP
import Geometry

/// A JPEG or a WebP in memory, to be decoded to pixels as a bitmap has them.
struct PixelDecoding {
    /// Why a file cannot be decoded.
    struct Failure: Error {
        let reason: String
    }

    private let bytes: [UInt8]
    private let isJPEG: Bool
    /// As stored.
    let size: PixelSize

    /// Reads the header of a file in memory.
    init(_ bytes: [UInt8], _ format: RasterHeader.Format) throws(Failure) {
        (self.bytes, isJPEG) = (bytes, format == .jpeg)
        size = try isJPEG ? Self.jpegSize(bytes) : Self.webPSize(bytes)
    }

    /// Writes the pixels, rows of `stride` bytes, with colours premultiplied. The processors that this
    /// runs on store the lowest byte first: the bytes of a pixel are blue, green, red and alpha.
    func decode(into pixels: UnsafeMutablePointer<UInt8>, stride: Int) throws(Failure) {
        isJPEG
            ? try decodeJPEG(into: pixels, stride: stride)
            : try decodeWebP(into: pixels, stride: stride)
    }

    private static func jpegSize(_ bytes: [UInt8]) throws(Failure) -> PixelSize {
        let decoder = JPEGDecoder()
        var (width, height, sampling, colours) = (CInt(0), CInt(0), CInt(0), CInt(0))
        let error = tjDecompressHeader3(
            decoder.handle, bytes, UInt(bytes.count), &width, &height, &sampling, &colours)
        guard error == 0 || decoder.hasOnlyWarned else { throw decoder.failure }
        return PixelSize(width: Int(width), height: Int(height))
    }

    private func decodeJPEG(
        into pixels: UnsafeMutablePointer<UInt8>, stride: Int
    ) throws(Failure) {
        let decoder = JPEGDecoder()
        let error = tjDecompress2(
            decoder.handle, bytes, UInt(bytes.count), pixels, CInt(size.width), CInt(stride),
            CInt(size.height), CInt(TJPF_BGRA.rawValue), 0)
        // A file that is cut off gives the rows before that, as in other programs.
        guard error == 0 || decoder.hasOnlyWarned else { throw decoder.failure }
    }

    private static func webPSize(_ bytes: [UInt8]) throws(Failure) -> PixelSize {
        var (width, height) = (CInt(0), CInt(0))
        guard WebPGetInfo(bytes, bytes.count, &width, &height) != 0 else { throw noWebP }
        return PixelSize(width: Int(width), height: Int(height))
    }

    private func decodeWebP(
        into pixels: UnsafeMutablePointer<UInt8>, stride: Int
    ) throws(Failure) {
        let space = stride * size.height
        guard WebPDecodeBGRAInto(bytes, bytes.count, pixels, space, CInt(stride)) != nil else {
            throw Self.noWebP
        }
        for start in Swift.stride(from: 0, to: space, by: 4) where pixels[start + 3] < 255 {
            let alpha = UInt32(pixels[start + 3])
            for place in start..<start + 3 {
                pixels[place] = UInt8(UInt32(pixels[place]) * alpha / 255)
            }
        }
    }

    private static var noWebP: Failure { Failure(reason: "it is no WebP of a single picture") }
}

/// libjpeg-turbo's decompressor.
private struct JPEGDecoder: ~Copyable {
    let handle = tjInitDecompress()

    deinit { tjDestroy(handle) }

    /// The reason of the last error.
    var failure: PixelDecoding.Failure {
        PixelDecoding.Failure(reason: String(cString: tjGetErrorStr2(handle)))
    }

    var hasOnlyWarned: Bool { tjGetErrorCode(handle) == CInt(TJERR_WARNING.rawValue) }
}
