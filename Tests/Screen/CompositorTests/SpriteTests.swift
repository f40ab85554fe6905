import Geometry
import Glibc
import Paint
import Picture
import Testing

@testable import Compositor

/// Sprites, from both compositors.
@Suite(.serialized) @MainActor struct SpriteTests {
    private nonisolated static let size = PixelSize(width: 96, height: 64)

    private func frame(
        _ sprites: Sprites, box: Frame.Box = Frame.Box(toScreen: .identity, size: Size(size)),
        _ mode: BlendMode = .normal, over colour: Colour? = nil
    ) -> Frame {
        var frame = Frame(
            size: Self.size, card: PixelRect(x: 0, y: 0, size: Self.size))
        if let colour {
            frame.add(Frame.Layer(.colour(colour), box: frame.cardBox))
        }
        frame.add(Frame.Layer(.sprites(sprites), box: box, compositing: .blend(mode)))
        return frame
    }

    private nonisolated static func sprite(
        _ x: Double, _ y: Double, _ side: Float, _ colour: SIMD4<Float> = .one
    ) -> Sprite {
        Sprite(at: Point(x: x, y: y), width: side, height: side, colour: colour)
    }

    // MARK: Shapes

    /// The formulas of `SpriteShape`, for a sprite whose sides have many pixels.
    private nonisolated static func coverage(_ shape: SpriteShape, _ u: Double, _ v: Double)
        -> Double
    {
        let square = u * u + v * v
        func bell(_ value: Double) -> Double { max(0, value) * max(0, value) }
        switch shape {
        case .disc: return square < 1 ? 1 : 0
        case .glow: return bell(1 - square)
        case .bubble:
            let light = bell(1 - 12 * (pow(u + 0.38, 2) + pow(v + 0.38, 2)))
            return square < 1 ? min(1, 0.12 + 0.88 * pow(square, 3) + light) : 0
        case .square: return max(abs(u), abs(v)) < 1 ? 1 : 0
        case .star:
            let s = max(0, 1 - sqrt(abs(u)) - sqrt(abs(v)))
            return max(s * s * (3 - 2 * s), bell(1 - 6 * square))
        case .streak:
            return abs(u) < 1 ? bell(1 - v * v) * (1 + u) / 2 * min(1, 4 * (1 - u)) : 0
        }
    }

    @Test(arguments: SpriteShape.allCases)
    func `each shape is its formula`(shape: SpriteShape) throws {
        let sprite = Self.sprite(48.3, 31.6, 50)
        for bitmap in try drawings(frame(Sprites([sprite], shape))) {
            var strays = 0
            for y in 0..<Self.size.height {
                for x in 0..<Self.size.width {
                    let (u, v) = ((Double(x) + 0.5 - 48.3) / 25, (Double(y) + 0.5 - 31.6) / 25)
                    // The edges of discs and squares are soft over a pixel.
                    let edge = shape == .square ? max(abs(u), abs(v)) : hypot(u, v)
                    if [.disc, .bubble, .square].contains(shape), abs(edge - 1) < 0.05 { continue }
                    let wanted = Int((255 * Self.coverage(shape, u, v)).rounded())
                    if abs(components(bitmap[x, y])[0] - wanted) > 1 { strays += 1 }
                }
            }
            #expect(strays == 0)
        }
    }

    @Test func `a disc covers as much as its circle`() throws {
        for side: Float in [2, 3.7, 11, 40] {
            for bitmap in try drawings(frame(Sprites([Self.sprite(48.2, 31.7, side)], .disc))) {
                var sum = 0
                for y in 0..<Self.size.height {
                    for x in 0..<Self.size.width { sum += components(bitmap[x, y])[0] }
                }
                let area = Double.pi * Double(side * side) / 4
                #expect(abs(Double(sum) / 255 / area - 1) < 0.12, "\(side): \(sum)")
            }
        }
    }

    @Test func `a small sprite moves without twinkling`() throws {
        for shape in [SpriteShape.disc, .glow] {
            var sums: [Int] = []
            for step in 0..<16 {
                let place = 40 + Double(step) / 16
                let sprite = Self.sprite(place, 30.3, 1)
                let bitmap = onProcessor(frame(Sprites([sprite], shape)))
                sums.append(
                    (20..<40).reduce(0) { sum, y in
                        (20..<60).reduce(sum) { $0 + components(bitmap[$1, y])[0] }
                    })
            }
            let (least, most) = (sums.min() ?? 0, sums.max() ?? 0)
            #expect(least > 30 && Double(most) < 1.7 * Double(least), "\(shape): \(sums)")
        }
    }

    // MARK: Blending

    /// With sides of at least `least` pixels.
    private nonisolated static func many(
        _ count: Int, least: Double = 1, _ noise: inout Noise
    ) -> [Sprite] {
        (0..<count).map { _ in
            var sprite = sprite(
                noise.between(-5, 100), noise.between(-5, 70), Float(noise.between(least, 30)),
                SIMD4(
                    Float(noise.between(0, 1)), Float(noise.between(0, 1)),
                    Float(noise.between(0, 1)), Float(noise.between(0.05, 0.6))))
            sprite.height *= Float(noise.between(0.3, 1))
            sprite.angle = Float(noise.between(-4, 4))
            return sprite
        }
    }

    /// The formulas of W3C Compositing and Blending 1, section by section for each sprite.
    private nonisolated static func blended(
        _ sprites: [Sprite], _ mode: BlendMode, over colour: Colour, x: Int, y: Int
    ) -> [Double] {
        var below = SIMD3(colour.red, colour.green, colour.blue)
        for sprite in sprites {
            let (dx, dy) = (Double(x) + 0.5 - sprite.place.x, Double(y) + 0.5 - sprite.place.y)
            let (sine, cosine) = (sin(Double(sprite.angle)), cos(Double(sprite.angle)))
            let u = (dx * cosine + dy * sine) / Double(sprite.width / 2)
            let v = (dy * cosine - dx * sine) / Double(sprite.height / 2)
            let alpha = Double(sprite.colour.w) * coverage(.glow, u, v)
            let own = SIMD3(
                Double(sprite.colour.x), Double(sprite.colour.y), Double(sprite.colour.z))
            switch mode {
            case .screen: below = below + own * alpha - below * own * alpha
            case .plusLighter:
                below = pointwiseMin(below + own * alpha, SIMD3(repeating: 1))
            default: below = own * alpha + below * (1 - alpha)
            }
        }
        return [below.x, below.y, below.z].map { $0 * 255 }
    }

    @Test(arguments: [BlendMode.normal, .screen, .plusLighter])
    func `sprites are blended each for itself`(mode: BlendMode) throws {
        var noise = Noise(seed: 90)
        let sprites = Self.many(30, least: 8, &noise)
        let below = Colour(red: 0.2, green: 0.35, blue: 0.5)
        let frame = frame(Sprites(sprites, .glow, .init(of: mode)), mode, over: below)
        for bitmap in try drawings(frame) {
            var worst = 0.0
            for y in stride(from: 0, to: 64, by: 3) {
                for x in stride(from: 0, to: 96, by: 3) {
                    let wanted = Self.blended(sprites, mode, over: below, x: x, y: y)
                    for (own, other) in zip(components(bitmap[x, y]), wanted) {
                        worst = max(worst, abs(Double(own) - other))
                    }
                }
            }
            #expect(worst < 1.5, "\(worst)")
        }
    }

    @Test(arguments: SpriteShape.allCases)
    func `both compositors draw the same, turned, in perspective and beside the card`(
        shape: SpriteShape
    ) throws {
        var noise = Noise(seed: 91)
        for blend in [Sprites.Blend.normal, .screen, .plusLighter] {
            var turned = Homography.translation(Point(x: 10, y: 5)) * .rotation(degrees: 20)
            turned.g = 0.002
            turned.h = -0.001
            let box = Frame.Box(toScreen: turned, size: Size(Self.size))
            let frame = frame(
                Sprites(Self.many(60, &noise), shape, blend), box: box)
            let both = try drawings(frame)
            let comparison = Comparison(both[0], both[1], of: frame)
            #expect(comparison.mean < 0.05 && comparison.largest <= 2, "\(comparison)")
        }
    }

    // MARK: Pictures

    /// A sprite of a picture whose side is 32 pixels, in the middle of the frame.
    private func shown(
        _ picture: Bitmap, side: Float, _ colour: SIMD4<Float> = .one
    ) throws -> [Bitmap] {
        let sprite = Self.sprite(48, 32, side, colour)
        return try drawings(frame(Sprites([sprite], .picture(SpritePicture(picture)))))
    }

    @Test func `a picture of its own size is shown pixel by pixel, times the colour`() throws {
        var noise = Noise(seed: 94)
        let picture = noise.bitmap(32, 32, isOpaque: false)
        for bitmap in try shown(picture, side: 32, SIMD4(0.5, 1, 0, 0.8)) {
            for y in 0..<32 {
                for x in 0..<32 {
                    let own = components(picture[x, y]).map(Double.init)
                    let wanted = [own[0] * 0.4, own[1] * 0.8, 0]
                    for (part, other) in zip(components(bitmap[x + 32, y + 16]), wanted) {
                        #expect(abs(Double(part) - other) <= 1)
                    }
                }
            }
            #expect(components(bitmap[31, 30])[0] == 0 && components(bitmap[64, 30])[0] == 0)
        }
    }

    @Test(arguments: [1, 2, 3])
    func `a small one shows the means of the pixels`(steps: Int) throws {
        var noise = Noise(seed: 95)
        let picture = noise.bitmap(32, 32, isOpaque: true)
        let side = 32 >> steps
        let wanted = (0..<steps).reduce(picture) { copy, _ in copy.halved }
        for bitmap in try shown(picture, side: Float(side)) {
            for y in 0..<side {
                for x in 0..<side {
                    let shown = bitmap[x + 48 - side / 2, y + 32 - side / 2]
                    #expect(isNear(components(shown), components(wanted[x, y])))
                }
            }
        }
    }

    @Test func `both compositors draw the same pictures, turned and in perspective`() throws {
        var noise = Noise(seed: 96)
        let picture = SpritePicture(noise.bitmap(64, 64, isOpaque: false))
        for blend in [Sprites.Blend.normal, .screen, .plusLighter] {
            var turned = Homography.translation(Point(x: 10, y: 5)) * .rotation(degrees: 20)
            (turned.g, turned.h) = (0.002, -0.001)
            let box = Frame.Box(toScreen: turned, size: Size(Self.size))
            let frame = frame(Sprites(Self.many(60, &noise), .picture(picture), blend), box: box)
            let both = try drawings(frame)
            let comparison = Comparison(both[0], both[1], of: frame)
            #expect(comparison.mean < 0.3 && comparison.largest <= 4, "\(comparison)")
        }
    }

    // MARK: Memory and limits

    @Test func `a picture is drawn again only where sprites have moved`() {
        var noise = Noise(seed: 92)
        let sprites = Sprites(Self.many(20, &noise), .glow)
        var offscreen = Offscreen<BitmapPainter>(())
        _ = offscreen.flattened(frame(sprites))
        let drawn = offscreen.counts.passes
        _ = offscreen.flattened(frame(sprites))
        #expect(offscreen.counts.passes == drawn)
        var moved = sprites
        moved.sprites[3].place.x += 1
        _ = offscreen.flattened(frame(moved))
        #expect(offscreen.counts.passes == drawn + 1)
    }

    @Test func `the next picture takes the memory of the one before last`() {
        var noise = Noise(seed: 93)
        var painter = BitmapPainter()
        var starts: Set<UnsafePointer<UInt32>> = []
        for _ in 0..<8 {
            let sprites = Sprites(Self.many(80, &noise), .glow)
            let box = Frame.Box(toScreen: .identity, size: Size(Self.size))
            let area = PixelRect(x: 0, y: 0, size: Self.size)
            guard let placed = PlacedSprites(sprites, in: box, area) else { continue }
            painter.draw(placed, ())
            if case .bitmap(let bitmap, _) = painter.content { starts.insert(bitmap.start) }
        }
        #expect(starts.count <= 3)
    }

    @Test func `what is far away, too large, without a size or not finite is left out`() throws {
        let wrong: [Sprite] = [
            Self.sprite(1e9, 0, 3), Self.sprite(.nan, 3, 3), Self.sprite(5, 5, 0),
            Self.sprite(5, 5, .infinity), Self.sprite(5, 5, .nan), Self.sprite(5, 5, 1e9),
            Self.sprite(5, 5, 3, SIMD4(.nan, 0, 0, .nan)), Self.sprite(-400, 5, 8),
        ]
        for shape in SpriteShape.allCases {
            for bitmap in try drawings(frame(Sprites(wrong, shape))) {
                #expect((0..<96).allSatisfy { components(bitmap[$0, 5])[1] == 0 })
            }
        }
    }

    @Test func `of too many large ones the oldest are left out`() throws {
        let sprites = (0..<30_000).map { _ in Self.sprite(48, 32, 300) }
        let box = Frame.Box(toScreen: .identity, size: Size(Self.size))
        let area = PixelRect(x: 0, y: 0, size: Self.size)
        let placed = try #require(PlacedSprites(Sprites(sprites, .glow), in: box, area))
        // 64 million pixels, of which each takes the whole area.
        #expect(abs(placed.sprites.count - 64_000_000 / Self.size.area) <= 1)
    }

    @Test func `a layer that is turned nearly out of sight is drawn by both`() throws {
        var noise = Noise(seed: 95)
        for slope in [0, 1e-9, 1e-6, 1e-4, 1e-3, 0.01] {
            let map = Homography(a: 1, b: 0, c: 0.5, d: slope, tx: 0, ty: 30)
            let box = Frame.Box(toScreen: map, size: Size(Self.size))
            let both = try drawings(frame(Sprites(Self.many(50, &noise), .disc), box: box))
            #expect(Comparison(both[0], both[1], of: frame(Sprites([], .disc))).mean < 0.2)
        }
    }

    @Test func `five thousand are drawn by both`() throws {
        var noise = Noise(seed: 94)
        let frame = frame(Sprites(Self.many(5000, &noise), .disc, .screen))
        let both = try drawings(frame)
        #expect(Comparison(both[0], both[1], of: frame).mean < 0.3)
    }
}
