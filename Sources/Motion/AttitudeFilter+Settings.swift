extension AttitudeFilter {
    /// What the filter believes of sensor and motion; symbols as in its equations.
    ///
    /// Densities are square roots of spectral densities, so that no rate of samples needs
    /// another setting.
    public struct Settings: Sendable, Equatable {
        /// σ_g, rad/s/√Hz: gyroscope noise. Up: gravity is trusted sooner.
        public var gyroscopeNoise = 0.002
        /// σ_a, m/s²/√Hz: accelerometer noise. Up: gravity is trusted later.
        public var accelerometerNoise = 0.021
        /// σ_a at rest, m/s²/√Hz: without motion only the sensor's own noise is left.
        public var restAccelerometerNoise = 0.002
        /// κ, 1/√Hz: accelerometer noise for each m/s² of sudden change, as of taps.
        public var tapNoise = 0.031
        /// s: how long a sudden change is remembered.
        public var tapMemory = 0.02
        /// σ_b, rad/s/√s: how fast the gyroscope's bias walks. Up: follows sooner, settles less.
        public var biasWalk = 0.00034
        /// σ_b at rest, rad/s/√s.
        public var restBiasWalk = 0.00004
        /// rad/s, device frame: the bias to start from, as calibrating found it.
        public var bias = Vector3.zero
        /// rad/s: how far from that the bias is to be expected at the start.
        public var biasPrior = 0.0074
        /// rad/s: no bias is larger than this on an axis.
        public var biasLimit = 0.14
        /// σ_E, 1/√s: how fast the gyroscope's scale and misalignment E walk.
        public var scaleWalk = 3.6e-7
        /// The scale error to expect at the start. Up: learnt sooner, or wrongly.
        public var scalePrior = 0.004
        /// The misalignment to expect at the start, rad.
        public var misalignmentPrior = 0.0019
        /// s: the attitude is turned on by the sensor's own delay: half a step, over which it takes
        /// the mean, but at most this.
        public var gyroscopeDelay = 0.002
        /// S_v, m/s/√Hz: how softly a horizontal velocity is held to 0. Up: calmer, but slower.
        public var velocitySoftness = 0.105
        /// S_v of the vertical, m/s/√Hz.
        public var verticalVelocitySoftness = 0.135
        /// S_v at rest, m/s/√Hz. Up: the tilt at rest follows the gyroscope more, gravity less.
        public var restSoftness = 0.001
        /// s/√Hz: S_v for each m/s² of free acceleration. Up: vigorous motion tells less.
        public var softnessByForce = 0.02
        /// s: how long vigour is remembered.
        public var vigourMemory = 1.4
        /// ω/2π, Hz: how fast a hand swings about its place, to find gravity amid it.
        public var springFrequency = 1.0
        /// ζ: how soon such a swing dies away; 1 is without a second swing.
        public var springDamping = 0.7
        /// m/s²/√Hz: what keeps a hand swinging. Up: the start waits longer for gravity.
        public var springNoise = 3.0
        /// m/s²/√Hz: the error of a start at rest.
        public var startNoise = 0.1
        /// s: its square for each (m/s²)² of motion. Up: the start is believed less.
        public var startNoiseTime = 0.025
        /// How much larger, squared, v may be than expected before all is found anew.
        public var surpriseLimit = 5.0
        /// s: how long the status stays doubtful after samples contradicted each other.
        public var doubtTime = 3.0
        /// 1/s: how often the errors are estimated.
        public var correctionRate = 12.5
        /// rad/s/√Hz: how softly the bias is held to the low-passed gyroscope at rest.
        public var restBiasSoftness = 0.0005
        /// s: how long the start gathers before the filter takes over; less if the device rests.
        public var startTime = 2.5
        /// s: samples further apart than this make the filter start again.
        public var longestGap = 0.5
        /// rad: by how much the tilt may be off after a gap of that length; a longer one adds to it.
        public var gapDeviation = 0.5
        /// Rest detection, as VQF has it.
        public var rest = RestDetector.Settings()

        public init() {}
    }
}
