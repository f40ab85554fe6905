/// A patch between four values: cubic along its rows and along its columns.
///
/// Kept as the 4 x 4 control values of a Bézier patch, row by row.
struct CubicPatch<Value: SIMD> where Value.Scalar == Double {
    private var controls = [Value](repeating: .zero, count: 16)

    /// What a corner of a patch has: its value, its derivatives along the row and along the column,
    /// and the derivative along both, the twist.
    struct Corner {
        var value, alongRow, alongColumn, twist: Value
    }

    /// From the corners at the top left, top right, bottom left and bottom right.
    init(_ corners: (Corner, Corner, Corner, Corner)) {
        set(corners.0, 0, x: 1, y: 4)
        set(corners.1, 3, x: -1, y: 4)
        set(corners.2, 12, x: 1, y: -4)
        set(corners.3, 15, x: -1, y: -4)
    }

    /// Sets the four controls at a corner; `x` and `y` are the steps to the indices of its
    /// neighbours.
    private mutating func set(_ corner: Corner, _ index: Int, x: Int, y: Int) {
        let row = corner.alongRow * (Double(x) / 3)
        let column = corner.alongColumn * (Double(y) / 12)
        controls[index] = corner.value
        controls[index + x] = corner.value + row
        controls[index + y] = corner.value + column
        controls[index + x + y] = corner.value + row + column + corner.twist * (Double(x * y) / 36)
    }

    /// The curve along the rows at one parameter along the columns; `weights` are those of this
    /// parameter, from 0 to 1.
    func row(_ weights: CubicWeights) -> CubicCurve<Value> {
        CubicCurve(
            weights.sum(controls[0], controls[4], controls[8], controls[12]),
            weights.sum(controls[1], controls[5], controls[9], controls[13]),
            weights.sum(controls[2], controls[6], controls[10], controls[14]),
            weights.sum(controls[3], controls[7], controls[11], controls[15]))
    }

    /// The values at the top left, top right, bottom left and bottom right.
    var corners: [Value] { [controls[0], controls[3], controls[12], controls[15]] }

    /// A bound of a side's second derivative, for each component. `first` is the index of the
    /// side's first control value, `step` the difference to the index of the next.
    func bend(from first: Int, step: Int) -> Value {
        var bend = Value.zero
        for index in [first, first + step] {
            bend.grow(controls[index] - 2 * controls[index + step] + controls[index + 2 * step])
        }
        return bend * 6
    }

    /// Bounds of the second derivatives, for each component: along the rows, along both (the
    /// twist), and along the columns.
    var curvature: (rows: Value, twist: Value, columns: Value) {
        var (rows, twist, columns) = (Value.zero, Value.zero, Value.zero)
        for i in 0..<4 {
            for j in 0..<2 {
                let (x, y) = (4 * i + j, 4 * j + i)
                rows.grow(controls[x] - 2 * controls[x + 1] + controls[x + 2])
                columns.grow(controls[y] - 2 * controls[y + 4] + controls[y + 8])
            }
        }
        for i in 0..<3 {
            for x in 4 * i..<4 * i + 3 {
                twist.grow(controls[x] - controls[x + 1] - controls[x + 4] + controls[x + 5])
            }
        }
        return (rows * 6, twist * 9, columns * 6)
    }
}

struct CubicCurve<Value: SIMD> where Value.Scalar == Double {
    private let a, b, c, d: Value

    init(_ a: Value, _ b: Value, _ c: Value, _ d: Value) {
        (self.a, self.b, self.c, self.d) = (a, b, c, d)
    }

    func value(_ weights: CubicWeights) -> Value { weights.sum(a, b, c, d) }
}

/// Bernstein's polynomials of degree 3 at one parameter, or their derivatives.
struct CubicWeights {
    private let a, b, c, d: Double

    init(_ t: Double) {
        let s = 1 - t
        (a, b, c, d) = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
    }

    /// Those of the derivative.
    init(slopeAt t: Double) {
        let s = 1 - t
        (a, b) = (-3 * s * s, 3 * s * s - 6 * s * t)
        (c, d) = (6 * s * t - 3 * t * t, 3 * t * t)
    }

    /// Those of the second derivative.
    init(bendAt t: Double) {
        let s = 1 - t
        (a, b, c, d) = (6 * s, 6 * t - 12 * s, 6 * s - 12 * t, 6 * t)
    }

    func sum<Value: SIMD>(_ first: Value, _ second: Value, _ third: Value, _ fourth: Value) -> Value
    where Value.Scalar == Double {
        first * a + second * b + third * c + fourth * d
    }
}

extension SIMD where Scalar == Double {
    /// Makes each component at least as large as the magnitude of the same component of `other`.
    fileprivate mutating func grow(_ other: Self) {
        self = pointwiseMax(self, pointwiseMax(other, -other))
    }
}

extension CubicPatch<SIMD2<Double>> {
    /// Whether the patch may fold: whether its Jacobian determinant may be 0 or change its sign.
    /// The determinant is a Bézier patch of degree 5; if all its control values have one sign, the
    /// determinant has that sign.
    var mayFold: Bool {
        // Differences of neighbouring controls along the rows (4 x 3) and along the columns (3 x
        // 4), and the control values of the determinant. Positive factors are left out, because
        // only signs matter.
        let (binomial2, binomial3) = ([1.0, 2, 1], [1.0, 3, 3, 1])
        var determinant = [Double](repeating: 0, count: 36)
        for (i, j) in (0..<12).map({ ($0 / 3, $0 % 3) }) {
            let along =
                (controls[4 * i + j + 1] - controls[4 * i + j]) * (binomial3[i] * binomial2[j])
            for (k, l) in (0..<12).map({ ($0 / 4, $0 % 4) }) {
                let down =
                    (controls[4 * k + 4 + l] - controls[4 * k + l]) * (binomial2[k] * binomial3[l])
                determinant[6 * (i + k) + j + l] += along.x * down.y - along.y * down.x
            }
        }
        return determinant.contains { $0 <= 0 } && determinant.contains { $0 >= 0 }
    }
}
