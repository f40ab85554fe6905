internal import Geometry
internal import Picture
internal import System

/// One thing to draw, prepared for both compositors.
struct DrawOperation {
    enum Content {
        case picture(Sampling)
        case colour(Colour)
        case gradient(Shading)
        /// The next `count` operations.
        case group(count: Int)
    }

    var content: Content
    /// What the content's colours become; nil: they stay.
    let colours: ColourMatrix?
    let combination: Frame.Combination
    /// See `Frame.Layer.weight`.
    let weight: UInt16
    /// The largest coverage that a pixel can have, 0 to 1.
    let limit: Double
    /// Those in `DrawList.outlines` that change the coverage inside `area`.
    let outlines: Range<Int>
    /// Outside of it nothing is drawn.
    var area: PixelRect
    /// Whether nothing below it is visible in `area`.
    let hidesBelow: Bool
}

/// The halved bitmaps and the colour ramps that are computed from the contents of frames, and kept
/// while frames need them.
struct MadeContents {
    var mips = MipCache()
    var ramps = RampCache()

    /// Forgets the mips that `frame` does not need, and the ramps that the last frame did not
    /// need.
    mutating func begin(_ frame: Frame) {
        mips.forget(notIn: frame)
        ramps.begin()
    }

    /// The bitmaps that OpenGL has as textures.
    var bitmaps: [Bitmap] { mips.bitmaps + ramps.bitmaps }
}

/// The visible layers of a frame, prepared for drawing. Keeps its memory from frame to frame.
struct DrawList {
    /// From the lowest to the topmost; a group stands before its operations.
    private(set) var operations: [DrawOperation] = []
    private(set) var outlines: [Outline] = []
    /// How many groups lie in each other.
    private(set) var nesting = 0
    /// Outside of it nothing is drawn.
    private(set) var area = PixelRect(x: 0, y: 0, width: 0, height: 0)

    /// Replaces the operations by those of a frame.
    mutating func prepare(_ frame: Frame, _ made: inout MadeContents) {
        operations.removeAll(keepingCapacity: true)
        outlines.removeAll(keepingCapacity: true)
        nesting = 0
        made.begin(frame)
        let screen = PixelRect(x: 0, y: 0, size: frame.size)
        append(
            frame.layers.indices, of: frame, &made,
            GroupArea(whole: screen, card: frame.card, nesting: 0))
        area = Self.area(of: operations[...])
    }

    /// Where layers of a group can be visible.
    private struct GroupArea {
        /// `whole` for layers that bleed, `card` for others.
        var whole, card: PixelRect
        /// How many groups the layers lie in.
        var nesting: Int

        func area(bleeds: Bool) -> PixelRect { bleeds ? whole : card }
    }

    /// Appends layers that belong to one group.
    private mutating func append(
        _ range: Range<Int>, of frame: Frame, _ made: inout MadeContents,
        _ groupArea: GroupArea
    ) {
        let start = operations.count
        var index = range.lowerBound
        while index < range.upperBound {
            let (layer, newest) = (frame.layers[index], operations.count)
            index += 1
            if case .group(let count, _) = layer.content {
                let end = index + min(max(0, count), range.upperBound - index)
                append(layer, index..<end, of: frame, &made, groupArea)
                index = end
            } else {
                append(layer, of: frame, &made, groupArea)
                dropHidden(from: start, card: groupArea.card)
            }
            if layer.combination.isMask { cutByMask(start..<newest) }
        }
    }

    /// Cuts the areas of operations to that of the mask after them. Removes them if there is no
    /// mask operation; removes the mask with them if nothing is left.
    private mutating func cutByMask(_ masked: Range<Int>) {
        guard let area = operations.at(masked.upperBound)?.area else {
            return operations.removeSubrange(masked)
        }
        for index in masked { operations[index].area = operations[index].area.intersection(area) }
        if operations[masked].allSatisfy(\.area.isEmpty) {
            operations.removeSubrange(masked.lowerBound...)
        }
    }

    private mutating func append(
        _ layer: Frame.Layer, of frame: Frame, _ made: inout MadeContents,
        _ groupArea: GroupArea
    ) {
        guard layer.weight > 0, let outline = Outline(layer.box),
            let cut = cut(
                layer, of: frame, outline, within: groupArea.area(bleeds: layer.bleeds)),
            let content = Self.content(of: layer, in: cut.area, &made)
        else { return }
        operations.append(
            DrawOperation(
                content: content, colours: content.isColour ? nil : layer.colours,
                combination: layer.combination, weight: layer.weight, limit: cut.limit,
                outlines: cut.outlines, area: cut.area,
                hidesBelow: layer.weight == .max && layer.content.isOpaque && cut.outlines.isEmpty
                    && layer.combination == .normal))
    }

    private static func content(
        of layer: Frame.Layer, in area: PixelRect, _ made: inout MadeContents
    ) -> DrawOperation.Content? {
        switch layer.content {
        case .bitmap(let bitmap, let shownPart):
            Sampling(bitmap, shownPart: shownPart, in: layer.box, area: area, mips: &made.mips)
                .map { .picture($0) }
        case .colour(let colour): .colour(layer.colours?.apply(colour) ?? colour)
        case .gradient(let gradient):
            Shading(gradient, in: layer.box, ramps: &made.ramps).map { .gradient($0) }
        case .group, .backdrop, .mesh, .lens: nil
        }
    }

    /// Appends a group with its layers; if the group changes nothing, only the layers.
    private mutating func append(
        _ group: Frame.Layer, _ range: Range<Int>, of frame: Frame, _ made: inout MadeContents,
        _ groupArea: GroupArea
    ) {
        guard group.weight > 0, groupArea.nesting < Frame.deepestGroup,
            let cut = cut(group, of: frame, nil, within: groupArea.area(bleeds: group.bleeds))
        else { return }
        let inner = GroupArea(
            whole: cut.area, card: cut.area.intersection(groupArea.card),
            nesting: groupArea.nesting + 1)
        nesting = max(nesting, inner.nesting)
        let isIsolated =
            group.weight < .max || group.colours != nil || !cut.outlines.isEmpty
            || group.combination != .normal || frame.combinesLayers(of: range)
        let index = operations.count
        if isIsolated {
            operations.append(
                DrawOperation(
                    content: .group(count: 0), colours: group.colours,
                    combination: group.combination, weight: group.weight, limit: cut.limit,
                    outlines: cut.outlines, area: cut.area, hidesBelow: false))
        }
        append(range, of: frame, &made, inner)
        if isIsolated { closeGroup(index) }
    }

    /// Gives a group its number of operations and its area, or removes it if it has none.
    private mutating func closeGroup(_ index: Int) {
        let inner = operations[(index + 1)...]
        guard !inner.isEmpty else { return operations.removeSubrange(index...) }
        operations[index].area = Self.area(of: inner)
        operations[index].content = .group(count: inner.count)
    }

    /// The smallest area around the lowest operations.
    func area(first count: Int) -> PixelRect { Self.area(of: operations[..<count]) }

    /// The smallest area around operations; empty without any.
    private static func area(of operations: ArraySlice<DrawOperation>) -> PixelRect {
        let none = PixelRect(x: 0, y: 0, width: 0, height: 0)
        return operations.dropFirst().reduce(operations.first?.area ?? none) {
            $0.union($1.area)
        }
    }

    /// Removes what the newest operation hides.
    private mutating func dropHidden(from start: Int, card: PixelRect) {
        guard let newest = operations.last, operations.count > start, newest.hidesBelow,
            operations[start...].allSatisfy({ newest.area.contains($0.area) })
        else { return }
        operations.removeSubrange(start..<operations.count - 1)
    }
}

extension Frame {
    /// Whether a layer directly in a group has another combination than `normal`.
    fileprivate func combinesLayers(of group: Range<Int>) -> Bool {
        var index = group.lowerBound
        while index < group.upperBound {
            if layers[index].combination != .normal { return true }
            if case .group(let count, _) = layers[index].content { index += count }
            index += 1
        }
        return false
    }
}

extension DrawOperation.Content {
    fileprivate var isColour: Bool {
        if case .colour = self { true } else { false }
    }
}

// Coverage.
extension DrawList {
    /// Where a layer is visible, and what changes its coverage there.
    private struct Cut {
        var area: PixelRect
        var outlines: Range<Int>
        var limit: Double
    }

    /// What a layer's own outline and its clips leave of `area`; nil if that is nothing.
    private mutating func cut(
        _ layer: Frame.Layer, of frame: Frame, _ own: Outline?, within area: PixelRect
    ) -> Cut? {
        let start = outlines.count
        if let own { outlines.append(own) }
        var clip = layer.clip
        while let index = clip {
            guard let outline = Outline(frame.clips[index].box) else { return nil }
            outlines.append(outline)
            clip = frame.clips[index].parent
        }
        return cut(area, from: start)
    }

    /// What the outlines from `start` on leave; those that change nothing are removed.
    private mutating func cut(_ area: PixelRect, from start: Int) -> Cut? {
        let area = outlines[start...].reduce(area) { $1.pixels(in: $0) }
        guard !area.isEmpty else { return nil }
        for index in outlines.indices[start...].reversed() where outlines[index].contains(area) {
            outlines.remove(at: index)
        }
        let limit = outlines[start...].reduce(1) { min($0, $1.limit) }
        return Cut(area: area, outlines: start..<outlines.count, limit: limit)
    }
}
