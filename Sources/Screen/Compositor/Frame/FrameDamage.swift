internal import Geometry
internal import Picture

/// The parts of a drawn frame that are compared with the next one, so that only what differs is
/// drawn.
struct FrameDamage {
    private let size: PixelSize
    private let card: PixelRect
    /// The visible layers of a plain frame; nil for other frames, which have a list of operations.
    private let layers: [PlainLayer]?
    private let overlays: [Frame.Overlay]
    /// The lens of a frame that shows nothing else (`Frame.soleLens`); nil for other frames.
    private let lens: Frame.LensBitmaps?

    init(_ frame: Frame, lens: Frame.LensBitmaps? = nil) {
        self.lens = lens
        (size, card, overlays) = (frame.size, frame.card, frame.overlays)
        layers = frame.isPlain ? Array(frame.visibleLayers) : nil
    }

    private var whole: PixelRect { PixelRect(x: 0, y: 0, size: size) }

    /// The pixels in which layers may differ from those of a frame drawn before. `list` and `oldList`
    /// are the lists of both frames, and are not used if the frames are plain.
    func layerDamage(since old: FrameDamage, _ list: DrawList, _ oldList: DrawList) -> PixelRect {
        guard size == old.size, card == old.card, (layers == nil) == (old.layers == nil) else {
            return whole
        }
        var damage = whole.intersection(list.damage(since: oldList))
        if let layers, let oldLayers = old.layers {
            damage = layers == oldLayers ? .nothing : card
        }
        return lens == old.lens ? damage : damage.joined(card)
    }

    /// The same for overlays.
    func overlayDamage(since old: FrameDamage) -> PixelRect {
        var damage = PixelRect.nothing
        for index in 0..<max(overlays.count, old.overlays.count) {
            let (one, other) = (overlays.at(index), old.overlays.at(index))
            guard one?.bitmap !== other?.bitmap || one?.x != other?.x || one?.y != other?.y else {
                continue
            }
            damage = damage.joined(one?.area ?? .nothing).joined(other?.area ?? .nothing)
        }
        return damage
    }

    /// The rectangle that has to be drawn to show `damage`; the whole frame if they are nil. It
    /// holds the whole of each overlay that it touches, unless there are to be none, whole rows of a
    /// plain frame, and whole quads of other frames.
    func part(toDraw damage: PixelRect?, withOverlays: Bool = true) -> PixelRect {
        guard let damage else { return whole }
        var (part, last) = (damage, PixelRect.nothing)
        while part != last, !part.isEmpty {
            last = part
            for overlay in overlays where withOverlays && !overlay.area.intersection(part).isEmpty {
                part = part.joined(overlay.area)
            }
            let columns = layers == nil ? part.x / 4 * 4..<(part.endX + 3) / 4 * 4 : whole.columns
            part = PixelRect(
                x: columns.lowerBound, y: part.y, width: columns.count, height: part.height
            ).intersection(whole)
        }
        return part
    }
}

extension DrawList {
    /// The pixels in which this list may differ from another one.
    func damage(since old: DrawList) -> PixelRect {
        let count = min(operations.count, old.operations.count)
        func isSame(_ index: Int, _ oldIndex: Int) -> Bool {
            self.isSame(at: index, as: oldIndex, in: old)
        }
        if operations.count == old.operations.count {
            return operations.indices.filter { !isSame($0, $0) }.reduce(.nothing) {
                $0.joined(operations[$1].area).joined(old.operations[$1].area)
            }
        }
        let first = (0..<count).first { !isSame($0, $0) } ?? count
        let sameAtEnd =
            (0..<count - first).first {
                !isSame(operations.count - 1 - $0, old.operations.count - 1 - $0)
            } ?? count - first
        let changed =
            operations[first..<operations.count - sameAtEnd]
            + old.operations[first..<old.operations.count - sameAtEnd]
        return changed.reduce(.nothing) { $0.joined($1.area) }
    }

    /// Whether an operation shows the same as one of another list.
    func isSame(at index: Int, as oldIndex: Int, in old: DrawList) -> Bool {
        let (operation, other) = (operations[index], old.operations[oldIndex])
        return operation.weight == other.weight && operation.mostCoverage == other.mostCoverage
            && operation.area == other.area && operation.colours == other.colours
            && operation.compositing == other.compositing
            && operation.content == other.content
            && outlines[operation.outlines] == old.outlines[other.outlines]
    }
}

extension Frame.Overlay {
    var area: PixelRect { PixelRect(x: x, y: y, size: bitmap.size) }
}

extension Array {
    func at(_ index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}

extension PixelRect {
    static let nothing = PixelRect(x: 0, y: 0, width: 0, height: 0)

    /// The smallest rectangle around both. An empty rectangle does not count.
    func joined(_ other: PixelRect) -> PixelRect {
        isEmpty ? other : other.isEmpty ? self : union(other)
    }
}
