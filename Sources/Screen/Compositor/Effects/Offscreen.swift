internal import Geometry
internal import Paint
internal import Picture
internal import Platform

private let offscreenBudget = 256_000_000

/// Pixels: a smaller blur is made on the screen, because interpolation blurs a turned picture, too.
private let leastOwnBlur = 2.0

/// How many backdrops a group may have until its layers are merged. Each backdrop is drawn from all
/// layers below it: without a limit the time would grow with the square of their number.
let mostBackdrops = 8

/// Replaces the filtered groups, the backdrops, the meshes, the sprites, the lenses and the foils of a frame
/// by pictures that are drawn apart: the first two by a compositor's own painter. Keeps each picture from
/// frame to frame until its content changes.
struct Offscreen<Painter: OffscreenPainter> {
    private let shared: Painter.Shared
    private var pictures: [OffscreenPicture<Painter>] = []
    /// Of lenses and foils.
    private var boxPictures: [BoxPicture<Painter>] = []
    /// How many of `pictures` and of `boxPictures` the present frame has used so far.
    private var (used, usedBoxes) = (0, 0)
    private var meshes: MeshPictures<Painter>
    private var sprites: SpritePictures<Painter>
    /// The bytes of the bitmaps of `pictures` and `boxPictures` that the present frame has used so far.
    private var bytes = 0
    /// How many bytes those may have until the layers that show them are merged.
    var budget = offscreenBudget
    /// See `BandPainter.isUnwanted`.
    var isUnwanted: () -> Bool = { false }
    private var ownCounts = DrawCounts()

    var counts: DrawCounts { ownCounts + meshes.counts + sprites.counts }

    /// The bytes of all bitmaps that are kept, with their smaller copies.
    var cachedBytes: Int {
        pictures.reduce(0) { $0 + $1.bytes } + boxPictures.reduce(0) { $0 + $1.cachedBytes }
            + meshes.cachedBytes + sprites.cachedBytes
    }

    init(_ shared: Painter.Shared) {
        self.shared = shared
        meshes = MeshPictures(shared)
        sprites = SpritePictures(shared)
    }

    /// The frame with bitmaps in the place of its filtered groups, backdrops, meshes, sprites,
    /// lenses and foils.
    mutating func flattened(_ frame: Frame) throws(Painter.Failure) -> Frame {
        (used, usedBoxes, bytes) = (0, 0, 0)
        meshes.begin()
        sprites.begin()
        defer {
            meshes.end()
            sprites.end()
        }
        guard frame.needsOffscreen else {
            pictures.removeAll()
            boxPictures.removeAll()
            return frame
        }
        var flat = frame.withoutLayers
        try add(frame.layers.indices, of: frame, to: &flat, within: nil)
        pictures.removeLast(pictures.count - used)
        boxPictures.removeLast(boxPictures.count - usedBoxes)
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
    ) throws(Painter.Failure) {
        var group = OpenGroup(
            firstLayer: flat.layers.count, firstClip: flat.clips.count, area: area)
        var index = range.lowerBound
        while index < range.upperBound, !isUnwanted() {
            try mergeIfNeeded(&group, before: frame.layers[index], of: &flat)
            let (layer, newest) = (frame.layers[index], flat.layers.count)
            flat.sceneLayer = layer.sceneLayer
            index += 1
            switch layer.content {
            case .group(let count, var filter):
                if let blur = filter?.blur { filter?.blur = frame.size.limited(blur: blur) }
                let inner = index..<index + min(max(0, count), range.upperBound - index)
                index = inner.upperBound
                if let filter {
                    try addFiltered(layer, filter, inner, of: frame, to: &flat)
                } else {
                    let opened = flat.openGroup(like: layer)
                    try add(inner, of: frame, to: &flat, within: area)
                    flat.closeGroup(opened)
                }
            case .backdrop(var backdrop):
                backdrop.blur = frame.size.limited(blur: backdrop.blur)
                try addBackdrop(layer, backdrop, group.firstLayer..<flat.layers.count, to: &flat)
                group.backdrops += 1
            case .mesh(let mesh): try meshes.add(layer, mesh, to: &flat)
            case .sprites(let own): try sprites.add(layer, own, to: &flat)
            case .lens(let lens): try addBoxPicture(layer, .lens(lens), to: &flat)
            case .foil(let foil): try addBoxPicture(layer, .foil(foil), to: &flat)
            default: flat.add(layer)
            }
            if flat.layers.count == newest { flat.addMaskOfNothing(layer.compositing) }
        }
    }

    /// Merges the layers of a group so far if they have many backdrops and another follows, or if
    /// their bitmaps take much memory. These bitmaps are then not kept for the next frame.
    private mutating func mergeIfNeeded(
        _ group: inout OpenGroup, before next: Frame.Layer, of flat: inout Frame
    ) throws(Painter.Failure) {
        if bytes + meshes.bytes + sprites.bytes > budget, flat.layers.count > group.firstLayer + 1 {
            let (pictures, boxPictures) = (used, usedBoxes)
            bytes = 0
            try merge(&group, of: &flat)
            for index in 0..<pictures { self.pictures[index] = OffscreenPicture<Painter>() }
            for index in 0..<boxPictures { self.boxPictures[index] = BoxPicture() }
            meshes.forgetUsed()
            sprites.forgetUsed()
        } else if case .backdrop = next.content, group.backdrops == mostBackdrops {
            try merge(&group, of: &flat)
        }
    }

    /// Replaces the layers of a group so far by one layer that shows what they show.
    private mutating func merge(
        _ group: inout OpenGroup, of flat: inout Frame
    ) throws(Painter.Failure) {
        let range = group.firstLayer..<flat.layers.count
        let whole = PixelRect(x: 0, y: 0, size: flat.size)
        let rect = group.area.map { flat.bounds(of: range, in: $0).outer } ?? whole
        guard !rect.isEmpty else { return }
        let part = group.area == nil ? flat.only(range) : flat.cutOut(rect, range)
        let merged = try picture(of: part, rect, Frame.Filter(blur: 0), for: nil)
        guard let (content, box) = merged.shown() else { return }
        flat.replaceLayers(
            from: group.firstLayer, clipsFrom: group.firstClip,
            by: Frame.Layer(content, box: box, bleeds: true))
        group.backdrops = 0
    }

    private mutating func addBoxPicture(
        _ layer: Frame.Layer, _ subject: BoxPicture<Painter>.Subject, to flat: inout Frame
    ) throws(Painter.Failure) {
        guard layer.weight > 0 else { return }
        guard let content = try content(of: subject, for: layer.sceneLayer) else { return }
        var shown = layer
        shown.content = content
        flat.add(shown)
    }

    /// A layer that is seen twice, such as one with a shadow, is drawn once.
    private mutating func content(
        of subject: BoxPicture<Painter>.Subject, for layer: Int?
    ) throws(Painter.Failure) -> Frame.Content? {
        if let same = boxPictures[..<usedBoxes].first(where: { $0.shows(subject) }) {
            return same.content
        }
        if usedBoxes == boxPictures.count { boxPictures.append(BoxPicture()) }
        let began = processorSeconds()
        defer { ownCounts.add(processorSeconds() - began, subject.work, layer: layer) }
        try boxPictures[usedBoxes].draw(subject, shared)
        bytes += boxPictures[usedBoxes].bytes
        usedBoxes += 1
        return boxPictures[usedBoxes - 1].content
    }

    private mutating func addFiltered(
        _ group: Frame.Layer, _ filter: Frame.Filter, _ inner: Range<Int>, of frame: Frame,
        to flat: inout Frame
    ) throws(Painter.Failure) {
        guard group.weight > 0 else { return }
        if let change = filter.change {
            return try addChanged(group, filter, change, inner, of: frame, to: &flat)
        }
        // What only changes the colours of a shadow's layer changes nothing of the shadow.
        let frame = group.colours?.isConstant == true ? frame.withoutColours(of: inner) : frame
        if try addInOwnSpace(group, filter, inner, of: frame, to: &flat) { return }
        let extent = GaussianBlur.extent(deviation: filter.blur)
        let visible = frame.area(bleeds: group.bleeds).beforeMove(by: filter.offset)
        let area = visible.expanded(by: extent)
        guard !area.isEmpty else { return }
        guard !filter.repeatsEdges else {
            return try addWithEdges(group, filter, inner, of: frame, to: &flat, in: area)
        }
        let side = GaussianBlur.pixelSide(deviation: filter.blur)
        let filled = area.filled(to: side)
        let own = try flattened(inner, of: frame, in: filled, to: filled.size.divided(by: side))
        let bounds = own.bounds(of: own.layers.indices, in: own.card).outer
        let shown = bounds.expanded(by: (extent + side - 1) / side).intersection(own.card)
        guard !bounds.isEmpty, !shown.isEmpty else { return }
        let picture = try picture(
            of: own.cutOut(shown, own.layers.indices), shown.enlarged(by: side, from: filled),
            filter, group.colours, for: group.sceneLayer)
        flat.add(picture, group, group.clip, movedBy: filter.offset)
    }

    /// The same for a blur that repeats the outermost pixels: those of the group's box, or of all its
    /// layers.
    private mutating func addWithEdges(
        _ group: Frame.Layer, _ filter: Frame.Filter, _ inner: Range<Int>, of frame: Frame,
        to flat: inout Frame, in area: PixelRect
    ) throws(Painter.Failure) {
        let side = GaussianBlur.pixelSide(deviation: filter.blur)
        let part: Frame
        let (outer, rect): (PixelRect, PixelRect)
        let box = Outline(group.box)
        if let box, !box.innerPixels(in: area).isEmpty {
            (outer, rect) = (box.pixels(in: area), box.innerPixels(in: area))
            part = try flattened(inner, of: frame, in: rect, to: rect.size.divided(by: side))
        } else {
            let own = try flattened(inner, of: frame, in: area, to: area.size)
            // An outermost pixel that is covered only in part would make the whole edge translucent.
            // So such pixels are left out, unless there are no others.
            let bounds = own.bounds(of: own.layers.indices, in: own.card)
            let inside = bounds.inner.isEmpty ? bounds.outer : bounds.inner
            guard !inside.isEmpty else { return }
            outer = bounds.outer.enlarged(by: 1, from: area)
            rect = inside.enlarged(by: 1, from: area)
            part = own.cutOut(inside, own.layers.indices, to: inside.size.divided(by: side))
        }
        let picture = try picture(of: part, rect, filter, group.colours, for: group.sceneLayer)
        let clip = flat.add(
            Frame.Clip(Frame.Box(outer, movedBy: filter.offset), parent: group.clip))
        flat.add(picture, group, clip, movedBy: filter.offset)
    }

    /// A frame of `size` with bitmaps in the place of what `flattened` replaces, of layers as they lie
    /// in a rectangle. What will be blurred is drawn small, and all that lies in it.
    mutating func flattened(
        _ range: Range<Int>, of frame: Frame, in rect: PixelRect, to size: PixelSize
    ) throws(Painter.Failure) -> Frame {
        let part = frame.cutOut(rect, range, to: size)
        var flat = part.withoutLayers
        try add(part.layers.indices, of: part, to: &flat, within: flat.card)
        return flat
    }

    /// Adds a filtered group that is drawn and blurred in its own space, as large as on the screen,
    /// and shown like a picture: it is kept while the group is moved and turned. A Gaussian is round,
    /// so this gives the same. False, with nothing added, where it would not, or where the bitmap
    /// would be larger than the screen.
    private mutating func addInOwnSpace(
        _ group: Frame.Layer, _ filter: Frame.Filter, _ inner: Range<Int>, of frame: Frame,
        to flat: inout Frame
    ) throws(Painter.Failure) -> Bool {
        guard filter.blur >= leastOwnBlur, !filter.repeatsEdges,
            let toScreen = filter.ownSpace?.withoutScale, let back = toScreen.inverse,
            frame.layers[inner].allSatisfy(\.content.isPlacedAlone)
        else { return false }
        // Rounded, so that the same deviation is the same number in each frame.
        var filter = filter
        filter.blur = (filter.blur * 1024).rounded() / 1024
        var own = frame.only(inner)
        own.transform(layersFrom: 0, clipsFrom: 0, by: back)
        own.roundPlaces()
        let far = PixelRect(x: -1 << 20, y: -1 << 20, width: 1 << 21, height: 1 << 21)
        let rect = own.bounds(of: own.layers.indices, in: far).outer
            .expanded(by: GaussianBlur.extent(deviation: filter.blur))
            .filled(to: GaussianBlur.pixelSide(deviation: filter.blur))
        guard !rect.isEmpty, rect.size.area <= frame.size.area else { return false }
        let place = Homography.translation(filter.offset) * toScreen
        let corner = Homography.translation(Point(x: Double(rect.x), y: Double(rect.y)))
        let seen = Outline(Frame.Box(toScreen: place * corner, size: Size(rect.size)))
        guard let seen, !seen.pixels(in: frame.area(bleeds: group.bleeds)).isEmpty else {
            return true
        }
        let part = try flattened(
            own.layers.indices, of: own, in: rect,
            to: rect.size.divided(by: GaussianBlur.pixelSide(deviation: filter.blur)))
        let picture = try picture(of: part, rect, filter, group.colours, for: group.sceneLayer)
        flat.add(picture, group, group.clip, mappedBy: place)
        return true
    }

    /// Adds a backdrop: the layers of its group so far, blurred, in the box of `layer`, with the
    /// tint over them.
    private mutating func addBackdrop(
        _ layer: Frame.Layer, _ backdrop: Frame.Backdrop, _ below: Range<Int>,
        to flat: inout Frame
    ) throws(Painter.Failure) {
        let area = flat.area(bleeds: layer.bleeds)
        guard layer.weight > 0, let seen = Outline(layer.box)?.pixels(in: area), !seen.isEmpty
        else { return }
        let filter = Frame.Filter(blur: backdrop.blur, repeatsEdges: true)
        let side = GaussianBlur.pixelSide(deviation: backdrop.blur)
        let rect = seen.expanded(by: GaussianBlur.extent(deviation: backdrop.blur))
            .aligned(to: side).intersection(area)
        let part = flat.cutOut(rect, below, to: rect.size.divided(by: side))
        let picture = try picture(of: part, rect, filter, for: layer.sceneLayer)
        guard let (content, box) = picture.shown() else { return }
        let clip = flat.add(Frame.Clip(layer.box, parent: layer.clip))
        let group = flat.openGroup(
            opacity: layer.opacity, clip: clip, bleeds: layer.bleeds,
            compositing: layer.compositing)
        flat.add(Frame.Layer(content, box: box, bleeds: true, colours: layer.colours))
        flat.add(Frame.Layer(.colour(backdrop.tint), box: Frame.Box(rect), bleeds: true))
        flat.closeGroup(group)
    }

    /// Draws a part of a frame, which fills `rect`, changes its colours, and filters it. A filter of
    /// the changed colours gives the same as a change of the filtered ones, and there may be fewer
    /// pixels before it.
    mutating func picture(
        of part: Frame, _ rect: PixelRect, _ filter: Frame.Filter, _ colours: ColourMatrix? = nil,
        for layer: Int?
    ) throws(Painter.Failure) -> OffscreenPicture<Painter> {
        let part = colours.map(part.coloured) ?? part
        if used == pictures.count { pictures.append(OffscreenPicture<Painter>()) }
        try pictures[used].draw(part, at: rect, filter, for: layer, shared, &ownCounts, isUnwanted)
        bytes += pictures[used].bytes
        used += 1
        return pictures[used - 1]
    }
}

extension Frame {
    fileprivate var needsOffscreen: Bool {
        layers.contains { layer in
            switch layer.content {
            case .group(_, let filter): filter != nil
            case .backdrop, .mesh, .sprites, .lens, .foil: true
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

extension Frame {
    /// Without the changes of colours of layers of which only the alphas are needed. A mask by
    /// luminance needs the colours.
    fileprivate func withoutColours(of range: Range<Int>) -> Frame {
        guard layers[range].contains(where: { $0.colours != nil }),
            !layers[range].contains(where: { $0.compositing == .mask(.luminance) })
        else { return self }
        var frame = self
        frame.removeColours(of: range)
        return frame
    }

    /// Rounds the places of layers and clips, so that what stands still is exactly the same in each
    /// frame.
    fileprivate mutating func roundPlaces() {
        mapPlaces { $0.rounded(to: 1 / 1_048_576) }
    }
}

extension Frame {
    /// The same with changed colours.
    fileprivate func coloured(_ colours: ColourMatrix) -> Frame {
        var frame = withoutLayers
        let group = frame.openGroup(opacity: 1, bleeds: true, colours: colours)
        for layer in layers { frame.add(layer) }
        frame.closeGroup(group)
        return frame
    }
}

extension Frame.Content {
    /// Whether it is shown by its box alone, whatever lies below it or is drawn with it.
    fileprivate var isPlacedAlone: Bool {
        switch self {
        case .group(_, let filter): filter == nil
        case .backdrop, .lens: false
        default: true
        }
    }
}

extension PixelSize {
    /// The size in pixels that are `side` times as large, rounded up.
    fileprivate func divided(by side: Int) -> PixelSize {
        PixelSize(width: (width + side - 1) / side, height: (height + side - 1) / side)
    }

    /// A standard deviation of at most half the shorter side: more is hardly seen, and takes
    /// memory.
    fileprivate func limited(blur: Double) -> Double {
        min(blur, Double(min(width, height)) / 2)
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

    /// The rectangle in another one's pixels, each of which has `side` pixels on a side.
    func enlarged(by side: Int, from other: PixelRect) -> PixelRect {
        PixelRect(
            x: other.x + side * x, y: other.y + side * y, width: side * width,
            height: side * height)
    }

    /// With the same corner at the top left, and sides that are multiples of `step`.
    fileprivate func filled(to step: Int) -> PixelRect {
        PixelRect(
            x: x, y: y, width: (width + step - 1) / step * step,
            height: (height + step - 1) / step * step)
    }

    /// The smallest rectangle around this one whose corner at the top left lies at multiples of
    /// `step`, which is a power of two.
    fileprivate func aligned(to step: Int) -> PixelRect {
        let (left, top) = (x & ~(step - 1), y & ~(step - 1))
        return PixelRect(x: left, y: top, width: endX - left, height: endY - top)
    }
}
