import Glibc

extension AttitudeFilter {
    /// Ends a block of motion: carries P over it, measures v = 0 and at rest b, and takes
    /// the errors found out of the state.
    mutating func correct() {
        defer { block = MotionBlock() }
        meanForce.add(
            (1 / block.forceTime) * block.force, dt: block.forceTime, timeConstant: 2)
        feelVigour()
        guard isGravityInPlace else { return beginAgain() }
        covariance.propagate(over: block, noise: noise(over: block.time))
        var errors = Errors()
        holdStill(block.time, &errors)
        if isResting { holdBias(block.time, &errors) }
        inject(errors)
        if surprise > settings.surpriseLimit || !covariance.isSound || !q.isFinite { forget() }
    }

    /// S_v² on each axis, m²/s: the more vigour in the motion, the faster the device may travel.
    private var softness: Vector3 {
        if isResting {
            return Vector3(repeating: settings.restSoftness * settings.restSoftness)
        }
        let added = settings.softnessByForce * settings.softnessByForce * vigour
        let (across, upward) = (settings.velocitySoftness, settings.verticalVelocitySoftness)
        return Vector3(across * across, across * across, upward * upward) + added
    }

    /// Measures v = 0; a white error of density S² over `time` has variance S²/time.
    private mutating func holdStill(_ time: Double, _ errors: inout Errors) {
        let variance = softness * (1 / time)
        // Rest may have ended a moment ago: motion is no surprise.
        let least = settings.velocitySoftness * settings.velocitySoftness / time
        var square = 0.0
        for axis in 0..<3 {
            let m = ErrorCovariance.velocity + axis
            square += v[axis] * v[axis] / (covariance.ff[m][m] + max(least, variance[axis]))
            covariance.measure(
                fast: m, residual: -v[axis], variance: variance[axis], into: &errors)
        }
        doubt = max(0, doubt - time)
        surprise += time / (time + 1) * (square / 3 - surprise)
    }

    private func noise(over time: Double) -> ProcessNoise {
        let walk = isResting ? settings.restBiasWalk : settings.biasWalk
        return ProcessNoise(
            tilt: block.tiltVariance, velocity: block.velocityVariance,
            bias: walk * walk * time,
            scale: settings.scaleWalk * settings.scaleWalk * time)
    }

    private mutating func feelVigour() {
        let added = block.vigour - block.forceTime * vigour
        vigour += added / (settings.vigourMemory + block.forceTime)
    }

    /// Whether the low-passed specific force points up within 15 degrees, or does not tell.
    private var isGravityInPlace: Bool {
        let mean = meanForce.value
        return mean.z > 0.966 * mean.length
    }

    /// Measures b as the low-passed gyroscope.
    private mutating func holdBias(_ time: Double, _ errors: inout Errors) {
        restBias = rest.rate.value
        let variance = settings.restBiasSoftness * settings.restBiasSoftness / time
        for axis in 0..<3 {
            covariance.measure(
                slow: ErrorCovariance.bias + axis, residual: rest.rate.value[axis] - b[axis],
                variance: variance, into: &errors)
        }
    }

    private mutating func inject(_ errors: Errors) {
        let (x, y) = (errors.fast, errors.slow)
        q = (Quaternion(rotation: Vector3(x[0], x[1], 0)) * q).normalized
        v += Vector3(x[2], x[3], x[4])
        let limit = Vector3(repeating: settings.biasLimit)
        b = (b + Vector3(y[0], y[1], y[2])).clamped(lowerBound: -limit, upperBound: limit)
        scale.0 += Vector3(y[3], y[4], y[5])
        scale.1 += Vector3(y[6], y[7], y[8])
        scale.2 += Vector3(y[9], y[10], y[11])
    }

    /// What was learnt makes no sense: begins anew with the bias of the last rest.
    private mutating func forget() {
        covariance = ErrorCovariance(settings)
        (b, scale) = (restBias, (.zero, .zero, .zero))
        (surprise, doubt) = (1, settings.doubtTime)
        beginAgain()
    }
}
