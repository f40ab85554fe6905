import Geometry
import Motion
import Paint
import Scene
import Testing

@testable import Card

/// What a layer's `path` and its keys say.
@Suite struct PathCardTests {
    private func card(_ layer: String, style: String = "") throws -> Card {
        let folder = CardFolder()
        let style = style.isEmpty ? "" : "[style.line]\n\(style)\n"
        folder.write("card.toml", "format = 2\nsize = [100, 100]\n\(style)[[layer]]\n\(layer)\n")
        return try Card(folder: folder.path)
    }

    private func path(_ layer: String, style: String = "") throws -> PathContent {
        try #require(try card(layer, style: style).layers.first?.content as? PathContent)
    }

    @Test func `a filled path has its own bounds for a view`() throws {
        let path = try path("path = \"M 10 20 h 30 v 40 z\"\nfill = \"#f00\"")
        #expect(path.view == Rect(x: 10, y: 20, width: 30, height: 40))
        #expect(path.fill == .colour(Colour(red: 1, green: 0, blue: 0)))
        #expect(path.stroke == nil && path.fillRule == .nonzero && path.trim.isWhole)
    }

    @Test func `a stroke has its style`() throws {
        let path = try path(
            """
            path = "M 0 0 H 10"
            view = [-5, -5, 20, 10]
            stroke = { kind = "linear", colours = ["#000", "#fff"] }
            stroke-width = 6
            cap = "round"
            join = "bevel"
            miter = 2
            dash = [3, 1]
            dash-offset = 0.5
            trim-end = 0.25
            trim-offset = 0.5
            trim = "simultaneously"
            """)
        let style = StrokeStyle(
            width: 6, cap: .round, join: .bevel, miterLimit: 2, dash: [3, 1], dashOffset: 0.5)
        #expect(path.style == style && path.view == Rect(x: -5, y: -5, width: 20, height: 10))
        #expect(path.trim == PathTrim(start: 0, end: 0.25, offset: 0.5, isSimultaneous: true))
        guard case .gradient = path.stroke else {
            Issue.record("no gradient")
            return
        }
    }

    @Test func `the view has room for half the stroke`() throws {
        let path = try path("path = \"M 0 0 H 10\"\nstroke = \"#fff\"\nstroke-width = 4")
        #expect(path.view == Rect(x: -2, y: -2, width: 14, height: 4))
    }

    @Test func `every number and colour may have drivers`() throws {
        let card = try card(
            """
            path = "M 0 0 L 9 9"
            stroke = { follow = "tilt-x", range = [-30, 30], values = ["#f00", "#00f"] }
            stroke-width = { follow = "tilt-y", range = [-30, 30], values = [1, 4] }
            trim-end = { follow = "tilt", range = [0, 45], values = [0, 1] }
            morph = { to = "M 0 9 L 9 0", amount = { on = "tap", steps = [0, 1] } }
            """)
        let content = try #require(card.layers.first?.content)
        let names = card.drivers.compactMap { driver -> String? in
            guard case .content(let index, _) = driver.parameter else { return nil }
            return content.parameterNames[index]
        }
        #expect(
            names == [
                "stroke-width", "trim-end", "morph", "stroke red", "stroke green", "stroke blue",
                "stroke alpha",
            ])
    }

    @Test func `a layer and its style have keys of one path`() throws {
        let style = "stroke = \"#fff\"\nstroke-width = 3\ncap = \"round\""
        let own = try path("style = \"line\"\npath = \"M 0 0 H 9\"\ncap = \"butt\"", style: style)
        #expect(own.style.width == 3 && own.style.cap == .butt)
        // A style may have keys of strokes for others.
        let filled = try path(
            "style = \"line\"\npath = \"M 0 0 H 9 V 9 Z\"\nfill = \"#fff\"\nstroke = \"none\"",
            style: style)
        #expect(filled.stroke == nil && filled.fill != nil)
        let inherited = try path(
            "style = \"line\"\ntrim-end = 0.5", style: "path = \"M 0 0 H 9\"\n" + style)
        #expect(inherited.trim.end == 0.5 && inherited.style.cap == .round)
    }

    @Test func `a path may be that of a file`() throws {
        let folder = CardFolder()
        folder.write("clef.svg")
        folder.write(
            "card.toml",
            """
            format = 2
            size = [100, 100]
            [[layer]]
            path = "clef.svg"
            element = "treble"
            fill = "#fff"
            [[layer]]
            path = "clef.svg"
            element = "treble"
            stroke = "#000"
            size = "natural"
            """)
        let card = try Card(folder: folder.path)
        let reference = ShapeReference(picture: 0, element: "treble")
        #expect(card.shownShapes == [reference])
        let line = try Path(data: "M 0 0 H 5")
        let scene = card.scene(
            size: Size(width: 100, height: 100),
            shapes: [reference: (line, Rect(x: 0, y: 0, width: 20, height: 10))],
            over: TiltStateSettings())
        let paths = scene.layers.compactMap { $0.content as? PathContent }
        #expect(paths.map(\.path) == [line, line])
        #expect(scene.layers[1].ownSize == Size(width: 20, height: 10))
    }

    @Test(
        arguments: [
            ("path = \"none.svg\"\nfill = \"#fff\"", "none.svg"),
            ("path = \"../a.svg\"\nfill = \"#fff\"", ".. leads out of it"),
            ("path = \"M 0 0 H 9\"\nelement = \"a\"\nfill = \"#fff\"", "is for a path from a file"),
            (
                "path = \"M 0 0 L 1\"\nfill = \"#fff\"",
                "4:8: layer[1].path is no path: character 10 of it ends"
            ),
            ("path = \"\"\nfill = \"#fff\"", "layer[1].path is empty"),
            ("path = \"M 0 0 H 9\"", "shows nothing: give fill or stroke"),
            ("path = \"M 0 0 H 9\"\nfill = \"none\"", "shows nothing"),
            (
                "path = \"M 0 0 H 9\"\nfill = \"#fff\"\ncap = \"round\"",
                "6:7: layer[1].cap needs stroke"
            ),
            (
                "path = \"M 0 0 H 9\"\nfill = \"#fff\"\ntrim-end = 0.5",
                "layer[1].trim-end needs stroke"
            ),
            ("path = \"M 0 0 H 9\"\nstroke = \"#fff\"\ncap = \"rund\"", "the nearest is \"round\""),
            (
                "path = \"M 0 0 H 9\"\nstroke = \"#fff\"\ndash = [0, 0]",
                "must have a length above 0"
            ),
            ("path = \"M 0 0 H 9\"\nstroke = \"#fff\"\ndash = [-1]", "but must be from 0"),
            ("path = \"M 0 0 H 9\"\nstroke = \"#fff\"\nstroke-width = nan", "but must be from"),
            (
                "path = \"M 0 0 H 9\"\nstroke = \"#fff\"\nview = [0, 0, 0, 9]",
                "but must be from 0.001"
            ),
            ("path = \"M 0 0 H 9\"\nstroke = \"#fff\"\nview = [0, 0, 9]", "must be four numbers"),
            (
                "path = \"M 0 0 H 9\"\nstroke = \"#fff\"\nmorph = { to = \"M 0 0 C 1 1 2 2 3 3\" }",
                "its command 2 is a curve instead of a line"
            ),
            (
                "path = \"M 0 0 H 9\"\nstroke = \"#fff\"\nmorph = { amount = 1 }",
                "needs to: the other path"
            ),
            (
                "colour = \"#fff\"\nstroke = \"#fff\"",
                "5:1: layer[1].stroke is for a layer with path"
            ),
            ("path = \"M 0 0 H 9\"\nfill = \"#fff\"\ncolour = \"#fff\"", "does not go with"),
            ("path = \"M 0 0 H 9\"\nfill = \"#fff\"\nfit = \"cover\"", "fit"),
        ])
    func `a mistake has its place`(layer: String, words: String) {
        do {
            _ = try card(layer)
            Issue.record("no error")
        } catch {
            #expect("\(error)".contains(words), "\(error)")
        }
    }
}
