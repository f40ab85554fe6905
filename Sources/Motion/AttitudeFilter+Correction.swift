import Glibc

extension AttitudeFilter {
    /// Ends a block of motion: carries P over it, measures v = 0, p = 0 and at rest b, and takes
    /// the errors found out of the state.
    mutating func correct() {
        defer { block = MotionBlock() }
        meanForce.add(
            (1 / block.forceTime) * block.force, dt: block.forceTime, timeConstant: 2)
        guard isGravityInPlace else { return beginAgain() }
        covariance.propagate(over: block, noise: noise(over: block.time))
        weighSurprise(block.time)
        if surprise > settings.surpriseLimit { return forget() }
        var errors = Errors()
        holdStill(block.time, &errors)
        if rest.isResting(settings.rest) { holdBias(block.time, &errors) }
        inject(errors)
        if !covariance.isSound || !q.isFinite { forget() }
    }

    /// Low-passes how much larger v and p are than they were expected to be; 1 is as expected.
    private mutating func weighSurprise(_ time: Double) {
        var square = 0.0
        for axis in 0..<3 {
            let vertical = axis == 2
            let sv = vertical ? settings.verticalVelocitySoftness : settings.velocitySoftness
            let sp = vertical ? settings.verticalPositionSoftness : settings.positionSoftness
            square += v[axis] * v[axis] / (covariance.ff[2 + axis][2 + axis] + sv * sv / time)
            square += p[axis] * p[axis] / (covariance.ff[5 + axis][5 + axis] + sp * sp / time)
        }
        doubt = max(0, doubt - time)
        surprise += time / (time + 1) * (square / 6 - surprise)
    }

    private func noise(over time: Double) -> ProcessNoise {
        ProcessNoise(
            tilt: block.tiltVariance, velocity: block.velocityVariance,
            bias: settings.biasWalk * settings.biasWalk * time,
            scale: settings.scaleWalk * settings.scaleWalk * time)
    }

    /// Whether the low-passed specific force points up within 30 degrees, or does not tell.
    private var isGravityInPlace: Bool {
        let mean = meanForce.value
        return mean.z > 0.87 * mean.length
    }

    /// Measures v = 0 and p = 0; a white error of density S over `time` has variance S²/time.
    private mutating func holdStill(_ time: Double, _ errors: inout Errors) {
        for axis in 0..<3 {
            let isUp = axis == 2
            let sv = isUp ? settings.verticalVelocitySoftness : settings.velocitySoftness
            let sp = isUp ? settings.verticalPositionSoftness : settings.positionSoftness
            covariance.measure(
                fast: ErrorCovariance.velocity + axis, residual: -v[axis],
                variance: sv * sv / time, into: &errors)
            covariance.measure(
                fast: ErrorCovariance.position + axis, residual: -p[axis],
                variance: sp * sp / time, into: &errors)
        }
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
        p += Vector3(x[5], x[6], x[7])
        let limit = Vector3(repeating: settings.biasLimit)
        b = (b + Vector3(y[0], y[1], y[2])).clamped(lowerBound: -limit, upperBound: limit)
        scale.0 += Vector3(y[3], y[4], y[5])
        scale.1 += Vector3(y[6], y[7], y[8])
        scale.2 += Vector3(y[9], y[10], y[11])
    }

    /// s: how long the status says so after samples contradicted each other.
    private static let doubtTime = 3.0

    /// What was learnt makes no sense: begins anew with the bias of the last rest.
    private mutating func forget() {
        covariance = ErrorCovariance(biasPrior: settings.biasPrior, scalePrior: settings.scalePrior)
        (b, scale) = (restBias, (.zero, .zero, .zero))
        (surprise, doubt) = (1, Self.doubtTime)
        beginAgain()
    }
}
