internal import Geometry
internal import Picture
internal import Platform

/// The filtered bitmap of a part of a frame, and what it was drawn from.
struct OffscreenPicture {
    private var list = DrawList()
    private var lastList = DrawList()
    private var derived = DerivedContents()
    private var painter = BandPainter()
    private var rect = PixelRect.nothing
    private var filter = Frame.Filter(blur: 0)
    /// In how many pixels the rectangle is drawn.
    private var size = PixelSize(width: 0, height: 0)
    /// How many of its own pixels the bitmap has beyond the rectangle on each side.
    private var border = 0
    /// Nil before the first drawing.
    private var bitmap: Bitmap?

    /// Draws a frame that fills a rectangle of the screen, or of the group's own space, in fewer
    /// pixels where it is blurred. `layer` is that of the scene that is filtered. Draws nothing if
    /// nothing has changed.
    mutating func draw(
        _ part: Frame, at rect: PixelRect, _ filter: Frame.Filter, for layer: Int?,
        _ counts: inout DrawCounts, _ isUnwanted: @escaping () -> Bool
    ) {
        painter.isUnwanted = isUnwanted
        let blur = GaussianBlur(deviation: filter.blur)
        size = part.size
        swap(&list, &lastList)
        list.prepare(part, &derived)
        counts.add(derived.takeTimes())
        let isSame = self.rect.size == rect.size && self.filter.isSameButMoved(filter)
        self.rect = rect
        self.filter = filter
        let whole = PixelRect(x: 0, y: 0, size: size)
        if bitmap != nil, isSame, list.damage(since: lastList).isEmpty {
            return counts.add(kept: whole)
        }
        counts.add(list, in: whole)
        counts.add(drawn: whole)
        let drawn = drawn(size)
        border = blur != nil && filter.repeatsEdges ? 1 : 0
        bitmap = counts.times.measure(.blur, layer: layer) {
            let blurred = blur?.blurred(drawn, repeatsEdges: filter.repeatsEdges) ?? drawn
            return filter.alphaFactor == 1
                ? blurred : blurred.withAlphas(times: filter.alphaFactor)
        }
        counts.add(painter.takeTimes())
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
        let side = Point(
            x: Double(rect.width) / Double(size.width), y: Double(rect.height) / Double(size.height)
        )
        let corner = Point(
            x: Double(rect.x) - side.x * Double(border) + offset.x,
            y: Double(rect.y) - side.y * Double(border) + offset.y)
        let shown = Size(
            width: side.x * Double(bitmap!.width), height: side.y * Double(bitmap!.height))
        return (.bitmap(bitmap!), Frame.Box(toScreen: .translation(corner), size: shown))
    }
}

extension Frame {
    /// Adds a picture in the place of a filtered group.
    mutating func add(
        _ picture: OffscreenPicture, _ group: Layer, _ clip: Int?,
        movedBy offset: Point = Point(x: 0, y: 0), mappedBy map: Homography = .identity
    ) {
        var (content, box) = picture.shown(movedBy: offset)
        box.toScreen = map * box.toScreen
        add(
            Layer(
                content, box: box, opacity: group.opacity, clip: clip, bleeds: group.bleeds,
                compositing: group.compositing))
    }
}

extension Frame.Filter {
    fileprivate func isSameButMoved(_ other: Frame.Filter) -> Bool {
        blur == other.blur && alphaFactor == other.alphaFactor && repeatsEdges == other.repeatsEdges
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
