internal import Geometry

/// Operations are kept as soon as this many lists, one after the other, have begun with the same
/// operations as the list before them. Drawing the pixels that are kept costs as much as a frame.
private let leastLists = 3
/// On larger screens nothing is kept, because kept pixels take up to 8 bytes each. 3840 x 2160 are
/// less.
private let mostPixels = 8_388_608

/// The lowest operations of a list while they stay the same: drawn once and kept as `Pixels`, over
/// which the others are drawn. The pixels are kept as the compositor has drawn them, and are not
/// rounded further, so that the frame is the same as without them.
struct StaticLayerCache<Pixels> {
    /// How many operations the kept pixels show; 0 without any.
    private(set) var count = 0
    private(set) var pixels: Pixels?
    private var size = PixelSize(width: 0, height: 0)
    /// For each of the newest lists how many of its lowest operations are the same as in the list
    /// before.
    private var staticCounts: [Int] = []

    /// Compares the next list with the one before, and forgets the pixels if the next list does not
    /// begin with the operations that they show.
    mutating func follow(_ list: DrawList, since old: DrawList, on size: PixelSize) {
        let same = size == self.size ? list.staticCount(since: old) : 0
        self.size = size
        staticCounts = staticCounts.suffix(leastLists - 1) + [same]
        if same < count { forget() }
    }

    /// How many of a list's lowest operations should be kept from now on; nil: what is kept stays.
    func countToKeep(of list: DrawList) -> Int? {
        guard staticCounts.count == leastLists, let steady = staticCounts.min(), steady > count,
            size.area <= mostPixels, list.isWorthKeeping(first: steady)
        else { return nil }
        return steady
    }

    mutating func keep(_ pixels: Pixels, first count: Int) {
        (self.pixels, self.count) = (pixels, count)
    }

    mutating func forget() { (pixels, count) = (nil, 0) }
}

extension DrawList {
    /// How many of the lowest operations are the same as those of another list. Of a group, all
    /// operations count or none.
    fileprivate func staticCount(since old: DrawList) -> Int {
        var index = 0
        while index < operations.count {
            let end = index + 1 + operations[index].innerCount
            guard end <= old.operations.count,
                (index..<end).allSatisfy({ isSame(at: $0, as: $0, in: old) })
            else { break }
            index = end
        }
        return index
    }

    /// Whether drawing the lowest operations takes at least three times as long as copying a
    /// picture of their area. Reading kept pixels takes about as long as copying two pictures.
    fileprivate func isWorthKeeping(first count: Int) -> Bool {
        let effort = operations[..<count].reduce(0) { $0 + $1.effort * $1.area.size.area }
        return effort >= 3 * area(first: count).size.area
    }
}

extension DrawOperation {
    /// The time that a pixel of the operation takes; a copied pixel takes 1. See `docs/dev/cost.md`.
    fileprivate var effort: Int {
        switch content {
        case .picture(let sampling) where sampling.copyOffset(in: area) == nil:
            3 * sampling.samples.count
        case .gradient: 3
        case .picture, .colour, .group: compositing == .normal ? 1 : 3
        }
    }
}
