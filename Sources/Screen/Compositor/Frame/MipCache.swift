internal import CRowKernels
internal import Geometry
internal import Picture
internal import Platform

/// Smaller copies of bitmaps, mips: each is half as wide and high as the one before, rounded up,
/// and each of its pixels is the mean of 2x2. Mip 0 is the bitmap itself. Where a side is odd, its
/// last pixels count twice.
struct MipCache {
    /// Of each bitmap the mips from 0 on, as far as they were needed. Mip 0 keeps the bitmap alive,
    /// so that its identity stays unique.
    private var chains: [ObjectIdentifier: [Bitmap]] = [:]
    /// The processor time that halving took so far.
    private(set) var seconds = 0.0

    /// The mip with the number `wanted`, or the smallest one if there are fewer.
    mutating func mip(_ wanted: Int, of bitmap: Bitmap) -> Bitmap {
        let wanted = min(wanted, Self.smallestMip(of: bitmap))
        guard wanted > 0 else { return bitmap }
        var mips = chains[ObjectIdentifier(bitmap)] ?? [bitmap]
        if mips.count <= wanted {
            let began = processorSeconds()
            while mips.count <= wanted { mips.append(mips[mips.count - 1].halved) }
            chains[ObjectIdentifier(bitmap)] = mips
            seconds += processorSeconds() - began
        }
        return mips[wanted]
    }

    /// The number of the mip that is one pixel.
    static func smallestMip(of bitmap: Bitmap) -> Int {
        let side = max(bitmap.width, bitmap.height)
        return side <= 1 ? 0 : Int.bitWidth - (side - 1).leadingZeroBitCount
    }

    /// The mips of all bitmaps, from 1 on.
    var bitmaps: [Bitmap] { chains.values.flatMap { $0.dropFirst() } }

    var byteCount: Int { bitmaps.reduce(0) { $0 + $1.byteCount } }

    mutating func forget(notIn frame: Frame) {
        guard !chains.isEmpty else { return }
        let shown = Set(frame.layers.lazy.compactMap(\.bitmap).map { ObjectIdentifier($0) })
        chains = chains.filter { shown.contains($0.key) }
    }
}

extension Bitmap {
    /// Half as wide and high, rounded up; a pixel is the mean of 2x2.
    var halved: Bitmap {
        let (width, height) = ((self.width + 1) / 2, (self.height + 1) / 2)
        return Bitmap(PixelSize(width: width, height: height)) { means in
            for y in 0..<height {
                let above = start + 2 * y * self.width
                let below = start + min(2 * y + 1, self.height - 1) * self.width
                rows_halve(means + y * width, self.width, above, below)
            }
        }
    }
}
