internal import Geometry
internal import Picture
internal import Platform

/// Replaces the filtered groups, the backdrops, the meshes and the lenses of a frame by bitmaps,
/// for both compositors. Keeps each bitmap from frame to frame until its content changes.
struct Offscreen {
    private var pictures: [OffscreenPicture] = []
    private var lenses: [LensPainter] = []
    /// How many of `pictures` and of `lenses` the present frame has used so far.
    private var (used, usedLenses) = (0, 0)
    private var meshes = MeshPictures()
    /// The bytes of the bitmaps of `pictures` and `lenses` that the present frame has used so far.
    private var bytes = 0
    /// How many bytes those may have until the layers that show them are merged.
    var budget = Self.standardBudget
    /// See `BandPainter.isUnwanted`.
    var isUnwanted: () -> Bool = { false }
    private var ownCounts = DrawCounts()

    var counts: DrawCounts { ownCounts + meshes.counts }

    /// The bytes of all bitmaps that are kept, with their smaller copies.
    var cachedBytes: Int {
        pictures.reduce(0) { $0 + $1.bytes } + lenses.reduce(0) { $0 + $1.bytes }
            + meshes.cachedBytes
    }

    static let standardBudget = 256_000_000
    /// How many backdrops a group may have until its layers are merged. Each backdrop is drawn from
    /// all layers below it: without a limit the time would grow with the square of their number.
    static let mostBackdrops = 8

    /// The frame with bitmaps in the place of its filtered groups, backdrops, meshes and lenses.
    mutating func flattened(_ frame: Frame) -> Frame {
        (used, usedLenses, bytes) = (0, 0, 0)
        meshes.begin()
        defer { meshes.end() }
        guard frame.needsOffscreen else {
            pictures.removeAll()
            lenses.removeAll()
            return frame
        }
        var flat = frame.withoutLayers
        add(frame.layers.indices, of: frame, to: &flat, within: nil)
        pictures.removeLast(pictures.count - used)
        lenses.removeLast(lenses.count - usedLenses)
        return flat
    }

    /// What a flat frame has of the group whose layers are added to it.
    private struct OpenGroup {
        let firstLayer, firstClip: Int
        /// Where its layers may be seen, also those that do not bleed; nil: on the screen, and those
        /// that do not bleed only in the card.
        let area: PixelRect?
        /// How many backdrops it has that are not merged.
        var backdrops = 0
    }

    /// Adds the layers of one group, or of the whole frame; `area` as in `OpenGroup`.
    private mutating func add(
        _ range: Range<Int>, of frame: Frame, to flat: inout Frame, within area: PixelRect?
    ) {
        var group = OpenGroup(
            firstLayer: flat.layers.count, firstClip: flat.clips.count, area: area)
        var index = range.lowerBound
        while index < range.upperBound, !isUnwanted() {
            mergeIfNeeded(&group, before: frame.layers[index], of: &flat)
            let (layer, newest) = (frame.layers[index], flat.layers.count)
            index += 1
            switch layer.content {
            case .group(let count, var filter):
                if let blur = filter?.blur { filter?.blur = frame.size.limited(blur: blur) }
                let inner = index..<index + min(max(0, count), range.upperBound - index)
                index = inner.upperBound
                if let filter {
                    addFiltered(layer, filter, inner, of: frame, to: &flat)
                } else {
                    let opened = flat.openGroup(like: layer)
                    add(inner, of: frame, to: &flat, within: area)
                    flat.closeGroup(opened)
                }
            case .backdrop(var backdrop):
                backdrop.blur = frame.size.limited(blur: backdrop.blur)
                addBackdrop(layer, backdrop, group.firstLayer..<flat.layers.count, to: &flat)
                group.backdrops += 1
            case .mesh(let mesh): meshes.add(layer, mesh, to: &flat)
            case .lens(let lens): addLens(layer, lens, to: &flat)
            default: flat.add(layer)
            }
            if flat.layers.count == newest { flat.addMaskOfNothing(layer.compositing) }
        }
    }

    /// Merges the layers of a group so far if they have many backdrops and another follows, or if
    /// their bitmaps take much memory. These bitmaps are then not kept for the next frame.
    private mutating func mergeIfNeeded(
        _ group: inout OpenGroup, before next: Frame.Layer, of flat: inout Frame
    ) {
        if bytes + meshes.bytes > budget, flat.layers.count > group.firstLayer + 1 {
            let (pictures, lenses) = (used, usedLenses)
            bytes = 0
            merge(&group, of: &flat)
            for index in 0..<pictures { self.pictures[index] = OffscreenPicture() }
            for index in 0..<lenses { self.lenses[index] = LensPainter() }
            meshes.forgetUsed()
        } else if case .backdrop = next.content, group.backdrops == Self.mostBackdrops {
            merge(&group, of: &flat)
        }
    }

    /// Replaces the layers of a group so far by one layer that shows what they show.
    private mutating func merge(_ group: inout OpenGroup, of flat: inout Frame) {
        let range = group.firstLayer..<flat.layers.count
        let whole = PixelRect(x: 0, y: 0, size: flat.size)
        let rect = group.area.map { flat.bounds(of: range, in: $0).outer } ?? whole
        guard !rect.isEmpty else { return }
        let part = group.area == nil ? flat.only(range) : flat.cutOut(rect, range)
        let (content, box) = picture(of: part, rect, Frame.Filter(blur: 0)).shown()
        flat.replaceLayers(
            from: group.firstLayer, clipsFrom: group.firstClip,
            by: Frame.Layer(content, box: box, bleeds: true))
        group.backdrops = 0
    }

    private mutating func addLens(
        _ layer: Frame.Layer, _ lens: Frame.LensBitmaps, to flat: inout Frame
    ) {
        guard layer.weight > 0 else { return }
        if usedLenses == lenses.count { lenses.append(LensPainter()) }
        let bitmap = lenses[usedLenses].bitmap(of: lens)
        usedLenses += 1
        bytes += bitmap.byteCount
        var shown = layer
        shown.content = .bitmap(bitmap)
        flat.add(shown)
    }

    private mutating func addFiltered(
        _ group: Frame.Layer, _ filter: Frame.Filter, _ inner: Range<Int>, of frame: Frame,
        to flat: inout Frame
    ) {
        guard group.weight > 0 else { return }
        let extent = GaussianBlur.extent(deviation: filter.blur)
        let visible = frame.area(bleeds: group.bleeds).beforeMove(by: filter.offset)
        let area = visible.expanded(by: extent)
        var own = frame.withoutLayers
        add(inner, of: frame, to: &own, within: area)
        let bounds = own.bounds(of: own.layers.indices, in: area)
        // With `repeatsEdges` the blur repeats the outermost pixels. An outermost pixel that is
        // covered only in part would make the whole edge translucent. So such pixels are left out,
        // unless there are no others.
        let inner = bounds.inner.isEmpty ? bounds.outer : bounds.inner
        let rect =
            filter.repeatsEdges
            ? inner
            : bounds.outer.expanded(by: extent).intersection(area)
        guard !bounds.outer.isEmpty, !rect.isEmpty else { return }
        let picture = picture(of: own.cutOut(rect, own.layers.indices), rect, filter)
        let clip =
            filter.repeatsEdges
            ? flat.add(
                .init(.init(bounds.outer, movedBy: filter.offset), parent: group.clip))
            : group.clip
        let (content, box) = picture.shown(movedBy: filter.offset)
        flat.add(
            Frame.Layer(
                content, box: box, opacity: group.opacity, clip: clip, bleeds: group.bleeds,
                colours: group.colours, compositing: group.compositing))
    }

    /// Adds a backdrop: the layers of its group so far, blurred, in the box of `layer`, with the
    /// tint over them.
    private mutating func addBackdrop(
        _ layer: Frame.Layer, _ backdrop: Frame.Backdrop, _ below: Range<Int>,
        to flat: inout Frame
    ) {
        let area = flat.area(bleeds: layer.bleeds)
        guard layer.weight > 0, let seen = Outline(layer.box)?.pixels(in: area), !seen.isEmpty
        else { return }
        let filter = Frame.Filter(blur: backdrop.blur, repeatsEdges: true)
        let rect = seen.expanded(by: GaussianBlur.extent(deviation: backdrop.blur))
            .aligned(to: 1 << (GaussianBlur(deviation: backdrop.blur)?.halvings ?? 0))
            .intersection(area)
        let picture = picture(of: flat.cutOut(rect, below), rect, filter)
        let clip = flat.add(Frame.Clip(layer.box, parent: layer.clip))
        let group = flat.openGroup(
            opacity: layer.opacity, clip: clip, bleeds: layer.bleeds,
            compositing: layer.compositing)
        let (content, box) = picture.shown()
        flat.add(Frame.Layer(content, box: box, bleeds: true, colours: layer.colours))
        flat.add(Frame.Layer(.colour(backdrop.tint), box: Frame.Box(rect), bleeds: true))
        flat.closeGroup(group)
    }

    /// Draws a part of a frame, which lies in `rect`, and filters it.
    private mutating func picture(
        of part: Frame, _ rect: PixelRect, _ filter: Frame.Filter
    ) -> OffscreenPicture {
        if used == pictures.count { pictures.append(OffscreenPicture()) }
        pictures[used].draw(part, at: rect, filter, &ownCounts, isUnwanted)
        bytes += pictures[used].bytes
        used += 1
        return pictures[used - 1]
    }
}

/// The filtered bitmap of a part of a frame, and what it was drawn from.
private struct OffscreenPicture {
    private var list = DrawList()
    private var lastList = DrawList()
    private var derived = DerivedContents()
    private var painter = BandPainter()
    private var rect = PixelRect.nothing
    private var filter = Frame.Filter(blur: 0)
    /// `pixelSide`: how many pixels of the screen a pixel of the bitmap is wide and high. `border`:
    /// how many of its own pixels the bitmap has beyond the rectangle on each side.
    private var (pixelSide, border) = (1, 0)
    /// Nil before the first drawing.
    private var bitmap: Bitmap?

    /// Draws a frame that lies in a rectangle of the screen, if anything has changed.
    mutating func draw(
        _ part: Frame, at rect: PixelRect, _ filter: Frame.Filter, _ counts: inout DrawCounts,
        _ isUnwanted: @escaping () -> Bool
    ) {
        painter.isUnwanted = isUnwanted
        swap(&list, &lastList)
        list.prepare(part, &derived)
        let isSame = self.rect.size == rect.size && self.filter.isSameButMoved(filter)
        self.rect = rect
        self.filter = filter
        let whole = PixelRect(x: 0, y: 0, size: part.size)
        if bitmap != nil, isSame, list.damage(since: lastList).isEmpty {
            return counts.add(kept: whole)
        }
        counts.add(list, in: whole)
        counts.add(drawn: whole)
        let drawn = drawn(part.size)
        let blur = GaussianBlur(deviation: filter.blur)
        pixelSide = 1 << (blur?.halvings ?? 0)
        border = blur != nil && filter.repeatsEdges ? 1 : 0
        let blurred = blur?.blurred(drawn, repeatsEdges: filter.repeatsEdges) ?? drawn
        bitmap = filter.alphaFactor == 1 ? blurred : blurred.withAlphas(times: filter.alphaFactor)
    }

    /// The bytes of the bitmap, and of the smaller copies of what it was drawn from.
    var bytes: Int { (bitmap?.byteCount ?? 0) + derived.mips.byteCount }

    private mutating func drawn(_ size: PixelSize) -> Bitmap {
        Bitmap(size) { pixels in
            let whole = PixelRect(x: 0, y: 0, size: size)
            painter.draw(list, whole, into: PixelTarget(pixels, size))
        }
    }

    /// The content and the box of a layer that shows the bitmap.
    func shown(movedBy offset: Point = Point(x: 0, y: 0)) -> (Frame.Content, Frame.Box) {
        let shown = rect.expanded(by: pixelSide * border)
        let shownPart = Rect(
            Size(
                width: Double(shown.width) / Double(pixelSide),
                height: Double(shown.height) / Double(pixelSide)))
        return (.bitmap(bitmap!, shownPart: shownPart), Frame.Box(shown, movedBy: offset))
    }
}

extension Frame {
    fileprivate var needsOffscreen: Bool {
        layers.contains { layer in
            switch layer.content {
            case .group(_, let filter): filter != nil
            case .backdrop, .mesh, .lens: true
            default: false
            }
        }
    }

    mutating func openGroup(like layer: Layer) -> Int {
        openGroup(
            opacity: layer.opacity, clip: layer.clip, bleeds: layer.bleeds,
            colours: layer.colours, compositing: layer.compositing)
    }
}

extension PixelSize {
    /// A standard deviation of at most half the shorter side: more is hardly seen, and takes
    /// memory.
    fileprivate func limited(blur: Double) -> Double {
        min(blur, Double(min(width, height)) / 2)
    }
}

extension Frame.Filter {
    fileprivate func isSameButMoved(_ other: Frame.Filter) -> Bool {
        blur == other.blur && alphaFactor == other.alphaFactor && repeatsEdges == other.repeatsEdges
    }
}

extension PixelRect {
    /// The part of a picture that is seen in this rectangle after the picture was moved by
    /// `offset`.
    fileprivate func beforeMove(by offset: Point) -> PixelRect {
        // Nothing that is moved farther is seen, and larger numbers would overflow.
        let farthest = 1e9
        func pixels(_ length: Double) -> Int {
            Int(saturating: min(max(length, -farthest), farthest))
        }
        let (x, y) = (pixels(offset.x), pixels(offset.y))
        // One more on each side: an offset may end between pixels.
        return PixelRect(x: self.x - x, y: self.y - y, size: size).expanded(by: 1)
    }

    /// The smallest rectangle around this one whose corner at the top left lies at multiples of
    /// `step`, which is a power of two.
    fileprivate func aligned(to step: Int) -> PixelRect {
        let (left, top) = (x & ~(step - 1), y & ~(step - 1))
        return PixelRect(x: left, y: top, width: endX - left, height: endY - top)
    }
}

extension Bitmap {
    /// All alphas times a factor, and the colours with them; the factor of a pixel is at most the
    /// one that makes it opaque.
    fileprivate func withAlphas(times factor: Double) -> Bitmap {
        Bitmap(size) { result in
            for index in 0..<size.area {
                result[index] = Self.pixel(start[index], withAlphaTimes: factor)
            }
        }
    }

    private static func pixel(_ pixel: UInt32, withAlphaTimes factor: Double) -> UInt32 {
        let alpha = Double(pixel >> 24)
        let limited = alpha > 0 ? min(factor, 255 / alpha) : 0
        return [24, 16, 8, 0].reduce(UInt32(0)) { result, shift in
            let product = (Double(pixel >> shift & 255) * limited).rounded()
            return result | UInt32(min(product, 255)) << shift
        }
    }
}
