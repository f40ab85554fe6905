import Foundation
import Geometry
import Paint
import Picture
import Testing

@testable import Compositor

/// Cards' own shaders over layers: their pixels from OpenGL, and none from the processor.
@Suite(.serialized) @MainActor struct ShaderFrameTests {
    private static let size = PixelSize(width: 120, height: 90)
    private static let places: [Homography] = [
        .identity,
        .translation(Point(x: 20, y: -6)) * .rotation(degrees: 12) * .scale(x: 0.9, y: 1.2),
        Homography(a: 1, b: 0.1, c: -0.1, d: 0.9, tx: 6, ty: 4, g: 0.001, h: 0.0015, i: 1),
    ]

    private func shader(
        _ text: String, file: String = "a.frag", numbers: [Double] = [0.25, 1, 0.5, 0, 0.5],
        reach: Double = 6, time: Double = 3
    ) throws -> Shader {
        let program = try ShaderProgram(
            Array(text.utf8), file: file,
            uniforms: [.init("strength", .number), .init("tint", .colour)])
        return Shader(
            program, reach: reach, numbers: numbers, size: Size(Self.size), time: time)
    }

    /// A smooth picture: red and green follow x and y.
    private static let picture = Bitmap(
        width: size.width, height: size.height,
        pixels: (0..<size.area).map { index in
            let (x, y) = (UInt32(index % size.width), UInt32(index / size.width))
            return 0xFF00_0000 | (2 * x) << 16 | (2 * y) << 8 | 40
        })

    private func frame(
        _ shader: Shader?, _ toScreen: Homography = .identity, given pictures: [Bitmap] = []
    ) -> Frame {
        var frame = Frame(size: Self.size, card: PixelRect(x: 0, y: 0, size: Self.size))
        let group = frame.openGroup(
            opacity: 1,
            filter: Frame.Filter(
                blur: 0, ownSpace: toScreen, change: shader.map(PixelChange.shader),
                pictures: pictures))
        frame.add(
            Frame.Layer(
                .bitmap(Self.picture), box: Frame.Box(toScreen: toScreen, size: Size(Self.size))))
        frame.closeGroup(group)
        return frame
    }

    private func drawn(_ shader: Shader, _ toScreen: Homography = .identity) throws -> Bitmap {
        try drawings(frame(shader, toScreen))[1]
    }

    /// Compares each third pixel whose place lies well inside the box with a formula of the place.
    private func expect(
        _ bitmap: Bitmap, _ toScreen: Homography, within tolerance: Double = 3,
        _ formula: (Point) -> [Double], _ source: SourceLocation = #_sourceLocation
    ) throws {
        let back = try #require(toScreen.inverse)
        var (count, worst) = (0, 0.0)
        for y in stride(from: 1, to: Self.size.height, by: 3) {
            for x in stride(from: 1, to: Self.size.width, by: 3) {
                let place = back.apply(Point(x: Double(x) + 0.5, y: Double(y) + 0.5))
                guard (12...108).contains(place.x), (12...78).contains(place.y) else { continue }
                for (own, wanted) in zip(components(bitmap[x, y]), formula(place)) {
                    worst = max(worst, abs(Double(own) - min(max(wanted, 0), 255)))
                }
                count += 1
            }
        }
        #expect(count > 400 && worst <= tolerance, "\(worst), \(count)", sourceLocation: source)
    }

    @Test(arguments: [0, 1, 2])
    func `a colour is that of the formula`(number: Int) throws {
        let toScreen = Self.places[number]
        let shader = try shader(
            """
            vec4 colour(vec2 place, vec4 under) {
                float share = place.x / size.x;
                return vec4(under.r * strength, share, tint.r + 0.01 * time, 1.0);
            }
            """)
        try expect(drawn(shader, toScreen), toScreen) { place in
            [2 * (place.x - 0.5) / 4, 255 * place.x / 120, 255 * (0.5 + 0.03)]
        }
    }

    @Test(arguments: [0, 1, 2])
    func `a distortion shows other places`(number: Int) throws {
        let toScreen = Self.places[number]
        let shader = try shader(
            "vec2 distortion(vec2 place) { return place + vec2(6.0 * sin(place.y / 9.0), -4.0); }")
        try expect(drawn(shader, toScreen), toScreen, within: 4) { place in
            [2 * (place.x + 6 * sin(place.y / 9) - 0.5), 2 * (place.y - 4.5), 40]
        }
    }

    @Test(arguments: [0, 1, 2])
    func `a layer mixes places`(number: Int) throws {
        let toScreen = Self.places[number]
        let shader = try shader(
            """
            vec4 layer(vec2 place) {
                return 0.5 * under(place + vec2(5.0, 0.0)) + 0.5 * under(place - vec2(0.0, 5.0));
            }
            """)
        try expect(drawn(shader, toScreen), toScreen, within: 4) { place in
            [2 * (place.x + 2), 2 * (place.y - 3), 40]
        }
    }

    @Test(arguments: [0, 1, 2])
    func `pictures are sampled by their shares`(number: Int) throws {
        let toScreen = Self.places[number]
        let program = try ShaderProgram(
            Array("vec4 layer(vec2 p) { return b(p / size) + a(vec2(0.75, 2.0)); }".utf8),
            file: "a.frag", uniforms: [.init("a", .picture), .init("b", .picture)])
        let shader = Shader(program, reach: 0, numbers: [], size: Size(Self.size), time: 0)
        // The lower right pixel adds to the blue of the other picture.
        let two = Bitmap(width: 2, height: 2, pixels: [0, 0, 0, 0x0000_0064])
        let frame = frame(shader, toScreen, given: [two, Self.picture])
        try expect(drawings(frame)[1], toScreen) { place in
            [2 * (place.x - 0.5), 2 * (place.y - 0.5), 140]
        }
    }

    @Test func `colours are limited to the alpha, and it to 0 and 1`() throws {
        let above = try shader("vec4 layer(vec2 p) { return vec4(3.0, -1.0, 0.25, 0.5); }")
        try expect(drawn(above), .identity) { _ in [127.5, 0, 63.75] }
        let clear = try shader("vec4 layer(vec2 p) { return vec4(1.0, 1.0, 1.0, -2.0); }")
        try expect(drawn(clear), .identity) { _ in [0, 0, 0] }
    }

    @Test func `the processor draws the layer as it is`() throws {
        let shader = try shader("vec4 layer(vec2 p) { return vec4(1.0); }")
        for toScreen in Self.places {
            let (with, without) = (
                onProcessor(frame(shader, toScreen)), onProcessor(frame(nil, toScreen))
            )
            let isSame = (0..<Self.size.area).allSatisfy { index in
                let (x, y) = (index % Self.size.width, index / Self.size.width)
                return isNear(components(with[x, y]), components(without[x, y]))
            }
            #expect(isSame)
        }
    }

    @Test func `a refused text is told once with its line, and the last good one stays`() throws {
        let good = try shader("vec4 layer(vec2 p) { return vec4(strength); }")
        let bad = try shader("\nvec4 layer(vec2 p) {\n  return foo;\n}")
        try OffscreenContext.use { compositor in
            let without = try compositor.bitmap(frame(bad))
            let told = try #require(compositor.takeMessage())
            #expect(
                told.hasPrefix("a.frag:3: the driver says: ") && told.contains("foo"), "\(told)")
            #expect(told.hasSuffix("; the layer is shown without it"))
            try expect(without, .identity) { [2 * ($0.x - 0.5), 2 * ($0.y - 0.5), 40] }
            _ = try compositor.bitmap(frame(bad))
            #expect(compositor.takeMessage() == nil)
            try expect(compositor.bitmap(frame(good)), .identity) { _ in [63.75, 63.75, 63.75] }
            let worse = try shader(
                "vec4 layer(vec2 p) { return bar; }", numbers: [0.5, 0, 0, 0, 0])
            try expect(compositor.bitmap(frame(worse)), .identity) { _ in [127.5, 127.5, 127.5] }
            #expect(compositor.takeMessage()?.hasSuffix("with the last one that was good") == true)
        }
    }

    @Test(arguments: [
        ("0:12(3): error: `foo' undeclared", 12, "`foo' undeclared"),
        ("ERROR: 0:7: 'foo' : undeclared identifier", 7, "'foo' : undeclared identifier"),
        (
            "0(9) : error C1503: undefined variable \"foo\"", 9,
            "error C1503: undefined variable \"foo\""
        ),
    ])
    func `drivers' messages are understood`(line: String, number: Int, text: String) throws {
        let parts = try #require(DriverMessage.parts(line))
        #expect(parts.line == number && parts.text == text)
        #expect(DriverMessage.parts("Compilation failed") == nil)
    }

    @Test func `extreme maps draw something, or nothing`() throws {
        let shader = try shader("vec2 distortion(vec2 p) { return p / 0.0; }", reach: 1000)
        for toScreen in [
            Homography.scale(x: 1e-6, y: 1e6), Homography.scale(x: 0, y: 1),
            Homography(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0, g: 0.02, h: -0.03, i: 1),
        ] {
            _ = try drawings(frame(shader, toScreen))
        }
    }
}
