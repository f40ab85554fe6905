import Foundation
import Geometry
import Paint
import Picture
import Testing

@testable import Compositor

/// Blurred groups, shadows and what lies below a layer, from both compositors.
@Suite(.serialized) @MainActor struct BlurTests {
    private static let size = PixelSize(width: 96, height: 72)
    private static let card = PixelRect(x: 0, y: 0, size: size)

    /// A bitmap of the card's size with a filter.
    private func frame(_ bitmap: Bitmap, _ filter: Frame.Filter) -> Frame {
        var frame = Frame(size: Self.size, card: Self.card)
        let group = frame.openGroup(opacity: 1, filter: filter)
        frame.add(bitmap, opacity: 1)
        frame.closeGroup(group)
        return frame
    }

    /// Large patches of colours with sharp edges.
    private func patches(_ noise: inout Noise, isOpaque: Bool = true) -> Bitmap {
        let colours = noise.bitmap(8, 6, isOpaque: isOpaque)
        return Bitmap(
            width: 96, height: 72,
            pixels: (0..<96 * 72).map { colours[$0 % 96 / 12, $0 / 96 / 12] })
    }

    /// A direct Gaussian, over black.
    private func gaussian(_ bitmap: Bitmap, _ deviation: Double, clamped: Bool) -> [[Double]] {
        let radius = Int((4 * deviation).rounded(.up))
        let weights = (-radius...radius).map { exp(-Double($0 * $0) / (2 * deviation * deviation)) }
        let sum = weights.reduce(0, +)
        func blurred(_ count: Int, _ value: (Int) -> Double) -> [Double] {
            (0..<count).map { x in
                zip(-radius...radius, weights).reduce(0) { total, next in
                    let place = x + next.0
                    let inside = min(max(place, 0), count - 1)
                    guard clamped || place == inside else { return total }
                    return total + next.1 / sum * value(inside)
                }
            }
        }
        return [UInt32(16), 8, 0].map { shift in
            let rows = (0..<bitmap.height).map { y in
                blurred(bitmap.width) { Double(bitmap[$0, y] >> shift & 255) }
            }
            let columns = (0..<bitmap.width).map { x in
                blurred(bitmap.height) { rows[$0][x] }
            }
            return (0..<bitmap.size.area).map { columns[$0 % bitmap.width][$0 / bitmap.width] }
        }
    }

    @Test(arguments: [0.3, 0.5, 1, 2, 3.9, 4, 6, 7.9, 8, 10, 15, 16, 20, 30])
    func `a blur is a Gaussian within 2 of 255`(deviation: Double) throws {
        var noise = Noise(seed: 71)
        for repeatsEdges in [false, true] {
            let bitmap = patches(&noise, isOpaque: false)
            let exact = gaussian(bitmap, deviation, clamped: repeatsEdges)
            let frame = frame(bitmap, .init(blur: deviation, repeatsEdges: repeatsEdges))
            for drawn in try drawings(frame) {
                var furthest = 0.0
                for (index, pixel) in drawn.pixels.enumerated() {
                    for (part, exact) in zip(components(pixel), exact) {
                        furthest = max(furthest, abs(Double(part) - exact[index]))
                    }
                }
                #expect(furthest <= 2, "\(repeatsEdges ? "clamped" : "clear")")
            }
        }
    }

    /// The design's table: what of an edge is seen some pixels inside.
    @Test func `an edge is blurred as the design's table says`() throws {
        let bitmap = Bitmap(
            width: 96, height: 72,
            pixels: (0..<96 * 72).map { $0 % 96 < 48 ? 0xFF00_0000 : 0xFFFF_FFFF })
        let parts = [(0, 0.5), (1, 0.5987), (2, 0.6915), (4, 0.8413), (8, 0.9772)]
        for drawn in try drawings(frame(bitmap, .init(blur: 4, repeatsEdges: true))) {
            for (distance, part) in parts {
                // The edge lies between two pixels.
                let (before, after) = (
                    components(drawn[47 + distance, 36]), components(drawn[48 + distance, 36])
                )
                #expect(abs(Double(before[0] + after[0]) / 2 - 255 * part) <= 1.5)
            }
        }
    }

    @Test func `an even picture stays as it is if its edges go on`() throws {
        for pixel in [0xFF80_8080, 0xFFFF_FFFF, 0xFF01_FE03] as [UInt32] {
            let bitmap = Bitmap(
                width: 96, height: 72, pixels: Array(repeating: pixel, count: 96 * 72))
            for deviation in [0.4, 3, 5, 12, 40, 200] {
                let frame = frame(bitmap, .init(blur: deviation, repeatsEdges: true))
                for drawn in try drawings(frame) {
                    #expect(drawn.pixels.allSatisfy { $0 == pixel }, "\(deviation)")
                }
            }
        }
    }

    @Test func `edges that go on are as opaque as the picture, also between pixels`() throws {
        let gray = Bitmap(width: 30, height: 30, pixels: Array(repeating: 0xFF80_8080, count: 900))
        for deviation in [3.0, 20] {
            var frame = Frame(size: Self.size, card: Self.card)
            let filter = Frame.Filter(blur: deviation, repeatsEdges: true)
            let group = frame.openGroup(opacity: 1, filter: filter)
            let box = Frame.Box(
                toScreen: .translation(Point(x: 10.4, y: 9.7)), size: Size(width: 40.3, height: 30))
            frame.add(Frame.Layer(.bitmap(gray), box: box))
            frame.closeGroup(group)
            for drawn in try drawings(frame) {
                for (x, y) in [(11, 10), (30, 25), (49, 38)] {
                    #expect(drawn[x, y] == 0xFF80_8080, "\(deviation)")
                }
                #expect(drawn[9, 20] == 0xFF00_0000 && drawn[52, 20] == 0xFF00_0000)
            }
        }
    }

    @Test func `a line without a whole pixel is blurred, too, where edges go on`() throws {
        for (x, width, level) in [(10.1, 0.8, 204), (10.25, 1.5, 191)] {
            var frame = Frame(size: Self.size, card: Self.card)
            let group = frame.openGroup(opacity: 1, filter: .init(blur: 3, repeatsEdges: true))
            let box = Frame.Box(
                toScreen: .translation(Point(x: x, y: 10)), size: Size(width: width, height: 40))
            frame.add(Frame.Layer(.colour(Colour(red: 1, green: 1, blue: 1)), box: box))
            frame.closeGroup(group)
            for drawn in try drawings(frame) {
                #expect(abs(components(drawn[10, 30])[0] - level) <= 2)
                #expect(drawn[9, 30] == 0xFF00_0000 && drawn[12, 30] == 0xFF00_0000)
            }
        }
    }

    @Test func `a blur that is not seen changes nothing`() throws {
        var noise = Noise(seed: 72)
        let bitmap = noise.bitmap(96, 72, isOpaque: true)
        for blur in [0, 0.29, -1, .nan] {
            for drawn in try drawings(frame(bitmap, .init(blur: blur))) {
                #expect(drawn.pixels == bitmap.pixels)
            }
        }
    }

    @Test func `a layer is blurred over the card's edge as if it went on beyond`() throws {
        var frame = Frame(size: Self.size, card: PixelRect(x: 20, y: 10, width: 56, height: 52))
        let group = frame.openGroup(opacity: 1, filter: .init(blur: 4))
        frame.add(
            Frame.Layer(
                .colour(Colour(red: 1, green: 1, blue: 1)),
                box: .init(
                    toScreen: .translation(Point(x: -100, y: -100)),
                    size: Size(width: 300, height: 300))))
        frame.closeGroup(group)
        for drawn in try drawings(frame) {
            #expect(drawn[20, 10] == 0xFFFF_FFFF && drawn[75, 61] == 0xFFFF_FFFF)
            #expect(drawn[19, 10] == 0xFF00_0000)
        }
    }

    @Test func `a shadow has the layer's shape in its colour, moved`() throws {
        var frame = Frame(size: Self.size, card: Self.card)
        let white = Colour(red: 1, green: 1, blue: 1)
        frame.add(
            Frame.Layer(.colour(white), box: .init(toScreen: .identity, size: Size(Self.size))))
        let shadow = frame.openGroup(
            opacity: 0.5, colours: .constant(Colour(red: 0, green: 0, blue: 1)),
            filter: .init(blur: 2, offset: Point(x: 10, y: -6)))
        let box = Frame.Box(
            toScreen: .translation(Point(x: 30, y: 30)), size: Size(width: 24, height: 20))
        frame.add(Frame.Layer(.colour(Colour(red: 1, green: 0, blue: 0)), box: box))
        frame.closeGroup(shadow)
        for drawn in try drawings(frame) {
            #expect(
                components(drawn[52, 34]) == [127, 127, 255]
                    || components(drawn[52, 34]) == [128, 128, 255])
            #expect(components(drawn[32, 46]) == [255, 255, 255])
            // The edge at the right lies at 64.
            let edge = components(drawn[63, 34])[0] + components(drawn[64, 34])[0]
            #expect(abs(edge - 383) <= 4)
        }
    }

    @Test func `a shadow's spread makes its edge darker`() throws {
        func middle(_ alphaFactor: Double) throws -> [Int] {
            let bitmap = Bitmap(
                width: 96, height: 72,
                pixels: (0..<96 * 72).map { $0 % 96 < 48 ? 0 : 0xFFFF_FFFF })
            return try drawings(frame(bitmap, .init(blur: 4, alphaFactor: alphaFactor))).map {
                components($0[48, 36])[0]
            }
        }
        let (plain, wide) = (try middle(1), try middle(1.6))
        for (one, other) in zip(plain, wide) {
            #expect(abs(Double(other) - 1.6 * Double(one)) <= 2)
        }
        #expect(try middle(4).allSatisfy { $0 == 255 })
    }

    @Test func `a spread limits each component, also a colour above its alpha`() throws {
        let bitmap = Bitmap(
            width: 96, height: 72, pixels: Array(repeating: 0x64C8_0000, count: 96 * 72))
        for drawn in try drawings(frame(bitmap, .init(blur: 0, alphaFactor: 2))) {
            #expect(components(drawn[48, 36]) == [255, 0, 0])
        }
    }

    /// A card of stripes under a plate with round corners.
    private func plated(
        _ backdrop: Frame.Backdrop, colours: ColourMatrix? = nil, opacity: Double = 1
    ) -> Frame {
        var noise = Noise(seed: 73)
        var frame = Frame(size: Self.size, card: Self.card)
        frame.add(patches(&noise), opacity: 1)
        frame.add(
            Frame.Layer(
                .backdrop(backdrop),
                box: .init(
                    toScreen: .translation(Point(x: 20, y: 16)), size: Size(width: 40, height: 32),
                    radius: 8),
                opacity: opacity, colours: colours))
        frame.add(
            Frame.Layer(
                .colour(Colour(red: 1, green: 1, blue: 1)),
                box: .init(
                    toScreen: .translation(Point(x: 36, y: 28)), size: Size(width: 4, height: 4))))
        return frame
    }

    @Test func `a plate shows what lies below it, blurred, and nothing that lies above`() throws {
        var noise = Noise(seed: 73)
        let bitmap = patches(&noise)
        for deviation in [3.0, 9, 20] {
            let exact = gaussian(bitmap, deviation, clamped: true)
            let tint = Colour(red: 1, green: 1, blue: 1, alpha: 0.25)
            for drawn in try drawings(plated(.init(blur: deviation, tint: tint))) {
                for (x, y) in [(30, 20), (44, 40), (58, 30), (34, 30), (42, 26)] {
                    let wanted = exact.map { 0.75 * $0[y * 96 + x] + 63.75 }
                    for (part, wanted) in zip(components(drawn[x, y]), wanted) {
                        #expect(abs(Double(part) - wanted) <= 3, "\(deviation) at \(x), \(y)")
                    }
                }
                #expect(components(drawn[38, 30]) == [255, 255, 255])
                for (x, y) in [(5, 5), (20, 16), (19, 30), (60, 30), (80, 60)] {
                    #expect(components(drawn[x, y]) == components(bitmap[x, y]))
                }
            }
        }
    }

    @Test func `a spread multiplies a blur before it is rounded`() throws {
        let bitmap = Bitmap(
            width: 96, height: 72, pixels: (0..<96 * 72).map { $0 % 96 < 48 ? 0 : 0xFF00_0033 })
        for drawn in try drawings(frame(bitmap, .init(blur: 4, alphaFactor: 10))) {
            let blues = (0..<96).map { components(drawn[$0, 36])[2] }
            #expect(blues.max() == 0x33)
            // Rounded before, they would be multiples of ten.
            #expect(blues.contains { $0 < 0x33 && $0 % 10 != 0 })
        }
    }

    @Test func `a spread limits each component of a blur, also a colour above its alpha`() throws {
        let bitmap = Bitmap(
            width: 96, height: 72, pixels: Array(repeating: 0x64C8_0000, count: 96 * 72))
        for drawn in try drawings(frame(bitmap, .init(blur: 4, alphaFactor: 2))) {
            #expect(components(drawn[48, 36]) == [255, 0, 0])
        }
    }

    @Test func `what does not change is not drawn again`() throws {
        var offscreen = Offscreen<BitmapPainter>(())
        func bitmaps(_ frame: Frame) -> [ObjectIdentifier] {
            offscreen.flattened(frame).layers.compactMap(\.bitmap).map { ObjectIdentifier($0) }
        }
        var noise = Noise(seed: 74)
        let bitmap = noise.bitmap(96, 72, isOpaque: true)
        let (one, other) = (frame(bitmap, .init(blur: 3)), frame(bitmap, .init(blur: 3)))
        let first = bitmaps(one)
        #expect(first.count == 1 && bitmaps(other) == first)
        #expect(bitmaps(frame(bitmap, .init(blur: 4))) != first)
        var (faded, moved) = (one, frame(bitmap, .init(blur: 4, offset: Point(x: 8, y: 3))))
        let second = bitmaps(moved)
        moved = frame(bitmap, .init(blur: 4, offset: Point(x: 9, y: 5)))
        #expect(bitmaps(moved).count == second.count)
        faded.add(bitmap, opacity: 0.5)
        #expect(bitmaps(faded).count == 2)
    }

    /// A bitmap that is turned about the card's middle, under a blur. `isOwn`: the blur may be made in
    /// the bitmap's own space.
    private func turned(
        _ bitmap: Bitmap, by degrees: Double, _ deviation: Double, isOwn: Bool,
        at centre: Point = Point(x: 48, y: 36)
    ) -> Frame {
        let toScreen =
            Homography.translation(centre) * .rotation(degrees: degrees) * .scale(x: 0.4, y: 0.4)
            * .translation(Point(x: -48, y: -36))
        var frame = Frame(size: Self.size, card: Self.card)
        let group = frame.openGroup(
            opacity: 1,
            filter: .init(
                blur: deviation, offset: Point(x: 1.5, y: 2), ownSpace: isOwn ? toScreen : nil))
        frame.add(
            Frame.Layer(.bitmap(bitmap), box: .init(toScreen: toScreen, size: Size(Self.size))))
        frame.closeGroup(group)
        return frame
    }

    /// Both interpolate a picture that lies between pixels, one of them twice, which blurs it, too: by up
    /// to 0.5 pixels squared more.
    @Test(arguments: [(2.0, 8), (3, 5), (5, 3), (9, 3)])
    func `a blur in its own space is the same within some levels`(
        deviation: Double, most: Int
    ) throws {
        var noise = Noise(seed: 76)
        let bitmap = patches(&noise, isOpaque: false)
        for degrees in [0.0, 12, 90, 200] {
            let wanted = onProcessor(turned(bitmap, by: degrees, deviation, isOwn: false))
            for drawn in try drawings(turned(bitmap, by: degrees, deviation, isOwn: true)) {
                let furthest = zip(drawn.pixels, wanted.pixels).flatMap {
                    Comparison.differences($0, $1)
                }.max()
                #expect(try #require(furthest) <= most, "\(degrees) degrees: \(furthest ?? 0)")
            }
        }
    }

    @Test func `what is moved and turned under a blur is blurred once`() throws {
        var (offscreen, noise) = (Offscreen<BitmapPainter>(()), Noise(seed: 77))
        let bitmap = patches(&noise)
        func drawn(_ degrees: Double, _ deviation: Double = 4, x: Double = 48) -> ObjectIdentifier?
        {
            let frame = turned(
                bitmap, by: degrees, deviation, isOwn: true, at: Point(x: x, y: 36))
            return offscreen.flattened(frame).layers.first?.bitmap.map { ObjectIdentifier($0) }
        }
        let first = try #require(drawn(0))
        for step in 1..<20 { #expect(drawn(7.3 * Double(step), x: 48 - Double(step)) == first) }
        #expect(drawn(0, 5) != first)
        // Nothing is drawn for what lies beyond the screen.
        #expect(drawn(0, x: 500) == nil)
        // A smaller blur is made on the screen.
        #expect(drawn(10, 1.5) != drawn(20, 1.5))
    }

    @Test func `a shadow is blurred once while only the colours of its layer change`() throws {
        var (offscreen, noise) = (Offscreen<BitmapPainter>(()), Noise(seed: 78))
        let bitmap = patches(&noise)
        func drawn(_ matrix: ColourMatrix, _ kind: MaskKind? = nil) -> ObjectIdentifier? {
            var frame = Frame(size: Self.size, card: Self.card)
            let group = frame.openGroup(
                opacity: 1, colours: .constant(Colour(red: 0, green: 0, blue: 0)),
                filter: .init(blur: 3))
            frame.add(Frame.Layer(.bitmap(bitmap), box: frame.cardBox))
            frame.add(
                Frame.Layer(
                    .bitmap(bitmap), box: frame.cardBox, colours: matrix,
                    compositing: kind.map { .mask($0) } ?? .normal))
            frame.closeGroup(group)
            return offscreen.flattened(frame).layers.first?.bitmap.map { ObjectIdentifier($0) }
        }
        #expect(drawn(.brightness(0.1)) == drawn(.brightness(0.2)))
        #expect(drawn(.brightness(0.1), .luminance) != drawn(.brightness(0.2), .luminance))
    }

    @Test func `a picture that changes under a blur is drawn anew`() throws {
        var (compositor, noise) = (CPUCompositor(), Noise(seed: 75))
        for _ in 0..<5 {
            let bitmap = noise.bitmap(96, 72, isOpaque: true)
            let frame = frame(bitmap, .init(blur: 5))
            #expect(compositor.bitmap(frame).pixels == onProcessor(frame).pixels)
        }
    }
}
