internal import CRowKernels

/// A straight piece of the border or of a fold of a mesh, in 1/256 pixels.
struct MeshEdge {
    /// The upper end, and the offset from it to the lower one.
    let x, y, toLowerX, toLowerY: Double

    init(_ one: rows_mesh_node, _ other: rows_mesh_node) {
        let (upper, lower) = one.y <= other.y ? (one, other) : (other, one)
        (x, y) = (Double(upper.x), Double(upper.y))
        (toLowerX, toLowerY) = (Double(lower.x) - x, Double(lower.y) - y)
    }

    private static let pixel = 256.0

    /// Whether it lies between two rows or columns of pixels, and cuts none.
    var isBetweenPixels: Bool {
        func isWhole(_ place: Double) -> Bool {
            place.truncatingRemainder(dividingBy: Self.pixel) == 0
        }
        return toLowerY == 0 && isWhole(y) || toLowerX == 0 && isWhole(x)
    }

    var rows: ClosedRange<Int> {
        Int((y / Self.pixel).rounded(.down))...Int(((y + toLowerY) / Self.pixel).rounded(.down))
    }

    /// The columns of pixels that it touches in a row that it touches.
    func columns(inRow row: Int) -> ClosedRange<Int> {
        let top = max(Double(row) * Self.pixel, y)
        let bottom = min(Double(row + 1) * Self.pixel, y + toLowerY)
        let (one, other) =
            toLowerY > 0
            ? (x + toLowerX * (top - y) / toLowerY, x + toLowerX * (bottom - y) / toLowerY)
            : (x, x + toLowerX)
        // 1/256 of a pixel more on each side, because of rounding, which is far smaller.
        let least = Int(((min(one, other) - 1) / Self.pixel).rounded(.down))
        return least...Int(((max(one, other) + 1) / Self.pixel).rounded(.down))
    }
}

/// The pixels that edges cut, in some rows. These pixels are drawn as samples. With OpenGL:
/// `GLMeshEdgeProgram`.
struct MeshEdgePixels {
    /// See `rows_mesh_edges`.
    private var starts: [Int32]
    private var columns: [Int32] = []

    /// The pixels in `rows` of a bitmap that is `width` pixels wide.
    init(_ edges: [MeshEdge], in rows: Range<Int>, width: Int) {
        var pixels: [Int] = []
        for edge in edges {
            let reached = edge.rows
            guard reached.overlaps(rows) else { continue }
            for row in reached.clamped(to: rows.lowerBound...rows.upperBound - 1) {
                let columns = edge.columns(inRow: row)
                let start = (row - rows.lowerBound) * width
                for column in max(0, columns.lowerBound)...min(width - 1, columns.upperBound) {
                    pixels.append(start + column)
                }
            }
        }
        pixels.sort()
        starts = Array(repeating: 0, count: rows.count + 1)
        var last = -1
        for pixel in pixels where pixel != last {
            last = pixel
            columns.append(Int32(pixel % width))
            starts[pixel / width + 1] += 1
        }
        for row in 0..<rows.count { starts[row + 1] += starts[row] }
    }

    /// Calls `draw` with clear samples for these pixels. Does nothing if there are no pixels.
    func withSamples(_ draw: (UnsafePointer<rows_mesh_edges>) -> Void) {
        guard !columns.isEmpty else { return }
        var samples = [UInt32](repeating: 0, count: columns.count * Int(rows_mesh_samples))
        samples.withUnsafeMutableBufferPointer { samples in
            starts.withUnsafeBufferPointer { starts in
                columns.withUnsafeBufferPointer { columns in
                    var edges = rows_mesh_edges(
                        starts: starts.baseAddress!, columns: columns.baseAddress!,
                        samples: samples.baseAddress!)
                    draw(&edges)
                }
            }
        }
    }
}
