import ArgumentParser
import Geometry
import Platform
import Playback

/// What `render` writes.
enum RenderOutput {
    case picture
    /// Numbered pictures in a folder.
    case folder
    /// An animated PNG.
    case animation
    case film(FilmFormat)

    /// What `path` and these options mean; a PNG is an animation if something moves the card.
    init(_ path: String, moves: Bool) {
        if let format = FilmFormat(ending: path) {
            self = .film(format)
        } else if path.hasSuffix("/") || FileKind(path) == .folder {
            self = .folder
        } else {
            self = moves || path.lowercased().hasSuffix(".apng") ? .animation : .picture
        }
    }

    /// Frames a second if nothing else is asked for.
    var usualRate: Double {
        switch self {
        case .folder: 60
        case .film(let format): format.usualRate
        case .picture, .animation: 20
        }
    }

    /// The size of the pictures: that of --size, or that for a card of this size; nil: the card's own.
    func size(_ asked: PixelSize?, card: Size) -> PixelSize? {
        guard case .film(let format) = self else { return asked }
        return asked.map(format.possible) ?? format.usualSize(card)
    }
}
