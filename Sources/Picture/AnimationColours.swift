internal import CImageQuant
internal import System

/// A histogram of the colours in an animation's frames, with bounded memory.
///
/// libimagequant's own histogram drops the earlier frames when it has too many colours; this one
/// merges similar colours (6 bits of each component), and keeps their mean.
public struct AnimationColours {
    private struct Bin {
        var red = 0.0
        var green = 0.0
        var blue = 0.0
        var count = 0.0
    }

    private var bins: [Bin]
    private static let binCount = 1 << 18

    /// An empty histogram.
    public init() {
        MemoryReserve.require(Self.binCount * MemoryLayout<Bin>.stride)
        bins = Array(repeating: Bin(), count: Self.binCount)
    }

    /// Adds the pixels of an opaque picture.
    public mutating func add(_ bitmap: Bitmap) {
        for pixel in bitmap.pixels {
            let index = (pixel >> 18 & 0x3F) << 12 | (pixel >> 10 & 0x3F) << 6 | pixel >> 2 & 0x3F
            bins[Int(index)].red += Double(pixel >> 16 & 0xFF)
            bins[Int(index)].green += Double(pixel >> 8 & 0xFF)
            bins[Int(index)].blue += Double(pixel & 0xFF)
            bins[Int(index)].count += 1
        }
    }

    /// The mean colours with their counts. The counts are scaled down if their sum is above 1e9.
    var entries: [liq_histogram_entry] {
        let total = bins.reduce(0) { $0 + $1.count }
        let scale = min(1, 1e9 / max(1, total))
        return bins.filter { $0.count > 0 }.map { bin in
            liq_histogram_entry(
                color: liq_color(
                    r: UInt8((bin.red / bin.count).rounded()),
                    g: UInt8((bin.green / bin.count).rounded()),
                    b: UInt8((bin.blue / bin.count).rounded()), a: 255),
                count: UInt32(max(1, bin.count * scale)))
        }
    }
}
