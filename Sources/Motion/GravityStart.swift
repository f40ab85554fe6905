/// Finds gravity in the first moments, also in the midst of motion.
///
/// In a frame that the gyroscope carries along from the first sample, gravity's reaction g stands
/// still, so that v' = f - g is linear, and least squares with v held softly to 0 give g without a
/// first guess (J. Wu and others, optimization-based alignment, 2011). Solved recursively; the
/// axes share one covariance of (g, v).
struct GravityStart: Sendable {
    /// m/s², in the start's frame.
    private(set) var g = Vector3.zero
    /// m/s, in the start's frame.
    private(set) var v = Vector3.zero
    /// s: how long it has gathered.
    private(set) var time = 0.0

    /// Covariance of (g, v) on one axis, in their units: g may be anything, v a hand's.
    private(set) var gg = 100.0
    private(set) var gv = 0.0
    private(set) var vv = 1.0

    /// In a frame that is upright but for the deviation given, radians, or in any frame.
    init(tiltDeviation: Double? = nil) {
        guard let tiltDeviation else { return }
        let deviation = standardGravity * tiltDeviation
        (g, gg) = (Vector3(0, 0, standardGravity), deviation * deviation)
    }

    /// Takes the specific force `f`, m/s² in the start's frame, over `dt` seconds.
    mutating func add(force f: Vector3, dt: Double, _ settings: AttitudeFilter.Settings) {
        time += dt
        v += dt * (f - g)
        propagate(dt, settings)
        holdVelocity(settings.startSoftness * settings.startSoftness / dt)
    }

    private mutating func propagate(_ dt: Double, _ settings: AttitudeFilter.Settings) {
        vv += dt * (dt * gg - 2 * gv)
        gv -= dt * gg
        // The bias, not known yet, turns the frame by b t; noise turns it at random.
        let turn =
            settings.gyroscopeNoise * settings.gyroscopeNoise
            + 2 * time * settings.biasPrior * settings.biasPrior
        gg += standardGravity * standardGravity * turn * dt
        vv += settings.accelerometerNoise * settings.accelerometerNoise * dt
    }

    /// Measures v = 0 with variance `r`.
    private mutating func holdVelocity(_ r: Double) {
        let (kg, kv) = (gv / (vv + r), vv / (vv + r))
        g -= kg * v
        v -= kv * v
        gg -= kg * gv
        gv -= kg * vv
        vv -= kv * vv
    }
}
