/// Covariance P of the filter's errors: five that change fast, twelve that change slowly.
///
/// Fast: inclination (about Earth x, y), velocity (Earth x, y, z). Slow: gyroscope bias (x, y, z),
/// then E, the gyroscope's errors of scale and misalignment (`AttitudeFilter`), row by row. P = [ff
/// fs; fsᵀ ss]; the vectors have further lanes, which stay 0.
struct ErrorCovariance: Sendable {
    typealias Fast = SIMD8<Double>
    typealias Slow = SIMD16<Double>

    static let fastCount = 5
    static let firstVelocity = 2
    static let slowCount = 12
    static let firstBias = 0
    static let firstScale = 3

    private(set) var ff = InlineArray<5, Fast>(repeating: .zero)
    private(set) var fs = InlineArray<5, Slow>(repeating: .zero)
    private(set) var ss = InlineArray<12, Slow>(repeating: .zero)

    /// The priors before any motion: of the bias and of E.
    init(_ settings: AttitudeFilter.Settings) {
        for i in 0..<Self.slowCount {
            let prior = i < Self.firstScale ? settings.biasPrior : settings.scalePrior
            ss[i][i] = prior * prior
        }
    }

    /// Whether inclination, velocity and bias have positive and plausible variances.
    var isSound: Bool {
        let variances = [
            ff[0][0], ff[1][1], ff[2][2], ff[3][3], ff[4][4], ss[0][0], ss[1][1], ss[2][2],
        ]
        // NaN fails both comparisons.
        return variances.allSatisfy { $0 > 0 && $0 < 1e6 }
    }

    /// (rad/s)²: the bias's variance, all axes together.
    var biasVariance: Double { ss[0][0] + ss[1][1] + ss[2][2] }

    /// Resets the covariance of inclination and velocity after an alignment. `alignment` has, on
    /// one axis, the variances of the gravity that the alignment found (m/s²) and of its velocity
    /// (m/s), and their covariance (`GravityAlignment.covariance`). `drift` says, about Earth x and
    /// about Earth y, by how much one unit of each slow error has rotated the inclination on
    /// average during the alignment. The covariance of the slow errors stays.
    mutating func restart(
        from alignment: (gg: Double, gv: Double, vv: Double), drift: (Slow, Slow)
    ) {
        fs = InlineArray(repeating: .zero)
        ff = InlineArray(repeating: .zero)
        for v in Self.firstVelocity..<Self.fastCount { ff[v][v] = alignment.vv }
        // If the true up is e_z + δg/g, the rotation that brings it to e_z is δθ = (δg_y, -δg_x)/g.
        let g = standardGravity
        for axis in 0..<2 {
            let v = Self.firstVelocity + 1 - axis
            let covariance = (axis == 0 ? 1 : -1) * alignment.gv / g
            ff[axis][axis] = alignment.gg / (g * g)
            ff[axis][v] = covariance
            ff[v][axis] = covariance
        }
        addSlowErrors(times: drift.0, toInclination: 0)
        addSlowErrors(times: drift.1, toInclination: 1)
    }
}

extension ErrorCovariance {
    /// P <- F P Fᵀ + Q over one block of motion.
    mutating func propagate(over block: MotionBlock, noise: ProcessNoise) {
        addSlowErrors(times: block.inclinationBySlow.0, toInclination: 0)
        addSlowErrors(times: block.inclinationBySlow.1, toInclination: 1)
        // δv' = δθ × f with δθ = (δθ_x, δθ_y, 0).
        let f = block.forceIntegral
        shear(Self.firstVelocity, by: f.z, of: 1)
        shear(Self.firstVelocity + 1, by: -f.z, of: 0)
        shear(Self.firstVelocity + 2, by: f.y, of: 0)
        shear(Self.firstVelocity + 2, by: -f.x, of: 1)
        for i in 0..<2 { ff[i][i] += noise.inclination }
        for i in Self.firstVelocity..<Self.fastCount { ff[i][i] += noise.velocity }
        for i in 0..<Self.firstScale { ss[i][i] += noise.bias }
    }

    /// Adds `a` times the slow errors to the error of one axis of the inclination: δθ' = -R_xy (δb + δE ω).
    private mutating func addSlowErrors(times a: Slow, toInclination axis: Int) {
        var aSlow = Slow.zero
        for k in 0..<Self.slowCount { aSlow += a[k] * ss[k] }
        var aFast = Fast.zero
        for i in 0..<Self.fastCount { aFast[i] = (a * fs[i]).sum() }
        aFast[axis] += aFast[axis] + (a * aSlow).sum()
        fs[axis] += aSlow
        ff[axis] += aFast
        for i in 0..<Self.fastCount { ff[i][axis] = ff[axis][i] }
    }

    /// Adds `factor` times row and column `source` to row and column `target`: one entry of F.
    private mutating func shear(_ target: Int, by factor: Double, of source: Int) {
        ff[target] += factor * ff[source]
        fs[target] += factor * fs[source]
        for i in 0..<Self.fastCount { ff[i][target] += factor * ff[i][source] }
    }
}

extension ErrorCovariance {
    /// Measures fast error `m` as `residual` with variance `r`; adds the correction to `errors`.
    mutating func measure(
        fast m: Int, residual: Double, variance r: Double, into errors: inout EstimatedErrors
    ) {
        let (kf, ks) = (ff[m], fs[m])
        let remaining = residual - errors.fast[m]
        correct(kf, ks, inverse: 1 / (kf[m] + r), residual: remaining, into: &errors)
    }

    /// Measures slow error `m` as `residual` with variance `r`; adds the correction to `errors`.
    mutating func measure(
        slow m: Int, residual: Double, variance r: Double, into errors: inout EstimatedErrors
    ) {
        var kf = Fast.zero
        for i in 0..<Self.fastCount { kf[i] = fs[i][m] }
        let ks = ss[m]
        let remaining = residual - errors.slow[m]
        correct(kf, ks, inverse: 1 / (ks[m] + r), residual: remaining, into: &errors)
    }

    /// x += K z and P -= K S Kᵀ, with K = k / S and `inverse` 1 / S.
    private mutating func correct(
        _ kf: Fast, _ ks: Slow, inverse: Double, residual: Double,
        into errors: inout EstimatedErrors
    ) {
        let (gf, gs) = (inverse * kf, inverse * ks)
        errors.fast += residual * gf
        errors.slow += residual * gs
        for i in 0..<Self.fastCount {
            ff[i] -= gf[i] * kf
            fs[i] -= gf[i] * ks
        }
        for i in 0..<Self.slowCount { ss[i] -= gs[i] * ks }
    }
}

struct EstimatedErrors: Sendable {
    var fast = ErrorCovariance.Fast.zero
    var slow = ErrorCovariance.Slow.zero
}

/// Variances that one block of motion adds to each component.
struct ProcessNoise: Sendable {
    /// rad²
    var inclination: Double
    /// (m/s)²
    var velocity: Double
    /// (rad/s)²
    var bias: Double
}
