import Glibc

extension Spring {
    /// Seconds from rest to the end of a movement by 1, within 0.001; infinite if it never settles.
    /// A spring keyframe without a duration takes this time, whatever its start and target are; so
    /// does an element that leaves by a spring that settles.
    public var settlingDuration: Double { settlingDuration(from: AnimatedValue(0), to: 1) }

    /// Seconds after which the value counts as settled; infinite if it never does.
    ///
    /// ln((|x0| + |ζω x0 + v0|) / tolerance) / ζω for an under-damped spring; for the others the
    /// smallest time after which every value is nearer to the target than `tolerance`.
    public func settlingDuration(
        from start: AnimatedValue, to target: Double, within tolerance: Double = 0.001
    ) -> Double {
        let x0 = AnimatedValue(start.value - target, velocity: start.velocity)
        guard isUnderDamped else { return searchedSettling(x0, tolerance) }
        let amplitude = abs(x0.value) + abs(decayRate * x0.value + x0.velocity)
        return decaying(amplitude, to: tolerance)
    }

    /// Seconds after which `isAtRest` is true: every later value is within `tolerance` of the
    /// target. Infinite if there is no such time.
    ///
    /// It differs from `settlingDuration` for under-damped springs only: it uses their true
    /// envelope.
    public func timeToRest(
        from start: AnimatedValue, to target: Double, within tolerance: Double = 0.001
    ) -> Double {
        let x0 = AnimatedValue(start.value - target, velocity: start.velocity)
        guard isUnderDamped else { return searchedSettling(x0, tolerance) }
        return decaying(envelope(x0), to: tolerance)
    }

    /// Whether the value is and stays within `tolerance` of the target.
    public func isAtRest(
        _ present: AnimatedValue, at target: Double, within tolerance: Double = 0.001
    ) -> Bool {
        let x = AnimatedValue(present.value - target, velocity: present.velocity)
        if isUnderDamped { return envelope(x) <= tolerance }
        return abs(x.value) < tolerance && abs(turningPoint(x).distance) < tolerance
    }

    private var isUnderDamped: Bool { dampingRatio < 1 && !isCritical }

    /// The amplitude at time 0 of an under-damped spring.
    private func envelope(_ x0: AnimatedValue) -> Double {
        hypot(x0.value, (x0.velocity + decayRate * x0.value) / dampedFrequency)
    }

    /// Seconds in which the amplitude of an under-damped spring decays to `tolerance`.
    private func decaying(_ amplitude: Double, to tolerance: Double) -> Double {
        amplitude > tolerance ? log(amplitude / tolerance) / decayRate : 0
    }

    /// The time, in seconds, at which a spring that is not under-damped turns around, and its
    /// distance from the target then; time 0 if it does not turn. After this time the value only
    /// approaches the target.
    private func turningPoint(_ x0: AnimatedValue) -> (time: Double, distance: Double) {
        let time = isCritical ? criticalTurningTime(x0) : overDampedTurningTime(x0)
        guard time > 0, time < .infinity else { return (0, x0.value) }
        return (time, distance(from: x0, after: time).value)
    }

    /// The zero of v0 - ω (v0 + ω x0) t.
    private func criticalTurningTime(_ x0: AnimatedValue) -> Double {
        x0.velocity / (angularFrequency * (x0.velocity + angularFrequency * x0.value))
    }

    /// The zero of s1 A exp(s1 t) + s2 B exp(s2 t).
    private func overDampedTurningTime(_ x0: AnimatedValue) -> Double {
        guard dampingRatio < .infinity else { return 0 }
        let (s, a) = (exponents, amplitudes(x0))
        return log(-s.fast * a.fast / (s.slow * a.slow)) / (s.slow - s.fast)
    }

    /// The smallest time after which |x| < `tolerance`, of a spring that is not under-damped.
    private func searchedSettling(_ x0: AnimatedValue, _ tolerance: Double) -> Double {
        let turning = turningPoint(x0)
        guard abs(turning.distance) >= tolerance else {
            return abs(x0.value) < tolerance
                ? 0 : bisected(x0, tolerance, between: 0, and: turning.time)
        }
        guard tolerance > 0, settles else { return .infinity }
        var step = duration
        while step < .infinity,
            abs(distance(from: x0, after: turning.time + step).value) >= tolerance
        {
            step *= 2
        }
        return bisected(x0, tolerance, between: turning.time, and: turning.time + step)
    }

    /// The time at which |x| falls below `tolerance`: it is not below at `low`, and below at
    /// `high`.
    private func bisected(
        _ x0: AnimatedValue, _ tolerance: Double, between low: Double, and high: Double
    ) -> Double {
        var (low, high) = (low, high)
        while true {
            let middle = low + (high - low) / 2
            guard middle > low, middle < high else { return high }
            if abs(distance(from: x0, after: middle).value) < tolerance {
                high = middle
            } else {
                low = middle
            }
        }
    }
}
