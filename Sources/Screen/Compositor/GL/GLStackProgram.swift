internal import CGLES

/// The shader that composites a given number of bitmaps of the same size. On the processor:
/// `CPUCompositor`.
final class GLStackProgram: GLVariantProgram {
    private let program: GLProgram
    private let opacity: GLint

    /// `count` is the number of bitmaps.
    static func begun(_ count: Int) -> GLProgram {
        GLProgram(vertex: vertexShader, fragment: fragmentShader(layers: count))
    }

    init(_ count: Int, _ program: GLProgram) {
        self.program = program
        opacity = program.location("opacity")
        program.use()
        for unit in 0..<count { glUniform1i(program.location("layer\(unit)"), GLint(unit)) }
    }

    /// Draws the layers, whose textures are bound to the first texture units, over the viewport.
    /// There is one opacity for each, the lowest layer's first.
    func draw(opacities: [Float]) {
        program.use()
        glUniform1fv(opacity, GLsizei(opacities.count), opacities)
        program.draw()
    }

    /// Bitmaps start with the top row, the viewport with the bottom row.
    private static let vertexShader = """
        attribute vec2 vertex;
        varying vec2 place;
        void main() {
            place = vec2(vertex.x, 1.0 - vertex.y);
            gl_Position = vec4(vertex * 2.0 - 1.0, 0.0, 1.0);
        }
        """

    /// Premultiplied source-over, from the lowest layer up.
    private static func fragmentShader(layers count: Int) -> String {
        let samplers = (0..<count).map { "uniform sampler2D layer\($0);\n" }.joined()
        let statements = (0..<count).map {
            """
                top = texture2D(layer\($0), place) * opacity[\($0)];
                sum = min(top + sum * (1.0 - top.a), 1.0);

            """
        }.joined()
        return """
            #ifdef GL_FRAGMENT_PRECISION_HIGH
            precision highp float;
            #else
            precision mediump float;
            #endif
            varying vec2 place;
            uniform float opacity[\(count)];
            \(samplers)
            void main() {
                vec4 top;
                vec4 sum = vec4(0.0);
            \(statements)
                gl_FragColor = sum.bgra;
            }
            """
    }
}
