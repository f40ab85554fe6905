internal import CRowKernels
internal import Dispatch
internal import Geometry
internal import Glibc
internal import Paint
internal import Picture
internal import Platform

/// Sprites on the screen, ready to be drawn. With OpenGL: `GLSpriteProgram`.
struct PlacedSprites: Equatable {
    /// The picture's place on the screen; its sides are multiples of 8.
    let rect: PixelRect
    /// From the picture's corner.
    let sprites: [rows_sprite]
    let look: Sprites.Look
    let blend: Sprites.Blend

    /// Half of the smallest side that a sprite is drawn with, pixels; a smaller one is drawn as large, and
    /// fainter, so that it does not twinkle between the pixels.
    private static let leastHalf: Float = 1
    /// The least area of a sprite, as a share of that of the rectangle with the same sides.
    private static let leastArea: Float = 1e-3
    /// How many pixels the sprites may have together: so many as eight that fill a 4K screen. The oldest
    /// beyond it are left out.
    private static let mostPixels: Float = 64_000_000

    /// Nil if nothing of them lies in `area`.
    init?(_ sprites: Sprites, in box: Frame.Box, _ area: PixelRect) {
        var picture: SpritePicture?
        if case .picture(let shown) = sprites.look { picture = shown }
        let all = sprites.sprites.compactMap { Self.placed($0, picture, in: box) }
        let placed = Self.newest(all, in: area)
        guard let rect = Self.rect(around: placed, in: area) else { return nil }
        self.rect = rect
        (look, blend) = (sprites.look, sprites.blend)
        self.sprites = placed.map { sprite in
            var moved = sprite
            (moved.x, moved.y) = (sprite.x - Float(rect.x), sprite.y - Float(rect.y))
            return moved
        }
    }

    /// Nil if it lies behind the eye or far away, or has no size.
    private static func placed(
        _ sprite: Sprite, _ picture: SpritePicture?, in box: Frame.Box
    ) -> rows_sprite? {
        guard box.toScreen.isAffine || box.inFront.contains(sprite.place) else { return nil }
        let map = box.toScreen.affineApproximation(at: sprite.place)
        let centre = box.toScreen.apply(sprite.place)
        guard abs(centre.x) < 1e6, abs(centre.y) < 1e6 else { return nil }
        let angle = Double(sprite.angle)
        let (sine, cosine) = (sin(angle), cos(angle))
        func axis(_ x: Double, _ y: Double, _ side: Float) -> SIMD2<Float> {
            let half = Double(side) / 2
            return SIMD2(
                Float((map.a * x + map.c * y) * half), Float((map.b * x + map.d * y) * half))
        }
        var u = axis(cosine, sine, sprite.width)
        var v = axis(-sine, cosine, sprite.height)
        var alpha = sprite.colour.w
        for length in [enlarge(&u), enlarge(&v)] {
            guard let length else { return nil }
            alpha *= length
        }
        let rectangle = (u * u).sum().squareRoot() * (v * v).sum().squareRoot()
        guard alpha > 0, abs(u.x * v.y - u.y * v.x) > leastArea * rectangle,
            max(abs(u).max(), abs(v).max()) < 1e5
        else { return nil }
        let colour = sprite.colour * alpha
        return rows_sprite(
            x: Float(centre.x), y: Float(centre.y), u_x: u.x, u_y: u.y, v_x: v.x, v_y: v.y,
            colour: (colour.x, colour.y, colour.z, alpha),
            square: picture?.square(forSide: 2 * rectangle.squareRoot()) ?? 0)
    }

    /// Gives an axis its least length, and the share of its own length; nil if it has none.
    private static func enlarge(_ axis: inout SIMD2<Float>) -> Float? {
        let length = (axis * axis).sum().squareRoot()
        guard length > 1e-4 else { return nil }
        guard length < leastHalf else { return 1 }
        axis *= leastHalf / length
        return length / leastHalf
    }

    /// The sprites without the oldest ones beyond `mostPixels`.
    private static func newest(_ sprites: [rows_sprite], in area: PixelRect) -> [rows_sprite] {
        let first = SIMD2(Float(area.x), Float(area.y))
        let end = SIMD2(Float(area.endX), Float(area.endY))
        var pixels = Float(0)
        let last = sprites.lastIndex { sprite in
            let (low, high) = sprite.corners
            let seen = pointwiseMax(pointwiseMin(high, end) - pointwiseMax(low, first), .zero)
            pixels += seen.x * seen.y
            return pixels > mostPixels
        }
        return last.map { Array(sprites[($0 + 1)...]) } ?? sprites
    }

    private static func rect(around sprites: [rows_sprite], in area: PixelRect) -> PixelRect? {
        var (low, high) = (SIMD2<Float>(repeating: .infinity), SIMD2<Float>(repeating: -.infinity))
        for sprite in sprites {
            let corners = sprite.corners
            low = pointwiseMin(low, corners.low)
            high = pointwiseMax(high, corners.high)
        }
        guard low.x < high.x else { return nil }
        let (x, y) = (Int(low.x.rounded(.down)), Int(low.y.rounded(.down)))
        let seen = PixelRect(
            x: x, y: y, width: Int(high.x.rounded(.up)) - x, height: Int(high.y.rounded(.up)) - y
        ).intersection(area)
        guard !seen.isEmpty else { return nil }
        // Steps, so that the next frame's picture can often take the memory of this one.
        let (left, top) = (seen.x & ~31, seen.y & ~31)
        return PixelRect(
            x: left, y: top, width: (seen.endX - left + 31) & ~31,
            height: (seen.endY - top + 31) & ~31)
    }

    static func == (one: PlacedSprites, other: PlacedSprites) -> Bool {
        one.rect == other.rect && one.look == other.look && one.blend == other.blend
            && one.sprites.count == other.sprites.count
            && one.sprites.withUnsafeBytes { own in
                other.sprites.withUnsafeBytes { own.elementsEqual($0) }
            }
    }
}

// Drawing.
extension PlacedSprites {
    /// How many rows are drawn at a time: they stay in the cache of a core.
    fileprivate static let bandHeight = 16
    /// The least number of pixels that several threads draw.
    private static let worthThreads = 100_000

    /// Draws them. The drawing takes `old`, and uses its memory if it has as many pixels and nobody else
    /// has it.
    func bitmap(insteadOf old: inout Bitmap?) -> Bitmap {
        let (sprites, ranges) = bands
        let pixels = Bitmap.pixels(insteadOf: &old, count: rect.size.area) { pixels in
            sprites.withUnsafeBufferPointer { sprites in
                let work = SpriteBands(
                    placed: self, sprites: sprites, ranges: ranges, pixels: pixels)
                let isLarge = rect.size.area >= Self.worthThreads
                let workers = isLarge ? min(ranges.count, processorCount) : 1
                DispatchQueue.concurrentPerform(iterations: workers) { worker in
                    work.draw(stride(from: worker, to: ranges.count, by: workers))
                }
            }
        }
        return Bitmap(rect.size, pixels, isOpaque: false)
    }

    /// The sprites that lie in each band, and their ranges.
    private var bands: (sprites: [rows_sprite], ranges: [Range<Int>]) {
        let count = (rect.height + Self.bandHeight - 1) / Self.bandHeight
        let touched = sprites.map { sprite in
            let half = Swift.abs(sprite.u_y) + Swift.abs(sprite.v_y) + 1
            func band(_ y: Float) -> Int {
                Int((y / Float(Self.bandHeight)).rounded(.down))
            }
            let (first, last) = (band(sprite.y - half), band(sprite.y + half))
            return max(0, first)..<max(max(0, first), min(count, last + 1))
        }
        var starts = [Int](repeating: 0, count: count + 1)
        for bands in touched { for band in bands { starts[band + 1] += 1 } }
        for band in 0..<count { starts[band + 1] += starts[band] }
        let none = rows_sprite(
            x: 0, y: 0, u_x: 0, u_y: 0, v_x: 0, v_y: 0, colour: (0, 0, 0, 0), square: 0)
        var (sorted, next) = ([rows_sprite](repeating: none, count: starts[count]), starts)
        for (sprite, bands) in zip(sprites, touched) {
            for band in bands {
                sorted[next[band]] = sprite
                next[band] += 1
            }
        }
        return (sorted, (0..<count).map { starts[$0]..<starts[$0 + 1] })
    }
}

/// The drawing of sprites, which threads share: each band has rows of the bitmap to itself.
private struct SpriteBands: @unchecked Sendable {
    let placed: PlacedSprites
    /// Those of each band, one band after the other.
    let sprites: UnsafeBufferPointer<rows_sprite>
    let ranges: [Range<Int>]
    let pixels: UnsafeMutablePointer<UInt32>

    func draw(_ bands: some Sequence<Int>) {
        let count = 2 * placed.rect.width * PlacedSprites.bandHeight
        withUnsafeTemporaryAllocation(of: UInt16.self, capacity: 2 * count) { memory in
            let even = memory.baseAddress!
            let rows = rows_pixels(even: even, odd: even + count)
            for band in bands {
                memory.initialize(repeating: 0)
                draw(band, rows)
            }
        }
    }

    private func draw(_ band: Int, _ rows: rows_pixels) {
        let (width, first) = (placed.rect.width, band * PlacedSprites.bandHeight)
        let end = min(placed.rect.height, first + PlacedSprites.bandHeight)
        var target = rows_sprite_target(rows: rows, width: width, top: first, end: end)
        let own = ranges[band]
        func draw(_ shape: rows_sprite_shape, _ picture: UnsafePointer<rows_sprite_picture>?) {
            rows_draw_sprites(
                &target, sprites.baseAddress! + own.lowerBound, own.count, shape,
                rows_sprite_blend(placed.blend), picture)
        }
        switch placed.look {
        case .shape(let shape): draw(rows_sprite_shape(shape), nil)
        case .picture(let picture):
            picture.withKernelPicture { draw(rows_sprite_pictured, $0) }
        }
        rows_finish(pixels + first * width, (end - first) * width, rows)
    }
}

extension rows_sprite_shape {
    fileprivate init(_ shape: SpriteShape) {
        self =
            switch shape {
            case .disc: rows_sprite_disc
            case .glow: rows_sprite_glow
            case .bubble: rows_sprite_bubble
            case .square: rows_sprite_square
            case .star: rows_sprite_star
            case .streak: rows_sprite_streak
            }
    }
}

extension rows_sprite_blend {
    fileprivate init(_ blend: Sprites.Blend) {
        self =
            switch blend {
            case .normal: rows_sprite_over
            case .screen: rows_sprite_screen
            case .plusLighter: rows_sprite_plus
            }
    }
}

extension rows_sprite {
    /// Of the rectangle around it, with a pixel for its soft edge.
    fileprivate var corners: (low: SIMD2<Float>, high: SIMD2<Float>) {
        let centre = SIMD2(x, y)
        let half = SIMD2(abs(u_x) + abs(v_x) + 1, abs(u_y) + abs(v_y) + 1)
        return (centre - half, centre + half)
    }
}

extension SIMD2<Float> {
    fileprivate func max() -> Float { Swift.max(x, y) }
}

private func abs(_ vector: SIMD2<Float>) -> SIMD2<Float> {
    pointwiseMax(vector, -vector)
}
