internal import Geometry
internal import Platform

/// Draws what `Offscreen` asks for, in a compositor's own way.
protocol OffscreenPainter {
    /// What all painters of a compositor have in common.
    associatedtype Shared
    associatedtype Failure: Error

    init()

    /// Draws the operations of a list, which fill `size`, filters what they show, and keeps it.
    mutating func draw(
        _ list: DrawList, _ size: PixelSize, _ filter: Frame.Filter, for layer: Int?,
        _ shared: Shared, _ counts: inout DrawCounts, _ isUnwanted: @escaping () -> Bool
    ) throws(Failure)

    /// Draws a mesh, and keeps what it shows.
    mutating func draw(_ mesh: MeshNodes, _ shared: Shared) throws(Failure)

    /// Draws sprites, and keeps what they show.
    mutating func draw(_ sprites: PlacedSprites, _ shared: Shared) throws(Failure)

    /// Draws what is seen through a lens, and keeps it.
    mutating func draw(_ lens: Frame.LensBitmaps, _ shared: Shared) throws(Failure)

    /// Draws what is seen of a foil, and keeps it.
    mutating func draw(_ foil: Frame.LitFoil, _ shared: Shared) throws(Failure)

    /// Notes that a frame shows the same again.
    mutating func stayed()

    /// What was drawn; nil before the first drawing.
    var content: Frame.Content? { get }

    /// The bytes of what was drawn, and those with all else that is kept.
    var bytes: Int { get }
    var cachedBytes: Int { get }
}

/// The filtered picture of a part of a frame, and what it was drawn from.
struct OffscreenPicture<Painter: OffscreenPainter> {
    private var list = DrawList()
    private var lastList = DrawList()
    private var derived = DerivedContents()
    private var painter = Painter()
    private var rect = PixelRect.nothing
    private var filter = Frame.Filter(blur: 0)
    /// In how many pixels the rectangle is drawn.
    private var size = PixelSize(width: 0, height: 0)

    /// Draws a frame that fills a rectangle of the screen, or of the group's own space, in fewer
    /// pixels where it is blurred. `layer` is that of the scene that is filtered. Draws nothing if
    /// nothing has changed.
    mutating func draw(
        _ part: Frame, at rect: PixelRect, _ filter: Frame.Filter, for layer: Int?,
        _ shared: Painter.Shared, _ counts: inout DrawCounts,
        _ isUnwanted: @escaping () -> Bool
    ) throws(Painter.Failure) {
        size = part.size
        swap(&list, &lastList)
        list.prepare(part, &derived)
        counts.add(derived.takeTimes())
        let isSame = self.rect.size == rect.size && self.filter.isSameButMoved(filter)
        self.rect = rect
        self.filter = filter
        let whole = PixelRect(x: 0, y: 0, size: size)
        if painter.content != nil, isSame, list.damage(since: lastList).isEmpty {
            return counts.add(kept: whole)
        }
        counts.add(list, in: whole)
        counts.add(drawn: whole)
        try painter.draw(list, size, filter, for: layer, shared, &counts, isUnwanted)
    }

    /// The bytes of the picture, and of the smaller copies of what it was drawn from.
    var bytes: Int { painter.bytes + derived.mips.byteCount }

    /// The content and the box of a layer that shows the picture; nil before the first drawing.
    func shown(movedBy offset: Point = Point(x: 0, y: 0)) -> (Frame.Content, Frame.Box)? {
        guard let content = painter.content else { return nil }
        let side = Point(
            x: Double(rect.width) / Double(size.width), y: Double(rect.height) / Double(size.height)
        )
        let border = Double(filter.border)
        let corner = Point(
            x: Double(rect.x) - side.x * border + offset.x,
            y: Double(rect.y) - side.y * border + offset.y)
        let shown = Size(
            width: side.x * (Double(size.width) + 2 * border),
            height: side.y * (Double(size.height) + 2 * border))
        return (content, Frame.Box(toScreen: .translation(corner), size: shown))
    }
}

extension Frame {
    /// Adds a picture in the place of a filtered group.
    mutating func add(
        _ picture: OffscreenPicture<some OffscreenPainter>, _ group: Layer, _ clip: Int?,
        movedBy offset: Point = Point(x: 0, y: 0), mappedBy map: Homography = .identity
    ) {
        guard let (content, place) = picture.shown(movedBy: offset) else { return }
        var box = place
        box.toScreen = map * box.toScreen
        add(
            Layer(
                content, box: box, opacity: group.opacity, clip: clip, bleeds: group.bleeds,
                compositing: group.compositing))
    }
}

extension Frame.Filter {
    /// How many of its own pixels the filtered picture has beyond its rectangle on each side.
    var border: Int { repeatsEdges && GaussianBlur(deviation: blur) != nil ? 1 : 0 }

    fileprivate func isSameButMoved(_ other: Frame.Filter) -> Bool {
        var moved = other
        moved.offset = offset
        if change == nil { moved.ownSpace = ownSpace }
        return moved == self
    }
}
