import Glibc

/// Detects rest as VQF does: both sensors stay near their low-passed values.
///
/// D. Laidig, T. Seel, VQF, Information Fusion 91 (2023), section 3.4. Here both sensors are also
/// smoothed first, so that noise, also at a high sampling rate, does not look like motion.
public struct RestDetector: Sendable {
    /// Bounds of rest.
    public struct Settings: Sendable, Equatable {
        /// s: time constant of the low-pass.
        public var timeConstant = 0.5
        /// s: time constant of the smoothing against noise.
        public var smoothing = 0.04
        /// s: how long both sensors must stay within the bounds.
        public var leastDuration = 1.5
        /// rad/s: largest difference of the rate from its low-passed value.
        public var rateBound = 0.035
        /// m/s²: largest difference of the acceleration from its low-passed value.
        public var accelerationBound = 0.5

        public init() {}
    }

    /// The low-passed gyroscope, rad/s: at rest, the bias.
    private(set) var meanRate = LowPass()
    private var acceleration = LowPass()
    /// The smoothed gyroscope, rad/s.
    private(set) var smoothRate = LowPass()
    private var smoothAcceleration = LowPass()
    /// s: how long both sensors have been within the bounds.
    private var quietTime = 0.0
    private var isAccelerationQuiet = true

    func isResting(_ settings: Settings) -> Bool { quietTime >= settings.leastDuration }

    /// Takes the rate `w`, rad/s, `dt` seconds after the one before. While the low-passed rate of
    /// an axis is not below `limit`, rad/s, there is no rest, because no bias is so large.
    mutating func add(rate w: Vector3, dt: Double, limit: Double, _ settings: Settings) {
        meanRate.add(w, dt: dt, timeConstant: settings.timeConstant)
        smoothRate.add(w, dt: dt, timeConstant: settings.smoothing)
        let deviation = smoothRate.value - meanRate.value
        let isQuiet = deviation.dot(deviation) < settings.rateBound * settings.rateBound
        let bias = meanRate.value
        let isBias = abs(bias.x) < limit && abs(bias.y) < limit && abs(bias.z) < limit
        quietTime = isQuiet && isBias && isAccelerationQuiet ? quietTime + dt : 0
    }

    /// Takes the acceleration `a`, m/s², `dt` seconds after the one before.
    mutating func add(acceleration a: Vector3, dt: Double, _ settings: Settings) {
        acceleration.add(a, dt: dt, timeConstant: settings.timeConstant)
        smoothAcceleration.add(a, dt: dt, timeConstant: settings.smoothing)
        let deviation = smoothAcceleration.value - acceleration.value
        let bound = settings.accelerationBound
        isAccelerationQuiet = deviation.dot(deviation) < bound * bound
        if !isAccelerationQuiet { quietTime = 0 }
    }

    /// The share of the rate that counts as motion, 0 to 1; `b` is the bias. It is 1 unless the
    /// device rests; at rest it is 0 while the smoothed rate is near `b`.
    func share(ofMotionBeyond b: Vector3, _ settings: Settings) -> Double {
        guard isResting(settings) else { return 1 }
        let (beyond, bound) = (smoothRate.value - b, 0.5 * settings.rateBound)
        let square = beyond.dot(beyond)
        if square <= bound * bound { return 0 }
        return smoothstep(square.squareRoot() / bound - 1)
    }

    mutating func interrupt() { quietTime = 0 }
}

/// Two first-order low-passes in series; any spacing of samples, no overshoot.
struct LowPass: Sendable {
    /// The low-passed value, in the input's unit.
    private(set) var value = Vector3.zero
    private var half = Vector3.zero
    private var isEmpty = true
    /// s: the newest step; the gain is kept with it because it costs a division.
    private var step = 0.0
    private var gain = 0.0

    /// Empty; the first input becomes the value.
    init() {}

    /// In the steady state of `value`.
    init(at value: Vector3) { (self.value, half, isEmpty) = (value, value, false) }

    /// Takes `x`, `dt` seconds after the one before; `timeConstant`, seconds, must not change.
    mutating func add(_ x: Vector3, dt: Double, timeConstant: Double) {
        if isEmpty { (half, value, isEmpty) = (x, x, false) }
        if dt != step {
            // Backward Euler stays stable for any dt.
            (step, gain) = (dt, dt / (dt + timeConstant / 2))
        }
        half += gain * (x - half)
        value += gain * (half - value)
    }
}
