internal import Geometry

/// What a lens or a foil shows, as a picture that fills its box; drawn anew only if something else is seen.
struct BoxPicture<Painter: OffscreenPainter> {
    /// What is drawn.
    enum Subject: Equatable {
        case lens(Frame.LensBitmaps)
        case foil(Frame.LitFoil)

        /// What its drawing is counted as.
        var work: DrawTimes.Work {
            switch self {
            case .lens: .lens
            case .foil: .shade
            }
        }
    }

    private var shown: Subject?
    private var painter = Painter()

    var bytes: Int { painter.bytes }
    var cachedBytes: Int { painter.cachedBytes }

    mutating func content(
        of subject: Subject, _ shared: Painter.Shared
    ) throws(Painter.Failure) -> Frame.Content? {
        if shown == subject {
            painter.stayed()
            return painter.content
        }
        switch subject {
        case .lens(let lens): try painter.draw(lens, shared)
        case .foil(let foil): try painter.draw(foil, shared)
        }
        shown = subject
        return painter.content
    }
}
