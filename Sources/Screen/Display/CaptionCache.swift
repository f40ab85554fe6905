internal import Picture

/// The bitmaps of captions, each drawn once and kept while it is shown.
struct CaptionCache {
    private var drawn: [(caption: Caption, bitmap: Bitmap)] = []

    /// Begins to show these captions, and forgets others.
    mutating func show(_ captions: [Caption]) {
        drawn = captions.compactMap { caption in
            drawn.first { $0.caption == caption } ?? caption.bitmap().map { (caption, $0) }
        }
    }

    /// The bitmap of a caption that is shown; nil if there is no memory.
    subscript(caption: Caption) -> Bitmap? { drawn.first { $0.caption == caption }?.bitmap }
}
