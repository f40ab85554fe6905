import CPixman
import Foundation
import Geometry
import Paint
import Picture
import Testing

@testable import Compositor

/// Single layers in perspective.
@Suite(.serialized) @MainActor struct ProjectedLayerTests {
    private let size = PixelSize(width: 120, height: 90)
    private let white = Frame.Content.colour(Colour(red: 1, green: 1, blue: 1))

    private func frame() -> Frame {
        Frame(size: size, card: PixelRect(x: 0, y: 0, size: size))
    }

    /// A box about the middle of the screen, turned there, with the eye before it.
    private func box(
        _ size: Size, x: Double, y: Double, eye: Double = 150, radius: Double = 0,
        from corner: Point? = nil
    ) -> Frame.Box {
        let turn = Homography.seen(turnedX: x, y: y, from: eye)
        let toAnchor = Homography.translation(
            corner ?? Point(x: -size.width / 2, y: -size.height / 2))
        let map = turn * toAnchor
        var box = Frame.Box(
            toScreen: .translation(Point(x: 60, y: 45)) * map, size: size, radius: radius)
        box.inFront.insert(a: map.g, b: map.h, c: map.i - 0.05)
        return box
    }

    private func drawn(_ content: Frame.Content, _ box: Frame.Box) throws -> Bitmap {
        var frame = frame()
        frame.add(Frame.Layer(content, box: box))
        let drawn = onProcessor(frame)
        try OffscreenContext.use { gl in
            let comparison = Comparison(try gl.bitmap(frame), drawn, of: frame)
            #expect(comparison.mean <= 0.5 && comparison.strays <= 0.005)
        }
        return drawn
    }

    private func grey(_ bitmap: Bitmap, _ x: Int, _ y: Int) -> Int { Int(bitmap[x, y] & 255) }

    @Test func `what is near is large, and what is far is small`() throws {
        let bitmap = try drawn(white, box(Size(width: 60, height: 60), x: 0, y: 50))
        func height(_ x: Int) -> Int { (0..<90).count { grey(bitmap, x, $0) > 127 } }
        // The left edge comes nearer: 60 points at 150 - 23 points from the eye.
        #expect(abs(Double(height(40)) - 60 * 150 / (150 - 23 * 20 / 22.8)) < 3)
        #expect(height(40) > height(60) && height(60) > height(74))
    }

    @Test func `a turn by 180 degrees shows the back, which is the mirrored picture`() throws {
        var noise = Noise(seed: 77)
        let picture = noise.bitmap(30, 20, isOpaque: true)
        let back = try drawn(
            .bitmap(picture), box(Size(width: 30, height: 20), x: 0, y: 180, eye: 1e9))
        for y in 0..<20 {
            for x in 0..<30 {
                let differences = Comparison.differences(
                    back[45 + x, 35 + y], picture[29 - x, y])
                #expect(differences.max() ?? 0 <= 1)
            }
        }
    }

    @Test(arguments: [(90.0, 0.0), (0, 90), (0, -90), (270, 0), (90, 90)])
    func `what is seen edge-on is not seen`(x: Double, y: Double) throws {
        var noise = Noise(seed: 78)
        let picture = noise.bitmap(30, 20, isOpaque: true)
        for content in [white, .bitmap(picture)] {
            let bitmap = try drawn(content, box(Size(width: 30, height: 20), x: x, y: y))
            #expect(bitmap.pixels.allSatisfy { $0 & 0xFFFFFF == 0 })
        }
    }

    @Test func `a wall beside the eye reaches from the near cut to its far end`() throws {
        // Its plane goes from the right edge of the screen into it, 600 points deep.
        var wall = box(
            Size(width: 600, height: 60), x: 0, y: 90, eye: 100, from: Point(x: -95, y: -30))
        wall.toScreen =
            Homography.translation(Point(x: 60, y: 45))
            * Homography(a: 0, b: 0, c: 0, d: 1, tx: 40, ty: -30, g: 0.01, h: 0, i: 0.06)
        wall.inFront = .everything
        wall.inFront.insert(a: 0.01, b: 0, c: 0.01)
        let bitmap = try drawn(white, wall)
        // 40 points beside the eye: seen at 60 + 40 / depth, from depth 6 on.
        #expect(grey(bitmap, 70, 45) == 255 && grey(bitmap, 119, 45) == 255)
        #expect(grey(bitmap, 64, 45) == 0 && grey(bitmap, 30, 45) == 0)
    }

    @Test func `what lies behind the eye, or too near, is cut`() throws {
        // The left half comes so near that it reaches behind the eye.
        let bitmap = try drawn(white, box(Size(width: 200, height: 20), x: 0, y: 80, eye: 40))
        #expect(grey(bitmap, 5, 45) == 255 && grey(bitmap, 60, 45) == 255)
        // The far end: 98 points behind the screen, 17 at the right of its middle.
        #expect(grey(bitmap, 67, 45) == 0)
        let gone = try drawn(
            white,
            box(Size(width: 20, height: 20), x: 0, y: 90, eye: 40, from: Point(x: -80, y: -10)))
        #expect(gone.pixels.allSatisfy { $0 & 0xFFFFFF == 0 })
    }

    @Test func `a rounded box is not seen behind the eye`() throws {
        let map = Homography(
            a: 2.3194, b: 3.1882, c: -0.0954, d: 0.3143, tx: -39.872, ty: -47.434, g: 0.035026,
            h: -0.0041858, i: -0.50159)
        var box = Frame.Box(
            toScreen: map, size: Size(width: 45.525, height: 51.753), radius: 30.065)
        box.inFront.insert(a: map.g, b: map.h, c: map.i - 0.05)
        let bitmap = try drawn(white, box)
        #expect(grey(bitmap, 80, 56) == 0 && bitmap.pixels.contains(0xFFFF_FFFF))
    }

    @Test func `a rounded box in perspective has no corners`() throws {
        let shape = box(Size(width: 70, height: 50), x: 20, y: -40, radius: 14)
        let bitmap = try drawn(white, shape)
        let square = Frame.Box(
            toScreen: shape.toScreen, size: shape.size, inFront: shape.inFront)
        let whole = try drawn(white, square)
        for (x, y) in [(0.6, 0.6), (69.4, 0.6), (69.4, 49.4), (0.6, 49.4)] {
            let seen = shape.toScreen.apply(Point(x: x, y: y))
            #expect(grey(bitmap, Int(seen.x), Int(seen.y)) == 0)
            #expect(grey(whole, Int(seen.x), Int(seen.y)) > 0)
        }
        let inside = zip(bitmap.pixels, whole.pixels).count { $0 & 255 == 255 && $1 & 255 == 255 }
        #expect(inside > 1500)
    }

    @Test(arguments: [1e-9, 1e-3, 1, 1e3, 1e9, .infinity, .nan])
    func `in space a picture that is too small, or has no size, is not seen`(scale: Double) throws {
        var noise = Noise(seed: 79)
        let picture = noise.bitmap(30, 20, isOpaque: true)
        for angle in [0.001, 30, 89.999, 90, 179] {
            var place = box(Size(width: 30, height: 20), x: angle, y: angle / 2, eye: 60)
            place.toScreen = place.toScreen * .scale(x: scale, y: scale)
            place.inFront = place.inFront.preimage(under: .scale(x: scale, y: scale))
            let isSeen = try drawn(.bitmap(picture), place).pixels.contains { $0 & 0xFFFFFF != 0 }
            if !scale.isFinite || scale < 1e-6 { #expect(!isSeen) }
            if scale == 1, angle < 89 { #expect(isSeen) }
        }
    }

    /// A picture of soft waves, so that a place that is a little off shows little.
    private func waves() -> Bitmap {
        func wave(_ place: Int, _ length: Double) -> UInt32 {
            UInt32(127.5 + 127 * sin(2 * .pi * Double(place) / length))
        }
        return Bitmap(
            width: 90, height: 70,
            pixels: (0..<6300).map { index in
                let (x, y) = (index % 90, index / 90)
                return 0xFF00_0000 | wave(x, 17) << 16 | wave(y, 23) << 8 | wave(x + y, 31)
            })
    }

    /// pixman's numbers have 16 bits after the point.
    @Test func `a picture in perspective is pixman's`() throws {
        var noise = Noise(seed: 80)
        let picture = waves()
        var counted = 0
        for number in 0..<60 {
            let place = box(
                Size(width: 90, height: 70), x: noise.between(-50, 50), y: noise.between(-50, 50),
                eye: noise.between(120, 400))
            var frame = frame()
            frame.add(Frame.Layer(.bitmap(picture), box: place))
            let judge = try pixman(picture, place.toScreen)
            let comparison = Comparison(onProcessor(frame), judge, of: frame, tolerance: 4)
            let inside = frame.meanInside(onProcessor(frame), judge)
            #expect(inside.mean <= 2, "picture \(number)")
            #expect(comparison.strays <= 0.01, "picture \(number)")
            counted += inside.count
        }
        #expect(counted > 200_000)
    }

    /// What pixman shows of a picture through a map, over black.
    private func pixman(_ picture: Bitmap, _ toScreen: Homography) throws -> Bitmap {
        var map = try #require(toScreen.inverse)
        // As large as pixman's numbers may become, so that they have as many digits as they can.
        let (width, height) = (Double(size.width), Double(size.height))
        let largest = [(map.a, map.c, map.tx), (map.b, map.d, map.ty), (map.g, map.h, map.i)].map {
            abs($0.0) * width + abs($0.1) * height + abs($0.2)
        }.max()
        let factor = 30_000 / (largest ?? 1)
        map = Homography(
            a: map.a * factor, b: map.b * factor, c: map.c * factor, d: map.d * factor,
            tx: map.tx * factor, ty: map.ty * factor, g: map.g * factor, h: map.h * factor,
            i: map.i * factor)
        var matrix = pixman_transform_t()
        func fixed(_ value: Double) -> pixman_fixed_t { pixman_fixed_t(value * 65536) }
        matrix.matrix = (
            (fixed(map.a), fixed(map.c), fixed(map.tx)),
            (fixed(map.b), fixed(map.d), fixed(map.ty)),
            (fixed(map.g), fixed(map.h), fixed(map.i))
        )
        var (source, target) = (Array(picture.pixels), [UInt32](repeating: 0, count: size.area))
        source.withUnsafeMutableBufferPointer { source in
            target.withUnsafeMutableBufferPointer { target in
                let from = pixman_image_create_bits(
                    PIXMAN_a8r8g8b8, Int32(picture.width), Int32(picture.height),
                    source.baseAddress, Int32(4 * picture.width))
                let to = pixman_image_create_bits(
                    PIXMAN_a8r8g8b8, Int32(size.width), Int32(size.height), target.baseAddress,
                    Int32(4 * size.width))
                pixman_image_set_transform(from, &matrix)
                pixman_image_set_filter(from, PIXMAN_FILTER_BILINEAR, nil, 0)
                pixman_image_set_repeat(from, PIXMAN_REPEAT_NONE)
                pixman_image_composite32(
                    PIXMAN_OP_SRC, from, nil, to, 0, 0, 0, 0, 0, 0, Int32(size.width),
                    Int32(size.height))
                pixman_image_unref(from)
                pixman_image_unref(to)
            }
        }
        return Bitmap(width: size.width, height: size.height, pixels: target)
    }
}

extension Frame {
    /// The mean difference of the components of pixels that lie well inside of the only layer.
    fileprivate func meanInside(_ one: Bitmap, _ other: Bitmap) -> (mean: Double, count: Int) {
        guard let outline = Outline(layers[0].box) else { return (0, 0) }
        var (sum, count) = (0, 0)
        for y in 0..<one.height {
            for x in 0..<one.width {
                let centre = Point(x: Double(x) + 0.5, y: Double(y) + 0.5)
                guard outline.distance(centre) < -1.5 else { continue }
                sum += Comparison.differences(one[x, y], other[x, y]).reduce(0, +)
                count += 3
            }
        }
        return (Double(sum) / Double(max(1, count)), count)
    }
}
