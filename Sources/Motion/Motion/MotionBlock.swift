/// Sums over the samples between two corrections, for the propagation of the errors. During an alignment
/// only `inclinationBySlow` is summed, over the whole alignment and with other weights.
struct MotionBlock: Sendable {
    /// s: time covered by the gyroscope.
    private(set) var time = 0.0
    /// δθ_x and δθ_y of the block for each slow error: -Σ R_xy dt (1, ω).
    private(set) var inclinationBySlow = (ErrorCovariance.Slow.zero, ErrorCovariance.Slow.zero)
    /// m/s, Earth axes: Σ f dt of the specific force f.
    private(set) var forceIntegral = Vector3.zero
    /// s: time covered by the accelerometer.
    private(set) var forceTime = 0.0
    /// rad²: variance that the gyroscope's noise adds to each axis of the inclination.
    private(set) var inclinationVariance = 0.0
    /// (m/s²)² s: square of the free acceleration, integrated over time.
    private(set) var squareIntegral = 0.0
    /// Whether the accelerometer reached the end of its range.
    private(set) var isClipped = false
    /// (m/s)²: variance that the accelerometer's noise adds to each velocity.
    private(set) var velocityVariance = 0.0

    /// Takes one step of the gyroscope: rows x and y of R(q), the rate `w` in rad/s and the
    /// variance of its rotation in rad².
    mutating func add(
        rows: (Vector3, Vector3), rate w: Vector3, dt: Double, variance: Double
    ) {
        time += dt
        inclinationVariance += variance
        add(rows: rows, rate: w, weight: dt)
    }

    /// Adds one step of the gyroscope to δθ only, times `weight`, which is the step's duration or
    /// another factor.
    mutating func add(rows: (Vector3, Vector3), rate w: Vector3, weight: Double) {
        inclinationBySlow.0 -= Self.slow(weight * rows.0, w)
        inclinationBySlow.1 -= Self.slow(weight * rows.1, w)
    }

    /// Takes one step of the accelerometer. `f` is the specific force and `free` is f - g, both in
    /// m/s², Earth axes; `density` is the spectral density of the noise, (m/s²)²/Hz. `isClipped`
    /// says whether the accelerometer reached the end of its range.
    mutating func add(
        force f: Vector3, free: Vector3, dt: Double, density: Double, isClipped: Bool
    ) {
        self.isClipped = self.isClipped || isClipped
        squareIntegral += dt * free.dot(free)
        forceTime += dt
        forceIntegral += dt * f
        velocityVariance += density * dt
    }

    /// A row of R [1 ω⊗1]: bias x, y, z, then E row by row.
    private static func slow(_ row: Vector3, _ w: Vector3) -> ErrorCovariance.Slow {
        let (a, b, c) = (row.x * w, row.y * w, row.z * w)
        return ErrorCovariance.Slow(
            row.x, row.y, row.z, a.x, a.y, a.z, b.x, b.y, b.z, c.x, c.y, c.z, 0, 0, 0, 0)
    }
}
