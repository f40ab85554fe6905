extension AttitudeFilter {
    /// The filter's model of sensor and motion; symbols as in its equations.
    ///
    /// Densities are square roots of spectral densities, so the settings do not depend on the
    /// sampling rate.
    public struct Settings: Sendable, Equatable {
        /// σ_g, rad/s/√Hz: gyroscope noise. Larger: gravity has more weight.
        public var gyroscopeNoise = 0.002
        /// σ_a, m/s²/√Hz: accelerometer noise, with the motion between two samples. Larger: gravity
        /// has less weight.
        public var accelerometerNoise = 0.05
        /// m/s²/√Hz: accelerometer noise of a clipped sample, or of a sample during a knock.
        /// Larger: such samples change the inclination less.
        public var clippedNoise = 2.0
        /// σ_a at rest, m/s²/√Hz: the sensor's own noise, without motion.
        public var restAccelerometerNoise = 0.002
        /// rad/s/√Hz: gyroscope noise during a knock.
        public var knockNoise = 0.1
        /// σ_b, rad/s/√s: random walk of the gyroscope's bias. Larger: follows faster, settles less.
        public var biasWalk = 0.0002
        /// σ_b at rest, rad/s/√s.
        public var restBiasWalk = 0.00005
        /// rad/s, device frame: the bias at the start, from the calibration.
        public var bias = Vector3.zero
        /// rad/s: standard deviation of that bias at the start.
        public var biasPrior = 0.01
        /// rad/s: largest possible bias on an axis.
        public var biasLimit = 0.15
        /// Standard deviation of each element of E at the start, without unit. Larger: estimated faster,
        /// but less reliably.
        public var scalePrior = 0.002
        /// s: delay of a gyroscope's sample behind the motion; nil: half of the usual step between
        /// two samples, which is the delay of the mean over that step.
        public var gyroscopeDelay: Double?
        /// S_v, m/s/√Hz: noise of the measurement v = 0. Larger: calmer, but slower.
        public var velocityNoise = 0.2
        /// S_v at rest, m/s/√Hz. Larger: the inclination at rest follows the gyroscope more, gravity less.
        public var restVelocityNoise = 0.001
        /// s/√Hz: S_v for each m/s² of free acceleration. Larger: strong motion has less weight.
        public var velocityNoiseByForce = 0.02
        /// D, m: how far a hand is assumed to move a device from its place. An alignment during
        /// motion uses it to find gravity. Larger: gravity counts as uncertain for longer.
        public var reach = 0.2
        /// m/s²: the acceleration that an alignment expects. It counts as much as one second of
        /// measured motion.
        public var usualAcceleration = 3.0
        /// s: the alignment's error, (m/s²)²/Hz, for each (m/s²)² of motion. Larger: what the
        /// alignment finds has less weight in the filter.
        public var alignmentNoiseTime = 0.03
        /// Largest low-passed ratio of v² to its variance; above it the filter restarts.
        public var innovationRatioLimit = 5.0
        /// 1/s: how often the errors are estimated.
        public var correctionRate = 10.0
        /// rad/s/√Hz: noise of the bias measured as the low-passed gyroscope at rest.
        public var restBiasNoise = 0.0005
        /// (m/s²)²: mean square of the acceleration below which an alignment is calm, and as short
        /// as at rest.
        public var calmMeanSquare = 0.1
        /// s: longest alignment. After contradictory samples the status stays `doubtful` during the
        /// next alignment, and then for this time.
        public var alignmentTime = 3.5
        /// s: after a longer time between two samples of a sensor the filter restarts. A pause of both that is
        /// less than twice as long is bridged by the mean of the rates before and after it.
        public var longestStep = Motion.longestStep
        /// rad: the inclination's standard deviation at the restart after a step of one sensor just
        /// above `longestStep`. It grows in proportion to the step; where it would be π or more, the
        /// restart knows nothing of the inclination.
        public var longStepDeviation = 0.5
        /// Rest detection as in VQF.
        public var rest = RestDetector.Settings()

        public init() {}
    }
}
