internal import CGLES
internal import Geometry

/// The shader of one of the two passes of a Gaussian blur. On the processor: `GaussianBlur`. The last
/// pass also multiplies the alphas.
final class GLBlurProgram: GLVariantProgram {
    /// What a pass computes.
    struct Pass {
        let isAcross: Bool
        /// Of a pixel and of those at the distances 1, 2 and so on.
        let weights: [Float]
        /// How many pixels the result is larger on each side; then the source's outermost pixels are
        /// repeated beyond it, and otherwise it is clear there.
        let border: Int
        /// See `Frame.Filter.alphaFactor`.
        let alphaFactor: Float
    }

    private let program: GLProgram
    private let radius: Int
    private let sourceSize, targetSize, border, step, weights, alphaFactor, isClear: GLint

    /// Of each program the distance of the farthest pixels that it weighs: programs for each radius would
    /// be too many. No radius of a `GaussianBlur` is larger.
    static let variants = [8, 16, 24]

    /// The smallest variant for a radius.
    static func variant(radius: Int) -> Int { (radius + 7) / 8 * 8 }

    static func begun(_ radius: Int) -> GLProgram {
        GLProgram(vertex: vertexShader, fragment: fragmentShader(radius: radius))
    }

    init(_ radius: Int, _ program: GLProgram) {
        self.radius = radius
        self.program = program
        (sourceSize, targetSize) = (program.location("sourceSize"), program.location("targetSize"))
        (border, step) = (program.location("border"), program.location("step"))
        (weights, alphaFactor) = (program.location("weights"), program.location("alphaFactor"))
        isClear = program.location("isClear")
    }

    /// Draws all of a target from the texture that is bound.
    func draw(_ pass: Pass, from source: PixelSize, to target: PixelSize) {
        program.use()
        glUniform2f(sourceSize, Float(source.width), Float(source.height))
        glUniform2f(targetSize, Float(target.width), Float(target.height))
        let border = Float(pass.border)
        glUniform2f(self.border, pass.isAcross ? 0 : border, pass.isAcross ? border : 0)
        glUniform2f(step, pass.isAcross ? 0 : 1, pass.isAcross ? 1 : 0)
        let none = Array(repeating: Float(0), count: radius + 1 - pass.weights.count)
        glUniform1fv(weights, GLsizei(radius + 1), pass.weights + none)
        glUniform1f(alphaFactor, pass.alphaFactor)
        glUniform1f(isClear, pass.border == 0 ? 1 : 0)
        program.draw()
    }

    private static let vertexShader = """
        attribute vec2 vertex;
        uniform vec2 targetSize;
        uniform vec2 border;
        varying vec2 place;
        void main() {
            place = vertex * targetSize - border;
            gl_Position = vec4(vertex * 2.0 - 1.0, 0.0, 1.0);
        }
        """

    private static func fragmentShader(radius: Int) -> String {
        """
        \(GLProgram.highPrecision(for: "a blur"))
        varying vec2 place;
        uniform highp sampler2D picture;
        uniform vec2 sourceSize;
        uniform vec2 step;
        uniform float weights[\(radius + 1)];
        uniform float alphaFactor;
        uniform float isClear;
        vec4 at(vec2 place) {
            vec2 share = place / sourceSize;
            vec2 inside = vec2(
                share.x > 0.0 && share.x < 1.0, share.y > 0.0 && share.y < 1.0);
            return texture2D(picture, share) * max(inside.x * inside.y, 1.0 - isClear);
        }
        void main() {
            vec4 sum = at(place) * weights[0];
            for (int i = 1; i <= \(radius); i++) {
                vec2 way = step * float(i);
                sum += (at(place - way) + at(place + way)) * weights[i];
            }
            float factor = min(alphaFactor, 1.0 / max(sum.a, 0.0039));
            gl_FragColor = sum * (alphaFactor > 1.0 ? factor : alphaFactor);
        }
        """
    }
}
