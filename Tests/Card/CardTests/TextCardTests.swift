import Geometry
import Motion
import Paint
import Scene
import Testing

@testable import Card

/// What a layer's `text` and its keys say.
@Suite struct TextCardTests {
    private func card(_ layer: String, style: String = "") throws -> Card {
        let folder = CardFolder()
        let style = style.isEmpty ? "" : "[style.words]\n\(style)\n"
        folder.write("serif.ttf", "")
        folder.write("card.toml", "format = 2\nsize = [100, 100]\n\(style)[[layer]]\n\(layer)\n")
        return try Card(folder: folder.path)
    }

    private func text(_ layer: String, style: String = "") throws -> TextContent {
        try #require(try card(layer, style: style).layers.first?.content as? TextContent)
    }

    @Test func `a text alone has the usual font in white`() throws {
        let content = try text("text = \"Hello\"")
        #expect(content.text == TextDescription([TextDescription.Span("Hello")]))
        #expect(content.brushes == [.colour(.white)])
    }

    @Test func `a text has its keys, and a span its own`() throws {
        let content = try text(
            """
            text = ["One ", { text = "two", name = "key", weight = 900, colour = "#f00", italic = true },
                    { text = " three", tracking = 2 }]
            font = "serif.ttf"
            text-size = 34
            weight = "semibold"
            align = "justify"
            line-spacing = 1.2
            colour = "#0f0"
            """)
        let spans = content.text.spans
        #expect(spans.map(\.text) == ["One ", "two", " three"])
        #expect(spans.map(\.font.weight) == [600, 900, 600] && spans[1].font.isItalic)
        #expect(spans.map(\.font.tracking) == [0, 0, 2])
        #expect(spans.allSatisfy { $0.font.size == 34 })
        #expect(spans.map(\.brush) == [0, 1, 0])
        #expect(content.text.fontFiles.first?.hasSuffix("/serif.ttf") == true)
        #expect(content.text.alignment == .justify && content.text.lineSpacing == 1.2)
        let (green, red) = (Colour(red: 0, green: 1, blue: 0), Colour(red: 1, green: 0, blue: 0))
        #expect(content.brushes == [.colour(green), .colour(red)])
    }

    @Test func `colours may have drivers, and a gradient's numbers too`() throws {
        let layers = [
            "text = \"a\"\ncolour = { follow = \"front\", values = [\"#000\", \"#fff\"] }",
            """
            text = ["a", { text = "b", gradient = { kind = "angular", colours = ["#f00", "#00f"], \
            angles = [{ follow = "tilt", range = [0, 40], values = [0, 90] }, 360] } }]
            """,
        ]
        #expect(try layers.map { try card($0).drivers.count } == [4, 1])
        #expect(try text(layers[1]).parameterNames[6] == "span 1 angle 1")
    }

    @Test func `a style gives the font and the colour of texts`() throws {
        let style = "font = \"Noto Serif\"\ntext-size = 9\ncolour = \"#00f\""
        let content = try text("text = \"a\"\nstyle = \"words\"", style: style)
        #expect(content.text.spans[0].font.source == .family("Noto Serif"))
        #expect(content.brushes == [.colour(Colour(red: 0, green: 0, blue: 1))])
        let own = try text("text = \"a\"\ncolour = \"#f00\"\nstyle = \"words\"", style: style)
        #expect(own.brushes == [.colour(Colour(red: 1, green: 0, blue: 0))])
    }

    @Test func `a text is as wide as its box, or as it needs`() throws {
        let card = try card(
            "text = \"a\"\nsize = [0.5, 1]\n[[layer]]\ntext = \"b\"\nsize = \"natural\"")
        let scene = card.scene(size: Size(width: 100, height: 100), over: .init())
        let texts = card.shownTexts(in: scene)
        #expect(texts[0]?.width == 50 && texts[1] != nil && texts[1]?.width == nil)
        let layout = TextLayout(
            size: Size(width: 30, height: 12), paintedRect: Rect(x: 0, y: 0, width: 9, height: 9))
        let found = TextContent.LaidOut(try #require(texts[1]), layout)
        let size = card.scene(
            size: Size(width: 100, height: 100), texts: [1: found], over: .init()
        ).layers[1].ownSize
        #expect(size == Size(width: 30, height: 12))
    }

    @Test func `braces print signals`() throws {
        let layer =
            "text = [\"{{{tilt-x:1}}}: \", { text = \"{tilt}\", weight = 900, colour = \"#f00\" }]"
        let (card, content) = (try card(layer), try text(layer))
        #expect(content.text.spans.map(\.text) == ["{", "0.0", "}: ", "0"])
        #expect(content.text.spans.map(\.font.weight) == [400, 400, 400, 900])
        #expect(
            content.numbers == [
                PrintedNumber(span: 1, .tiltX, decimals: 1),
                PrintedNumber(span: 3, .tilt, decimals: 0),
            ])
        #expect(content.parameterNames.suffix(2) == ["number 1 tilt-x", "number 2 tilt"])
        #expect(
            card.drivers.map(\.parameter) == [
                .content(8, .printed(decimals: 1)), .content(9, .printed(decimals: 0)),
            ])
        let shown = content.with(content.parameters.dropLast(2) + [-12.3, 7])
        #expect(shown.shownText.text == "{\u{2212}12.3}: 7")
    }

    @Test(
        arguments: [
            (
                "text = \"{tild:0}\"",
                "4:8: layer[1].text has \"{tild:0}\", which is no signal; the nearest is tilt"
            ),
            (
                "text = [\"a\", \"{tilt:7}\"]",
                "4:14: layer[1].text[2] has \"{tilt:7}\"; give 0 to 6 decimals, as in {tilt:1}"
            ),
            (
                "text = \"a { b\"",
                "4:8: layer[1].text has a brace alone: give {signal:decimals}, as in {tilt:0}, and "
                    + "two for one that is shown"
            ),
            (
                "text = \"{tilt:0}\"\neach = { opacity = 0.5 }",
                "5:8: layer[1].each does not go with a number in the text"
            ),
            (
                "text = 3",
                "4:8: layer[1].text must be a text, or a list of texts and { text = \"...\" }"
            ),
            ("text = \"\"", "4:8: layer[1].text is empty"),
            ("text = [\"\", \"\"]", "4:8: layer[1].text is empty"),
            ("text = [{ name = \"a\" }]", "4:9: layer[1].text[1] needs text"),
            (
                "text = \"a\\u0007b\"", "4:8: layer[1].text holds the control character 7"
            ),
            (
                "text = \"a\"\ntext-size = 0",
                "5:13: layer[1].text-size is 0, but must be from 1 to 2000"
            ),
            (
                "text = \"a\"\nfont = \"none.ttf\"",
                "5:8: layer[1].font is \"none.ttf\", which is no file in the card's folder"
            ),
            (
                "text = \"a\"\nfont = \"../x.ttf\"",
                "5:8: layer[1].font must be a file in the card's folder: .. leads out of it"
            ),
            ("text = \"a\"\nfont = \"\"", "5:8: layer[1].font is empty: give a family of fonts"),
            (
                "text = \"a\"\nweight = \"bould\"",
                "5:10: layer[1].weight is \"bould\"; the nearest is \"bold\""
            ),
            (
                "text = \"a\"\nweight = 50",
                "5:10: layer[1].weight is 50, but must be from 100 to 1000"
            ),
            (
                "text = \"a\"\ncolour = \"#fff\"\ngradient = { kind = \"linear\", colours = [\"#000\", \"#fff\"] }",
                "6:12: layer[1].gradient does not go with colour: give one of them"
            ),
            (
                "colour = \"#fff\"\ntext-size = 9",
                "5:1: layer[1].text-size is for a layer with text"
            ),
            (
                "text = \"a\"\nlens = { pictures = [\"a.svg\"] }",
                "4:8: layer[1].text does not go with lens: make two layers of it"
            ),
            (
                "text = \"a\"\nfit = \"cover\"",
                "5:1: layer[1].fit is for pictures, and this layer shows none"
            ),
        ])
    func `mistakes are named with their places`(layer: String, message: String) throws {
        let error = #expect(throws: CardError.self) { try card(layer) }
        #expect(error?.description.hasSuffix(message) == true, "\(error?.description ?? "")")
    }

    @Test func `a text that is too long is refused`() throws {
        for (layer, message) in [
            (
                "text = \"\(String(repeating: "a", count: 10_001))\"",
                "layer[1].text has 10001 characters; 10000 are the most"
            ),
            (
                "text = [\(String(repeating: "\"a\",", count: 1001))]",
                "layer[1].text has 1001 pieces; 1000 are the most"
            ),
        ] {
            let error = #expect(throws: CardError.self) { try card(layer) }
            #expect(error?.description.hasSuffix(message) == true)
        }
    }
}
