internal import CGLES
internal import Geometry
internal import Paint

/// The shader that moves a picture by waves, as `rows_ripple_row` does. On the processor: `PlacedRipple`.
final class GLRippleProgram: GLVariantProgram {
    struct Variant: Hashable {}

    private static let mostWaves = 8

    private let program: GLProgram
    private let size, fromPicture, toPicture, waves, count, numbers, light: GLint

    static func begun(_ variant: Variant) -> GLProgram {
        GLProgram(vertex: GLProgram.wholeViewport, fragment: fragmentShader)
    }

    init(_ variant: Variant, _ program: GLProgram) {
        self.program = program
        (size, waves) = (program.location("size"), program.location("waves"))
        count = program.location("count")
        (fromPicture, toPicture) = (
            program.location("fromPicture"), program.location("toPicture")
        )
        (numbers, light) = (program.location("numbers"), program.location("light"))
    }

    /// Draws all of a target from the texture that is bound, which has the same size.
    func draw(_ placed: PlacedRipple, on target: PixelSize) {
        let ripple = placed.ripple
        program.use()
        glUniform2f(size, Float(target.width), Float(target.height))
        glUniformMatrix3fv(fromPicture, 1, 0, placed.fromPicture.columns)
        glUniformMatrix3fv(toPicture, 1, 0, placed.toPicture.columns)
        var numbers = [Float](repeating: 0, count: 3 * Self.mostWaves)
        let shown = placed.waves(in: target).prefix(Self.mostWaves)
        for (index, wave) in shown.enumerated() {
            numbers[3 * index] = Float(wave.centre.x)
            numbers[3 * index + 1] = Float(wave.centre.y)
            numbers[3 * index + 2] = Float(wave.age)
        }
        glUniform3fv(waves, GLsizei(Self.mostWaves), numbers)
        glUniform1i(count, GLint(shown.count))
        glUniform4f(
            self.numbers, Float(ripple.amplitude), Float(ripple.frequency), Float(ripple.decay),
            Float(1 / ripple.speed))
        glUniform1f(light, Float(ripple.light / ripple.amplitude))
        program.draw()
    }

    private static let fragmentShader = """
        \(GLProgram.highPrecision(for: "waves"))
        uniform highp sampler2D picture;
        uniform vec2 size;
        uniform mat3 fromPicture;
        uniform mat3 toPicture;
        uniform vec3 waves[\(mostWaves)];
        uniform int count;
        uniform vec4 numbers;
        uniform float light;
        vec4 at(vec2 place) {
            vec2 share = place / size;
            vec2 pixel = 0.5 / size;
            vec2 inside = clamp((min(share, 1.0 - share) + pixel) * size, 0.0, 1.0);
            return texture2D(picture, vec2(share.x, 1.0 - share.y)) * (inside.x * inside.y);
        }
        void main() {
            vec3 own = fromPicture * vec3(gl_FragCoord.x, size.y - gl_FragCoord.y, 1.0);
            vec2 place = own.xy / own.z;
            vec2 moved = place;
            float sum = 0.0;
            for (int i = 0; i < \(mostWaves); i++) {
                if (i >= count) break;
                vec2 way = place - waves[i].xy;
                float radius = length(way);
                float time = max(waves[i].z - radius * numbers.w, 0.0);
                float far = numbers.x * sin(numbers.y * time) * exp(-numbers.z * time);
                moved += way * (far / max(radius, 1e-6));
                sum += far;
            }
            vec3 from = toPicture * vec3(moved, 1.0);
            vec4 pixel = at(from.xy / from.z);
            gl_FragColor = vec4(clamp(pixel.rgb + sum * light * pixel.a, 0.0, pixel.a), pixel.a);
        }
        """
}

extension Homography {
    /// Its columns, one after the other.
    var columns: [Float] { [a, b, g, c, d, h, tx, ty, i].map { Float($0) } }
}
