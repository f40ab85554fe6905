import Glibc

extension AttitudeFilter {
    /// One step of the gyroscope: q <- q exp(ω dt), with the raw rate `w` in rad/s.
    mutating func turn(by w: Vector3, dt: Double) {
        let dt = stepAcrossGap(dt)
        rest.add(rate: w, dt: dt, limit: settings.biasLimit, settings.rest)
        let u = w - b
        let share = rest.share(ofMotionBeyond: b, settings.rest)
        rate = share * (u - Vector3(scale.0.dot(u), scale.1.dot(u), scale.2.dot(u)))
        q = (q * Quaternion(step: integrator.add(rate, dt: dt))).renormalized
        predictor.add(rate, smooth: rest.smoothRate.value - b, dt: dt)
        if let start {
            // Divided by all of the time, Σ t R dt tells how much the slow errors turned the frame
            // since gravity was seen on the mean.
            let rows = start.upright(q).horizontalRows
            return block.add(rows: rows, rate: u, dt: start.time * dt, variance: 0)
        }
        let noise = settings.gyroscopeNoise
        block.add(
            rows: q.horizontalRows, rate: u, dt: dt,
            variance: noise * noise * dt + integrator.gapVariance)
        if block.time * settings.correctionRate >= 1, block.forceTime > 0 { correct() }
    }

    /// One step of the accelerometer: v' = f - g, with the specific force `a` in m/s².
    mutating func push(by a: Vector3, dt: Double) {
        let dt = stepAcrossGap(dt)
        rest.add(acceleration: a, dt: dt, settings.rest)
        guard let lag = clock.gyroscopeAge, lag < settings.longestGap else {
            follow(a, dt: dt)
            return
        }
        tap.add(a, dt: dt, memory: settings.tapMemory)
        let f = (lag > 0 ? q * Quaternion(step: lag * rate) : q).rotate(a)
        if start != nil {
            gather(f, dt: dt)
        } else {
            integrate(f, dt: dt)
        }
    }

    /// Over a gap nothing is known, least of all that the last reading lasted: the next sample is a
    /// first one. The longer it lasts, the less the tilt before it says.
    private mutating func stepAcrossGap(_ dt: Double) -> Double {
        guard dt > settings.longestGap else { return dt }
        let deviation = settings.gapDeviation * dt / settings.longestGap
        beginAgain(tiltDeviation: deviation < .pi ? deviation : nil)
        return 0
    }

    var isResting: Bool { rest.isResting(settings.rest) }

    private mutating func integrate(_ f: Vector3, dt: Double) {
        let free = f - Vector3(0, 0, standardGravity)
        v += dt * free
        let noise = isResting ? settings.restAccelerometerNoise : settings.accelerometerNoise
        let tapped = settings.tapNoise * tap.level
        block.add(force: f, free: free, dt: dt, density: noise * noise + tapped * tapped)
    }

    /// The start's share: finds gravity, then hands over to the filter.
    private mutating func gather(_ f: Vector3, dt: Double) {
        start?.add(force: f, dt: dt > 0 ? dt : 0.01, settings)
        guard let found = start, found.time > settings.startTime || isResting else { return }
        guard abs(found.g.length - standardGravity) < 0.5 * standardGravity else {
            doubt = settings.doubtTime
            return beginAgain()
        }
        let turn = Quaternion(turning: found.g, to: Vector3(0, 0, 1))
        q = (turn * q).normalized
        v = turn.rotate(found.v)
        // At rest the gyroscope itself tells its bias, and better.
        let share = isResting ? 0 : 1 / found.time
        let drift = (share * block.tiltBySlow.0, share * block.tiltBySlow.1)
        covariance.restart(from: found.covariance(settings), drift: drift)
        (start, block, vigour) = (nil, MotionBlock(), found.vigour)
        meanForce = LowPass(at: Vector3(0, 0, standardGravity))
    }

    /// Without a gyroscope: up is where gravity's low-passed reaction points.
    private mutating func follow(_ a: Vector3, dt: Double) {
        if start?.time != 0 { beginAgain(tiltDeviation: settings.gapDeviation) }
        follower.add(a, dt: dt)
        q = (Quaternion(turning: q.rotate(follower.up), to: Vector3(0, 0, 1)) * q).normalized
        rate = .zero
    }

    /// Finds gravity anew but keeps the bias; the tilt until now may be off by the deviation given,
    /// radians, or says nothing.
    mutating func beginAgain(tiltDeviation: Double? = nil) {
        if let attitude { q = attitude.orientation }
        (start, block) = (GravityStart(tiltDeviation: tiltDeviation), MotionBlock())
        (integrator, predictor) = (RateIntegrator(), RatePredictor())
        rest.interrupt()
        follower.restart(at: q.conjugate.rotate(Vector3(0, 0, 1)))
    }
}

/// m/s²: g.
let standardGravity = 9.80665

extension Quaternion {
    /// The rotation by `vector`, radians, for the small angles of one time step; no trigonometry.
    init(step vector: Vector3) {
        let square = vector.dot(vector)
        guard square < 0.16 else {
            self.init(rotation: vector)
            return
        }
        // Series of cos(θ/2) and sin(θ/2)/θ; at θ = 0.4 the next terms are below 1e-10.
        let x = 0.25 * square
        let cosine = 1 - x * (1.0 / 2 - x * (1.0 / 24 - x * (1.0 / 720)))
        let sine = 0.5 - x * (1.0 / 12 - x * (1.0 / 240 - x * (1.0 / 10080)))
        self.init(w: cosine, vector: sine * vector)
    }

    /// A nearly unit quaternion brought to length 1 by one Newton step.
    var renormalized: Quaternion {
        let scale = 1.5 - 0.5 * (w * w + vector.dot(vector))
        return Quaternion(w: scale * w, vector: scale * vector)
    }

    /// Rows x and y of R(q).
    var horizontalRows: (Vector3, Vector3) {
        (
            Vector3(1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)),
            Vector3(2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x))
        )
    }
}
