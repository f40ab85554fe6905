internal import Geometry
internal import Picture

/// Smaller copies of bitmaps, mips: each is half as wide and high as the one before, rounded up,
/// and each of its pixels is the mean of 2x2. Mip 0 is the bitmap itself. Where a side is odd, its
/// last pixels count twice.
struct MipCache {
    /// Of each bitmap the mips from 0 on, as far as they were needed. Mip 0 keeps the bitmap alive,
    /// so that its identity stays unique.
    private var chains: [ObjectIdentifier: [Bitmap]] = [:]

    /// The mip with the number `wanted`, or the smallest one if there are fewer.
    mutating func mip(_ wanted: Int, of bitmap: Bitmap) -> Bitmap {
        let wanted = min(wanted, Self.smallestMip(of: bitmap))
        guard wanted > 0 else { return bitmap }
        var mips = chains[ObjectIdentifier(bitmap)] ?? [bitmap]
        if mips.count <= wanted {
            while mips.count <= wanted { mips.append(mips[mips.count - 1].halved) }
            chains[ObjectIdentifier(bitmap)] = mips
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
                for x in 0..<width {
                    let (left, right) = (2 * x, min(2 * x + 1, self.width - 1))
                    means[y * width + x] = Self.mean(
                        above[left], above[right], below[left], below[right])
                }
            }
        }
    }

    /// The rounded mean of four pixels, two components at a time.
    @inline(__always)
    private static func mean(_ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: UInt32) -> UInt32 {
        func sum(_ shift: UInt32) -> UInt32 {
            let components: UInt32 = 0x00FF_00FF
            return (a &>> shift & components) &+ (b &>> shift & components)
                &+ (c &>> shift & components) &+ (d &>> shift & components) &+ 0x0002_0002
        }
        return (sum(0) &>> 2 & 0x00FF_00FF) | (sum(8) &<< 6 & 0xFF00_FF00)
    }
}
