import Animation
import CCairo
import CRsvg
import Foundation
import Geometry
import Motion
import Paint
import Picture
import Scene
import Testing

@testable import Compositor
@testable import Plan

/// Paths as frames show them, beside the same drawn by Cairo and by librsvg.
@Suite struct PathFrameTests {
    private static let size = PixelSize(width: 200, height: 160)
    private static let view = Rect(x: 0, y: 0, width: 100, height: 80)
    private static let white = Brush.colour(Colour(red: 1, green: 1, blue: 1))
    private static let data = "M 10 70 C 20 -20 45 90 60 30 S 90 10 85 65 L 40 76 Z"

    private static func frame(_ content: PathContent, tilted: Double = 0) -> Frame {
        let scene = Scene(
            size: Size(width: 100, height: 80),
            layers: [Scene.Layer(content, values: [.rotation: tilted])])
        var planner = FramePlanner(scene, files: [], assets: Assets())
        planner.resize(to: size)
        return planner.frame(of: scene.evaluate(SceneState(of: scene), at: 0))
    }

    /// Levels of gray, row by row.
    private static func drawn(_ content: PathContent) -> [Int] {
        onProcessor(frame(content)).pixels.map { Int($0 & 255) }
    }

    /// What Cairo draws in white on black; user space is the view.
    private static func cairo(
        tolerance: Double = 0.1, _ draw: (OpaquePointer) -> Void
    ) -> [Int] {
        var pixels = [UInt32](repeating: 0, count: size.area)
        pixels.withUnsafeMutableBytes { bytes in
            let surface = cairo_image_surface_create_for_data(
                bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32,
                Int32(size.width), Int32(size.height), Int32(4 * size.width))
            let context = cairo_create(surface)!
            cairo_scale(context, 2, 2)
            cairo_set_source_rgb(context, 1, 1, 1)
            cairo_set_tolerance(context, tolerance)
            draw(context)
            cairo_destroy(context)
            cairo_surface_destroy(surface)
        }
        return pixels.map { Int($0 & 255) }
    }

    /// The share of the pixels at edges whose coverages differ by more than 2 %.
    private static func difference(_ one: [Int], _ other: [Int]) -> Double {
        let edges = zip(one, other).filter { (1..<255).contains($0) || (1..<255).contains($1) }
        let different = zip(one, other).count { abs($0 - $1) > 5 }
        return Double(different) / Double(max(1, edges.count))
    }

    private static func addCurve(_ context: OpaquePointer) {
        cairo_move_to(context, 10, 70)
        cairo_curve_to(context, 20, -20, 45, 90, 60, 30)
        cairo_curve_to(context, 75, -30, 90, 10, 85, 65)
        cairo_line_to(context, 40, 76)
        cairo_close_path(context)
    }

    @Test func `a filled path is Cairo's`() throws {
        for (rule, cairoRule) in [
            (FillRule.nonzero, CAIRO_FILL_RULE_WINDING), (.evenodd, CAIRO_FILL_RULE_EVEN_ODD),
        ] {
            let content = PathContent(
                try Path(data: Self.data), view: Self.view, fill: Self.white, fillRule: rule)
            let expected = Self.cairo { context in
                Self.addCurve(context)
                cairo_set_fill_rule(context, cairoRule)
                cairo_fill(context)
            }
            #expect(expected.contains(255))
            #expect(Self.difference(Self.drawn(content), expected) <= 0.02)
        }
    }

    @Test func `a stroked path is Cairo's`() throws {
        let styles = [
            StrokeStyle(width: 5, cap: .round, join: .round),
            StrokeStyle(width: 3, cap: .square, join: .miter, miterLimit: 10),
            StrokeStyle(width: 4, join: .bevel, dash: [7, 3], dashOffset: 2),
        ]
        for style in styles {
            let content = PathContent(
                try Path(data: Self.data), view: Self.view, stroke: Self.white, style: style)
            let expected = Self.cairo { context in
                Self.addCurve(context)
                Self.stroke(context, style)
            }
            #expect(Self.difference(Self.drawn(content), expected) <= 0.02)
        }
    }

    private static func stroke(_ context: OpaquePointer, _ style: StrokeStyle) {
        cairo_set_line_width(context, style.width)
        cairo_set_line_cap(
            context,
            style.cap == .butt
                ? CAIRO_LINE_CAP_BUTT
                : style.cap == .round ? CAIRO_LINE_CAP_ROUND : CAIRO_LINE_CAP_SQUARE)
        cairo_set_line_join(
            context,
            style.join == .miter
                ? CAIRO_LINE_JOIN_MITER
                : style.join == .round ? CAIRO_LINE_JOIN_ROUND : CAIRO_LINE_JOIN_BEVEL)
        cairo_set_miter_limit(context, style.miterLimit)
        cairo_set_dash(context, style.dash, Int32(style.dash.count), style.dashOffset)
        cairo_stroke(context)
    }

    /// A part of a circle, which Cairo has arcs for.
    @Test(arguments: [(0.0, 0.25), (0.1, 0.6), (0.5, 1)])
    func `a trimmed circle is Cairo's arc`(start: Double, end: Double) throws {
        let path = try Path(data: "M 80 40 A 30 30 0 0 1 20 40 A 30 30 0 0 1 80 40")
        let style = StrokeStyle(width: 6, cap: .round)
        var content = PathContent(path, view: Self.view, stroke: Self.white, style: style)
        (content[.trimStart], content[.trimEnd]) = (start, end)
        let expected = Self.cairo(tolerance: 0.01) { context in
            cairo_arc(context, 50, 40, 30, start * 2 * .pi, end * 2 * .pi)
            Self.stroke(context, style)
        }
        #expect(Self.difference(Self.drawn(content), expected) <= 0.02)
    }

    /// Its spirals, whose turns do not touch, are longer than a leap of the pieces in which such a stroke is drawn.
    private static let manyParts =
        (0..<7).map { turn in
            let r = 4 + 5 * Double(turn)
            return
                "\(turn == 0 ? "M 50 40" : "") a \(r) \(r) 0 0 1 \(2 * r) 0 a \(r) \(r) 0 0 1 \(-2 * r - 4) 0"
        }.joined() + " M 10 10 h 20 v 12 z M 88 8 l 0 0 M 60 4 l 30 70 l -36 -60"

    @Test(
        arguments: [
            StrokeStyle(width: 3, cap: .round, join: .round),
            StrokeStyle(width: 2.8, cap: .butt, join: .miter),
            StrokeStyle(width: 2.5, cap: .square, join: .bevel),
            StrokeStyle(width: 3, cap: .round, join: .bevel),
        ])
    func `a stroke whose end moves is that which is drawn at once, whatever was seen before`(
        style: StrokeStyle
    ) throws {
        try expectGrowth(Self.manyParts, style)
    }

    /// The first leap of pieces, 10 and 6, ends where the second rectangle is closed.
    @Test func `a sub-path that the moving end has closed has no ends`() throws {
        try expectGrowth(
            "M 10 10 h 80 v 60 h -80 z M 25 25 h 50 v 30 h -50 z M 40 40 h 20",
            StrokeStyle(width: 8))
    }

    private func expectGrowth(_ data: String, _ style: StrokeStyle) throws {
        let content = PathContent(
            try Path(data: data), view: Self.view, stroke: Self.white, style: style)
        let end = PathContent.Parameter.trimEnd
        var driven = content
        driven[end] = 0
        let scene = Scene(
            size: Size(width: 100, height: 80), layers: [Scene.Layer(driven)],
            drivers: [
                Driver(
                    layer: 0, .content(end.rawValue, end.kind),
                    .follow(.tilt, Conversion(gain: 0.01), nil, .atOnce))
            ])
        func planner() -> FramePlanner {
            var planner = FramePlanner(scene, files: [], assets: Assets())
            planner.resize(to: Self.size)
            return planner
        }
        var moved = planner()
        for percent in [3.0, 20, 20.5, 61, 92, 99.9, 100, 97, 60.5, 14, 0, 75.25] {
            var state = SceneState(of: scene)
            state.advance(
                by: Input(.tilts(Tilts(percent, about: .horizontal)), at: 0), in: scene)
            let snapshot = scene.evaluate(state, at: 0)
            var new = planner()
            let drawn = onProcessor(moved.frame(of: snapshot)).pixels.map { Int($0 & 255) }
            #expect(
                drawn == onProcessor(new.frame(of: snapshot)).pixels.map { Int($0 & 255) },
                "\(percent)")
            var still = content
            still[end] = percent / 100
            let difference = Self.difference(drawn, Self.drawn(still))
            #expect(difference <= 0.02, "\(percent): \(difference)")
        }
    }

    /// A dash as long as the part, and a gap for the remainder, show the same.
    @Test func `a trim is a dash of its length`() throws {
        let path = try Path(data: Self.data)
        let length = MeasuredPath(path, tolerance: 0.001).length
        var trimmed = PathContent(
            path, view: Self.view, stroke: Self.white, style: StrokeStyle(width: 3))
        (trimmed[.trimStart], trimmed[.trimEnd]) = (0.2, 0.7)
        let style = StrokeStyle(
            width: 3, dash: [0.5 * length, length], dashOffset: -0.2 * length)
        let dashed = Self.cairo(tolerance: 0.01) { context in
            Self.addCurve(context)
            Self.stroke(context, style)
        }
        #expect(Self.difference(Self.drawn(trimmed), dashed) <= 0.02)
    }

    /// Random path data, with every command, as librsvg reads it.
    @Test func `random path data is librsvg's`() throws {
        var random = RandomNumbers(seed: 5)
        for _ in 0..<60 {
            let data = Self.randomData(&random)
            let style = "fill=\"none\" stroke=\"#fff\" stroke-width=\"2\" stroke-linejoin=\"round\""
            let svg = """
                <svg xmlns="http://www.w3.org/2000/svg" width="100" height="80">
                <path d="\(data)" \(style)/></svg>
                """
            let expected = try Self.rsvg(svg)
            let content = PathContent(
                try Path(data: data), view: Self.view, stroke: Self.white,
                style: StrokeStyle(width: 2, join: .round))
            #expect(Self.difference(Self.drawn(content), expected) <= 0.02, "\(data)")
        }
    }

    private static func rsvg(_ svg: String) throws -> [Int] {
        let bytes = Array(svg.utf8)
        let handle = try #require(rsvg_handle_new_from_data(bytes, gsize(bytes.count), nil))
        defer { g_object_unref(UnsafeMutableRawPointer(handle)) }
        return cairo { context in
            var area = RsvgRectangle(x: 0, y: 0, width: 100, height: 80)
            rsvg_handle_render_document(handle, context, &area, nil)
        }
    }

    private static func randomData(_ random: inout RandomNumbers) -> String {
        func number() -> String {
            let value = Double.random(in: 0...80, using: &random)
            return String(format: Bool.random(using: &random) ? "%.1f" : "%.3e", value)
        }
        func small() -> String {
            String(format: "%.2f", Double.random(in: -20...20, using: &random))
        }
        var data = "M \(number()) \(number())"
        for _ in 0..<5 {
            let command = "lhvcsqtaLHVCSQTAz".randomElement(using: &random) ?? "l"
            let count =
                ["l": 2, "h": 1, "v": 1, "c": 6, "s": 4, "q": 4, "t": 2][command.lowercased()] ?? 0
            let isRelative = command.isLowercase
            let numbers = (0..<count).map { _ in isRelative ? small() : number() }
            data += String(command) + numbers.joined(separator: " ")
            if command.lowercased() == "a" {
                let flags =
                    "\(Int.random(in: 0...1, using: &random))\(Int.random(in: 0...1, using: &random))"
                let end = (0..<2).map { _ in isRelative ? small() : number() }
                data += "\(number()) \(number()) \(small()) \(flags)\(end.joined(separator: " "))"
            }
        }
        return data
    }

    /// With brushes of both kinds, turned, under perspective and with an opacity.
    @Test @MainActor func `both compositors draw the same`() throws {
        let gradient = Gradient(
            .angular(centre: Point(x: 0.5, y: 0.5), from: 20, to: 380),
            [
                Gradient.Stop(0, Colour(red: 1, green: 0, blue: 0)),
                Gradient.Stop(0.5, Colour(red: 0, green: 1, blue: 0, alpha: 0.5)),
                Gradient.Stop(1, Colour(red: 1, green: 0, blue: 0)),
            ])
        let blue = Brush.colour(Colour(red: 0, green: 0.3, blue: 1, alpha: 0.6))
        for (fill, stroke) in [
            (blue, Brush.gradient(gradient)), (.gradient(gradient), blue), (blue, blue),
        ] {
            var content = PathContent(
                try Path(data: Self.data), view: Self.view, fill: fill, stroke: stroke,
                style: StrokeStyle(width: 5, join: .round))
            content[.trimEnd] = 0.8
            for angle in [0.0, 17] {
                let frame = Self.frame(content, tilted: angle)
                let drawings = try drawings(frame)
                let comparison = Comparison(drawings[0], drawings[1], of: frame)
                #expect(comparison.mean <= 0.5 && comparison.strays <= 0.005)
                #expect(Set(drawings[0].pixels).count > 50)
            }
        }
    }

    @Test func `a path without a width, a length or a colour is nothing`() throws {
        func isBlack(_ content: PathContent) -> Bool { Self.drawn(content).allSatisfy { $0 == 0 } }
        let line = try Path(data: "M 10 10 H 90")
        func stroked(_ width: Double) -> PathContent {
            PathContent(
                line, view: Self.view, stroke: Self.white, style: StrokeStyle(width: width))
        }
        var trimmed = stroked(4)
        trimmed[.trimEnd] = 0
        #expect(isBlack(trimmed) && isBlack(stroked(0)) && !isBlack(stroked(4)))
        let clear = Brush.colour(Colour(red: 1, green: 1, blue: 1, alpha: 0))
        #expect(isBlack(PathContent(line, view: Self.view, stroke: clear)))
        let far = try Path(data: "M 1e6 1e6 h 10")
        #expect(isBlack(PathContent(far, view: Self.view, stroke: Self.white)))
    }

    /// A moving trim is drawn anew; what stands still is not.
    @Test func `only what changes is drawn again`() throws {
        let content = PathContent(
            try Path(data: Self.data), view: Self.view, fill: Self.white, stroke: Self.white)
        let layer = Scene.Layer(content)
        let driver = Driver(
            layer: 0, .content(PathContent.Parameter.trimEnd.rawValue, .coordinate),
            .follow(.time, Conversion(), try Keys([(0, -1), (2, 0)]), .atOnce))
        let scene = Scene(
            size: Size(width: 100, height: 80), layers: [layer], drivers: [driver])
        var planner = FramePlanner(scene, files: [], assets: Assets())
        planner.resize(to: Self.size)
        func bitmaps(_ time: Double) -> [Bitmap] {
            planner.frame(of: scene.evaluate(SceneState(of: scene), at: time)).layers
                .compactMap(\.bitmap)
        }
        let (first, second) = (bitmaps(0.5), bitmaps(1))
        #expect(first.count == 2 && second.count == 2)
        #expect(first[0] === second[0] && first[1] !== second[1])
        #expect(bitmaps(1)[1] === second[1])
    }
}
