import Animation
import CCairo
import CPango
import Decoding
import Foundation
import Geometry
import Motion
import Paint
import Picture
import Scene
import Testing

@testable import Compositor
@testable import Plan

/// Texts as frames show them, beside the same drawn by PangoCairo.
@Suite struct TextFrameTests {
    private static let box = Size(width: 200, height: 120)
    private static let decoder = PictureDecoder()

    private static func content(
        _ text: String, size: Double = 18, brush: Brush = .colour(.white), parts: [TextParts] = []
    ) throws -> TextContent {
        let font = TextDescription.Font(.family("DejaVu Serif"), size: size)
        let text = TextDescription(
            [TextDescription.Span(text, font: font)], alignment: .centre, width: box.width)
        return TextContent(text, brushes: [brush], parts: parts)
            .with(TextContent.LaidOut(text, try decoder.layout(of: text)))
    }

    private static func frame(
        _ content: TextContent, scale: Double, _ values: [Property: Double] = [:]
    ) -> Frame {
        let scene = Scene(size: box, layers: [Scene.Layer(content, values: values)])
        var planner = FramePlanner(scene, files: [], decoder: decoder, assets: Assets())
        planner.resize(to: pixels(scale))
        return planner.frame(of: scene.evaluate(SceneState(of: scene), at: 0))
    }

    private static func pixels(_ scale: Double) -> PixelSize {
        PixelSize(width: Int(box.width * scale), height: Int(box.height * scale))
    }

    /// Levels of gray that PangoCairo draws, with the text moved by `offset` points.
    private static func pango(
        _ text: String, scale: Double, offset: Point = Point(x: 0, y: 0), size: Double = 18
    ) -> [Int] {
        let pixels = pixels(scale)
        var drawn = [UInt32](repeating: 0, count: pixels.area)
        drawn.withUnsafeMutableBytes { bytes in
            let surface = cairo_image_surface_create_for_data(
                bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32,
                Int32(pixels.width), Int32(pixels.height), Int32(4 * pixels.width))
            let context = cairo_create(surface)!
            cairo_scale(context, scale, scale)
            let options = cairo_font_options_create()
            cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
            cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
            cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
            let layout = pango_cairo_create_layout(context)!
            let pango = pango_layout_get_context(layout)
            pango_cairo_context_set_font_options(pango, options)
            pango_context_set_round_glyph_positions(pango, 0)
            let font = pango_font_description_from_string("DejaVu Serif")
            pango_font_description_set_absolute_size(font, size * Double(PANGO_SCALE))
            pango_layout_set_font_description(layout, font)
            pango_layout_set_width(layout, Int32(box.width) * PANGO_SCALE)
            pango_layout_set_alignment(layout, PANGO_ALIGN_CENTER)
            pango_layout_set_text(layout, text, -1)
            cairo_set_source_rgb(context, 1, 1, 1)
            cairo_move_to(context, offset.x, offset.y)
            pango_cairo_show_layout(context, layout)
            g_object_unref(UnsafeMutableRawPointer(layout))
            pango_font_description_free(font)
            cairo_font_options_destroy(options)
            cairo_destroy(context)
            cairo_surface_destroy(surface)
        }
        return drawn.map { Int($0 & 255) }
    }

    private static func largestDifference(_ frame: Frame, _ expected: [Int]) -> Int {
        let drawn = onProcessor(frame).pixels.map { Int($0 & 255) }
        #expect(expected.contains(255) && drawn.count == expected.count)
        return zip(drawn, expected).reduce(0) { max($0, abs($1.0 - $1.1)) }
    }

    @Test(
        arguments: [
            "Tilt the card, and its words change", "Wavy AV fi ffl office",
            "\u{645}\u{631}\u{62D}\u{628}\u{627} \u{628}\u{627}\u{644}\u{639}\u{627}\u{644}\u{645}",
        ], [1, 2, 3.5])
    func `a text at rest is PangoCairo's`(text: String, scale: Double) throws {
        let frame = Self.frame(try Self.content(text), scale: scale)
        #expect(Self.largestDifference(frame, Self.pango(text, scale: scale)) <= 2)
    }

    @Test func `a text between two pixels is as sharp as PangoCairo's`() throws {
        let frame = Self.frame(
            try Self.content("Moved"), scale: 2, [.offsetX: 3.3, .offsetY: 4.2])
        let expected = Self.pango("Moved", scale: 2, offset: Point(x: 3.3, y: 4.2))
        #expect(Self.largestDifference(frame, expected) <= 2)
    }

    @Test func `a text with numbers is laid out and drawn anew when one is another`() throws {
        let font = TextDescription.Font(.family("DejaVu Serif"), size: 18)
        let spans = ["0.0", " degrees"].map { TextDescription.Span($0, font: font) }
        let text = TextDescription(spans, alignment: .centre, width: Self.box.width)
        let content = TextContent(
            text, numbers: [PrintedNumber(span: 0, .tilt, decimals: 1)], brushes: [.colour(.white)]
        ).with(TextContent.LaidOut(text, try Self.decoder.layout(of: text)))
        let number = Driver.Parameter.content(4, .printed(decimals: 1))
        let scene = Scene(
            size: Self.box, layers: [Scene.Layer(content)],
            drivers: [Driver(layer: 0, number, .follow(.tilt, Conversion(), nil, .atOnce))])
        #expect(scene.signals == [.tilt])
        var planner = FramePlanner(scene, files: [], decoder: Self.decoder, assets: Assets())
        planner.resize(to: Self.pixels(2))
        var state = SceneState(of: scene)
        var snapshots: [Snapshot] = []
        for (tilt, shown) in [(-12.34, "\u{2212}12.3"), (-12.26, "\u{2212}12.3"), (-0.04, "0.0")] {
            state.advance(by: Input(.tilts(Tilts(tilt, about: .horizontal)), at: 0), in: scene)
            let snapshot = scene.evaluate(state, at: 0)
            let frame = planner.frame(of: snapshot)
            #expect(Self.largestDifference(frame, Self.pango("\(shown) degrees", scale: 2)) <= 2)
            snapshots.append(snapshot)
        }
        #expect(snapshots[0].appearsEqual(to: snapshots[1], scale: 2))
        #expect(!snapshots[0].appearsEqual(to: snapshots[2], scale: 2))
        #expect(planner.isReady && planner.contentRemarks.isEmpty)
    }

    /// Parts of which each differs from the text by less than can be seen, so that each is drawn for
    /// itself.
    private static func almostStill(_ unit: TextParts.Unit) -> [TextParts] {
        [TextParts(unit, numbers: [.init(.opacity, constant: 0.9999, drivers: [])])]
    }

    @Test(
        arguments: [
            "Tilt the card, and its words change", "Wavy AV fi ffl office",
            "\u{645}\u{631}\u{62D}\u{628}\u{627} \u{628}\u{627}\u{644}\u{639}\u{627}\u{644}\u{645}",
        ], TextParts.Unit.allCases)
    func `a text of parts is the whole text`(text: String, unit: TextParts.Unit) throws {
        let content = try Self.content(text, parts: Self.almostStill(unit))
        #expect(content.units.count >= 1)
        let expected = Self.pango(text, scale: 2)
        #expect(Self.largestDifference(Self.frame(content, scale: 2), expected) <= 2)
    }

    @Test(arguments: [TextParts.Unit.span, .word, .cluster], [1.0, 0.9])
    func `pieces of several lines and tables are cut out without their neighbours`(
        unit: TextParts.Unit, spacing: Double
    ) throws {
        let font = TextDescription.Font(.family("DejaVu Serif"), size: 18)
        let spans = ["Build ", "visual effects", " by tilting, a long rest that wraps"]
        let text = TextDescription(
            spans.map { TextDescription.Span($0, font: font) }, lineSpacing: spacing,
            width: Self.box.width)
        let number = Self.almostStill(unit)[0].numbers
        let layout = TextContent.LaidOut(text, try Self.decoder.layout(of: text))
        let whole = TextContent(text, brushes: [.colour(.white)]).with(layout)
        let parts = TextContent(
            text, brushes: [.colour(.white)],
            parts: [
                TextParts(unit, of: [1], numbers: number), TextParts(unit, numbers: number),
            ]
        ).with(layout)
        let expected = onProcessor(Self.frame(whole, scale: 2)).pixels.map { Int($0 & 255) }
        #expect(Self.largestDifference(Self.frame(parts, scale: 2), expected) <= 2)
    }

    @Test func `letters that need more or fewer bitmaps in another size are planned there`() throws
    {
        let number = TextParts.Number(.opacity, constant: 1, drivers: [])
        let content = try Self.content(
            "Bonjour !", size: 30, parts: [TextParts(.cluster, numbers: [number])])
        let scene = Scene(size: Self.box, layers: [Scene.Layer(content)])
        var planner = FramePlanner(scene, files: [], decoder: Self.decoder, assets: Assets())
        var counts: [Int] = []
        let scales = stride(from: 0.1, through: 3, by: 0.1)
        for scale in Array(scales) + scales.reversed() {
            planner.resize(to: Self.pixels(scale))
            let frame = planner.frame(of: scene.evaluate(SceneState(of: scene), at: 0))
            counts.append(planner.layerAssets.count)
            #expect(frame.size == Self.pixels(scale))
        }
        #expect(zip(counts, counts.dropFirst()).contains { $0 < $1 })
        #expect(zip(counts, counts.dropFirst()).contains { $0 > $1 })
    }

    @Test func `parts move, turn, fade and grow about their middles`() throws {
        func drawn(_ property: Property, _ constant: Double) throws -> [Int] {
            let parts = TextParts(
                .word, numbers: [.init(property, constant: constant, drivers: [])])
            let content = try Self.content("\u{2588}\u{2588}", size: 20, parts: [parts])
            return onProcessor(Self.frame(content, scale: 1)).pixels.map { Int($0 & 255) }
        }
        func weight(_ pixels: [Int]) -> Double { Double(pixels.reduce(0, +)) }
        func middle(_ pixels: [Int]) -> Point {
            var (x, y) = (0.0, 0.0)
            for (index, pixel) in pixels.enumerated() {
                x += Double(pixel) * (Double(index % 200) + 0.5)
                y += Double(pixel) * (Double(index / 200) + 0.5)
            }
            return Point(x: x / weight(pixels), y: y / weight(pixels))
        }
        let rest = try drawn(.opacity, 1)
        #expect(abs(weight(try drawn(.opacity, 0.5)) / weight(rest) - 0.5) < 0.01)
        #expect(abs(weight(try drawn(.scale, 0.5)) / weight(rest) - 0.25) < 0.02)
        #expect(abs(weight(try drawn(.blur, 1)) / weight(rest) - 1) < 0.02)
        let moved = middle(try drawn(.offsetX, 12))
        #expect(abs(moved.x - middle(rest).x - 12) < 0.1 && abs(moved.y - middle(rest).y) < 0.1)
        // The middle of the line, about which it turns, is not that of the block.
        let turned = middle(try drawn(.rotation, 180))
        #expect(abs(turned.x - middle(rest).x) < 0.5)
        #expect(try drawn(.rotation, 90) != rest)
    }

    @Test @MainActor func `parts are the same on both compositors`() throws {
        let parts = TextParts(
            .cluster,
            numbers: [
                .init(.opacity, constant: 0.7, drivers: []),
                .init(.rotation, constant: 12, drivers: []),
                .init(.blur, constant: 0.8, drivers: []),
                .init(.hue, constant: 40, drivers: []),
            ], effects: [.hue])
        let gradient = Gradient(
            .linear(from: Point(x: 0, y: 0), to: Point(x: 1, y: 1)),
            [.init(0, .white), .init(1, Colour(red: 1, green: 0, blue: 0))])
        for brush in [Brush.colour(Colour(red: 1, green: 0.4, blue: 0.1)), .gradient(gradient)] {
            let content = try Self.content("Both ways", size: 30, brush: brush, parts: [parts])
            let frame = Self.frame(content, scale: 1)
            let drawings = try drawings(frame)
            #expect(drawings[0].pixels.contains { $0 & 0xFFFFFF != 0 })
            let found = Comparison(drawings[0], drawings[1], of: frame)
            #expect(found.mean <= 0.5 && found.strays <= 0.005)
        }
    }

    @Test func `a gradient lies over the layer's box`() throws {
        let gradient = Gradient(
            .linear(from: Point(x: 0, y: 0), to: Point(x: 1, y: 0)),
            [.init(0, Colour(red: 0, green: 0, blue: 0)), .init(1, .white)])
        let text = String(repeating: "\u{2588}", count: 8)
        let frame = Self.frame(
            try Self.content(text, brush: .gradient(gradient)), scale: 1)
        let drawn = onProcessor(frame).pixels.map { Int($0 & 255) }
        for column in stride(from: 60, through: 140, by: 20) {
            #expect(abs(drawn[10 * 200 + column] - (2 * column + 1) * 255 / 400) <= 2)
        }
    }

    @Test @MainActor func `a text is the same on both compositors`() throws {
        for brush in [
            Brush.colour(Colour(red: 1, green: 0.4, blue: 0.1, alpha: 0.8)),
            .gradient(
                Gradient(
                    .angular(centre: Point(x: 0.5, y: 0.5), from: 0, to: 360),
                    [.init(0, .white), .init(1, Colour(red: 0, green: 0, blue: 1))])),
        ] {
            let content = try Self.content("Both ways", size: 30, brush: brush)
            for values: [Property: Double] in [[:], [.rotation: 20], [.rotationY: 30, .blur: 2]] {
                let frame = Self.frame(content, scale: 1, values)
                let drawings = try drawings(frame)
                let found = Comparison(drawings[0], drawings[1], of: frame)
                #expect(found.mean <= 0.5 && found.strays <= 0.005)
            }
        }
    }
}
