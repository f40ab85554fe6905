internal import Geometry
internal import Picture
internal import Platform

/// Draws and filters with the processor, to a bitmap. With OpenGL: `GLOffscreenPainter`.
struct BitmapPainter: OffscreenPainter {
    private var painter = BandPainter()
    private var bitmap: Bitmap?
    /// Of a mesh, sprites, a foil or waves: the bitmap that was shown before, and the one before that. The next drawing uses the
    /// memory of `oldest`. A compositor keeps `former` until it has compared the next frame with the
    /// present one.
    private var former, oldest: Bitmap?
    /// What waves moved last; its memory is used again.
    private var still: Bitmap?

    mutating func draw(
        _ list: DrawList, _ size: PixelSize, _ filter: Frame.Filter, for layer: Int?,
        _ shared: Void, _ counts: inout DrawCounts, _ isUnwanted: @escaping () -> Bool
    ) {
        painter.isUnwanted = isUnwanted
        let pixels = Bitmap.pixels(insteadOf: &still, count: size.area) { pixels in
            let whole = PixelRect(x: 0, y: 0, size: size)
            painter.draw(list, whole, into: PixelTarget(pixels, size))
        }
        let drawn = Bitmap(size, pixels, isOpaque: false)
        if let ripple = PlacedRipple(filter) {
            still = drawn
            show(
                counts.times.measure(.blur, layer: layer) {
                    ripple.rippled(drawn, insteadOf: &oldest)
                })
            return counts.add(painter.takeTimes())
        }
        stayed()
        bitmap = counts.times.measure(.blur, layer: layer) {
            guard let blur = GaussianBlur(deviation: filter.blur) else {
                return filter.alphaFactor == 1 ? drawn : drawn.withAlphas(times: filter.alphaFactor)
            }
            return blur.blurred(
                drawn, repeatsEdges: filter.repeatsEdges, alphaFactor: filter.alphaFactor)
        }
        counts.add(painter.takeTimes())
    }

    mutating func draw(_ mesh: MeshNodes, _ shared: Void) {
        show(mesh.bitmap(insteadOf: &oldest))
    }

    mutating func draw(_ sprites: PlacedSprites, _ shared: Void) {
        show(sprites.bitmap(insteadOf: &oldest))
    }

    mutating func draw(_ foil: Frame.LitFoil, _ shared: Void) {
        show(foil.bitmap(insteadOf: &oldest))
    }

    private mutating func show(_ drawn: Bitmap) {
        (bitmap, former, oldest) = (drawn, bitmap, former)
    }

    mutating func draw(_ lens: Frame.LensBitmaps, _ shared: Void) {
        bitmap = lens.bitmap()
    }

    mutating func stayed() { (former, oldest, still) = (nil, nil, nil) }

    var content: Frame.Content? { bitmap.map { .bitmap($0) } }
    var bytes: Int { bitmap?.byteCount ?? 0 }
    var cachedBytes: Int {
        [bitmap, former, oldest, still].reduce(0) { $0 + ($1?.byteCount ?? 0) }
    }
}

extension Bitmap {
    /// `count` pixels, each of which `draw` writes: in the memory of `old` if it has as many and nobody
    /// else has it, or else in new memory. New memory takes the system a fifth of the time of a mesh's
    /// drawing.
    static func pixels(
        insteadOf old: inout Bitmap?, count: Int, _ draw: (UnsafeMutablePointer<UInt32>) -> Void
    ) -> OwnedBuffer<UInt32> {
        var pixels = old?.pixels
        old = nil
        guard isKnownUniquelyReferenced(&pixels), let pixels, pixels.count == count else {
            return OwnedBuffer(count: count, draw)
        }
        pixels.rewrite(draw)
        return pixels
    }

    /// All alphas times a factor, and the colours with them; the factor of a pixel is at most the
    /// one that makes it opaque.
    fileprivate func withAlphas(times factor: Double) -> Bitmap {
        Bitmap(size) { result in
            for index in 0..<size.area {
                result[index] = Self.pixel(start[index], withAlphaTimes: factor)
            }
        }
    }

    private static func pixel(_ pixel: UInt32, withAlphaTimes factor: Double) -> UInt32 {
        let alpha = Double(pixel >> 24)
        let limited = alpha > 0 ? min(factor, 255 / alpha) : 0
        return [24, 16, 8, 0].reduce(UInt32(0)) { result, shift in
            let product = (Double(pixel >> shift & 255) * limited).rounded()
            return result | UInt32(min(product, 255)) << shift
        }
    }
}
