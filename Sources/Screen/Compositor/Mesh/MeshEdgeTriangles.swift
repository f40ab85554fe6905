internal import CRowKernels
internal import Geometry

/// The pixels that the edges of a mesh cut, and the triangles there, for a graphics processor, which
/// draws these pixels as samples.
struct MeshEdgeTriangles {
    /// The corners of triangles that cover these pixels and few others, in pixels.
    private(set) var areas: [SIMD2<Float>] = []
    /// The nodes of the mesh's triangles that may lie in these pixels; those that are drawn last come
    /// first.
    private(set) var nodes: [rows_mesh_node] = []

    init(_ mesh: MeshNodes, _ edges: [MeshEdge]) {
        var tiles = Tiles(mesh.rect.size)
        for edge in edges {
            areas += edge.area
            tiles.mark(edge)
        }
        for row in mesh.cellRows.reversed() {
            let first = row.cells.row * mesh.nodeColumns + row.cells.column
            for a in (first..<first + row.cells.count).reversed() {
                let (c, d) = (a + mesh.nodeColumns, a + mesh.nodeColumns + 1)
                let (upper, right) = (mesh.nodes[a], mesh.nodes[a + 1])
                let (lower, corner) = (mesh.nodes[c], mesh.nodes[d])
                guard tiles.isMarked(around: upper, right, lower, corner) else { continue }
                nodes += [right, lower, corner, upper, right, lower]
            }
        }
    }

    /// Squares of a bitmap, each with a mark.
    private struct Tiles {
        private let columns, rows: Int
        private var marks: [Bool]
        /// The side of a square is 2 to the power of this, pixels.
        private static let exponent = 3

        init(_ size: PixelSize) {
            columns = size.width >> Self.exponent + 1
            rows = size.height >> Self.exponent + 1
            marks = Array(repeating: false, count: columns * rows)
        }

        /// The squares, of `count`, that have pixels from one place to another, which are in 1/256 pixels,
        /// or at one pixel's distance.
        private static func tiles(_ least: Int, _ most: Int, of count: Int) -> ClosedRange<Int> {
            func tile(_ place: Int) -> Int { min(max(0, place >> (8 + exponent)), count - 1) }
            return tile(least - 256)...tile(most + 256)
        }

        mutating func mark(_ edge: MeshEdge) {
            let (x, y) = (Int(edge.x), Int(edge.y))
            let (endX, endY) = (x + Int(edge.toLowerX), y + Int(edge.toLowerY))
            for row in Self.tiles(y, endY, of: rows) {
                for column in Self.tiles(min(x, endX), max(x, endX), of: columns) {
                    marks[row * columns + column] = true
                }
            }
        }

        /// Whether there is a mark in the rectangle around nodes.
        func isMarked(
            around a: rows_mesh_node, _ b: rows_mesh_node, _ c: rows_mesh_node, _ d: rows_mesh_node
        ) -> Bool {
            let (left, right) = (min(a.x, b.x, c.x, d.x), max(a.x, b.x, c.x, d.x))
            let (top, bottom) = (min(a.y, b.y, c.y, d.y), max(a.y, b.y, c.y, d.y))
            let inRow = Self.tiles(Int(left), Int(right), of: columns)
            return Self.tiles(Int(top), Int(bottom), of: rows).contains { row in
                inRow.contains { marks[row * columns + $0] }
            }
        }
    }
}

extension MeshEdge {
    /// So many pixels an area reaches beyond its edge: a pixel that is cut has its middle at most half a
    /// diagonal away.
    private static let reach: Float = 0.75

    /// The corners of two triangles that cover each pixel that the edge cuts, in pixels.
    fileprivate var area: [SIMD2<Float>] {
        let way = SIMD2(Float(toLowerX), Float(toLowerY)) / 256
        let length = (way * way).sum().squareRoot()
        let along = length > 0 ? way * (Self.reach / length) : SIMD2(Self.reach, 0)
        let across = SIMD2(-along.y, along.x)
        let start = SIMD2(Float(x), Float(y)) / 256 - along
        let end = start + way + 2 * along
        let (a, b, c, d) = (start - across, start + across, end - across, end + across)
        return [a, b, c, b, c, d]
    }
}
