import Glibc

extension Spring {
    /// The value and velocity `seconds` after the start, in closed form.
    ///
    /// The result is the start if `seconds` is at most 0 or NaN. At infinity it is the target,
    /// unless the spring never moves.
    public func value(
        from start: AnimatedValue, to target: Double, after seconds: Double
    ) -> AnimatedValue {
        guard seconds > 0 else { return start }
        let x0 = AnimatedValue(start.value - target, velocity: start.velocity)
        var x = distance(from: x0, after: seconds)
        x.value += target
        return x
    }

    /// The distance x from the target and its derivative, from `x0` after `t` > 0 seconds.
    func distance(from x0: AnimatedValue, after t: Double) -> AnimatedValue {
        if isCritical { return criticallyDamped(x0, t) }
        return dampingRatio < 1 ? underDamped(x0, t) : overDamped(x0, t)
    }

    /// Whether ζ is so near 1 that the other two forms lose digits.
    var isCritical: Bool { abs(dampingRatio - 1) < 1e-6 }

    /// ζω, 1/s: the rate at which the amplitude of an under-damped spring decays.
    var decayRate: Double { dampingRatio * angularFrequency }

    /// ωd = ω √(1 - ζ²), rad/s, of an under-damped spring.
    var dampedFrequency: Double {
        angularFrequency * ((1 - dampingRatio) * (1 + dampingRatio)).squareRoot()
    }

    /// The exponents s1 > s2 of an over-damped spring, 1/s: -ω (ζ ∓ √(ζ² - 1)).
    var exponents: (slow: Double, fast: Double) {
        let sum = dampingRatio + ((dampingRatio - 1) * (dampingRatio + 1)).squareRoot()
        return (-angularFrequency / sum, -angularFrequency * sum)
    }

    /// A and B of x = A exp(s1 t) + B exp(s2 t).
    func amplitudes(_ x0: AnimatedValue) -> (slow: Double, fast: Double) {
        let s = exponents
        let fast = (x0.velocity - s.slow * x0.value) / (s.fast - s.slow)
        return (x0.value - fast, fast)
    }

    /// x = exp(-ζωt) (x0 cos ωd t + (v0 + ζω x0) / ωd sin ωd t).
    private func underDamped(_ x0: AnimatedValue, _ t: Double) -> AnimatedValue {
        let (rate, frequency) = (decayRate, dampedFrequency)
        let (decay, angle) = (exp(-rate * t), frequency * t)
        guard decay > 0, angle.isFinite else { return AnimatedValue(0) }
        let (cosine, sine) = (cos(angle), sin(angle))
        let b = (x0.velocity + rate * x0.value) / frequency
        return AnimatedValue(
            decay * (x0.value * cosine + b * sine),
            velocity: decay
                * (x0.velocity * cosine - (frequency * x0.value + rate * b) * sine))
    }

    /// x = exp(-ωt) (x0 + (v0 + ω x0) t).
    private func criticallyDamped(_ x0: AnimatedValue, _ t: Double) -> AnimatedValue {
        let decay = exp(-angularFrequency * t)
        guard decay > 0 else { return AnimatedValue(0) }
        let slope = x0.velocity + angularFrequency * x0.value
        return AnimatedValue(
            decay * (x0.value + slope * t),
            velocity: decay * (x0.velocity - angularFrequency * slope * t))
    }

    /// x = A exp(s1 t) + B exp(s2 t).
    private func overDamped(_ x0: AnimatedValue, _ t: Double) -> AnimatedValue {
        guard dampingRatio < .infinity else { return AnimatedValue(x0.value) }
        let (s, a) = (exponents, amplitudes(x0))
        let (slow, fast) = (a.slow * exp(s.slow * t), a.fast * exp(s.fast * t))
        return AnimatedValue(slow + fast, velocity: s.slow * slow + s.fast * fast)
    }
}
