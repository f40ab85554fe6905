import Geometry
import Paint

/// What a mesh shows, written from the design's formulas alone: patches by Hermite's functions.
struct MeshFormula {
    /// x and y of the box, then what is mixed.
    private typealias Numbers = SIMD8<Double>

    private let mesh: Mesh
    /// With the derivatives of a vertex along its row and column, for the patches on either side.
    private var values: [Numbers] = []
    private var left: [Numbers] = []
    private var right: [Numbers] = []
    private var above: [Numbers] = []
    private var below: [Numbers] = []

    init(_ mesh: Mesh) {
        self.mesh = mesh
        values = mesh.vertices.map { vertex in
            let mixed = mesh.colourSpace.numbers(of: vertex.colour)
            return Numbers(vertex.place.x, vertex.place.y, mixed.x, mixed.y, mixed.z, mixed.w, 0, 0)
        }
        for index in values.indices {
            let (row, column) = (alongRow(values, index), alongColumn(values, index))
            left.append(tangent(row, index, .leading, -3))
            right.append(tangent(row, index, .trailing, 3))
            above.append(tangent(column, index, .top, -3))
            below.append(tangent(column, index, .bottom, 3))
        }
    }

    var columns: Int { mesh.width - 1 }
    var rows: Int { mesh.height - 1 }

    private func tangent(
        _ implied: Numbers, _ index: Int, _ side: Mesh.Side, _ factor: Double
    ) -> Numbers {
        guard let q = mesh.vertices[index].controls[side] else { return implied }
        let p = mesh.vertices[index].place
        var given = implied
        (given[0], given[1]) = (factor * (q.x - p.x), factor * (q.y - p.y))
        return given
    }

    private func alongRow(_ values: [Numbers], _ index: Int) -> Numbers {
        difference(values, index, index % mesh.width, mesh.width, 1)
    }

    private func alongColumn(_ values: [Numbers], _ index: Int) -> Numbers {
        difference(values, index, index / mesh.width, mesh.height, mesh.width)
    }

    private func difference(
        _ values: [Numbers], _ index: Int, _ place: Int, _ count: Int, _ step: Int
    ) -> Numbers {
        if place == 0 { return values[index + step] - values[index] }
        if place == count - 1 { return values[index] - values[index - step] }
        return (values[index + step] - values[index - step]) / 2
    }

    /// A patch by its column and row.
    struct Patch {
        fileprivate let mesh: Mesh
        /// By the ends of the columns, 0 and 1, and their derivatives, 2 and 3; in each by those of the
        /// rows.
        fileprivate let terms: [SIMD8<Double>]

        /// The place as parts of the box, and red, green, blue multiplied by alpha, and alpha, 0 to 255.
        func at(_ u: Double, _ v: Double) -> (place: Point, colour: SIMD4<Double>) {
            let sum = smooth(u, v)
            var mixed = SIMD4(sum[2], sum[3], sum[4], sum[5])
            if !mesh.isSmooth {
                let top = terms[0] * (1 - u) + terms[1] * u
                let flat = top * (1 - v) + (terms[4] * (1 - u) + terms[5] * u) * v
                mixed = SIMD4(flat[2], flat[3], flat[4], flat[5])
            }
            return (Point(x: sum[0], y: sum[1]), Self.seen(mixed, mesh.colourSpace) * 255)
        }

        /// The place alone.
        func place(_ u: Double, _ v: Double) -> Point {
            let sum = smooth(u, v)
            return Point(x: sum[0], y: sum[1])
        }

        private func smooth(_ u: Double, _ v: Double) -> SIMD8<Double> {
            let (along, down) = (Self.hermite(u), Self.hermite(v))
            var sum = SIMD8<Double>.zero
            for i in 0..<4 {
                for j in 0..<4 { sum += terms[4 * i + j] * (down[i] * along[j]) }
            }
            return sum
        }

        private static func hermite(_ t: Double) -> SIMD4<Double> {
            let (square, cube) = (t * t, t * t * t)
            return SIMD4(
                2 * cube - 3 * square + 1, 3 * square - 2 * cube, cube - 2 * square + t,
                cube - square)
        }

        private static func seen(_ mixed: SIMD4<Double>, _ colourSpace: Gradient.ColourSpace)
            -> SIMD4<Double>
        {
            let alpha = min(max(mixed.w, 0), 1)
            guard alpha > 0 else { return .zero }
            if colourSpace == .oklab {
                return colourSpace.deviceColour(of: SIMD4(mixed.x, mixed.y, mixed.z, alpha))
            }
            func limited(_ part: Double) -> Double { min(max(part, 0), alpha) }
            return colourSpace.deviceColour(
                of: SIMD4(limited(mixed.x), limited(mixed.y), limited(mixed.z), alpha))
        }
    }

    func patch(column: Int, row: Int) -> Patch {
        let a = row * mesh.width + column
        let (b, c) = (a + 1, a + mesh.width)
        let d = c + 1
        func twists(_ tangents: [Numbers], _ index: Int) -> Numbers {
            alongColumn(tangents, index)
        }
        return Patch(
            mesh: mesh,
            terms: [
                values[a], values[b], right[a], left[b],
                values[c], values[d], right[c], left[d],
                below[a], below[b], twists(right, a), twists(left, b),
                above[c], above[d], twists(right, c), twists(left, d),
            ])
    }
}
