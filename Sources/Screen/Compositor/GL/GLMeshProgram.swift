internal import CGLES
internal import CRowKernels
internal import Geometry

/// The shader that draws the triangles of a mesh, as `rows_draw_cells` does.
final class GLMeshProgram {
    private let program: GLProgram
    private let targetSize: GLint
    private let place, numbers: GLuint

    init(_ colourSpace: rows_colour_space) throws(GLError) {
        program = try GLProgram(
            vertex: Self.vertexShader, fragment: Self.fragmentShader(colourSpace))
        targetSize = program.location("targetSize")
        (place, numbers) = (program.attribute("vertex"), program.attribute("numbers"))
    }

    /// Draws a mesh over the viewport, which is as large as its rectangle.
    func draw(_ mesh: MeshNodes) {
        program.use()
        glUniform2f(targetSize, Float(mesh.rect.width), Float(mesh.rect.height))
        glEnableVertexAttribArray(place)
        glEnableVertexAttribArray(numbers)
        defer { glDisableVertexAttribArray(numbers) }
        glBindBuffer(GLenum(GL_ARRAY_BUFFER), 0)
        glBindBuffer(GLenum(GL_ELEMENT_ARRAY_BUFFER), 0)
        let most = mesh.cellRows.map(\.cells.count).max() ?? 0
        let indices = Self.indices(cells: most, columns: mesh.nodeColumns)
        mesh.nodes.withUnsafeBytes { nodes in
            for row in mesh.cellRows {
                draw(row.cells, nodes, indices, columns: mesh.nodeColumns)
            }
        }
    }

    private func draw(
        _ cells: rows_mesh_cells, _ nodes: UnsafeRawBufferPointer, _ indices: [UInt16], columns: Int
    ) {
        let stride = MemoryLayout<rows_mesh_node>.stride
        let first = nodes.baseAddress! + stride * (cells.row * columns + cells.column)
        // Places are whole numbers of 32 bits; OpenGL divides such by 65536.
        glVertexAttribPointer(
            place, 2, GLenum(GL_FIXED), 0, GLsizei(stride),
            first + MemoryLayout<rows_mesh_node>.offset(of: \.x)!)
        glVertexAttribPointer(
            numbers, 4, GLenum(GL_FLOAT), 0, GLsizei(stride),
            first + MemoryLayout<rows_mesh_node>.offset(of: \.numbers)!)
        glDrawElements(
            GLenum(GL_TRIANGLES), GLsizei(6 * cells.count), GLenum(GL_UNSIGNED_SHORT), indices)
    }

    /// The nodes of the triangles of a row of cells, counted from the row's first one.
    private static func indices(cells: Int, columns: Int) -> [UInt16] {
        (0..<cells).flatMap { (cell: Int) -> [UInt16] in
            let (upper, lower) = (UInt16(cell), UInt16(columns + cell))
            return [upper, upper + 1, lower, upper + 1, lower, lower + 1]
        }
    }

    /// `vertex` is in 1/256 pixels, divided by 65536.
    private static let vertexShader = """
        attribute vec2 vertex;
        attribute vec4 numbers;
        uniform vec2 targetSize;
        varying vec2 place;
        varying vec4 values;
        void main() {
            place = vertex * 256.0;
            values = numbers / 255.0;
            vec2 share = place / targetSize;
            gl_Position = vec4(share.x * 2.0 - 1.0, 1.0 - share.y * 2.0, 0.0, 1.0);
        }
        """

    private static func fragmentShader(_ colourSpace: rows_colour_space) -> String {
        """
        #ifndef GL_FRAGMENT_PRECISION_HIGH
        #error the fragments are not precise enough for a mesh
        #endif
        precision highp float;
        varying vec2 place;
        varying vec4 values;
        \(GLLayerProgram.dithering)
        \(GLBlending.light)
        \(colour(colourSpace))
        void main() {
            float alpha = clamp(values.a, 0.0, 1.0);
            vec3 own = device(values.rgb / (alpha > 0.0 ? alpha : 1.0)) * alpha;
            gl_FragColor = finished(vec4(clamp(own, 0.0, alpha), alpha));
        }
        """
    }

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
