internal import CGLES
internal import Geometry
internal import Paint
internal import Picture

/// A card's own shader, with what it is given. `cpu` has none: its text is in the driver's language.
final class GLShaderProgram: GLVariantProgram {
    private let program: GLProgram
    /// The locations of those of the card's uniforms that the text uses, by their names.
    private let own: [String: (kind: ShaderProgram.Uniform.Kind, location: GLint)]
    /// The pictures that it samples from the units after the first one.
    let pictureNames: [String]
    private let pixels, fromPicture, toPicture, size, time: GLint

    static func begun(_ text: ShaderProgram) -> GLProgram {
        GLProgram(
            vertex: GLProgram.wholeViewport,
            fragment: header(text) + text.text + "\n" + main(text.entry))
    }

    init(_ text: ShaderProgram, _ program: GLProgram) {
        self.program = program
        own = Dictionary(
            text.uniforms.map { ($0.name, ($0.kind, program.location($0.name))) },
            uniquingKeysWith: { first, _ in first })
        pixels = program.location("lenticule_pixels")
        fromPicture = program.location("lenticule_fromPicture")
        toPicture = program.location("lenticule_toPicture")
        (size, time) = (program.location("size"), program.location("time"))
        pictureNames = text.pictureNames
        program.use()
        for (unit, name) in pictureNames.enumerated() {
            glUniform1i(program.location(Self.sampler(name)), GLint(1 + unit))
        }
    }

    /// Draws all of a target from the texture that is bound, which has the same size, and with its pictures.
    /// The shader may be a newer one of the same file; then it is given what both have.
    func draw(_ placed: PlacedShader, on target: PixelSize) {
        program.use()
        glUniform2f(pixels, Float(target.width), Float(target.height))
        glUniformMatrix3fv(fromPicture, 1, 0, placed.fromPicture.columns)
        glUniformMatrix3fv(toPicture, 1, 0, placed.toPicture.columns)
        let shader = placed.shader
        glUniform2f(size, Float(shader.size.width), Float(shader.size.height))
        glUniform1f(time, Float(shader.time))
        var numbers = shader.numbers.map { Float($0) }[...]
        for uniform in shader.program.uniforms {
            let given = Array(numbers.prefix(uniform.kind.count))
            numbers = numbers.dropFirst(given.count)
            if let (kind, location) = own[uniform.name], kind == uniform.kind {
                set(location, given)
            }
        }
        program.draw()
    }

    /// Sets a number, or a colour, whose components are multiplied by its alpha.
    private func set(_ location: GLint, _ numbers: [Float]) {
        if numbers.count == 1 {
            glUniform1f(location, numbers[0])
        } else if numbers.count == 4 {
            let alpha = numbers[3]
            glUniform4f(
                location, numbers[0] * alpha, numbers[1] * alpha, numbers[2] * alpha, alpha)
        }
    }

    /// The line of the card's text that a driver calls by this number.
    static func line(_ number: Int, of text: ShaderProgram) -> Int {
        // The version, which `GLProgram` adds, is the first line.
        let before = 1 + header(text).count { $0 == "\n" }
        let last = text.text.count { $0 == "\n" } + 1
        return min(max(number - before, 1), last)
    }

    /// What samples a picture.
    private static func sampler(_ name: String) -> String { "lenticule_of_\(name)" }

    /// Ends with a newline.
    private static func header(_ text: ShaderProgram) -> String {
        let own = text.uniforms.map { uniform in
            switch uniform.kind {
            case .number: "uniform float \(uniform.name);\n"
            case .colour: "uniform vec4 \(uniform.name);\n"
            case .picture:
                """
                uniform highp sampler2D \(sampler(uniform.name));
                vec4 \(uniform.name)(vec2 share) { return texture2D(\(sampler(uniform.name)), share).bgra; }

                """
            }
        }
        return """
            \(GLProgram.highPrecision(for: "shaders"))
            uniform highp sampler2D lenticule_picture;
            uniform vec2 lenticule_pixels;
            uniform mat3 lenticule_fromPicture;
            uniform mat3 lenticule_toPicture;
            uniform vec2 size;
            uniform float time;
            vec4 lenticule_at(vec2 place) {
                vec2 share = place / lenticule_pixels;
                vec2 pixel = 0.5 / lenticule_pixels;
                vec2 inside = clamp((min(share, 1.0 - share) + pixel) * lenticule_pixels, 0.0, 1.0);
                return texture2D(lenticule_picture, vec2(share.x, 1.0 - share.y)) * (inside.x * inside.y);
            }
            vec4 under(vec2 place) {
                vec3 from = lenticule_toPicture * vec3(place, 1.0);
                return from.z > 0.0 ? lenticule_at(from.xy / from.z) : vec4(0.0);
            }
            \(own.joined())
            """ + "\n"
    }

    private static func main(_ entry: ShaderProgram.Entry) -> String {
        let colour =
            switch entry {
            case .colour: "colour(lenticule_place, lenticule_at(lenticule_pixel))"
            case .distortion: "under(distortion(lenticule_place))"
            case .layer: "layer(lenticule_place)"
            }
        return """
            void main() {
                vec2 lenticule_pixel = vec2(gl_FragCoord.x, lenticule_pixels.y - gl_FragCoord.y);
                vec3 lenticule_own = lenticule_fromPicture * vec3(lenticule_pixel, 1.0);
                vec2 lenticule_place = lenticule_own.xy / lenticule_own.z;
                vec4 lenticule_colour = \(colour);
                float lenticule_alpha = clamp(lenticule_colour.a, 0.0, 1.0);
                gl_FragColor = vec4(clamp(lenticule_colour.rgb, 0.0, lenticule_alpha), lenticule_alpha);
            }
            """
    }
}
