internal import CImageQuant
internal import Platform

/// A histogram of the colours in an animation's frames, with bounded memory.
///
/// libimagequant's own histogram drops the earlier frames when it has too many colours; this one
/// merges similar colours (6 bits of each component), and keeps their mean.
public struct AnimationColours {
    /// The sums of red, green and blue, and the number of pixels.
    private typealias Bin = SIMD4<Double>

    private var bins: [Bin]
    private static let binCount = 1 << 18

    /// An empty histogram.
    public init() {
        MemoryReserve.require(Self.binCount * MemoryLayout<Bin>.stride)
        bins = Array(repeating: .zero, count: Self.binCount)
    }

    /// Adds the pixels of an opaque picture.
    public mutating func add(_ bitmap: Bitmap) {
        for pixel in bitmap.pixels {
            let index = (pixel >> 18 & 0x3F) << 12 | (pixel >> 10 & 0x3F) << 6 | pixel >> 2 & 0x3F
            bins[Int(index)] += Bin(
                Double(pixel >> 16 & 0xFF), Double(pixel >> 8 & 0xFF), Double(pixel & 0xFF), 1)
        }
    }

    /// The mean colours with their counts. The counts are scaled down if their sum is above 1e9.
    var entries: [liq_histogram_entry] {
        let total = bins.reduce(0) { $0 + $1.w }
        let scale = min(1, 1e9 / max(1, total))
        return bins.filter { $0.w > 0 }.map { bin in
            let mean = (bin / bin.w).rounded(.toNearestOrAwayFromZero)
            return liq_histogram_entry(
                color: liq_color(r: UInt8(mean.x), g: UInt8(mean.y), b: UInt8(mean.z), a: 255),
                count: UInt32(max(1, bin.w * scale)))
        }
    }
}
