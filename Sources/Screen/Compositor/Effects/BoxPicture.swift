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

    /// Nil before the first drawing.
    var content: Frame.Content? { painter.content }

    func shows(_ subject: Subject) -> Bool { shown == subject }

    mutating func draw(_ subject: Subject, _ shared: Painter.Shared) throws(Painter.Failure) {
        if shows(subject) { return painter.stayed() }
        switch subject {
        case .lens(let lens): try painter.draw(lens, shared)
        case .foil(let foil): try painter.draw(foil, shared)
        }
        shown = subject
    }
}
