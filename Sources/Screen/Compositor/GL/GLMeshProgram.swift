internal import CGLES
internal import CRowKernels
internal import Geometry

/// The shader that draws the triangles of a mesh, as `rows_draw_cells` and `rows_sample_cells` do. On
/// the processor: `MeshNodes`.
final class GLMeshProgram: GLVariantProgram {
    struct Variant: Hashable {
        let colourSpace: UInt32
        /// Whether it draws samples, each of which has its share of the colour, instead of pixels.
        let isSampling: Bool

        init(_ mesh: MeshNodes, isSampling: Bool) {
            (colourSpace, self.isSampling) = (mesh.colourSpace.rawValue, isSampling)
        }
    }

    private let program: GLProgram
    private let targetSize, shift: GLint
    private let place, numbers: GLuint
    /// The nodes of samples' triangles.
    private var buffer = GLuint(0)

    static func begun(_ variant: Variant) -> GLProgram {
        GLProgram(vertex: vertexShader, fragment: fragmentShader(variant))
    }

    init(_ variant: Variant, _ program: GLProgram) {
        self.program = program
        (targetSize, shift) = (program.location("targetSize"), program.location("shift"))
        (place, numbers) = (program.attribute("vertex"), program.attribute("numbers"))
        glGenBuffers(1, &buffer)
    }

    deinit { glDeleteBuffers(1, &buffer) }

    /// Draws a mesh, whose buffers are bound, over the viewport, which is as large as its rectangle.
    func draw(_ buffers: GLMeshBuffers, on size: PixelSize) {
        begin(size)
        defer { end() }
        glUniform3f(shift, 0, 0, 0)
        glDrawElements(
            GLenum(GL_TRIANGLES), GLsizei(buffers.count), GLenum(GL_UNSIGNED_INT), nil)
    }

    /// Adds samples to the pixels whose depth is 1, and changes their depths. Of the triangles that
    /// cover a sample, the first counts. A depth test lets nearer depths through.
    func drawSamples(_ triangles: [rows_mesh_node], on size: PixelSize) {
        glBindBuffer(GLenum(GL_ARRAY_BUFFER), buffer)
        fillBuffer(GL_ARRAY_BUFFER, triangles)
        begin(size)
        defer { end() }
        for number in 0..<Int32(rows_mesh_samples) {
            let x = Float(128 - rows_mesh_sample_x(number)) / 256
            let y = Float(128 - rows_mesh_sample_y(number)) / 256
            glUniform3f(shift, x, y, 1 - Float(number + 1) / Float(rows_mesh_samples + 1))
            glDrawArrays(GLenum(GL_TRIANGLES), 0, GLsizei(triangles.count))
        }
    }

    /// Begins to draw the nodes in the buffer that is bound.
    private func begin(_ size: PixelSize) {
        program.use()
        glUniform2f(targetSize, Float(size.width), Float(size.height))
        glEnableVertexAttribArray(place)
        glEnableVertexAttribArray(numbers)
        let stride = GLsizei(MemoryLayout<rows_mesh_node>.stride)
        func offset(_ key: PartialKeyPath<rows_mesh_node>) -> UnsafeRawPointer? {
            UnsafeRawPointer(bitPattern: MemoryLayout<rows_mesh_node>.offset(of: key)!)
        }
        // Places are whole numbers of 32 bits; OpenGL divides such by 65536.
        glVertexAttribPointer(place, 2, GLenum(GL_FIXED), 0, stride, offset(\.x))
        glVertexAttribPointer(numbers, 4, GLenum(GL_FLOAT), 0, stride, offset(\.numbers))
    }

    private func end() {
        glDisableVertexAttribArray(numbers)
        glBindBuffer(GLenum(GL_ARRAY_BUFFER), 0)
        glBindBuffer(GLenum(GL_ELEMENT_ARRAY_BUFFER), 0)
    }

    /// `vertex` is in 1/256 pixels, divided by 65536. `shift` is added to it, in pixels; its third number is
    /// the depth.
    private static let vertexShader = """
        attribute vec2 vertex;
        attribute vec4 numbers;
        uniform vec2 targetSize;
        uniform vec3 shift;
        varying vec2 place;
        varying vec4 values;
        void main() {
            place = vertex * 256.0 + shift.xy;
            values = numbers / 255.0;
            vec2 share = place / targetSize;
            gl_Position = vec4(
                share.x * 2.0 - 1.0, 1.0 - share.y * 2.0, shift.z * 2.0 - 1.0, 1.0);
        }
        """

    private static func fragmentShader(_ variant: Variant) -> String {
        """
        \(GLProgram.highPrecision(for: "a mesh"))
        varying vec2 place;
        varying vec4 values;
        \(variant.isSampling ? share : GLSource.dithering)
        \(GLBlending.light)
        \(colour(rows_colour_space(variant.colourSpace)))
        void main() {
            float alpha = clamp(values.a, 0.0, 1.0);
            vec3 own = device(values.rgb / (alpha > 0.0 ? alpha : 1.0)) * alpha;
            vec4 pixel = vec4(clamp(own, 0.0, alpha), alpha);
            gl_FragColor = \(variant.isSampling ? "share" : "dithered")(pixel);
        }
        """
    }

    private static let share = """
        vec4 share(vec4 pixel) { return pixel / \(rows_mesh_samples).0; }
        """

    /// What `make_device` does with a colour that is not multiplied by its alpha.
    private static func colour(_ space: rows_colour_space) -> String {
        switch space {
        case rows_space_linear: "vec3 device(vec3 c) { return encoded(c); }"
        case rows_space_oklab:
            """
            vec3 device(vec3 lab) {
                vec3 root = vec3(
                    lab.x + 0.3963377774 * lab.y + 0.2158037573 * lab.z,
                    lab.x - 0.1055613458 * lab.y - 0.0638541728 * lab.z,
                    lab.x - 0.0894841775 * lab.y - 1.2914855480 * lab.z);
                vec3 cube = root * root * root;
                return encoded(vec3(
                    dot(vec3(4.0767416621, -3.3077115913, 0.2309699292), cube),
                    dot(vec3(-1.2684380046, 2.6097574011, -0.3413193965), cube),
                    dot(vec3(-0.0041960863, -0.7034186147, 1.7076147010), cube)));
            }
            """
        default: "vec3 device(vec3 c) { return c; }"
        }
    }
}
