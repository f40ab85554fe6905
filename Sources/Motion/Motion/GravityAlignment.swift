/// Finds gravity at the start and after a restart of the filter, also during motion.
///
/// The gyroscope tells how the device turns in a frame that does not turn. In that frame the specific
/// force at rest, g, is constant, so the problem is linear and needs no initial estimate (J. Wu and
/// others, optimization-based alignment, 2011). A hand's motion is modelled as a spring of damping
/// 1/2 (second-order motion as T. I. Fossen models waves, Handbook of Marine Craft Hydrodynamics and
/// Motion Control, chapter 8):
///
///     f = g - ω v - ω² p + noise     v' = f - g     p' = v
///
/// A hand reaches about equally far, D, in slow and in vigorous motion, so that the acceleration a, which
/// is measured, gives ω² = a/D. Noise of density 2 ω³ D² keeps such a spring at a root mean square of D.
///
/// Least squares, solved recursively; the axes share one covariance of (g, v, p).
struct GravityAlignment: Sendable {
    /// m/s², in the alignment's frame.
    private(set) var g = Vector3.zero
    /// m/s, in the alignment's frame.
    private(set) var v = Vector3.zero
    /// m from the centre of the hand's oscillation, in the alignment's frame.
    private var p = Vector3.zero
    /// s: duration of the samples taken.
    private(set) var time = 0.0
    /// Covariance of (g, v, p) on one axis, row by row; at first the variances of v and p are the
    /// model's.
    private var rows = (Vector3(100, 0, 0), Vector3.zero, Vector3.zero)
    /// m/s² and (m/s²)²: means of the specific force and of its square.
    private var mean = (force: Vector3.zero, square: 0.0)

    /// Begins in a frame whose inclination has the standard deviation `inclinationDeviation`,
    /// radians; if it is nil, the inclination is unknown.
    init(_ settings: AttitudeFilter.Settings, inclinationDeviation: Double? = nil) {
        rows.1.y = settings.usualAcceleration * settings.reach
        rows.2.z = settings.reach * settings.reach
        guard let inclinationDeviation else { return }
        let deviation = standardGravity * inclinationDeviation
        (g, rows.0.x) = (Vector3(0, 0, standardGravity), deviation * deviation)
    }

    /// (m/s²)²: variance of the specific force, which is the motion's mean square acceleration.
    var meanSquareAcceleration: Double { max(0, mean.square - mean.force.dot(mean.force)) }

    /// `quaternion`, which leads to the alignment's frame, continued to Earth axes.
    func upright(_ quaternion: Quaternion) -> Quaternion {
        guard g.dot(g) > 1e-12 else { return quaternion }
        return (Quaternion(turning: g, to: Vector3(0, 0, 1)) * quaternion).normalized
    }

    /// Variances of g and v on an axis and their covariance, scaled to the motion's measured
    /// acceleration.
    func covariance(_ settings: AttitudeFilter.Settings) -> (gg: Double, gv: Double, vv: Double) {
        let noise = settings.accelerometerNoise
        let measured = noise * noise + settings.alignmentNoiseTime * meanSquareAcceleration
        let ratio = measured / model(settings).density
        let drift = standardGravity * settings.gyroscopeNoise
        return (ratio * rows.0.x + drift * drift * time, ratio * rows.0.y, ratio * rows.1.y)
    }

    /// ω, rad/s, and the density of the noise, (m/s²)²/Hz.
    private func model(_ settings: AttitudeFilter.Settings) -> (frequency: Double, density: Double)
    {
        let usual = settings.usualAcceleration * settings.usualAcceleration
        let acceleration = ((usual + time * meanSquareAcceleration) / (1 + time)).squareRoot()
        let frequency = (acceleration / settings.reach).squareRoot()
        let noise = settings.accelerometerNoise
        // ω³ D² = ω a D
        return (frequency, 2 * frequency * acceleration * settings.reach + noise * noise)
    }

    /// Takes the specific force `f`, m/s² in the alignment's frame, over `dt` seconds; a clipped
    /// sample says nothing about gravity.
    mutating func add(
        force f: Vector3, isClipped: Bool, dt: Double, _ settings: AttitudeFilter.Settings
    ) {
        time += dt
        mean.force += dt / time * (f - mean.force)
        mean.square += dt / time * (f.dot(f) - mean.square)
        if !isClipped { measure(f, dt, settings) }
        p += dt * v
        v += dt * (f - g)
        propagate(dt, settings)
    }

    /// Measures f as the model's g - ω v - ω² p; white noise of density S² has variance S²/dt.
    private mutating func measure(_ f: Vector3, _ dt: Double, _ settings: AttitudeFilter.Settings) {
        let (w, density) = model(settings)
        let h = Vector3(1, -w, -w * w)
        let k = Vector3(rows.0.dot(h), rows.1.dot(h), rows.2.dot(h))
        let gain = 1 / (h.dot(k) + density / dt) * k
        let residual = f - (g + h.y * v + h.z * p)
        g += gain.x * residual
        v += gain.y * residual
        p += gain.z * residual
        rows.0 -= gain.x * k
        rows.1 -= gain.y * k
        rows.2 -= gain.z * k
    }

    /// P <- F P Fᵀ + Q over `dt` seconds.
    private mutating func propagate(_ dt: Double, _ settings: AttitudeFilter.Settings) {
        rows.2 += dt * rows.1
        rows.1 -= dt * rows.0
        rows.0 += dt * Vector3(0, -rows.0.x, rows.0.y)
        rows.1 += dt * Vector3(0, -rows.1.x, rows.1.y)
        rows.2 += dt * Vector3(0, -rows.2.x, rows.2.y)
        // The unknown bias rotates the frame by b t; noise rotates it randomly.
        let rotation =
            settings.gyroscopeNoise * settings.gyroscopeNoise
            + 2 * time * settings.biasPrior * settings.biasPrior
        rows.0.x += standardGravity * standardGravity * rotation * dt
    }
}
