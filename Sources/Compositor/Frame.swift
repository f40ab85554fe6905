public import Picture

/// A rectangle of whole pixels, from the top left.
public struct PixelRect: Sendable, Equatable {
    public var x, y, width, height: Int

    public init(x: Int, y: Int, width: Int, height: Int) {
        (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }
}

/// Everything that one picture on the screen is made of; a compositor needs nothing else.
public struct Frame: Sendable {
    /// One of the card's pictures, as large as the card's rectangle.
    public struct Layer: Sendable {
        public var bitmap: Bitmap
        /// 0 is unseen, 1 is the picture as it is.
        public var opacity: Double

        public init(_ bitmap: Bitmap, opacity: Double) {
            self.bitmap = bitmap
            self.opacity = opacity
        }

        /// The opacity as both compositors use it: 65535 is 1.
        var weight: UInt16 {
            opacity.isNaN ? 0 : UInt16((min(1, max(0, opacity)) * 65535).rounded())
        }
    }

    /// Words over the card: drawn as it is, its size a multiple of four pixels wide.
    public struct Overlay: Sendable {
        public var bitmap: Bitmap
        public var x, y: Int

        public init(_ bitmap: Bitmap, x: Int, y: Int) {
            (self.bitmap, self.x, self.y) = (bitmap, x, y)
        }
    }

    /// The drawable's size in pixels.
    public var width, height: Int
    /// Where the layers are drawn; around it is black.
    public var card: PixelRect
    /// From the lowest to the topmost.
    public var layers: [Layer]
    public var overlays: [Overlay] = []

    public init(width: Int, height: Int, card: PixelRect, layers: [Layer]) {
        (self.width, self.height, self.card, self.layers) = (width, height, card, layers)
    }

    /// The layers that change a pixel: neither without opacity nor under an opaque one.
    var visibleLayers: ArraySlice<Layer> {
        let drawn = layers.filter { $0.weight > 0 }
        let lowest = drawn.lastIndex { $0.weight == .max && $0.bitmap.isOpaque }
        return drawn[(lowest ?? 0)...]
    }
}
