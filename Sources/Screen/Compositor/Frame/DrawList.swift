internal import Geometry
internal import Paint
internal import Picture
internal import Platform

/// One thing to draw, prepared for both compositors.
struct DrawOperation {
    enum Content: Equatable {
        case picture(Sampling)
        case colour(Colour)
        case gradient(Shading)
        /// The next `count` operations.
        case group(count: Int)
    }

    var content: Content
    /// What the content's colours become; nil: they stay.
    var colours: ColourMatrix?
    var compositing = Frame.CompositingOperator.normal
    /// See `Frame.Layer.weight`.
    var weight = UInt16.max
    /// The largest coverage that a pixel can have, 0 to 1.
    var mostCoverage = 1.0
    /// Those in `DrawList.outlines` that change the coverage inside `area`.
    var outlines = 0..<0
    /// Outside of it nothing is drawn.
    var area: PixelRect
    /// Whether nothing below it is visible in `area`.
    var hidesBelow = false
    /// See `Frame.Layer.sceneLayer`.
    var sceneLayer: Int?

    /// What its drawing is counted as.
    var work: DrawTimes.Work {
        guard compositing == .normal else { return .blend }
        return switch content {
        case .picture, .colour: .fetch
        case .gradient: .shade
        case .group: .blend
        }
    }
}

/// The halved bitmaps and the colour ramps that are computed from the contents of frames, and kept
/// while frames need them.
struct DerivedContents {
    var mips = MipCache()
    var ramps = RampCache()
    /// The time that halving took, since it was taken last.
    private var times = DrawTimes()

    mutating func takeTimes() -> DrawTimes { exchange(&times, with: DrawTimes()) }

    /// Which pixels are shown of a picture for a layer of the scene.
    fileprivate mutating func sampling(
        _ picture: PlacedPixels, _ density: SampleDensity, for layer: Int?
    ) -> Sampling {
        let before = mips.seconds
        defer {
            if mips.seconds > before { times.add(mips.seconds - before, .halve, layer: layer) }
        }
        return Sampling(picture, density, mips: &mips)
    }

    /// Forgets the mips of bitmaps that `frame` does not show, and the ramps that the last frame
    /// did not need.
    mutating func begin(_ frame: Frame) {
        mips.forget(notIn: frame)
        ramps.begin()
    }

    /// The mips and the bitmaps of ramps. OpenGL keeps the textures that it has made of them.
    var bitmaps: [Bitmap] { mips.bitmaps + ramps.bitmaps }
}

/// The visible layers of a frame, prepared for drawing. Keeps its memory from frame to frame.
struct DrawList {
    /// From the lowest to the topmost; a group stands before its operations.
    private(set) var operations: [DrawOperation] = []
    private(set) var outlines: [Outline] = []
    /// How many groups lie in each other at most.
    private(set) var nesting = 0
    /// Outside of it nothing is drawn.
    private(set) var area = PixelRect.nothing

    /// Replaces the operations by those of a frame.
    mutating func prepare(_ frame: Frame, _ derived: inout DerivedContents) {
        operations.removeAll(keepingCapacity: true)
        outlines.removeAll(keepingCapacity: true)
        nesting = 0
        derived.begin(frame)
        let screen = PixelRect(x: 0, y: 0, size: frame.size)
        append(
            frame.layers.indices, of: frame, &derived,
            GroupArea(whole: screen, card: frame.card, nesting: 0))
        area = Self.area(of: operations[...])
    }

    /// Where layers of a group, or of the card, can be visible.
    private struct GroupArea {
        /// `whole` for layers that bleed, `card` for others.
        var whole, card: PixelRect
        /// How many groups the layers lie in.
        var nesting: Int

        func area(bleeds: Bool) -> PixelRect { bleeds ? whole : card }
    }

    /// Appends the layers of one group, or of the card.
    private mutating func append(
        _ range: Range<Int>, of frame: Frame, _ derived: inout DerivedContents,
        _ groupArea: GroupArea
    ) {
        let start = operations.count
        var index = range.lowerBound
        while index < range.upperBound {
            let (layer, newest) = (frame.layers[index], operations.count)
            index += 1
            if case .group(let count, _) = layer.content {
                let end = index + min(max(0, count), range.upperBound - index)
                append(layer, index..<end, of: frame, &derived, groupArea)
                index = end
                if operations.count > newest, let area = opaqueArea(ofGroup: newest) {
                    cut(start..<newest, hiddenIn: area)
                }
            } else {
                append(layer, of: frame, &derived, groupArea)
                if operations.count > newest { dropHidden(from: start) }
            }
            if layer.compositing.isMask { cutByMask(start..<newest) }
        }
    }

    /// Cuts the areas of operations to the area of the mask, whose operation comes after them.
    /// Removes these operations if the mask has no operation. Removes them and the mask if their
    /// areas become empty.
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
        _ layer: Frame.Layer, of frame: Frame, _ derived: inout DerivedContents,
        _ groupArea: GroupArea
    ) {
        guard layer.weight > 0, let outline = Outline(layer.box),
            let cut = cut(
                layer, of: frame, outline, within: groupArea.area(bleeds: layer.bleeds))
        else { return }
        switch layer.content {
        case .bitmap(let bitmap, let shownPart):
            append(.bitmap(bitmap), shownPart, layer, cut, &derived, groupArea)
        case .drawn(let picture):
            append(.drawn(picture), Rect(Size(picture.size)), layer, cut, &derived, groupArea)
        case .colour(let colour):
            append(.colour(layer.colours?.apply(colour) ?? colour), layer, cut, colours: nil)
        case .gradient(let gradient, let part):
            let box = part.map(layer.box.part) ?? layer.box
            guard let shading = Shading(gradient, in: box, ramps: &derived.ramps) else { return }
            append(.gradient(shading), layer, cut, colours: layer.colours)
        case .group, .backdrop, .mesh, .sprites, .lens, .foil: break
        }
    }

    private mutating func append(
        _ content: DrawOperation.Content, _ layer: Frame.Layer, _ cut: Cut, colours: ColourMatrix?
    ) {
        operations.append(
            DrawOperation(
                content: content, colours: colours, compositing: layer.compositing,
                weight: layer.weight, mostCoverage: cut.mostCoverage, outlines: cut.outlines,
                area: cut.area,
                hidesBelow: layer.weight == .max && layer.content.isOpaque && cut.outlines.isEmpty
                    && layer.compositing == .normal,
                sceneLayer: layer.sceneLayer))
    }

    /// Appends an operation for each piece of a picture. The pieces of a mask become a group, because
    /// a mask is one operation.
    private mutating func append(
        _ pixels: ShownPixels, _ shownPart: Rect, _ layer: Frame.Layer, _ cut: Cut,
        _ derived: inout DerivedContents, _ groupArea: GroupArea
    ) {
        guard let picture = PlacedPixels(pixels, shownPart: shownPart, in: layer.box) else {
            return
        }
        let pieces = picture.pieces(of: cut.area)
        guard pieces.count > 1 else {
            guard let piece = pieces.first else { return }
            let sampling = derived.sampling(picture, piece.density, for: layer.sceneLayer)
            return append(.picture(sampling), layer, cut, colours: layer.colours)
        }
        let index = operations.count
        if layer.compositing.isMask {
            nesting = max(nesting, groupArea.nesting + 1)
            operations.append(
                DrawOperation(
                    content: .group(count: 0), compositing: layer.compositing, area: cut.area,
                    sceneLayer: layer.sceneLayer))
        }
        for piece in pieces {
            guard let part = self.cut(cut, to: piece.area) else { continue }
            let sampling = derived.sampling(picture, piece.density, for: layer.sceneLayer)
            operations.append(
                DrawOperation(
                    content: .picture(sampling), colours: layer.colours,
                    compositing: layer.compositing.isMask ? .normal : layer.compositing,
                    weight: layer.weight, mostCoverage: part.mostCoverage,
                    outlines: part.outlines, area: part.area, sceneLayer: layer.sceneLayer))
        }
        if layer.compositing.isMask { closeGroup(index) }
    }

    /// Appends a group with its layers; if the group changes nothing, only the layers.
    private mutating func append(
        _ group: Frame.Layer, _ range: Range<Int>, of frame: Frame,
        _ derived: inout DerivedContents, _ groupArea: GroupArea
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
            || group.compositing != .normal
            || frame.hasLayer(in: range) { $0.compositing != .normal }
        let index = operations.count
        if isIsolated {
            operations.append(
                DrawOperation(
                    content: .group(count: 0), colours: group.colours,
                    compositing: group.compositing, weight: group.weight,
                    mostCoverage: cut.mostCoverage, outlines: cut.outlines, area: cut.area,
                    sceneLayer: group.sceneLayer))
        }
        append(range, of: frame, &derived, inner)
        if isIsolated { closeGroup(index) }
    }

    /// Gives a group its number of operations and its area, or removes it if it has no operations.
    private mutating func closeGroup(_ index: Int) {
        let inner = operations[(index + 1)...]
        guard !inner.isEmpty else { return operations.removeSubrange(index...) }
        operations[index].area = Self.area(of: inner)
        operations[index].content = .group(count: inner.count)
    }

    /// The smallest area around the lowest `count` operations.
    func area(first count: Int) -> PixelRect { Self.area(of: operations[..<count]) }

    /// The smallest area around the areas of operations; empty without any. Empty areas count, too.
    private static func area(of operations: ArraySlice<DrawOperation>) -> PixelRect {
        operations.dropFirst().reduce(operations.first?.area ?? .nothing) { $0.union($1.area) }
    }

    /// Removes the other operations from `start` on if the newest operation hides all of them;
    /// otherwise removes nothing.
    private mutating func dropHidden(from start: Int) {
        guard let newest = operations.last, newest.hidesBelow,
            operations[start...].allSatisfy({ newest.area.contains($0.area) })
        else { return }
        operations.removeSubrange(start..<operations.count - 1)
    }
}

// What a compositor may do more simply.
extension DrawList {
    /// Whether this holds for an operation that lies in no group.
    func hasOuter(where holds: (DrawOperation) -> Bool) -> Bool {
        var index = 0
        while index < operations.count {
            if holds(operations[index]) { return true }
            index += 1 + operations[index].innerCount
        }
        return false
    }

    /// Whether an operation is a group that only multiplies one operation by another, such as a layer
    /// with a mask: the next operation is that layer, and the second next is the mask.
    func isMaskedLayer(_ index: Int) -> Bool {
        let group = operations[index]
        guard group.innerCount == 2, group.weight == .max, group.colours == nil,
            group.outlines.isEmpty
        else { return false }
        let layer = operations[index + 1]
        // Where a mask shows nothing, it lets nothing through.
        return layer.innerCount == 0 && layer.compositing == .normal
            && operations[index + 2].compositing.isMask
            && (!group.compositing.isMask || layer.area == group.area)
    }

    /// How many groups of a range lie in each other at most, without masked layers.
    func nestingWithoutMaskedLayers(_ range: Range<Int>) -> Int {
        var (index, deepest) = (range.lowerBound, 0)
        while index < range.upperBound {
            let inner = index + 1..<index + 1 + operations[index].innerCount
            if !inner.isEmpty, !isMaskedLayer(index) {
                deepest = max(deepest, 1 + nestingWithoutMaskedLayers(inner))
            }
            index = inner.upperBound
        }
        return deepest
    }
}

// What is hidden.
extension DrawList {
    /// Where a group hides what is below it; nil if this is not known, or for another operation.
    private func opaqueArea(ofGroup index: Int) -> PixelRect? {
        let group = operations[index]
        guard group.innerCount > 0, group.weight == .max, group.colours == nil,
            group.outlines.isEmpty, group.compositing == .normal
        else { return nil }
        var (inner, area) = (index + 1, PixelRect?.none)
        while inner < operations.count {
            let operation = operations[inner]
            if operation.compositing.isMask { return nil }
            if area == nil, operation.hidesBelow {
                area = operation.area.intersection(group.area)
            }
            inner += 1 + operation.innerCount
        }
        return area
    }

    /// Leaves out what an area hides of operations, of each only if at most two rectangles of it remain.
    private mutating func cut(_ range: Range<Int>, hiddenIn area: PixelRect) {
        let below = operations[range]
        guard below.allSatisfy({ $0.innerCount == 0 && $0.compositing == .normal }) else { return }
        operations.replaceSubrange(
            range,
            with: below.flatMap { operation in
                let pieces = operation.area.without(area)
                return (pieces.count > 2 ? [operation.area] : pieces).map { piece in
                    var part = operation
                    part.area = piece
                    return part
                }
            })
    }
}

extension PixelRect {
    /// The rectangles that remain without another one: above it, below it, at its left and at its right.
    fileprivate func without(_ other: PixelRect) -> [PixelRect] {
        let cut = intersection(other)
        guard !cut.isEmpty else { return [self] }
        return [
            PixelRect(x: x, y: y, width: width, height: cut.y - y),
            PixelRect(x: x, y: cut.endY, width: width, height: endY - cut.endY),
            PixelRect(x: x, y: cut.y, width: cut.x - x, height: cut.height),
            PixelRect(x: cut.endX, y: cut.y, width: endX - cut.endX, height: cut.height),
        ].filter { !$0.isEmpty }
    }
}

// Coverage.
extension DrawList {
    /// Where a layer is visible, and what changes its coverage there.
    private struct Cut {
        var area: PixelRect
        var outlines: Range<Int>
        var mostCoverage: Double
    }

    /// What `own`, which is nil for a group, and the layer's clips leave of `area`; nil if they
    /// leave nothing.
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

    /// What a cut leaves of a part of its area; nil if it leaves nothing.
    private func cut(_ cut: Cut, to part: PixelRect) -> Cut? {
        let own = outlines[cut.outlines]
        let area = own.reduce(part) { $1.pixels(in: $0) }
        guard !area.isEmpty else { return nil }
        let isWhole = own.allSatisfy { $0.contains(area) }
        return Cut(
            area: area, outlines: isWhole ? 0..<0 : cut.outlines, mostCoverage: cut.mostCoverage)
    }

    /// What the outlines from `start` on leave of `area`; nil if they leave nothing. Removes those
    /// that change nothing.
    private mutating func cut(_ area: PixelRect, from start: Int) -> Cut? {
        let area = outlines[start...].reduce(area) { $1.pixels(in: $0) }
        guard !area.isEmpty else { return nil }
        for index in outlines.indices[start...].reversed() where outlines[index].contains(area) {
            outlines.remove(at: index)
        }
        let mostCoverage = outlines[start...].reduce(1) { min($0, $1.mostCoverage) }
        return Cut(area: area, outlines: start..<outlines.count, mostCoverage: mostCoverage)
    }
}
