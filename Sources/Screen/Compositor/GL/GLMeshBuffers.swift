internal import CGLES
internal import CRowKernels

/// The nodes of a mesh, and the indices of its triangles, in OpenGL's memory.
final class GLMeshBuffers {
    private var nodes = GLuint(0)
    private var indices = GLuint(0)
    /// What the indices were made for.
    private var (columns, cellRows) = (0, [rows_mesh_cells]())
    /// How many indices there are.
    private(set) var count = 0
    private var nodeBytes = 0

    var byteCount: Int { nodeBytes + count * MemoryLayout<UInt32>.stride }

    init() {
        glGenBuffers(1, &nodes)
        glGenBuffers(1, &indices)
    }

    deinit {
        glDeleteBuffers(1, &nodes)
        glDeleteBuffers(1, &indices)
    }

    /// Takes the nodes of a mesh, and leaves the buffers bound. Gives the bytes that are new.
    func take(_ mesh: MeshNodes) -> Int {
        glBindBuffer(GLenum(GL_ARRAY_BUFFER), nodes)
        nodeBytes = fillBuffer(GL_ARRAY_BUFFER, mesh.nodes)
        var bytes = nodeBytes
        glBindBuffer(GLenum(GL_ELEMENT_ARRAY_BUFFER), indices)
        let rows = mesh.cellRows.map(\.cells)
        if columns != mesh.nodeColumns || !areSame(rows, cellRows) {
            (columns, cellRows) = (mesh.nodeColumns, rows)
            bytes += fillBuffer(GL_ELEMENT_ARRAY_BUFFER, trianglesOfRows())
        }
        return bytes
    }

    private func areSame(_ some: [rows_mesh_cells], _ others: [rows_mesh_cells]) -> Bool {
        some.elementsEqual(others) {
            $0.row == $1.row && $0.column == $1.column && $0.count == $1.count
        }
    }

    /// The nodes of the triangles of rows of cells.
    private func trianglesOfRows() -> [UInt32] {
        count = 6 * cellRows.reduce(0) { $0 + $1.count }
        var indices: [UInt32] = []
        indices.reserveCapacity(count)
        for cells in cellRows {
            let first = cells.row * columns + cells.column
            for cell in first..<first + cells.count {
                let (upper, lower) = (UInt32(cell), UInt32(cell + columns))
                for index in [upper, upper + 1, lower] { indices.append(index) }
                for index in [upper + 1, lower, lower + 1] { indices.append(index) }
            }
        }
        return indices
    }
}

/// Gives the buffer that is bound new contents, and gives their number of bytes.
@discardableResult
func fillBuffer<Element>(_ target: Int32, _ elements: [Element]) -> Int {
    elements.withUnsafeBytes { bytes in
        glBufferData(GLenum(target), bytes.count, bytes.baseAddress, GLenum(GL_STREAM_DRAW))
        return bytes.count
    }
}
