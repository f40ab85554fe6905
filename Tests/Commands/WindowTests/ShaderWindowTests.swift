import TestSupport
import Testing

/// A card with a shader of its own in a window.
@Suite(.enabled(if: Xvfb.isInstalled, "needs Xvfb and xdotool"))
struct ShaderWindowTests {
    private static let (red, blue, green) = (
        Colour(255, 0, 0), Colour(0, 0, 255), Colour(0, 255, 0)
    )

    private static func layer(_ colour: String) -> String {
        "vec4 layer(vec2 place) { return vec4(\(colour), 1.0); }\n"
    }

    private func card(
        _ shader: String = layer("0.0, 0.0, 1.0"), given uniforms: String = ""
    ) -> TestCard {
        let card = TestCard.scene(
            """
            format = 2
            size = [240, 180]
            [[layer]]
            colour = "#f00"
            shader.file = "a.frag"
            \(uniforms)
            """)
        card.folder.write("a.frag", shader)
        return card
    }

    private func window(
        _ card: TestCard, _ options: [String], renderer: String
    ) throws -> CardWindow {
        try CardWindow(["show", "--from", "pointer:"] + options, card: card, renderer: renderer)
    }

    private func end(_ window: CardWindow) throws -> String {
        try window.press("q")
        let result = try window.result()
        #expect(result.status == 0)
        return result.errors
    }

    @Test(arguments: [
        ("gl", [String](), "a.frag: the shader is left out, because nobody has allowed it"),
        ("cpu", ["--allow-shaders"], "a.frag: the shader is left out, because the processor draws"),
    ])
    func `without permission or OpenGL the layer is shown as it is, and one line says so`(
        renderer: String, options: [String], words: String
    ) throws {
        let window = try window(card(), options, renderer: renderer)
        try window.awaitColour(Self.red)
        let errors = try end(window)
        #expect(errors.contains(words) && errors.count { $0 == "\n" } == 1, "\(errors)")
    }

    @Test func `the configuration allows the cards of its folders`() throws {
        let card = card()
        let config = card.folder.write(
            "my.toml", "show.allow_shaders = [\"\(card.folder.path)\"]\n")
        let window = try window(card, ["--config", config], renderer: "gl")
        try window.awaitColour(Self.blue)
        #expect(try end(window) == "")
    }

    @Test func `a shader is given a picture`() throws {
        let card = card(
            "vec4 layer(vec2 place) { return sea(place / size); }",
            given: "shader.uniforms.sea = { picture = \"sea.svg\" }")
        func paint(_ colour: String) {
            card.folder.write(
                "sea.svg",
                """
                <svg xmlns="http://www.w3.org/2000/svg" width="8" height="8">
                <path d="M0 0h8v8H0z" fill="\(colour)"/></svg>
                """)
        }
        paint("#00f")
        let window = try window(card, ["--allow-shaders"], renderer: "gl")
        try window.awaitColour(Self.blue)
        paint("#0f0")
        try window.awaitColour(Self.green)
        #expect(try end(window) == "")
    }

    @Test func `a shader is read again, and the last good one stays`() throws {
        let card = card()
        let window = try window(card, ["--allow-shaders"], renderer: "gl")
        try window.awaitColour(Self.blue)
        card.folder.write("a.frag", Self.layer("0.0, 1.0, 0.0"))
        try window.awaitColour(Self.green)
        card.folder.write("a.frag", "\n" + Self.layer("foo, 0.0, 0.0"))
        #expect(eventually { window.program.words.contains("a.frag:2: the driver says: ") })
        try window.awaitColour(Self.green)
        // A text that no driver is to see is no card.
        card.folder.write("a.frag", "#define A\n")
        #expect(eventually { window.program.words.contains("a.frag:1:1: #: ") })
        card.folder.write("a.frag", Self.layer("0.0, 0.0, 1.0"))
        try window.awaitColour(Self.blue)
        _ = try end(window)
    }
}
