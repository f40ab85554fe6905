public import Geometry
public import Picture
internal import System

/// The complete input of a compositor for one image on the screen.
public struct Frame: Sendable {
    /// A bitmap that fills the card's rectangle.
    public struct Layer: Sendable {
        public let bitmap: Bitmap
        /// 0 is invisible, 1 is opaque.
        public let opacity: Double

        public init(_ bitmap: Bitmap, opacity: Double) {
            self.bitmap = bitmap
            self.opacity = opacity
        }

        /// The opacity in both compositors' unit: 65535 is 1. Products with it are taken as 1/65536.
        var weight: UInt16 {
            UInt16(saturating: opacity * 65535)
        }

        /// Whether nothing below it is visible.
        public var coversCard: Bool { weight == .max && bitmap.isOpaque }
    }

    /// Words over the card: drawn unscaled, with a width that is a multiple of four pixels.
    public struct Overlay: Sendable {
        public var bitmap: Bitmap
        public var x, y: Int

        public init(_ bitmap: Bitmap, x: Int, y: Int) {
            (self.bitmap, self.x, self.y) = (bitmap, x, y)
        }
    }

    /// The drawable's size.
    public let size: PixelSize
    /// The layers' rectangle; the area around it is black.
    public let card: PixelRect
    /// From the lowest to the topmost; each bitmap has the size of `card`.
    public private(set) var layers: [Layer] = []
    public var overlays: [Overlay] = []

    /// A black frame of `size`, with layers to be added in `card`, a rectangle within it.
    public init(size: PixelSize, card: PixelRect) {
        precondition(
            card.x >= 0 && card.y >= 0 && card.x + card.width <= size.width
                && card.y + card.height <= size.height, "a card lies within its frame")
        (self.size, self.card) = (size, card)
    }

    /// Puts a bitmap of the card's size over the layers so far.
    public mutating func add(_ bitmap: Bitmap, opacity: Double) {
        precondition(bitmap.size == card.size, "a layer has the size of its card")
        layers.append(Layer(bitmap, opacity: opacity))
    }

    /// Removes all layers, and keeps their memory for the next ones.
    public mutating func removeLayers() { layers.removeAll(keepingCapacity: true) }

    /// The layers that change a pixel: with opacity above 0 and not under an opaque layer.
    var visibleLayers: ArraySlice<Layer> {
        let drawn = layers.filter { $0.weight > 0 }
        let lowest = drawn.lastIndex(where: \.coversCard)
        return drawn[(lowest ?? 0)...]
    }
}
