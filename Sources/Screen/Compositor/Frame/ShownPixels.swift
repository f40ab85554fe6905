internal import Geometry
internal import Picture

/// A picture that a compositor has drawn for itself and keeps in its own way, such as a texture.
public struct DrawnPicture: Sendable, Equatable {
    /// Another one for each content.
    let number: Int
    let size: PixelSize
    let isOpaque: Bool
}

/// What a layer shows pixels of.
enum ShownPixels: Equatable {
    case bitmap(Bitmap)
    case drawn(DrawnPicture)

    var size: PixelSize {
        switch self {
        case .bitmap(let bitmap): bitmap.size
        case .drawn(let picture): picture.size
        }
    }

    /// Bitmaps are the same only if they are one object.
    static func == (one: ShownPixels, other: ShownPixels) -> Bool {
        switch (one, other) {
        case (.bitmap(let one), .bitmap(let other)): one === other
        case (.drawn(let one), .drawn(let other)): one == other
        default: false
        }
    }
}
