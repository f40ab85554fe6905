internal import CRowKernels
internal import Geometry
internal import Picture
internal import Platform

/// Smaller copies of bitmaps, mips: each is half as wide and high as the one before, rounded up,
/// and each of its pixels is the mean of 2x2. Mip 0 is the bitmap itself. Where a side is odd, its
/// last pixels count twice. With OpenGL: `GLHalvingProgram`.
struct MipCache {
    /// The mips of a bitmap.
    private struct Chain {
        /// From 0 on, as far as they were needed. Mip 0 keeps the bitmap alive, so that its identity stays
        /// unique.
        var mips: [Bitmap]
        /// In how many frames the bitmap was not shown since it was shown last.
        var unused = 0

        /// Whether nobody else has the bitmap.
        mutating func isAlone() -> Bool { isKnownUniquelyReferenced(&mips[0]) }
    }

    private var chains: [ObjectIdentifier: Chain] = [:]
    /// Mips of a bitmap that so many frames did not show are dropped.
    private static let mostUnused = 60
    /// The processor time that halving took so far.
    private(set) var seconds = 0.0

    /// The mip with the number `wanted`, or the smallest one if there are fewer.
    mutating func mip(_ wanted: Int, of bitmap: Bitmap) -> Bitmap {
        let wanted = min(wanted, bitmap.size.smallestMip)
        guard wanted > 0 else { return bitmap }
        var mips = chains[ObjectIdentifier(bitmap)]?.mips ?? [bitmap]
        if mips.count <= wanted {
            let began = processorSeconds()
            while mips.count <= wanted { mips.append(mips[mips.count - 1].halved) }
            chains[ObjectIdentifier(bitmap)] = Chain(mips: mips)
            seconds += processorSeconds() - began
        }
        return mips[wanted]
    }

    /// The mips of all bitmaps, from 1 on.
    var bitmaps: [Bitmap] { chains.values.flatMap { $0.mips.dropFirst() } }

    var byteCount: Int { bitmaps.reduce(0) { $0 + $1.byteCount } }

    /// Ends a frame: forgets the mips of bitmaps that were not shown for a while, or that nobody else has.
    mutating func forget(notIn frame: Frame) {
        guard !chains.isEmpty else { return }
        let shown = Set(frame.layers.lazy.compactMap(\.bitmap).map { ObjectIdentifier($0) })
        for key in Array(chains.keys) {
            if shown.contains(key) {
                chains[key]?.unused = 0
            } else {
                chains[key]?.unused += 1
            }
            let isOver = chains[key]?.unused == Self.mostUnused || chains[key]?.isAlone() == true
            if isOver { chains[key] = nil }
        }
    }
}

extension Bitmap {
    /// Half as wide and high, rounded up; a pixel is the mean of 2x2.
    var halved: Bitmap {
        let half = size.halved
        return Bitmap(half) { means in
            for y in 0..<half.height {
                let above = start + 2 * y * width
                let below = start + min(2 * y + 1, height - 1) * width
                rows_halve(means + y * half.width, width, above, below)
            }
        }
    }
}
