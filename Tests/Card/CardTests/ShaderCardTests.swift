import Paint
import Platform
import Testing

@testable import Card
@testable import Scene

/// `[layer.shader]` of card.toml, and the texts of shaders.
@Suite struct ShaderCardTests {
    private let folder = CardFolder()
    private static let plain = "vec4 layer(vec2 place) { return under(place); }\n"

    private func card(_ shader: String, file: String = plain, with more: String = "") throws -> Card
    {
        folder.write("waves.frag", file)
        folder.write(
            "card.toml",
            "format = 2\nsize = [480, 300]\n\(more)[[layer]]\nname = \"sea\"\ncolour = \"#08f\"\n\(shader)"
        )
        return try Card(folder: folder.path)
    }

    private func message(_ shader: String, file: String = plain) -> String {
        do {
            _ = try card(shader, file: file)
            return "none"
        } catch {
            return "\(error)".replacing(folder.path + "/", with: "")
        }
    }

    private func refusal(_ text: String) -> String {
        do {
            _ = try ShaderProgram(Array(text.utf8), file: "a.frag", uniforms: [])
            return "none"
        } catch {
            return "\(error.line):\(error.column): \(error)"
        }
    }

    // MARK: The table

    @Test func `its keys are read`() throws {
        let card = try card(
            """
            shader = { file = "waves.frag", reach = 12, uniforms = { a = 3, b = { follow = "tilt-x", range = [0, 9], values = [0, 1] }, c = "#f008" } }
            """)
        let shader = try #require(card.layers[0].shader)
        #expect(shader.reach == 12 && shader.program.entry == .layer && !shader.program.usesTime)
        #expect(shader.program.uniforms.map(\.name) == ["a", "b", "c"])
        #expect(shader.program.uniforms.map(\.kind) == [.number, .number, .colour])
        #expect(shader.parameters == [3, 0, 1, 0, 0, 136.0 / 255])
        #expect(card.drivers.map(\.parameter) == [.shader(1, .uniform)])
        #expect(card.shaderFiles == ["\(folder.path)/waves.frag"])
    }

    @Test func `pictures are the card's, in the order of their names`() throws {
        folder.write("a.png", "")
        folder.write("b.png", "")
        let card = try card(
            """
            shader = { file = "waves.frag", uniforms = { one = { picture = "b.png" }, n = 2, two = { picture = "a.png" } } }
            [[layer]]
            picture = "a.png"
            """)
        let shader = try #require(card.layers[0].shader)
        #expect(shader.program.uniforms.map(\.kind) == [.picture, .number, .picture])
        #expect(shader.program.pictureNames == ["one", "two"] && shader.parameters == [2])
        #expect(
            shader.pictures.map { card.pictures[$0].path.replacing(folder.path, with: "") }
                == ["/b.png", "/a.png"])
    }

    @Test func `a style gives it, and a layer's own goes before`() throws {
        folder.write("other.frag", "vec2 distortion(vec2 p) { return p; }")
        let style = "[style.wet]\nshader = { file = \"waves.frag\" }\n"
        let styled = try card("style = \"wet\"", with: style)
        #expect(styled.layers[0].shader?.program.entry == .layer)
        let own = try card("style = \"wet\"\nshader = { file = \"other.frag\" }", with: style)
        #expect(own.layers[0].shader?.program.entry == .distortion)
    }

    @Test(arguments: [
        ("shader = 3", "card.toml:6:10: layer \"sea\".shader must be a table"),
        ("[layer.shader]\nreach = 3", "needs file: a text in GLSL, such as \"waves.frag\""),
        ("[layer.shader]\nfile = \"waves.frag\"\nreach = 2000", "reach"),
        ("[layer.shader]\nfile = \"../waves.frag\"", ".. leads out of it"),
        ("[layer.shader]\nfile = \"none.frag\"", "none.frag"),
        ("[layer.shader]\nfile = \"waves.frag\"\nspeed = 3", "unknown key \"speed\""),
        ("[layer.shader]\nfile = \"waves.frag\"\nuniforms.vec4 = 3", "is a word of GLSL"),
        ("[layer.shader]\nfile = \"waves.frag\"\nuniforms.size = 3", "or of shaders: rename it"),
        ("[layer.shader]\nfile = \"waves.frag\"\nuniforms.gl_a = 3", "the reserved gl_"),
        (
            "[layer.shader]\nfile = \"waves.frag\"\nuniforms.lenticuleA = 3",
            "the reserved lenticule"
        ),
        ("[layer.shader]\nfile = \"waves.frag\"\nuniforms.a__b = 3", "the reserved __"),
        ("[layer.shader]\nfile = \"waves.frag\"\nuniforms.2a = 3", "begins with no digit"),
        ("[layer.shader]\nfile = \"waves.frag\"\nuniforms.\"ä\" = 3", "letters, digits and _"),
        ("[layer.shader]\nfile = \"waves.frag\"\nuniforms.a = \"red\"", "is \"red\""),
        ("[layer.shader]\nfile = \"waves.frag\"\nuniforms.a = 2e6", "uniforms.a"),
        (
            "[layer.shader]\nfile = \"waves.frag\"\nuniforms.a.file = \"a.png\"",
            "uniforms.a needs picture, or for a driver follow, on or transition"
        ),
        (
            "[layer.shader]\nfile = \"waves.frag\"\nuniforms.a.picture = \"no.png\"",
            "card.toml:8:"
        ),
        (
            "[layer.shader]\nfile = \"waves.frag\"\nuniforms.a.picture = \"../a.png\"",
            ".. leads out of it"
        ),
        (
            "[layer.shader]\nfile = \"waves.frag\"\nuniforms.a = { picture = \"a.frag\", fit = 3 }",
            "unknown key \"fit\""
        ),
        (
            "ripple.on = \"tap\"\n[layer.shader]\nfile = \"waves.frag\"",
            "does not go with ripple: put one of them on a group around the layer"
        ),
        (
            "[[layer]]\nmaterial = \"thin\"\nshader.file = \"waves.frag\"",
            "does not go with a material"
        ),
    ])
    func `mistakes of the table are named`(shader: String, words: String) {
        let message = message(shader)
        #expect(message.contains(words), "\(message)")
    }

    @Test func `numbers and colours have limits`() {
        let head = "[layer.shader]\nfile = \"waves.frag\"\n"
        let numbers = (0...16).map { "uniforms.n\($0) = 1\n" }
        #expect(message(head + numbers.dropLast().joined()) == "none")
        #expect(
            message(head + numbers.joined()).contains(
                "n16 is one too many: 16 numbers are the most"))
        let colours = (0...8).map { "uniforms.c\($0) = \"#fff\"\n" }
        #expect(message(head + colours.joined()).contains("8 colours are the most"))
        folder.write("p.png", "")
        let pictures = (0...4).map { "uniforms.p\($0) = { picture = \"p.png\" }\n" }
        #expect(message(head + pictures.dropLast().joined()) == "none")
        #expect(message(head + pictures.joined()).contains("4 pictures are the most"))
    }

    @Test func `a mistake in the text has its place there, and the file is watched`() {
        #expect(
            message("shader.file = \"waves.frag\"", file: "\n  #define a b")
                == "waves.frag:2:3: #: a shader has no lines for the preprocessor: remove it")
        do {
            _ = try card("shader.file = \"waves.frag\"", file: "{")
            Issue.record("a bad text is read")
        } catch {
            #expect((error as? CardError)?.pictures == ["\(folder.path)/waves.frag"])
        }
    }

    // MARK: The text

    @Test(arguments: [
        ("vec4 colour(vec2 p, vec4 u) { return u; }", ShaderProgram.Entry.colour),
        ("vec2 distortion ( vec2 at )\n{ return at; }", .distortion),
        ("// é\nfloat f(float x);/* # \\ */vec4 layer(vec2 place){return vec4(time);}", .layer),
        ("vec2 distortion(vec2 p);\nvec2 distortion(vec2 p) { return p; }", .distortion),
    ])
    func `a text has one entry`(text: String, entry: ShaderProgram.Entry) throws {
        let program = try ShaderProgram(Array(text.utf8), file: "a", uniforms: [])
        #expect(program.entry == entry && program.usesTime == text.contains("time"))
        #expect(program.text.count { $0 == "\n" } == text.count { $0 == "\n" })
        #expect(!program.text.contains("é") && !program.text.contains("#"))
    }

    @Test(arguments: [
        ("", "1:1: the text defines none of colour, distortion, layer: write one of them"),
        ("float f() { return 1.0; }", "1:1: the text defines none of"),
        ("vec4 layer(vec2 a, vec2 b) { }", "1:6: must be vec4 layer(vec2 place) {"),
        ("vec2 layer(vec2 a) { }", "1:6: must be vec4 layer(vec2 place) {"),
        (
            "vec4 layer(vec2 a) { }\nvec2 distortion(vec2 a) { }",
            "2:6: is a second one of colour, distortion, layer: leave one of them"
        ),
        ("a\n /* b", "2:2: the comment does not end: write */ after it"),
        ("a\n\\\nb", "2:1: \\ joins lines: write one line"),
        ("#version 300 es", "1:1: #: a shader has no lines"),
        ("int a = gl_X;", "1:9: gl_X has the reserved gl_: rename it"),
        ("int lenticule_at;", "1:5: lenticule_at has the reserved lenticule: rename it"),
        ("int a__b;", "1:5: a__b has the reserved __: rename it"),
        ("void main() {}", "1:6: main is not possible here: the program has its own"),
        ("discard;", "1:1: discard is not possible here: give vec4(0.0) instead"),
        ("uniform float a;", "1:1: uniform is not possible here: give it in the card's table"),
        ("varying vec2 a;", "1:1: varying is not possible here"),
        ("vec4 layer(vec2 p) { ", "1:20: { is not closed: write } after it"),
        ("} vec4 layer(vec2 p) {", "1:1: } closes nothing"),
        ("vec4 layer(vec2 p) { (}) }", "1:23: } closes nothing"),
        ("a\0b", "1:2: the byte 0x0 is no character of GLSL"),
        ("a = \"b\"", "1:5: the byte 0x22 is no character of GLSL"),
        ("é", "1:1: the byte 0xC3 is no character of GLSL"),
        ("a\rb\r\n#", "3:1: #"),
    ])
    func `what a driver is not to see is refused`(text: String, words: String) {
        #expect(refusal(text).hasPrefix(words), "\(refusal(text))")
    }

    @Test func `hostile texts are refused in time`() {
        #expect(refusal(String(repeating: "a", count: 1_000_000)).contains("65536 are the most"))
        #expect(refusal(String(repeating: "(", count: 65536)).contains("64 others"))
        #expect(refusal(String(repeating: "-", count: 65536)).contains("divide it"))
        #expect(refusal(String(repeating: "a ", count: 32000)).contains("divide it"))
        #expect(refusal(String(repeating: "a", count: 65536)).contains("none of"))
        // The star of one ends that of the one before.
        #expect(refusal(String(repeating: "/*", count: 32000)).contains("the comment does not end"))
        #expect(refusal(String(repeating: "\n", count: 65536)).contains("none of"))
    }
}
