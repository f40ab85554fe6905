import Glibc
public import Picture

/// Pixels to draw into, in `Bitmap`'s format; the owner keeps them alive while it draws.
public struct PixelTarget {
    let pixels: UnsafeMutableRawPointer
    let width: Int
    let height: Int
    /// Bytes from one row to the next.
    let stride: Int

    public init(pixels: UnsafeMutableRawPointer, width: Int, height: Int, stride: Int) {
        (self.pixels, self.width, self.height) = (pixels, width, height)
        self.stride = stride
    }

    func row(_ y: Int) -> UnsafeMutablePointer<UInt32> {
        (pixels + y * stride).assumingMemoryBound(to: UInt32.self)
    }
}

/// Composites on the processor: all plain layers in one pass over the pixels.
public enum CPUCompositor {
    /// The fewest pixels in a row of a card: the width of the vectors.
    public static let minimumWidth = 4

    /// Draws `frame` into `target`, which has its size.
    public static func draw(_ frame: Frame, into target: PixelTarget) {
        fillBars(around: frame.card, in: target)
        let layers = frame.visibleLayers.map(PlainLayer.init)
        for y in 0..<frame.card.height {
            draw(layers, y: y, at: target.row(frame.card.y + y) + frame.card.x, frame.card.width)
        }
        for overlay in frame.overlays { draw(overlay, into: target) }
    }

    /// The frame as a bitmap, for pictures that are kept instead of shown.
    public static func bitmap(_ frame: Frame) -> Bitmap {
        let count = frame.width * frame.height
        let pixels = [UInt32](unsafeUninitializedCapacity: count) { buffer, initialized in
            draw(
                frame,
                into: PixelTarget(
                    pixels: UnsafeMutableRawPointer(buffer.baseAddress!), width: frame.width,
                    height: frame.height, stride: frame.width * 4))
            initialized = count
        }
        return Bitmap(
            width: frame.width, height: frame.height, pixels: pixels.map { $0 | 0xFF00_0000 })
    }

    private static func fillBars(around card: PixelRect, in target: PixelTarget) {
        for y in 0..<target.height {
            let row = target.row(y)
            let inside = y >= card.y && y < card.y + card.height
            let left = inside ? card.x : target.width
            let right = inside ? card.x + card.width : target.width
            row.update(repeating: 0, count: left)
            (row + right).update(repeating: 0, count: target.width - right)
        }
    }

    private static func draw(
        _ layers: [PlainLayer], y: Int, at row: UnsafeMutablePointer<UInt32>, _ width: Int
    ) {
        switch layers.count {
        case 0: row.update(repeating: 0, count: width)
        case 1 where layers[0].isPlainCopy: row.update(from: layers[0].row(y), count: width)
        case 2 where layers[0].isPlainCopy && layers[1].isOpaque:
            crossfade(layers[0].row(y), layers[1].row(y), layers[1].weight, at: row, width)
        default: stack(layers, y: y, at: row, width)
        }
    }

    /// The commonest frame: one opaque picture fading into another.
    private static func crossfade(
        _ lower: UnsafePointer<UInt32>, _ upper: UnsafePointer<UInt32>, _ weight: UInt16,
        at row: UnsafeMutablePointer<UInt32>, _ width: Int
    ) {
        let (over, under) = (Weight(weight), Weight(.max - weight))
        forEachFour(width) { x in
            let (bottom, top) = (
                FourPixels(components: lower + x), FourPixels(components: upper + x)
            )
            FourPixels(
                even: under.scale(component: bottom.even) &+ over.scale(component: top.even),
                odd: under.scale(component: bottom.odd) &+ over.scale(component: top.odd)
            ).store(at: row + x)
        }
    }

    private static func stack(
        _ layers: [PlainLayer], y: Int, at row: UnsafeMutablePointer<UInt32>, _ width: Int
    ) {
        layers.withUnsafeBufferPointer { layers in
            forEachFour(width) { x in
                var sum = FourPixels.clear
                for layer in layers { layer.cover(&sum, at: layer.row(y) + x) }
                sum.store(at: row + x)
            }
        }
    }

    private static func draw(_ overlay: Frame.Overlay, into target: PixelTarget) {
        let bitmap = overlay.bitmap
        let layer = PlainLayer(Frame.Layer(bitmap, opacity: 1))
        guard overlay.x >= 0, overlay.x + bitmap.width <= target.width else { return }
        for y in max(0, -overlay.y)..<max(0, min(bitmap.height, target.height - overlay.y)) {
            let row = target.row(overlay.y + y) + overlay.x
            for x in Swift.stride(from: 0, to: bitmap.width, by: 4) {
                var sum = FourPixels(components: row + x)
                sum = FourPixels(even: sum.even &<< 8, odd: sum.odd &<< 8)
                layer.cover(&sum, at: layer.row(y) + x)
                sum.store(at: row + x)
            }
        }
    }

    /// Calls `body` with the first column of each four; the last four end with the row, and may
    /// be partly done before: what `body` writes must not depend on what stood there.
    @inline(__always)
    private static func forEachFour(_ width: Int, _ body: (Int) -> Void) {
        var x = 0
        while x + 4 <= width {
            body(x)
            x += 4
        }
        if x < width { body(width - 4) }
    }
}

/// A layer as the inner loop wants it.
private struct PlainLayer {
    let bitmap: Bitmap
    let weight: UInt16
    let isOpaque: Bool
    private let pixels: UnsafePointer<UInt32>
    private let over: Weight
    private let opaqueRest: Weight

    init(_ layer: Frame.Layer) {
        bitmap = layer.bitmap
        weight = layer.weight
        isOpaque = bitmap.isOpaque
        // The array is immutable and held by `bitmap`, so its storage stays where it is.
        pixels = bitmap.pixels.withUnsafeBufferPointer { $0.baseAddress! }
        over = Weight(weight)
        opaqueRest = Weight(.max - weight)
    }

    var isPlainCopy: Bool { isOpaque && weight == .max }

    @inline(__always)
    func row(_ y: Int) -> UnsafePointer<UInt32> { pixels + y * bitmap.width }

    @inline(__always)
    func cover(_ sum: inout FourPixels, at source: UnsafePointer<UInt32>) {
        let top = FourPixels(components: source)
        guard !isOpaque else { return sum.cover(with: top, weight: over, rest: opaqueRest) }
        // alpha x weight is in 1/65280; a 256th more makes it 1/65535.
        let alpha = over.scale(component: FourPixels.alpha(of: source))
        let rest = Lanes(repeating: .max) &- (alpha &+ (alpha &>> 8))
        sum.cover(with: top, weight: over, rest: Weight(rest))
    }
}
