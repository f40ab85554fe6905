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

    /// A file in memory that has this header.
    init(_ bytes: [UInt8], _ header: RasterHeader) throws(Failure) {
        (self.bytes, isJPEG) = (bytes, header.format == .jpeg)
        let stated = PixelSize(width: header.width, height: header.height)
        size = isJPEG ? stated : try Self.webPSize(bytes)
    }

    /// Writes the pixels, rows of `stride` bytes, with colours premultiplied. The processors that this
    /// runs on store the lowest byte first: the bytes of a pixel are blue, green, red and alpha.
    func decode(into pixels: UnsafeMutablePointer<UInt8>, stride: Int) throws(Failure) {
        isJPEG
            ? try decodeJPEG(into: pixels, stride: stride)
            : try decodeWebP(into: pixels, stride: stride)
    }

    private func decodeJPEG(
        into pixels: UnsafeMutablePointer<UInt8>, stride: Int
    ) throws(Failure) {
        let decoder = JPEGDecoder()
        let hasInks = decoder.hasInks(bytes)
        let format = hasInks ? TJPF_CMYK : TJPF_BGRA
        let error = tjDecompress2(
            decoder.handle, bytes, UInt(bytes.count), pixels, CInt(size.width), CInt(stride),
            CInt(size.height), CInt(format.rawValue), 0)
        // A file that is cut off gives the rows before that, as in other programs.
        guard error == 0 || decoder.hasOnlyWarned else { throw decoder.failure }
        if hasInks { mixInks(pixels, stride * size.height) }
    }

    /// Cyan, magenta, yellow and black to colours. As Adobe stores them, 255 is no ink.
    private func mixInks(_ pixels: UnsafeMutablePointer<UInt8>, _ count: Int) {
        for start in Swift.stride(from: 0, to: count, by: 4) {
            let inks = (0..<4).map { UInt32(pixels[start + $0]) }
            for colour in 0..<3 { pixels[start + 2 - colour] = UInt8(inks[colour] * inks[3] / 255) }
            pixels[start + 3] = 255
        }
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

    /// Whether the file has four inks, as for print.
    func hasInks(_ bytes: [UInt8]) -> Bool {
        var (width, height, sampling, colours) = (CInt(0), CInt(0), CInt(0), CInt(0))
        let error = tjDecompressHeader3(
            handle, bytes, UInt(bytes.count), &width, &height, &sampling, &colours)
        let inks = [TJCS_CMYK, TJCS_YCCK].map { CInt($0.rawValue) }
        return error == 0 && inks.contains(colours)
    }

    var hasOnlyWarned: Bool { tjGetErrorCode(handle) == CInt(TJERR_WARNING.rawValue) }
}
