internal import Geometry

/// Targets that nobody uses now, kept for those who need one of the same size soon.
struct GLTargetPool {
    private struct Spare {
        let target: GLTarget
        /// The number of the frame in which it was given back.
        let time: Int
    }

    private var spares: [Spare] = []
    private var frameNumber = 0
    /// So many frames a spare target is kept.
    private static let longest = 60
    /// The bytes that spare targets may have together.
    private static let budget = 128_000_000

    var byteCount: Int { spares.reduce(0) { $0 + $1.target.byteCount } }

    /// A target with undefined pixels. `hasBytes` and `hasDepths` as in `GLTarget`.
    mutating func take(
        _ size: PixelSize, hasBytes: Bool = false, hasDepths: Bool = false
    ) throws(GLError) -> GLTarget {
        let found = spares.lastIndex {
            $0.target.size == size && $0.target.texture.hasBytes == hasBytes
                && $0.target.hasDepths == hasDepths
        }
        guard let found else {
            return try GLTarget(size, hasBytes: hasBytes, hasDepths: hasDepths)
        }
        return spares.remove(at: found).target
    }

    mutating func giveBack(_ target: GLTarget?) {
        if let target { spares.append(Spare(target: target, time: frameNumber)) }
    }

    /// Ends a frame: deletes targets that were not needed for long, and the oldest ones beyond the
    /// budget.
    mutating func endFrame() {
        spares.removeAll { frameNumber - $0.time >= Self.longest }
        while byteCount > Self.budget { spares.removeFirst() }
        frameNumber += 1
    }
}
