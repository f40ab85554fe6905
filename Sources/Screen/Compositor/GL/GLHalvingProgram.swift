internal import CGLES
internal import Geometry

/// The shader that draws a picture half as wide and high, rounded up: a pixel is the mean of 2x2, and
/// where a side is odd, its last pixels count twice. On the processor: `MipCache`.
final class GLHalvingProgram: GLVariantProgram {
    /// There is one.
    struct Variant: Hashable {}

    private let program: GLProgram
    private let sourceSize, targetSize: GLint

    static func begun(_ variant: Variant) -> GLProgram {
        GLProgram(vertex: GLProgram.wholeViewport, fragment: fragmentShader)
    }

    init(_ variant: Variant, _ program: GLProgram) {
        self.program = program
        (sourceSize, targetSize) = (program.location("sourceSize"), program.location("targetSize"))
    }

    /// Draws all of a target from the texture that is bound.
    func draw(from source: PixelSize, to target: PixelSize) {
        program.use()
        glUniform2f(sourceSize, Float(source.width), Float(source.height))
        glUniform2f(targetSize, Float(target.width), Float(target.height))
        program.draw()
    }

    /// What was drawn has its lowest row first.
    private static let fragmentShader = """
        \(GLProgram.highPrecision(for: "smaller copies"))
        uniform sampler2D picture;
        uniform vec2 sourceSize;
        uniform vec2 targetSize;
        vec4 at(vec2 place) {
            vec2 share = min(place, sourceSize - 0.5) / sourceSize;
            return texture2D(picture, vec2(share.x, 1.0 - share.y));
        }
        void main() {
            vec2 pixel = floor(vec2(gl_FragCoord.x, targetSize.y - gl_FragCoord.y));
            vec2 first = pixel * 2.0 + 0.5;
            vec4 above = at(first) + at(first + vec2(1.0, 0.0));
            vec4 below = at(first + vec2(0.0, 1.0)) + at(first + 1.0);
            gl_FragColor = (above + below) / 4.0;
        }
        """
}
