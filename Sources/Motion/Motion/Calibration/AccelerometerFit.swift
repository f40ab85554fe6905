/// An accelerometer's scale and offset, fitted to rests; at each rest it must measure |g|.
///
/// Only lengths count, so the exact pose does not matter. Minimises
///
///     Σ ((|S (m - o)| - g) / σ_m)² + Σ (o / σ_o)² + Σ ((s - 1) / σ_s)²
///
/// by the Gauss-Newton method. With six poses the measurements decide; with three the priors
/// divide the error between scale and offset. Ellipsoid fit: I. Frosio, F. Pedersini, N. A.
/// Borghese, Autocalibration of MEMS accelerometers, 2009; the priors allow fewer poses than
/// unknowns.
struct AccelerometerFit {
    /// σ_o, m/s²: zero-g offsets are 20 to 80 mg in the data sheets of BMI160, LSM6DS and MPU-6050.
    static let offsetPrior = 0.4
    /// σ_s: the sensitivity tolerances in those data sheets are 1 to 3 %.
    static let scalePrior = 0.015
    /// σ_m, m/s²: standard deviation of the length measured at a rest.
    static let lengthDeviation = 0.01

    /// o, m/s².
    private(set) var offset = Vector3.zero
    /// The diagonal of S.
    private(set) var scale = Vector3(1, 1, 1)
    /// m/s²: standard deviation of each axis's offset.
    private(set) var offsetDeviation = Vector3.zero
    /// Standard deviation of each axis's scale.
    private(set) var scaleDeviation = Vector3.zero

    /// Fits scale and offset to the means `measured` in the rests, m/s².
    init(_ measured: [Vector3]) {
        for _ in 0..<8 { improve(measured) }
    }

    /// One iteration; the unknowns are in units of their priors' deviations.
    private mutating func improve(_ measured: [Vector3]) {
        var normal = SquareMatrix.identity(6)
        var right = (0..<3).map { -offset[$0] / Self.offsetPrior }
        right += (0..<3).map { (1 - scale[$0]) / Self.scalePrior }
        for m in measured {
            let force = scale * (m - offset)
            let slope = slopes(of: m, along: force / force.length)
            let residual = (standardGravity - force.length) / Self.lengthDeviation
            for i in 0..<6 {
                right[i] += slope[i] * residual
                for j in 0..<6 { normal[i, j] += slope[i] * slope[j] }
            }
        }
        takeStep(right, covariance: normal.inverse)
    }

    /// Derivatives of the length of S (m - o), in units of σ_m, by each unknown.
    private func slopes(of m: Vector3, along u: Vector3) -> [Double] {
        let byOffset = -Self.offsetPrior / Self.lengthDeviation * scale * u
        let byScale = Self.scalePrior / Self.lengthDeviation * u * (m - offset)
        return [byOffset, byScale].flatMap { [$0.x, $0.y, $0.z] }
    }

    private mutating func takeStep(_ right: [Double], covariance: SquareMatrix) {
        let step = covariance * right
        for axis in 0..<3 {
            offset[axis] += Self.offsetPrior * step[axis]
            scale[axis] += Self.scalePrior * step[3 + axis]
            offsetDeviation[axis] = Self.offsetPrior * covariance[axis, axis].squareRoot()
            scaleDeviation[axis] = Self.scalePrior * covariance[3 + axis, 3 + axis].squareRoot()
        }
    }
}

struct SquareMatrix {
    private let size: Int
    private var numbers: [Double]

    /// Ones on the diagonal.
    static func identity(_ size: Int) -> SquareMatrix {
        var matrix = SquareMatrix(size: size, numbers: Array(repeating: 0, count: size * size))
        for i in 0..<size { matrix[i, i] = 1 }
        return matrix
    }

    subscript(row: Int, column: Int) -> Double {
        get { numbers[row * size + column] }
        set { numbers[row * size + column] = newValue }
    }

    static func * (matrix: Self, vector: [Double]) -> [Double] {
        (0..<matrix.size).map { i in
            (0..<matrix.size).reduce(0) { $0 + matrix[i, $1] * vector[$1] }
        }
    }

    /// The inverse by Gauss-Jordan elimination; a positive definite matrix needs no pivoting.
    var inverse: SquareMatrix {
        var (left, right) = (self, Self.identity(size))
        for pivot in 0..<size {
            let scale = 1 / left[pivot, pivot]
            for column in 0..<size {
                left[pivot, column] *= scale
                right[pivot, column] *= scale
            }
            for row in 0..<size where row != pivot {
                let factor = left[row, pivot]
                for column in 0..<size {
                    left[row, column] -= factor * left[pivot, column]
                    right[row, column] -= factor * right[pivot, column]
                }
            }
        }
        return right
    }
}
