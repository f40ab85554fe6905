internal import CRowKernels

/// How large the triangles between the nodes of a grid are, and where their mesh ends or is folded.
struct MeshOutline {
    /// Between triangles whose signs differ; a triangle without area, or none, has the sign 0.
    private(set) var edges: [MeshEdge] = []
    /// The area of all triangles, in pixels: each counts, also where others cover it.
    private(set) var area = 0.0

    /// The nodes lie row by row.
    init(_ nodes: [rows_mesh_node], columns: Int) {
        var twice = 0
        nodes.withUnsafeBufferPointer { nodes in
            // For each column the sign of the lower triangle of the cell in the row above.
            var above = [Int](repeating: 0, count: columns - 1)
            for first in Swift.stride(from: 0, to: nodes.count - columns, by: columns) {
                var before = 0
                for column in 0..<columns - 1 {
                    let (a, c) = (first + column, first + column + columns)
                    let upper = Self.cross(nodes[a], nodes[a + 1], nodes[c])
                    let lower = Self.cross(nodes[a + 1], nodes[c + 1], nodes[c])
                    twice += abs(upper) + abs(lower)
                    let (sign, next) = (upper.signum(), lower.signum())
                    if sign != next { add(nodes[a + 1], nodes[c]) }
                    if above[column] != sign { add(nodes[a], nodes[a + 1]) }
                    if before != sign { add(nodes[a], nodes[c]) }
                    (above[column], before) = (next, next)
                }
                if before != 0 { add(nodes[first + columns - 1], nodes[first + 2 * columns - 1]) }
            }
            let last = nodes.count - columns
            for column in 0..<columns - 1 where above[column] != 0 {
                add(nodes[last + column], nodes[last + column + 1])
            }
        }
        area = Double(twice) / (2 * 65536)
    }

    private mutating func add(_ one: rows_mesh_node, _ other: rows_mesh_node) {
        let edge = MeshEdge(one, other)
        if !edge.isBetweenPixels { edges.append(edge) }
    }

    /// Twice the area of a triangle, in 1/65536 pixels; the sign says which side is seen.
    private static func cross(
        _ a: rows_mesh_node, _ b: rows_mesh_node, _ c: rows_mesh_node
    ) -> Int {
        let (x, y) = (Int(a.x), Int(a.y))
        return (Int(b.x) - x) * (Int(c.y) - y) - (Int(c.x) - x) * (Int(b.y) - y)
    }
}
