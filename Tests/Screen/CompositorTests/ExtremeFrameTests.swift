import Geometry
import Paint
import Picture
import Testing

@testable import Compositor

/// Frames that a card may ask for by mistake: both compositors draw what can be drawn, and go on.
@Suite(.serialized) @MainActor struct ExtremeFrameTests {
    private let size = PixelSize(width: 40, height: 30)

    private func frame() -> Frame {
        Frame(size: size, card: PixelRect(x: 0, y: 0, size: size))
    }

    private func bitmap() -> Bitmap {
        var noise = Noise(seed: 6)
        return noise.bitmap(20, 20, isOpaque: true)
    }

    /// Draws a frame with both, and requires that they agree.
    private func draw(_ frame: Frame) throws -> Bitmap {
        let drawn = onProcessor(frame)
        try OffscreenContext.use { gl in
            let comparison = Comparison(try gl.bitmap(frame), drawn, of: frame)
            #expect(comparison.mean <= 0.5 && comparison.strays <= 0.005)
        }
        return drawn
    }

    private nonisolated static let nothing: [Homography] = [
        .scale(x: 0, y: 0), .scale(x: 0, y: 1), Homography(a: 1, b: 1, c: 1, d: 1, tx: 0, ty: 0),
        .scale(x: .nan, y: 1), .scale(x: .infinity, y: 1), .translation(Point(x: .nan, y: 0)),
        .translation(Point(x: .infinity, y: 0)), .translation(Point(x: 1e9, y: 0)),
        .translation(Point(x: -1e300, y: 1e300)), .rotation(degrees: .nan),
        .scale(x: 1e-300, y: 1e-300), .scale(x: 1e300, y: 1e300), .translation(Point(x: 40, y: 0)),
        .translation(Point(x: 0, y: -20)),
    ]

    @Test(arguments: nothing)
    func `what has no place on the screen is not drawn`(map: Homography) throws {
        let size = Size(width: 20, height: 20)
        let box = Frame.Box(toScreen: map, size: size, radius: 3)
        var frame = frame()
        frame.add(Frame.Layer(.bitmap(bitmap()), box: box))
        frame.add(Frame.Layer(.colour(Colour(red: 1, green: 1, blue: 1)), box: box))
        let clip = frame.add(Frame.Clip(box))
        let whole = Frame.Box(toScreen: .identity, size: Size(self.size))
        let group = frame.openGroup(opacity: 0.5, clip: clip)
        frame.add(Frame.Layer(.colour(Colour(red: 1, green: 1, blue: 1)), box: whole))
        frame.closeGroup(group)
        let drawn = try draw(frame)
        // A finite scale covers the screen's corner, or less of it than shows.
        let isHuge = map.a == 1e300
        #expect(isHuge || drawn.pixels.allSatisfy { $0 == 0xFF00_0000 })
    }

    @Test(arguments: [
        Size(width: 0, height: 20), Size(width: 20, height: -1), Size(width: .nan, height: 20),
        Size(width: .infinity, height: 20),
    ])
    func `a box without an area is not drawn`(size: Size) throws {
        var frame = frame()
        let box = Frame.Box(toScreen: .identity, size: size)
        frame.add(Frame.Layer(.bitmap(bitmap()), box: box))
        let shownPart = Rect(x: 0, y: 0, width: size.width, height: size.height)
        let place = Frame.Box(toScreen: .identity, size: Size(width: 9, height: 9))
        frame.add(Frame.Layer(.bitmap(bitmap(), shownPart: shownPart), box: place))
        #expect(try draw(frame).pixels.allSatisfy { $0 == 0xFF00_0000 })
    }

    @Test(arguments: [1e3, 1e6, 1e9, 1e12])
    func `a layer of a huge scale fills the screen`(scale: Double) throws {
        var frame = frame()
        let map =
            Homography.translation(Point(x: 20, y: 15)) * .rotation(degrees: 30)
            * .scale(x: scale, y: scale) * .translation(Point(x: -10.5, y: -10.5))
        let box = Frame.Box(toScreen: map, size: Size(width: 20, height: 20), radius: 4)
        frame.add(Frame.Layer(.bitmap(bitmap()), box: box))
        let wanted = bitmap()[10, 10]
        let pixel = try draw(frame)[30, 20]
        #expect(Comparison.differences(pixel, wanted).max() ?? 0 <= 12)
    }

    @Test func `an edge of a layer that is huge lies where it should`() throws {
        var frame = frame()
        let box = Frame.Box(
            toScreen: .translation(Point(x: 12.5, y: -1e8)) * .scale(x: 1e8, y: 1e8),
            size: Size(width: 20, height: 20))
        frame.add(Frame.Layer(.colour(Colour(red: 1, green: 1, blue: 1)), box: box))
        let drawn = try draw(frame)
        #expect(drawn[11, 5] & 255 == 0 && drawn[13, 5] & 255 == 255)
        #expect((126...129).contains(drawn[12, 5] & 255))
    }

    @Test func `a box of 30,000 pixels`() throws {
        var frame = frame()
        let box = Frame.Box(
            toScreen: .translation(Point(x: -14_000, y: -15_000)) * .rotation(degrees: 1),
            size: Size(width: 30_000, height: 30_000), radius: 20_000)
        frame.add(Frame.Layer(.bitmap(bitmap()), box: box))
        #expect(try draw(frame)[20, 15] != 0xFF00_0000)
    }

    @Test(arguments: [0.05, 0.5, 1, 3, 8, 100])
    func `a picture of one pixel has one colour at every size`(scale: Double) throws {
        let one = Bitmap(width: 1, height: 1, pixels: [0xFF20_80F0])
        var frame = frame()
        let map =
            Homography.translation(Point(x: 20, y: 15)) * .rotation(degrees: 20)
            * .scale(x: scale, y: scale) * .translation(Point(x: -0.5, y: -0.5))
        frame.add(
            Frame.Layer(
                .bitmap(one), box: Frame.Box(toScreen: map, size: Size(width: 1, height: 1))))
        let pixel = try draw(frame)[20, 15]
        #expect(scale < 8 || Comparison.differences(pixel, 0xFF20_80F0).max() ?? 0 <= 1)
    }

    @Test func `a line of pixels, upright and lying`() throws {
        var noise = Noise(seed: 3)
        for (width, height) in [(1, 40), (40, 1), (2, 1), (1, 2)] {
            var frame = frame()
            let line = noise.bitmap(width, height, isOpaque: true)
            let box = Frame.Box(
                toScreen: .translation(Point(x: 3.3, y: 2.2)) * .rotation(degrees: 10)
                    * .scale(x: 30 / Double(width), y: 20 / Double(height)),
                size: Size(line.size))
            frame.add(Frame.Layer(.bitmap(line), box: box))
            #expect(try draw(frame)[15, 12] != 0xFF00_0000)
        }
    }

    @Test func `five hundred layers`() throws {
        var noise = Noise(seed: 8)
        var frame = frame()
        let picture = bitmap()
        for _ in 0..<500 {
            let box = noise.box(Size(picture.size), on: size)
            frame.add(Frame.Layer(.bitmap(picture), box: box, opacity: noise.between(0.2, 1)))
        }
        _ = try draw(frame)
    }

    @Test(arguments: [1, 10, Frame.deepestGroup])
    func `groups in groups`(nesting: Int) throws {
        var frame = frame()
        let box = Frame.Box(
            toScreen: .translation(Point(x: 5.5, y: 4)), size: Size(width: 20, height: 20))
        let groups = (0..<nesting).map { _ in frame.openGroup(opacity: 0.999) }
        frame.add(Frame.Layer(.colour(Colour(red: 1, green: 1, blue: 1)), box: box))
        for group in groups.reversed() { frame.closeGroup(group) }
        // OpenGL rounds to 8 bits in each group.
        let wanted = 255 * power(0.999, nesting)
        let drawn = onProcessor(frame)
        #expect(abs(Double(drawn[15, 15] & 255) - wanted) <= 1)
        try OffscreenContext.use { gl in
            let same = Double(try gl.bitmap(frame)[15, 15] & 255)
            #expect(abs(same - wanted) <= 1 + 0.5 * Double(nesting))
        }
    }

    private func power(_ base: Double, _ count: Int) -> Double {
        (0..<count).reduce(1) { product, _ in product * base }
    }

    @Test func `what lies in a group too deep is not drawn, and the rest is`() throws {
        var frame = frame()
        let white = Frame.Content.colour(Colour(red: 1, green: 1, blue: 1))
        func box(_ x: Double) -> Frame.Box {
            Frame.Box(
                toScreen: .translation(Point(x: x, y: 4)), size: Size(width: 5, height: 20))
        }
        let groups = (0...Frame.deepestGroup).map { _ in frame.openGroup(opacity: 0.9999) }
        frame.add(Frame.Layer(white, box: box(5)))
        for group in groups.reversed() { frame.closeGroup(group) }
        frame.add(Frame.Layer(white, box: box(15)))
        let drawn = try draw(frame)
        #expect(drawn[7, 10] == 0xFF00_0000 && drawn[17, 10] == 0xFFFF_FFFF)
    }

    @Test(arguments: [-5, 0, 2, 1000, Int.max])
    func `a group takes no more layers than there are`(count: Int) throws {
        var frame = frame()
        let box = Frame.Box(toScreen: .identity, size: Size(size))
        frame.add(Frame.Layer(.group(count: count), opacity: 0.4))
        frame.add(Frame.Layer(.colour(Colour(red: 1, green: 1, blue: 1)), box: box))
        let pixel = try draw(frame)[3, 3] & 255
        #expect(pixel == (count > 0 ? 102 : 255))
    }

    /// The offset of a shadow of 100,000 points, in groups that are a million times as large, and
    /// on a layer in the eye's plane.
    @Test(arguments: [-1e21, 1e21, -6.3e20, 6.3e20, .infinity, .nan])
    func `of a shadow that is moved too far nothing is seen`(offset: Double) throws {
        var frame = frame()
        let shadow = frame.openGroup(
            opacity: 1, filter: .init(blur: 2, offset: Point(x: offset, y: 0)))
        for x in [5, 1e20] {
            let box = Frame.Box(
                toScreen: .translation(Point(x: x, y: 4)), size: Size(width: 20, height: 20))
            frame.add(Frame.Layer(.colour(Colour(red: 1, green: 1, blue: 1)), box: box))
        }
        frame.closeGroup(shadow)
        #expect(try draw(frame).pixels.allSatisfy { $0 == 0xFF00_0000 })
    }

    @Test(arguments: [-1, .nan, 2, .infinity, 1e-9])
    func `opacities beyond 0 and 1`(opacity: Double) throws {
        var frame = frame()
        let box = Frame.Box(
            toScreen: .rotation(degrees: 1), size: Size(width: 60, height: 60), radius: .nan)
        frame.add(
            Frame.Layer(
                .colour(Colour(red: 1, green: 1, blue: 1)), box: box, opacity: opacity))
        #expect(try draw(frame)[20, 20] & 255 == (opacity >= 1 ? 255 : 0))
    }

    @Test func `a frame as small as can be`() throws {
        let size = PixelSize(width: 1, height: 1)
        var frame = Frame(size: size, card: PixelRect(x: 0, y: 0, size: size))
        let box = Frame.Box(
            toScreen: .translation(Point(x: -3, y: -3)) * .rotation(degrees: 3),
            size: Size(width: 20, height: 20))
        frame.add(Frame.Layer(.bitmap(bitmap()), box: box))
        #expect(try draw(frame)[0, 0] != 0xFF00_0000)
    }

    @Test func `a picture too large for OpenGL is an error that says so`() throws {
        var frame = frame()
        let wide = Bitmap(
            width: 40_000, height: 1, pixels: [UInt32](repeating: 0xFFFF_FFFF, count: 40_000))
        frame.add(
            Frame.Layer(
                .bitmap(wide),
                box: Frame.Box(toScreen: .identity, size: Size(width: 40_000, height: 9))))
        #expect(onProcessor(frame)[3, 3] == 0xFFFF_FFFF)
        try OffscreenContext.use { gl in
            let error = #expect(throws: GLError.self) { try gl.bitmap(frame) }
            #expect(error?.description.contains("40000 x 1") == true)
        }
    }

    @Test func `mips and textures of earlier frames do not show in later ones`() throws {
        var noise = Noise(seed: 21)
        var cpu = CPUCompositor()
        try OffscreenContext.use { gl in
            for _ in 0..<20 {
                let frame = noise.transformedFrame()
                let plain = noise.frame("oto")
                for frame in [frame, plain] {
                    let (old, new) = (try gl.bitmap(frame), try GLCompositor().bitmap(frame))
                    #expect(old.pixels == new.pixels)
                    #expect(cpu.bitmap(frame).pixels == onProcessor(frame).pixels)
                }
            }
        }
    }
}
