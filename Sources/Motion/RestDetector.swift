import Glibc

/// Tells whether the device rests, as VQF does: both sensors stay near their low-passed selves.
///
/// D. Laidig, T. Seel, VQF, Information Fusion 91 (2023), section 3.4. Unlike there the sensors are
/// smoothed for a moment first, so that a noisy one, or a high rate, does not look like motion.
public struct RestDetector: Sendable {
    /// Bounds of what counts as rest.
    public struct Settings: Sendable, Equatable {
        /// s: time constant of the low-pass.
        public var timeConstant = 0.5
        /// s: time constant of the smoothing that takes the noise away.
        public var smoothing = 0.04
        /// s: how long both sensors must be quiet.
        public var time = 1.5
        /// rad/s: how far the rate may stray from its low-passed self.
        public var rateBound = 0.035
        /// m/s²: how far the acceleration may stray from its low-passed self.
        public var accelerationBound = 0.5

        public init() {}
    }

    /// The low-passed gyroscope, rad/s: at rest, the bias.
    private(set) var rate = LowPass()
    private var acceleration = LowPass()
    /// The gyroscope without most of its noise, rad/s.
    private(set) var smoothRate = LowPass()
    private var smoothAcceleration = LowPass()
    /// s: how long both have been quiet.
    private var quietTime = 0.0
    private var isAccelerationQuiet = true

    /// Whether the device has rested long enough.
    func isResting(_ settings: Settings) -> Bool { quietTime >= settings.time }

    /// Takes the rate `w`, rad/s, `dt` seconds after the one before; `limit` bounds a bias.
    mutating func add(rate w: Vector3, dt: Double, limit: Double, _ settings: Settings) {
        rate.add(w, dt: dt, timeConstant: settings.timeConstant)
        smoothRate.add(w, dt: dt, timeConstant: settings.smoothing)
        let stray = smoothRate.value - rate.value
        let isQuiet = stray.dot(stray) < settings.rateBound * settings.rateBound
        let bias = rate.value
        let isBias = abs(bias.x) < limit && abs(bias.y) < limit && abs(bias.z) < limit
        quietTime = isQuiet && isBias && isAccelerationQuiet ? quietTime + dt : 0
    }

    /// Takes the acceleration `a`, m/s², `dt` seconds after the one before.
    mutating func add(acceleration a: Vector3, dt: Double, _ settings: Settings) {
        acceleration.add(a, dt: dt, timeConstant: settings.timeConstant)
        smoothAcceleration.add(a, dt: dt, timeConstant: settings.smoothing)
        let stray = smoothAcceleration.value - acceleration.value
        let bound = settings.accelerationBound
        isAccelerationQuiet = stray.dot(stray) < bound * bound
        if !isAccelerationQuiet { quietTime = 0 }
    }

    /// How much of a rate is motion and not noise while the device rests, 0 to 1; `b` is the bias.
    func share(ofMotionBeyond b: Vector3, _ settings: Settings) -> Double {
        guard isResting(settings) else { return 1 }
        let (beyond, bound) = (smoothRate.value - b, 0.5 * settings.rateBound)
        let square = beyond.dot(beyond)
        if square <= bound * bound { return 0 }
        let part = min(1, square.squareRoot() / bound - 1)
        return part * part * (3 - 2 * part)
    }

    /// Forgets that the device rested.
    mutating func interrupt() { quietTime = 0 }
}

/// Two first-order low-passes in a row; any spacing of samples, no overshoot.
struct LowPass: Sendable {
    /// The low-passed value, in the input's unit.
    private(set) var value = Vector3.zero
    private var half = Vector3.zero
    private var isEmpty = true
    /// s: the newest step, and its gain, which costs a division.
    private var step = 0.0
    private var gain = 0.0

    /// Empty; the first value will be taken whole.
    init() {}

    /// At `value`, as if that had lasted.
    init(at value: Vector3) { (self.value, half, isEmpty) = (value, value, false) }

    /// Takes `x`, `dt` seconds after the one before.
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
