import Glibc

extension AttitudeFilter {
    /// Ends a block: propagates P over it, measures v = 0 and at rest b, and adds the estimated
    /// errors to the state. Restarts the filter if its state is not plausible.
    mutating func correct() {
        defer { block = MotionBlock() }
        updateMeanForce()
        updateMeanSquareAcceleration()
        guard isGravityUp else { return restart() }
        covariance.propagate(over: block, noise: noise(over: block.time))
        var errors = EstimatedErrors()
        measureVelocity(block.time, &errors)
        if isResting { measureBias(block.time, &errors) }
        correctState(by: errors)
        if innovationRatio > settings.innovationRatioLimit || !covariance.isSound || !q.isFinite {
            restartWithRestBias()
        }
    }

    /// S_v² on each axis, m²/s. In motion it grows with the free acceleration, because a larger
    /// velocity is then expected.
    private var velocitySpectralDensity: Double {
        if isResting { return settings.restVelocityNoise * settings.restVelocityNoise }
        let added =
            settings.velocityNoiseByForce * settings.velocityNoiseByForce * meanSquareAcceleration
        return settings.velocityNoise * settings.velocityNoise + added
    }

    /// Measures v = 0; a white error of density S² over `time` has variance S²/time.
    private mutating func measureVelocity(_ time: Double, _ errors: inout EstimatedErrors) {
        let variance = velocitySpectralDensity / time
        // At least the value in motion: motion just after a rest is expected.
        let least = settings.velocityNoise * settings.velocityNoise / time
        var square = 0.0
        for axis in 0..<3 {
            let m = ErrorCovariance.firstVelocity + axis
            square += v[axis] * v[axis] / (covariance.ff[m][m] + max(least, variance))
            covariance.measure(fast: m, residual: -v[axis], variance: variance, into: &errors)
        }
        doubtfulTime = max(0, doubtfulTime - time)
        innovationRatio += time / (time + 1) * (square / 3 - innovationRatio)
    }

    private func noise(over time: Double) -> ProcessNoise {
        let walk = isResting ? settings.restBiasWalk : settings.biasWalk
        return ProcessNoise(
            inclination: block.inclinationVariance, velocity: block.velocityVariance,
            bias: walk * walk * time)
    }

    private mutating func updateMeanForce() {
        if block.isClipped {
            // A mean force without its peaks may point in any direction.
            meanForce = LowPass(at: Vector3(0, 0, standardGravity))
        } else {
            meanForce.add(
                (1 / block.forceTime) * block.forceIntegral, dt: block.forceTime, timeConstant: 2)
        }
    }

    private mutating func updateMeanSquareAcceleration() {
        let added = block.squareIntegral - block.forceTime * meanSquareAcceleration
        meanSquareAcceleration += added / (1 + block.forceTime)
    }

    /// Whether the low-passed specific force points up within 15 degrees; if it does not, the
    /// inclination is wrong.
    private var isGravityUp: Bool {
        let mean = meanForce.value
        return mean.z > 0.966 * mean.length
    }

    /// Measures b: at rest the low-passed gyroscope is the bias.
    private mutating func measureBias(_ time: Double, _ errors: inout EstimatedErrors) {
        restBias = rest.meanRate.value
        let variance = settings.restBiasNoise * settings.restBiasNoise / time
        for axis in 0..<3 {
            covariance.measure(
                slow: ErrorCovariance.firstBias + axis, residual: restBias[axis] - b[axis],
                variance: variance, into: &errors)
        }
    }

    private mutating func correctState(by errors: EstimatedErrors) {
        let (x, y) = (errors.fast, errors.slow)
        q = (Quaternion(rotation: Vector3(x[0], x[1], 0)) * q).normalized
        v += Vector3(x[2], x[3], x[4])
        let limit = Vector3(repeating: settings.biasLimit)
        b = (b + Vector3(y[0], y[1], y[2])).clamped(lowerBound: -limit, upperBound: limit)
        scaleErrors.0 += Vector3(y[3], y[4], y[5])
        scaleErrors.1 += Vector3(y[6], y[7], y[8])
        scaleErrors.2 += Vector3(y[9], y[10], y[11])
    }

    /// Restarts with the bias of the last rest, because the state is not plausible.
    private mutating func restartWithRestBias() {
        covariance = ErrorCovariance(settings)
        (b, scaleErrors) = (restBias, (.zero, .zero, .zero))
        (innovationRatio, doubtfulTime) = (1, settings.alignmentTime)
        restart()
    }
}
