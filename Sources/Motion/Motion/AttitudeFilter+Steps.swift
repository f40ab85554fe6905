import Glibc

extension AttitudeFilter {
    /// One step of the gyroscope: q <- q exp(ω dt), with the raw rate `w` in rad/s.
    mutating func updateFromGyroscope(_ w: Vector3, dt step: Double) {
        let isKnown = integrator.isKnown && status != .noGyroscope
        let (dt, before) = (restartAfterLongStep(step), rate)
        rest.add(rate: w, dt: dt, limit: settings.biasLimit, settings.rest)
        let u = w - b
        let share = rest.share(ofMotionBeyond: b, settings.rest)
        let (x, y, z) = scaleErrors
        rate = share * (u - Vector3(x.dot(u), y.dot(u), z.dot(u)))
        q = (q * Quaternion(step: integrator.add(rate, dt: dt))).renormalized
        if dt < step || !isKnown { turnThroughPause(from: isKnown ? before : rate) }
        predictor.add(rate, smooth: rest.smoothRate.value - b, dt: dt)
        if alignment != nil { return addSlowErrors(rate: u, dt: dt) }
        let noise = knock.isKnocked ? settings.knockNoise : settings.gyroscopeNoise
        block.add(
            rows: q.horizontalRows, rate: u, dt: dt,
            variance: noise * noise * dt + integrator.stepVariance)
        if block.time * settings.correctionRate >= 1, block.forceTime > 0 { correct() }
    }

    /// After a long step that is not much longer than a usual one may be, turns from the newest attitude by
    /// the mean of the rates before and after it, until gravity says more: that is nearer than no turn. At a
    /// gyroscope's first sample, which may come after a pause, it turns by that sample's rate.
    private mutating func turnThroughPause(from before: Vector3) {
        guard let attitude, let newest = clock.newest else { return }
        let pause = SampleClock.seconds(from: attitude.timestamp, to: newest)
        guard pause > 0, pause < 2 * settings.longestStep else { return }
        q = (q * Quaternion(step: 0.5 * pause * (before + rate))).normalized
    }

    /// During an alignment the slow errors (`ErrorCovariance`) rotate the alignment's frame further
    /// after each measurement of gravity. The mean of this rotation over all measurements is Σ t R
    /// dt / T for each unit of these errors; t is the time since the alignment began, T its length.
    private mutating func addSlowErrors(rate u: Vector3, dt: Double) {
        guard let alignment else { return }
        block.add(rows: alignment.upright(q).horizontalRows, rate: u, weight: alignment.time * dt)
    }

    /// One step of the accelerometer: v' = f - g, with the specific force `a` in m/s².
    mutating func updateFromAccelerometer(_ a: Vector3, dt: Double) {
        let step = restartAfterLongStep(dt)
        rest.add(acceleration: a, dt: step, settings.rest)
        let lead = clock.accelerometerLead ?? .infinity
        guard lead < settings.longestStep else {
            return updateFromGravityAlone(a, dt: min(dt, lead))
        }
        knock.add(a, dt: step)
        let f = (lead == 0 ? q : q * Quaternion(step: lead * rate)).rotate(a)
        let isClipped = clipping.isClipped(a)
        if alignment != nil {
            align(f, dt: step, isClipped: isClipped)
        } else {
            integrate(f, dt: step, isClipped: isClipped)
        }
    }

    /// Restarts after a long step: the last sample is not extended over it, so the next sample
    /// counts as a first one. The longer the step, the larger the inclination's deviation. If the
    /// other sensor gave no samples either, nothing is known of the inclination. Returns the step to
    /// use.
    private mutating func restartAfterLongStep(_ dt: Double) -> Double {
        guard dt > settings.longestStep else { return dt }
        let deviation = settings.longStepDeviation * dt / settings.longestStep
        let isKnown = deviation < .pi && !clock.hasPaused(inLast: dt)
        restart(inclinationDeviation: isKnown ? deviation : nil)
        return 0
    }

    /// Restarts where the clock jumped back: nothing is known of the inclination, also without a
    /// gyroscope.
    mutating func restartAfterJumpBack() {
        restart()
        gravityFilter = GravityFilter()
    }

    var isResting: Bool { rest.isResting(settings.rest) }

    private mutating func integrate(_ f: Vector3, dt: Double, isClipped: Bool) {
        let free = f - Vector3(0, 0, standardGravity)
        v += dt * free
        let noise =
            isClipped || knock.isKnocked
            ? settings.clippedNoise
            : isResting ? settings.restAccelerometerNoise : settings.accelerometerNoise
        block.add(
            force: f, free: free, dt: dt, density: noise * noise,
            isClipped: isClipped)
    }

    /// One step of an alignment. At its end the filter takes the result, or restarts if what was found
    /// cannot be gravity.
    private mutating func align(_ f: Vector3, dt: Double, isClipped: Bool) {
        alignment?.add(force: f, isClipped: isClipped, dt: dt > 0 ? dt : 0.01, settings)
        guard let found = alignment, isOver(found) else { return }
        guard abs(found.g.length - standardGravity) < 0.5 * standardGravity else {
            doubtfulTime = settings.alignmentTime
            return restart()
        }
        let toUpright = Quaternion(turning: found.g, to: Vector3(0, 0, 1))
        q = (toUpright * q).normalized
        v = toUpright.rotate(found.v)
        // At rest the inclination gets no covariance with the slow errors, because the low-passed
        // gyroscope measures the bias better.
        let share = isResting ? 0 : 1 / found.time
        let drift = (share * block.inclinationBySlow.0, share * block.inclinationBySlow.1)
        covariance.restart(from: found.covariance(settings), drift: drift)
        (alignment, block) = (nil, MotionBlock())
        meanSquareAcceleration = found.meanSquareAcceleration
        meanForce = LowPass(at: Vector3(0, 0, standardGravity))
    }

    /// Whether the alignment is over: after `alignmentTime`, or sooner if the device rests
    /// or moves calmly.
    private func isOver(_ alignment: GravityAlignment) -> Bool {
        let isCalm =
            alignment.time > settings.rest.leastDuration
            && alignment.meanSquareAcceleration < settings.calmMeanSquare
        return alignment.time > settings.alignmentTime || isCalm || isResting
    }

    /// Without a gyroscope: up is the direction of the low-passed specific force.
    private mutating func updateFromGravityAlone(_ a: Vector3, dt: Double) {
        if alignment?.time != 0 { restart(inclinationDeviation: settings.longStepDeviation) }
        gravityFilter.add(a, dt: dt)
        q = (Quaternion(turning: q.rotate(gravityFilter.up), to: Vector3(0, 0, 1)) * q).normalized
        rate = .zero
    }

    /// Corrects a wrong sign: exchanges up and down, then finds gravity again from there.
    mutating func reverseUp() {
        attitude = attitude?.withUpReversed
        rest = RestDetector()
        restart(inclinationDeviation: 0.1)
    }

    /// Finds gravity again but keeps the bias. `inclinationDeviation` is the standard deviation of the
    /// inclination, radians; nil if it is unknown.
    mutating func restart(inclinationDeviation: Double? = nil) {
        if let attitude { q = attitude.quaternion }
        (alignment, block) = (
            GravityAlignment(settings, inclinationDeviation: inclinationDeviation), MotionBlock()
        )
        (predictor, knock) = (RatePredictor(), KnockDetector())
        rest.interrupt()
        gravityFilter.restart(at: q.conjugate.rotate(Vector3(0, 0, 1)))
    }
}

extension Quaternion {
    /// The rotation by `vector`, radians; below 0.4 rad, as in most steps, without trigonometry.
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

    /// A nearly unit quaternion normalized by one Newton step.
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
