/// Finds gravity in the first moments, also in the midst of motion.
///
/// In a frame that the gyroscope carries along from the first sample, gravity's reaction g stands
/// still, so that v' = f - g and p' = v are linear, and least squares with v and p softly held to 0
/// give g without a first guess (J. Wu and others, optimization-based alignment, 2011). Solved
/// recursively; the axes share one covariance of (g, v, p).
struct GravityStart: Sendable {
    /// m/s², in the start's frame.
    private(set) var g = Vector3.zero
    /// m/s, in the start's frame.
    private(set) var v = Vector3.zero
    /// m, in the start's frame.
    private(set) var p = Vector3.zero
    /// s: how long it has gathered.
    private(set) var time = 0.0

    /// Covariance of (g, v, p) on one axis, in their units.
    private(set) var gg = 100.0
    private(set) var gv = 0.0
    private(set) var gp = 0.0
    private(set) var vv = 1.0
    private(set) var vp = 0.0
    private(set) var pp = 0.25

    /// Takes the specific force `f`, m/s² in the start's frame, over `dt` seconds.
    mutating func add(force f: Vector3, dt: Double, _ settings: AttitudeFilter.Settings) {
        time += dt
        p += dt * v + 0.5 * dt * dt * (f - g)
        v += dt * (f - g)
        propagate(dt, settings)
        holdVelocity(settings.velocitySoftness * settings.velocitySoftness / dt)
        holdPosition(settings.positionSoftness * settings.positionSoftness / dt)
    }

    private mutating func propagate(_ dt: Double, _ settings: AttitudeFilter.Settings) {
        // F = [1 0 0; -dt 1 0; 0 dt 1] on (g, v, p): first v by g, then p by v.
        vv += dt * (dt * gg - 2 * gv)
        vp -= dt * gp
        gv -= dt * gg
        pp += dt * (2 * vp + dt * vv)
        vp += dt * vv
        gp += dt * gv
        // The bias, not known yet, turns the frame by b t.
        let turn =
            settings.gyroscopeNoise * settings.gyroscopeNoise
            + 2 * time * settings.biasPrior * settings.biasPrior
        gg += 100 * turn * dt
        vv += settings.accelerometerNoise * settings.accelerometerNoise * dt
    }

    /// Measures v = 0 with variance `r`.
    private mutating func holdVelocity(_ r: Double) {
        let s = 1 / (vv + r)
        let (kg, kv, kp) = (gv * s, vv * s, vp * s)
        inject(kg, kv, kp, v)
        gg -= kg * gv
        gp -= kg * vp
        pp -= kp * vp
        gv -= kg * vv
        vp -= kp * vv
        vv -= kv * vv
    }

    /// Measures p = 0 with variance `r`.
    private mutating func holdPosition(_ r: Double) {
        let s = 1 / (pp + r)
        let (kg, kv, kp) = (gp * s, vp * s, pp * s)
        inject(kg, kv, kp, p)
        gg -= kg * gp
        gv -= kg * vp
        vv -= kv * vp
        gp -= kg * pp
        vp -= kv * pp
        pp -= kp * pp
    }

    private mutating func inject(_ kg: Double, _ kv: Double, _ kp: Double, _ x: Vector3) {
        g -= kg * x
        v -= kv * x
        p -= kp * x
    }
}
