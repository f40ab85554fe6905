internal import Geometry
internal import Picture

/// A picture that a compositor has drawn for itself and keeps in its own way, such as a texture.
public struct DrawnPicture: Sendable, Equatable {
    /// Another one for each content.
    let number: Int
    let size: PixelSize
    let isOpaque: Bool
    /// Which of its smaller copies this is, as in `MipCache`; 0 is the picture itself.
    private(set) var mip = 0

    init(number: Int, size: PixelSize, isOpaque: Bool) {
        (self.number, self.size, self.isOpaque) = (number, size, isOpaque)
    }

    /// A smaller copy of the picture itself.
    func mip(_ number: Int) -> DrawnPicture {
        var copy = DrawnPicture(
            number: self.number, size: (0..<number).reduce(size) { size, _ in size.halved },
            isOpaque: isOpaque)
        copy.mip = number
        return copy
    }
}

extension PixelSize {
    /// Half as wide and high, rounded up.
    var halved: PixelSize { PixelSize(width: (width + 1) / 2, height: (height + 1) / 2) }

    /// The number of the mip that is one pixel.
    var smallestMip: Int {
        let side = max(width, height)
        return side <= 1 ? 0 : Int.bitWidth - (side - 1).leadingZeroBitCount
    }
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
