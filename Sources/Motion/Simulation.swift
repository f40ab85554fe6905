/// A device that is moved as a preset says, seen through an inertial sensor with noise and bias.
///
/// The same settings give the same samples, and the truth is known: for tests, demos and tuning.
public struct Simulation: Sendable {
    /// How the device is moved.
    public enum Preset: String, CaseIterable, Sendable {
        /// A person tilts a tablet to look at a card: forward, backward and flat again, every 6 s.
        case hand
        /// Lying on a table.
        case still
        /// Turned right over and back, forward and then backward.
        case flip
        /// Shaken hard from side to side, with pauses.
        case shake
    }

    /// What to simulate; the defaults are those of a phone's sensor.
    public struct Settings: Sendable, Equatable {
        /// How the device is moved.
        public var preset: Preset
        /// Other seeds give other noise, other biases and slightly other motion.
        public var seed: UInt64 = 1
        /// Samples a second, above 0.
        public var rate = 100.0
        /// Standard deviation of a sample of the accelerometer, m/s².
        public var accelerationNoise = 0.03
        /// Standard deviation of a sample of the gyroscope, rad/s.
        public var rotationNoise = 0.003
        /// Standard deviation of the gyroscope's constant bias on each axis, rad/s.
        public var rotationBias = 0.006

        /// The defaults with this preset.
        public init(preset: Preset) { self.preset = preset }
    }

    /// A sample and what a perfect observer would have seen at its time.
    public struct Step: Sendable {
        /// What the sensor gives.
        public let sample: ImuSample
        /// The true attitude, device to Earth.
        public let truth: Quaternion
        /// Whether the device is moved, trembling hands aside.
        public let isMoving: Bool
    }

    private let settings: Settings
    private let motion: SimulatedMotion
    private let bias: Vector3
    private var random: RandomNumbers
    private var count = 0

    /// A simulation that starts at time 0.
    public init(_ settings: Settings) {
        self.settings = settings
        random = RandomNumbers(seed: settings.seed)
        bias = random.normalVector() * settings.rotationBias
        motion = SimulatedMotion(preset: settings.preset, seed: random.next())
    }

    /// The next sample; there is no end to them.
    public mutating func next() -> Step {
        let time = Double(count) / settings.rate
        let timestamp = Int64((time * 1e9).rounded())
        count += 1
        let pose = motion.pose(at: time)
        let force = pose.acceleration + Vector3(0, 0, 9.80665)
        let noise = random.normalVector() * settings.accelerationNoise
        let drift = bias + random.normalVector() * settings.rotationNoise
        let sample = ImuSample(
            timestamp: timestamp,
            acceleration: quantized(pose.orientation.conjugate.rotate(force) + noise, 1e-4),
            rotationRate: quantized(motion.rate(at: time) + drift, 1e-5))
        return Step(sample: sample, truth: pose.orientation, isMoving: pose.isMoving)
    }

    /// A sensor counts in whole steps; decimal ones keep the log short.
    private func quantized(_ vector: Vector3, _ step: Double) -> Vector3 {
        let perUnit = (1 / step).rounded()
        return (vector * perUnit).rounded(.toNearestOrEven) / perUnit
    }
}
