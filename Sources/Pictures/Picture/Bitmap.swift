public import Geometry
public import Platform

/// An immutable picture in memory; copies share the pixels.
///
/// A pixel is 0xAARRGGBB in the machine's byte order: sRGB-encoded, premultiplied by its alpha,
/// rows from the top without gaps. Cairo's ARGB32 and SDL's ARGB8888 are the same. A colour may be
/// above its alpha, because cairo rounds and a decoder may be wrong; such a colour saturates where
/// it is composited.
public final class Bitmap: Sendable {
    public let size: PixelSize
    public let pixels: OwnedBuffer<UInt32>
    /// Whether every alpha is 255.
    public let isOpaque: Bool

    /// A bitmap whose pixels `draw` writes, each of them.
    public convenience init<Failure>(
        _ size: PixelSize, _ draw: (UnsafeMutablePointer<UInt32>) throws(Failure) -> Void
    ) throws(Failure) {
        let pixels = try OwnedBuffer(count: size.area, draw)
        // Without an early exit, so that the compiler uses vector instructions.
        let isOpaque = pixels.withValues { $0.reduce(.max, &) } >= 0xFF00_0000
        self.init(size, pixels, isOpaque: isOpaque)
    }

    /// A bitmap whose pixels are `colour`s of their columns and rows.
    public convenience init(_ size: PixelSize, colour: (Int, Int) -> UInt32) {
        self.init(size) { pixels in
            for row in 0..<size.height {
                for column in 0..<size.width {
                    pixels[row * size.width + column] = colour(column, row)
                }
            }
        }
    }

    /// A bitmap of `width` x `height` pixels.
    public convenience init(width: Int, height: Int, pixels: some Collection<UInt32>) {
        self.init(PixelSize(width: width, height: height)) { memory in
            precondition(pixels.count == width * height, "a bitmap holds width x height pixels")
            _ = UnsafeMutableBufferPointer(start: memory, count: pixels.count)
                .initialize(from: pixels)
        }
    }

    /// A bitmap of these pixels, for a caller that knows whether every alpha is 255.
    public init(_ size: PixelSize, _ pixels: OwnedBuffer<UInt32>, isOpaque: Bool) {
        precondition(pixels.count == size.area, "a bitmap holds width x height pixels")
        (self.size, self.pixels, self.isOpaque) = (size, pixels, isOpaque)
    }

    public var width: Int { size.width }
    public var height: Int { size.height }
    /// The bytes of the pixels.
    public var byteCount: Int { 4 * size.area }
    /// The first pixel; its address is valid as long as the bitmap lives.
    public var start: UnsafePointer<UInt32> { pixels.start }

    /// The pixel in column `x` and row `y`, counted from the top left.
    @inlinable
    public subscript(x: Int, y: Int) -> UInt32 { pixels[y * size.width + x] }
}
