import Scene

@testable import Card

extension Card {
    /// The pictures of the layers; nil for layers that show none.
    var shownPictures: [PictureContent?] { layers.map { $0.content as? PictureContent } }
}
