/// A device moved by a preset, measured by an inertial sensor with noise and bias.
///
/// The same settings give the same samples with a known truth: for tests, demos and tuning.
public struct Simulation: Sendable {
    /// How the device is moved.
    public enum Preset: String, CaseIterable, Sendable {
        /// A tablet in the hands is tilted forward, backward and flat again, every 6 s, and to both
        /// sides meanwhile.
        case hand
        /// Lying on a table.
        case still
        /// Turned over and back, forward and then backward.
        case flip
        /// Shaken hard from side to side, with pauses.
        case shake
        /// Tilted round in a closed figure (`Orbit`), measured by a sensor without noise and bias.
        case orbit

        /// Seconds of its motion that make a log if nothing else is asked for: an orbit's one round.
        public var usualSeconds: Double { self == .orbit ? Orbit.period : 12 }
    }

    /// Parameters; the defaults are those of a phone's sensor.
    public struct Settings: Sendable, Equatable {
        /// How the device is moved.
        public var preset: Preset
        /// Another seed gives other noise, other biases and slightly other motion.
        public var seed: UInt64 = 1
        /// Samples a second, above 0.
        public var samplingRate = 100.0
        /// Standard deviation of a sample of the accelerometer, m/s².
        public var accelerationNoise = 0.03
        /// Standard deviation of a sample of the gyroscope, rad/s.
        public var rotationNoise = 0.003
        /// Standard deviation of the gyroscope's constant bias on each axis, rad/s.
        public var rotationBias = 0.006
        /// The figure of the preset `orbit`.
        public var orbit = Orbit()

        /// The defaults with this preset.
        public init(preset: Preset) {
            self.preset = preset
            guard preset == .orbit else { return }
            (accelerationNoise, rotationNoise, rotationBias) = (0, 0, 0)
        }
    }

    /// A row of a simulated log: a sample and the true state at its time.
    public struct Row: Sendable {
        /// The sensor's sample.
        public let sample: ImuSample
        /// The true attitude, device to Earth.
        public let truth: Quaternion
        /// Whether the device is moved, tremor excepted.
        public let isMoving: Bool
    }

    private let settings: Settings
    private var motion: SimulatedMotion
    private let bias: Vector3
    private var random: RandomNumbers
    private var count = 0

    /// A simulation that starts at time 0.
    public init(_ settings: Settings) {
        self.settings = settings
        random = RandomNumbers(seed: settings.seed)
        bias = random.normalVector() * settings.rotationBias
        motion = SimulatedMotion(
            preset: settings.preset, seed: random.next(), orbit: settings.orbit)
    }

    /// The figure of the preset `orbit` from the next row on.
    public var orbit: Orbit {
        get { motion.orbit }
        set { motion.orbit = newValue }
    }

    /// The next row; the simulation has no end.
    public mutating func next() -> Row {
        let time = Double(count) / settings.samplingRate
        let timestamp = Int64((time * 1e9).rounded())
        count += 1
        // A chip's low-pass gives the mean since the sample before, which is about the value in the
        // middle of that time.
        let middle = time - 0.5 / settings.samplingRate
        let (moment, felt) = (motion.moment(at: time), motion.moment(at: middle))
        let force = felt.acceleration + Vector3(0, 0, standardGravity)
        let noise = random.normalVector() * settings.accelerationNoise
        let rateError = bias + random.normalVector() * settings.rotationNoise
        let sample = ImuSample(
            timestamp: timestamp,
            acceleration: quantized(felt.quaternion.conjugate.rotate(force) + noise, 1e-4),
            rotationRate: quantized(motion.angularRate(at: middle) + rateError, 1e-5))
        return Row(sample: sample, truth: moment.quaternion, isMoving: moment.isMoving)
    }

    /// Quantised as a sensor's output; decimal steps keep the log short.
    private func quantized(_ vector: Vector3, _ step: Double) -> Vector3 {
        let perUnit = (1 / step).rounded()
        return (vector * perUnit).rounded(.toNearestOrEven) / perUnit
    }
}
