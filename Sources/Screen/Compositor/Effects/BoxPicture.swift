internal import Geometry

/// What is seen through a lens as a picture, drawn anew only if something else is seen.
struct LensPicture<Painter: OffscreenPainter> {
    private var shown: Frame.LensBitmaps?
    private var painter = Painter()

    var bytes: Int { painter.bytes }

    /// The picture has the size of the box, `lens.table.size`.
    mutating func content(
        of lens: Frame.LensBitmaps, _ shared: Painter.Shared
    ) throws(Painter.Failure) -> Frame.Content? {
        if shown != lens {
            try painter.draw(lens, shared)
            shown = lens
        }
        return painter.content
    }
}
