internal import CRowKernels
public import Geometry
public import Picture
internal import Platform

/// A pixel buffer in `Bitmap`'s format; the owner keeps it alive during drawing.
public struct PixelTarget {
    let pixels: UnsafeMutableRawPointer
    let size: PixelSize
    /// Bytes from one row to the next; a multiple of 4.
    let bytesPerRow: Int

    public init(pixels: UnsafeMutableRawPointer, size: PixelSize, bytesPerRow: Int) {
        precondition(bytesPerRow >= 4 * size.width, "a row holds its pixels")
        (self.pixels, self.size, self.bytesPerRow) = (pixels, size, bytesPerRow)
    }

    /// The pixels of a bitmap, without gaps.
    init(_ pixels: UnsafeMutablePointer<UInt32>, _ size: PixelSize) {
        self.init(
            pixels: UnsafeMutableRawPointer(pixels), size: size, bytesPerRow: 4 * size.width)
    }

    var width: Int { size.width }
    var height: Int { size.height }

    func row(_ y: Int) -> UnsafeMutablePointer<UInt32> {
        (pixels + y * bytesPerRow).assumingMemoryBound(to: UInt32.self)
    }
}

/// Composites on the processor, row by row, after `Offscreen` has drawn filtered groups, backdrops,
/// meshes, lenses and foils as bitmaps. A lens that is all of the frame (`Frame.soleLens`) is drawn
/// without a bitmap. With OpenGL: `GLCompositor`.
public struct CPUCompositor: Compositor {
    public static let name = "cpu"
    /// The smallest width of a card, in pixels: four pixels are drawn at a time.
    public static let minimumWidth = 4

    private var offscreen = Offscreen<BitmapPainter>(())
    private var list = DrawList()
    private var derived = DerivedContents()
    private var painter = BandPainter()
    private var lastFrame: FrameDamage?
    /// The list that was prepared before `list`. Both are empty after a plain frame.
    private var lastList = DrawList()
    private var still = StaticLayerCache<CachedRows>()
    /// The pixels of the last frame before they were enlarged, if its scale was below 1.
    private var reduced: ReducedPicture?
    private var ownCounts = DrawCounts()
    /// The rectangle of the newest frame that was drawn for its layers, without what only overlays
    /// needed.
    public private(set) var drawnPart = PixelRect.nothing
    /// Asked while a frame is drawn that takes long: whether nobody wants it any more. Then it is
    /// left incomplete, and no other frame may follow.
    public var isUnwanted: () -> Bool = { false } {
        didSet { offscreen.isUnwanted = isUnwanted }
    }

    public var counts: DrawCounts { ownCounts + offscreen.counts }

    public var cachedBytes: Int {
        offscreen.cachedBytes + derived.mips.byteCount + (still.pixels?.byteCount ?? 0)
            + (reduced?.byteCount ?? 0)
    }

    public init() { mostBands = processorCount }

    /// At most so many threads draw the rows of a frame.
    public init(mostBands: Int) {
        self.mostBands = mostBands
        painter = BandPainter(mostBands: mostBands)
    }

    private let mostBands: Int

    /// Draws `frame` into `target`, which has the same size.
    public mutating func draw(_ frame: Frame, into target: PixelTarget) {
        lastFrame = nil
        _ = redraw(frame, into: target)
    }

    /// Draws what differs from the frame that was drawn last, and gives the rectangle that was
    /// drawn: empty if nothing changed. `target` must still hold the pixels of the last frame,
    /// unless this is the first frame.
    public mutating func redraw(_ frame: Frame, into target: PixelTarget) -> PixelRect {
        precondition(target.size == frame.size, "a frame fills its target")
        guard frame.scale < 1 else {
            if reduced != nil { (reduced, lastFrame) = (nil, nil) }
            return redrawSharp(frame, into: target)
        }
        let small = frame.reduced
        var picture = exchange(&reduced, with: nil) ?? ReducedPicture(small.size)
        if picture.size != small.size { picture = ReducedPicture(small.size) }
        if !picture.isDrawn { lastFrame = nil }
        _ = redrawSharp(small, into: picture.target)
        picture.enlarge(into: target, &ownCounts)
        reduced = picture
        drawnPart = PixelRect(x: 0, y: 0, size: frame.size)
        for overlay in frame.overlays { Self.draw(overlay, into: target) }
        return PixelRect(x: 0, y: 0, size: frame.size)
    }

    /// The same for a frame whose scale is 1.
    private mutating func redrawSharp(_ frame: Frame, into target: PixelTarget) -> PixelRect {
        let lens = frame.soleLens
        let frame = offscreen.flattened(lens == nil ? frame : frame.withoutLayers)
        if frame.isPlain {
            // It needs none of these, and the pictures that they hold need not stay in memory.
            (list, lastList, derived) = (DrawList(), DrawList(), DerivedContents())
            painter = BandPainter(mostBands: mostBands)
        } else {
            swap(&list, &lastList)
            list.prepare(frame, &derived)
            ownCounts.add(derived.takeTimes())
        }
        let next = FrameDamage(frame, lens: lens)
        let damage = lastFrame.map { next.layerDamage(since: $0, list, lastList) }
        let part = next.part(
            toDraw: lastFrame.flatMap { damage?.joined(next.overlayDamage(since: $0)) })
        drawnPart = next.part(toDraw: damage, withOverlays: false)
        draw(frame, lens, part, into: target)
        lastFrame = next
        return part
    }

    private mutating func draw(
        _ frame: Frame, _ lens: Frame.LensBitmaps?, _ part: PixelRect, into target: PixelTarget
    ) {
        guard !part.isEmpty else { return }
        if let lens {
            ownCounts.add(drawn: frame.card.intersection(part))
            still = StaticLayerCache()
            ownCounts.times.measure(.lens, layer: frame.layers.first?.sceneLayer) {
                Self.draw(lens, in: frame.card, part.rows, into: target)
            }
        } else if frame.isPlain {
            for _ in frame.visibleLayers {
                ownCounts.add(drawn: frame.card.intersection(part))
            }
            still = StaticLayerCache()
            ownCounts.times.measure(.fetch, layer: nil) {
                Self.drawPlain(frame, part.rows, into: target)
            }
        } else {
            drawList(part, into: target)
        }
        for overlay in frame.overlays where !overlay.area.intersection(part).isEmpty {
            Self.draw(overlay, into: target)
        }
    }

    /// Draws the operations. While the lowest ones stay the same, their pixels are kept and are not
    /// drawn again.
    private mutating func drawList(_ part: PixelRect, into target: PixelTarget) {
        painter.isUnwanted = isUnwanted
        still.follow(list, since: lastList, on: target.size)
        if let count = still.countToKeep(of: list) {
            still.keep(painter.kept(list, first: count, width: target.width), first: count)
        }
        ownCounts.add(list, from: still.count, in: part)
        painter.draw(list, part, over: still, into: target)
        ownCounts.add(painter.takeTimes())
    }

    private static func draw(
        _ lens: Frame.LensBitmaps, in card: PixelRect, _ rows: Range<Int>,
        into target: PixelTarget
    ) {
        blackenSurround(of: card, rows, in: target)
        let shown = rows.clamped(to: card.rows)
        guard !shown.isEmpty else { return }
        LensBands(
            lens, target.row(shown.lowerBound) + card.x, stride: target.bytesPerRow / 4,
            rows: shown.lowerBound - card.y..<shown.upperBound - card.y
        ).draw()
    }

    /// Draws layers that are bitmaps of the card's size.
    private static func drawPlain(_ frame: Frame, _ rows: Range<Int>, into target: PixelTarget) {
        blackenSurround(of: frame.card, rows, in: target)
        let (layers, width) = (PreparedLayer.stack(frame.visibleLayers), frame.card.width)
        withUnsafeTemporaryAllocation(
            byteCount: PixelRow.byteCount(ofColumns: width + 4), alignment: 64
        ) { memory in
            guard let memory = memory.baseAddress else { return }
            let sums = PixelRow(memory, columns: width + 4)
            for y in rows.clamped(to: frame.card.rows) {
                let row = target.row(y) + frame.card.x
                draw(layers, y: y - frame.card.y, at: row, width, sums)
            }
        }
    }

    public mutating func bitmap(_ frame: Frame) -> Bitmap {
        Bitmap(frame.size) { pixels in
            draw(frame, into: PixelTarget(pixels, frame.size))
            for index in 0..<frame.size.area { pixels[index] |= 0xFF00_0000 }
        }
    }

    private static func blackenSurround(
        of card: PixelRect, _ rows: Range<Int>, in target: PixelTarget
    ) {
        for y in rows {
            let row = target.row(y)
            let inside = y >= card.y && y < card.y + card.height
            let left = inside ? card.x : target.width
            let right = inside ? card.x + card.width : target.width
            row.update(repeating: 0, count: left)
            (row + right).update(repeating: 0, count: target.width - right)
        }
    }

    private static func draw(
        _ layers: [PreparedLayer], y: Int, at row: UnsafeMutablePointer<UInt32>, _ width: Int,
        _ sums: PixelRow
    ) {
        switch layers.count {
        case 0: row.update(repeating: 0, count: width)
        case 1 where layers[0].hidesAll: row.update(from: layers[0].row(y), count: width)
        case 2 where layers.allSatisfy(\.isOpaque):
            let (lower, upper) = (layers[0].scaledRow(y), layers[1].scaledRow(y))
            forEachQuad(width) { x in (lower[x] + upper[x]).store(at: row + x) }
        case 3 where layers.allSatisfy(\.isOpaque):
            let (lower, middle) = (layers[0].scaledRow(y), layers[1].scaledRow(y))
            let upper = layers[2].scaledRow(y)
            forEachQuad(width) { x in (lower[x] + middle[x] + upper[x]).store(at: row + x) }
        default: layOver(layers, y: y, at: row, width, sums)
        }
    }

    private static func layOver(
        _ layers: [PreparedLayer], y: Int, at row: UnsafeMutablePointer<UInt32>, _ width: Int,
        _ sums: PixelRow
    ) {
        let quads = width / 4
        for (index, layer) in layers.enumerated() {
            (index == 0 ? rows_store_copied : rows_source_over_copied)(
                sums.pixels(from: 0), quads, layer.row(y), layer.weight)
        }
        rows_finish(row, 4 * quads, sums.pixels(from: 0))
        guard width % 4 > 0 else { return }
        var last = PixelQuad.clear
        for layer in layers { layer.composite(onto: &last, at: layer.row(y) + width - 4) }
        last.storeSaturated(at: row + width - 4)
    }

    private static func draw(_ overlay: Frame.Overlay, into target: PixelTarget) {
        let bitmap = overlay.bitmap
        let layer = PreparedLayer(PlainLayer(bitmap, weight: .max), share: 1)
        guard overlay.x >= 0, overlay.x + bitmap.width <= target.width else { return }
        for y in max(0, -overlay.y)..<max(0, min(bitmap.height, target.height - overlay.y)) {
            let row = target.row(overlay.y + y) + overlay.x
            for x in Swift.stride(from: 0, to: bitmap.width, by: 4) {
                var sum = PixelQuad(row + x)
                layer.composite(onto: &sum, at: layer.row(y) + x)
                sum.storeSaturated(at: row + x)
            }
        }
    }

    /// Calls `body` with the first column of each quad. The last quad ends with the row and may
    /// overlap the one before: `body` must not depend on the target's old contents.
    @inline(__always)
    private static func forEachQuad(_ width: Int, _ body: (Int) -> Void) {
        var x = 0
        while x + 4 <= width {
            body(x)
            x += 4
        }
        if x < width { body(width - 4) }
    }
}

/// A layer of a plain frame. With OpenGL: `GLStackProgram`.
private struct PreparedLayer {
    let bitmap: Bitmap
    let isOpaque: Bool
    /// Whether nothing below it is visible.
    let hidesAll: Bool
    let weight: UInt16
    /// The layer's opacity times the share that the layers above it let through, in 1/65536.
    private let share: Lanes
    private let pixels: UnsafePointer<UInt32>

    init(_ layer: PlainLayer, share: Double) {
        bitmap = layer.bitmap
        isOpaque = bitmap.isOpaque
        hidesAll = layer.hidesAll
        weight = layer.weight
        self.share = Lanes(repeating: UInt16(saturating: share * 65535))
        pixels = bitmap.start
    }

    /// Prepares `layers`; each layer's share depends on the layers above it.
    static func stack(_ layers: ArraySlice<PlainLayer>) -> [PreparedLayer] {
        var transmitted = 1.0
        return layers.reversed().map { layer in
            let opacity = Double(layer.weight) / 65535
            defer { transmitted *= 1 - opacity }
            return PreparedLayer(layer, share: transmitted * opacity)
        }.reversed()
    }

    @inline(__always)
    func row(_ y: Int) -> UnsafePointer<UInt32> { pixels + y * bitmap.width }

    /// A row times the layer's share, where all layers are opaque.
    @inline(__always)
    func scaledRow(_ y: Int) -> ScaledRow { ScaledRow(row: row(y), share: share) }

    @inline(__always)
    func composite(onto sum: inout PixelQuad, at source: UnsafePointer<UInt32>) {
        sum.composite(PixelQuad(source).scaled(by: Lanes(repeating: weight)))
    }
}

/// The pixels of one row times a layer's share.
private struct ScaledRow {
    let row: UnsafePointer<UInt32>
    let share: Lanes

    @inline(__always)
    subscript(x: Int) -> PixelQuad { PixelQuad(row + x).scaled(by: share) }
}
