internal import CGLES
internal import Geometry

/// The shader that draws `MeshEdgeTriangles.areas`: pixels of the texture that is bound, which lies under
/// all of the viewport, dithered. The depth is 1. On the processor: `MeshEdge`.
final class GLMeshEdgeProgram: GLVariantProgram {
    /// There is one.
    struct Variant: Hashable {}

    private let program: GLProgram
    private let targetSize: GLint
    private let vertex: GLuint

    static func begun(_ variant: Variant) -> GLProgram {
        GLProgram(vertex: vertexShader, fragment: fragmentShader)
    }

    init(_ variant: Variant, _ program: GLProgram) {
        self.program = program
        targetSize = program.location("targetSize")
        vertex = program.attribute("vertex")
    }

    func draw(_ areas: [SIMD2<Float>], on size: PixelSize) {
        program.use()
        glUniform2f(targetSize, Float(size.width), Float(size.height))
        glEnableVertexAttribArray(vertex)
        glBindBuffer(GLenum(GL_ARRAY_BUFFER), 0)
        areas.withUnsafeBytes { bytes in
            glVertexAttribPointer(vertex, 2, GLenum(GL_FLOAT), 0, 0, bytes.baseAddress)
            glDrawArrays(GLenum(GL_TRIANGLES), 0, GLsizei(areas.count))
        }
    }

    private static let vertexShader = """
        attribute vec2 vertex;
        uniform vec2 targetSize;
        varying vec2 place;
        void main() {
            place = vertex;
            vec2 share = vertex / targetSize;
            gl_Position = vec4(share.x * 2.0 - 1.0, 1.0 - share.y * 2.0, 1.0, 1.0);
        }
        """

    private static let fragmentShader = """
        \(GLProgram.highPrecision(for: "a mesh"))
        varying vec2 place;
        uniform vec2 targetSize;
        uniform highp sampler2D means;
        \(GLSource.dithering)
        void main() {
            gl_FragColor = dithered(texture2D(means, gl_FragCoord.xy / targetSize));
        }
        """
}
