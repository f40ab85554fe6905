public import Geometry

/// An immutable picture in memory; copies share the pixels.
///
/// A pixel is 0xAARRGGBB in the machine's byte order: sRGB-encoded, premultiplied by its alpha,
/// rows from the top without gaps. Cairo's ARGB32 and SDL's ARGB8888 are the same. A colour may be
/// above its alpha, because cairo rounds and a decoder may be wrong; such a colour saturates where
/// it is composited.
public final class Bitmap: Sendable {
    public let size: PixelSize
    public let pixels: [UInt32]
    /// Whether every alpha is 255.
    public let isOpaque: Bool

    /// A bitmap of `width` x `height` pixels.
    public convenience init(width: Int, height: Int, pixels: [UInt32]) {
        // Without an early exit, so that the compiler uses vector instructions.
        let isOpaque = pixels.reduce(.max, &) >= 0xFF00_0000
        self.init(width: width, height: height, pixels: pixels, isOpaque: isOpaque)
    }

    /// The same, for a caller that knows whether every alpha is 255.
    public init(width: Int, height: Int, pixels: [UInt32], isOpaque: Bool) {
        precondition(pixels.count == width * height, "a bitmap holds width x height pixels")
        size = PixelSize(width: width, height: height)
        (self.pixels, self.isOpaque) = (pixels, isOpaque)
    }

    public var width: Int { size.width }
    public var height: Int { size.height }

    /// The pixel in column `x` and row `y`, counted from the top left.
    public subscript(x: Int, y: Int) -> UInt32 { pixels[y * width + x] }
}
