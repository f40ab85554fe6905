import Geometry

/// Values at the vertices of a mesh, with the derivatives that make cubic patches between them.
struct MeshNet<Value: SIMD> where Value.Scalar == Double {
    private let width, height: Int
    private let values: [Value]
    /// For each vertex: the derivative along the row that the patches on its left and on its right
    /// use, and the derivative along the column that the patches above and below use. The twists
    /// are the derivatives of `left` and `right` along the column.
    private var left, right, above, below, leftTwist, rightTwist: [Value]

    /// Row by row; all derivatives follow from the neighbours.
    init(_ values: [Value], width: Int) {
        (self.values, self.width, height) = (values, width, values.count / width)
        left = Self.slopes(values, along: 1, of: width)
        right = left
        above = Self.slopes(values, along: width, of: height)
        below = above
        leftTwist = Self.slopes(left, along: width, of: height)
        rightTwist = leftTwist
    }

    /// The derivatives of values by their index, in rows or columns of `count` with `step` from one
    /// to the next: half the difference of both neighbours. A value at an end has only one
    /// neighbour: its derivative is the difference between the two.
    private static func slopes(_ values: [Value], along step: Int, of count: Int) -> [Value] {
        values.indices.map { index in
            let position = index / step % count
            if position == 0 { return values[index + step] - values[index] }
            if position == count - 1 { return values[index] - values[index - step] }
            return (values[index + step] - values[index - step]) * 0.5
        }
    }

    /// The patch by the column and row of its vertex at the top left.
    func patch(column: Int, row: Int) -> CubicPatch<Value> {
        let (a, c) = (row * width + column, (row + 1) * width + column)
        return CubicPatch(
            (
                .init(
                    value: values[a], alongRow: right[a], alongColumn: below[a],
                    twist: rightTwist[a]),
                .init(
                    value: values[a + 1], alongRow: left[a + 1], alongColumn: below[a + 1],
                    twist: leftTwist[a + 1]),
                .init(
                    value: values[c], alongRow: right[c], alongColumn: above[c],
                    twist: rightTwist[c]),
                .init(
                    value: values[c + 1], alongRow: left[c + 1], alongColumn: above[c + 1],
                    twist: leftTwist[c + 1])
            ))
    }

    /// The patch that interpolates its corners linearly.
    func bilinearPatch(column: Int, row: Int) -> CubicPatch<Value> {
        let (a, c) = (row * width + column, (row + 1) * width + column)
        let (topSide, lowSide) = (values[a + 1] - values[a], values[c + 1] - values[c])
        let (leftSide, rightSide) = (values[c] - values[a], values[c + 1] - values[a + 1])
        let twist = lowSide - topSide
        return CubicPatch(
            (
                .init(value: values[a], alongRow: topSide, alongColumn: leftSide, twist: twist),
                .init(
                    value: values[a + 1], alongRow: topSide, alongColumn: rightSide, twist: twist),
                .init(value: values[c], alongRow: lowSide, alongColumn: leftSide, twist: twist),
                .init(value: values[c + 1], alongRow: lowSide, alongColumn: rightSide, twist: twist)
            ))
    }
}

extension MeshNet<SIMD2<Double>> {
    /// The places of a mesh's vertices, with the derivatives that their control points give.
    init(placesOf mesh: Mesh) {
        let places = mesh.vertices.map { SIMD2($0.place.x, $0.place.y) }
        self.init(places, width: mesh.width)
        for (index, vertex) in mesh.vertices.enumerated() {
            func slope(_ side: Mesh.Side) -> SIMD2<Double>? {
                vertex.controls[side].map { 3 * (SIMD2($0.x, $0.y) - places[index]) }
            }
            if let slope = slope(.leading) { left[index] = -slope }
            if let slope = slope(.trailing) { right[index] = slope }
            if let slope = slope(.top) { above[index] = -slope }
            if let slope = slope(.bottom) { below[index] = slope }
        }
        leftTwist = Self.slopes(left, along: width, of: height)
        rightTwist = Self.slopes(right, along: width, of: height)
    }
}
