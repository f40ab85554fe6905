/// Covariance P of the filter's errors: eight that change fast, twelve that hardly change.
///
/// Fast: tilt (about Earth x, y), velocity (x, y, z), position (x, y, z). Slow: gyroscope bias
/// (x, y, z), then E row by row. P = [ff fs; fsᵀ ss].
struct ErrorCovariance: Sendable {
    typealias Fast = SIMD8<Double>
    /// Twelve are in use; the others stay 0.
    typealias Slow = SIMD16<Double>

    static let velocity = 2
    static let position = 5
    static let bias = 0
    static let scale = 3

    private(set) var ff = InlineArray<8, Fast>(repeating: .zero)
    private(set) var fs = InlineArray<8, Slow>(repeating: .zero)
    private(set) var ss = InlineArray<12, Slow>(repeating: .zero)

    /// What is known before any motion: bias and scale within their priors.
    init(biasPrior: Double, scalePrior: Double) {
        for i in 0..<12 {
            let prior = i < Self.scale ? biasPrior : scalePrior
            ss[i][i] = prior * prior
        }
    }

    /// Whether every variance is a positive number.
    var isSound: Bool {
        for i in 0..<8 where !(ff[i][i] > 0 && ff[i][i] < 1e6) { return false }
        for i in 0..<12 where !(ss[i][i] > 0 && ss[i][i] < 1e6) { return false }
        return true
    }

    /// Begins tilt, velocity and position anew from the start's covariance of (g, v, p) on each
    /// axis; bias and scale keep what they know.
    mutating func restart(from start: GravityStart, gravity g: Double) {
        fs = InlineArray(repeating: .zero)
        ff = InlineArray(repeating: .zero)
        for axis in 0..<3 {
            let (v, p) = (Self.velocity + axis, Self.position + axis)
            ff[v][v] = start.vv
            ff[p][p] = start.pp
            setFast(v, p, start.vp)
        }
        // A true up of e_z + δg/g is the estimated one turned by δθ = (-δg_y, δg_x)/g.
        for (tilt, axis, sign) in [(0, 1, -1 / g), (1, 0, 1 / g)] {
            ff[tilt][tilt] = start.gg / (g * g)
            setFast(tilt, Self.velocity + axis, sign * start.gv)
            setFast(tilt, Self.position + axis, sign * start.gp)
        }
    }

    private mutating func setFast(_ i: Int, _ j: Int, _ value: Double) {
        ff[i][j] = value
        ff[j][i] = value
    }
}

extension ErrorCovariance {
    /// P <- F P Fᵀ + Q over one block of motion.
    mutating func propagate(over block: MotionBlock, noise: ProcessNoise) {
        turn(0, by: block.tiltBySlow.0)
        turn(1, by: block.tiltBySlow.1)
        // δv' = δθ × f with δθ = (δθ_x, δθ_y, 0), then δp' = δv.
        let f = block.force
        shear(Self.velocity, by: f.z, of: 1)
        shear(Self.velocity + 1, by: -f.z, of: 0)
        shear(Self.velocity + 2, by: f.y, of: 0)
        shear(Self.velocity + 2, by: -f.x, of: 1)
        for axis in 0..<3 { shear(Self.position + axis, by: block.time, of: Self.velocity + axis) }
        add(noise)
    }

    /// Adds `factor` times row and column `source` to row and column `target`: one entry of F.
    private mutating func shear(_ target: Int, by factor: Double, of source: Int) {
        ff[target] += factor * ff[source]
        fs[target] += factor * fs[source]
        for i in 0..<8 { ff[i][target] += factor * ff[i][source] }
    }

    /// The error of one tilt grows by `a` times the slow errors: δθ' = -R_xy (δb + δE ω).
    private mutating func turn(_ tilt: Int, by a: Slow) {
        var aSlow = Slow.zero
        for k in 0..<12 { aSlow += a[k] * ss[k] }
        var aFast = Fast.zero
        for i in 0..<8 { aFast[i] = (a * fs[i]).sum() }
        aFast[tilt] += aFast[tilt] + (a * aSlow).sum()
        fs[tilt] += aSlow
        ff[tilt] += aFast
        for i in 0..<8 { ff[i][tilt] = ff[tilt][i] }
    }

    private mutating func add(_ noise: ProcessNoise) {
        for i in 0..<2 { ff[i][i] += noise.tilt }
        for i in Self.velocity..<Self.position { ff[i][i] += noise.velocity }
        for i in 0..<Self.scale { ss[i][i] += noise.bias }
        for i in Self.scale..<12 { ss[i][i] += noise.scale }
    }
}

extension ErrorCovariance {
    /// Measures fast error `m` as `residual` with variance `r`; adds the gain's share to `errors`.
    mutating func measure(
        fast m: Int, residual: Double, variance r: Double, into errors: inout Errors
    ) {
        let (kf, ks) = (ff[m], fs[m])
        correct(kf, ks, scale: 1 / (kf[m] + r), residual: residual - errors.fast[m], into: &errors)
    }

    /// Measures slow error `m` as `residual` with variance `r`; adds the gain's share to `errors`.
    mutating func measure(
        slow m: Int, residual: Double, variance r: Double, into errors: inout Errors
    ) {
        var kf = Fast.zero
        for i in 0..<8 { kf[i] = fs[i][m] }
        let ks = ss[m]
        correct(kf, ks, scale: 1 / (ks[m] + r), residual: residual - errors.slow[m], into: &errors)
    }

    /// x += K z and P -= K S Kᵀ, with K = k / S and `scale` 1 / S.
    private mutating func correct(
        _ kf: Fast, _ ks: Slow, scale: Double, residual: Double, into errors: inout Errors
    ) {
        errors.fast += (scale * residual) * kf
        errors.slow += (scale * residual) * ks
        let (gf, gs) = (scale * kf, scale * ks)
        for i in 0..<8 {
            ff[i] -= gf[i] * kf
            fs[i] -= gf[i] * ks
        }
        for i in 0..<12 { ss[i] -= gs[i] * ks }
    }
}

/// What a correction finds the errors to be.
struct Errors: Sendable {
    var fast = ErrorCovariance.Fast.zero
    var slow = ErrorCovariance.Slow.zero
}

/// Variances that one block of motion adds to each component.
struct ProcessNoise: Sendable {
    /// rad²
    var tilt: Double
    /// (m/s)²
    var velocity: Double
    /// (rad/s)²
    var bias: Double
    /// Without unit.
    var scale: Double
}
