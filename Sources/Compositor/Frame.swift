public import Picture
internal import System

/// A rectangle of whole pixels; the origin is the top left.
public struct PixelRect: Sendable, Equatable {
    public var x, y, width, height: Int

    public init(x: Int, y: Int, width: Int, height: Int) {
        (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }
}

/// The complete input of a compositor for one picture on the screen.
public struct Frame: Sendable {
    /// One of the card's pictures, with the size of the card's rectangle.
    public struct Layer: Sendable {
        public var bitmap: Bitmap
        /// 0 is invisible, 1 is opaque.
        public var opacity: Double

        public init(_ bitmap: Bitmap, opacity: Double) {
            self.bitmap = bitmap
            self.opacity = opacity
        }

        /// The opacity in both compositors' unit: 65535 is 1.
        var weight: UInt16 {
            UInt16(saturating: opacity * 65535)
        }
    }

    /// Words over the card: drawn unscaled, with a width that is a multiple of four pixels.
    public struct Overlay: Sendable {
        public var bitmap: Bitmap
        public var x, y: Int

        public init(_ bitmap: Bitmap, x: Int, y: Int) {
            (self.bitmap, self.x, self.y) = (bitmap, x, y)
        }
    }

    /// The drawable's size in pixels.
    public var width, height: Int
    /// The layers' rectangle; the area around it is black.
    public var card: PixelRect
    /// From the lowest to the topmost.
    public var layers: [Layer]
    public var overlays: [Overlay] = []

    public init(width: Int, height: Int, card: PixelRect, layers: [Layer]) {
        (self.width, self.height, self.card, self.layers) = (width, height, card, layers)
    }

    /// The layers that change a pixel: with opacity above 0 and not under an opaque layer.
    var visibleLayers: ArraySlice<Layer> {
        let drawn = layers.filter { $0.weight > 0 }
        let lowest = drawn.lastIndex { $0.weight == .max && $0.bitmap.isOpaque }
        return drawn[(lowest ?? 0)...]
    }
}
