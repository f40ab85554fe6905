extension AttitudeFilter {
    /// What the filter believes of sensor and motion; symbols as in its equations.
    ///
    /// Densities are square roots of spectral densities, so that no rate of samples needs
    /// another setting.
    public struct Settings: Sendable, Equatable {
        /// σ_g, rad/s/√Hz: gyroscope noise. Up: gravity is trusted sooner.
        public var gyroscopeNoise = 0.0018
        /// τ, √s: gyroscope noise that grows with the rate. Up: fast turns are trusted less.
        public var rateNoise = 2.8e-5
        /// σ_a, m/s²/√Hz: accelerometer noise. Up: gravity is trusted later.
        public var accelerometerNoise = 0.025
        /// κ, 1/√Hz: accelerometer noise for each m/s² of sudden change, as of taps.
        public var tapNoise = 0.041
        /// s: how long a sudden change is remembered.
        public var tapMemory = 0.02
        /// σ_b, rad/s/√s: how fast the gyroscope's bias walks. Up: follows sooner, settles less.
        public var biasWalk = 0.00029
        /// rad/s: the bias to expect at the start.
        public var biasPrior = 0.0087
        /// rad/s: no bias is larger than this on an axis.
        public var biasLimit = 0.14
        /// σ_E, 1/√s: how fast the gyroscope's scale and misalignment E walk.
        public var scaleWalk = 3.6e-7
        /// The scale error and misalignment to expect at the start. Up: learnt sooner, or wrongly.
        public var scalePrior = 0.0028
        /// s: the attitude is turned on by the sensor's own delay, half a step but at most this.
        public var gyroscopeDelay = 0.004
        /// S_v, m/s/√Hz: how softly a horizontal velocity is held to 0. Up: slower, calmer.
        public var velocitySoftness = 0.13
        /// S_p, m/√Hz: how softly a horizontal position is held to 0.
        public var positionSoftness = 1.56
        /// S_v of the vertical, m/s/√Hz.
        public var verticalVelocitySoftness = 0.28
        /// S_p of the vertical, m/√Hz.
        public var verticalPositionSoftness = 0.47
        /// How much larger, squared, v and p may be than expected before all is found anew.
        public var surpriseLimit = 8.0
        /// 1/s: how often the errors are estimated.
        public var correctionRate = 25.0
        /// rad/s/√Hz: how softly the bias is held to the low-passed gyroscope at rest.
        public var restBiasSoftness = 0.0005
        /// s: how long the start gathers before the filter takes over.
        public var startTime = 1.0
        /// s: samples further apart than this make the filter start again.
        public var longestGap = 0.5
        /// Rest detection, as VQF has it.
        public var rest = RestDetector.Settings()

        public init() {}
    }
}
