import Glibc

/// Fuses accelerometer and gyroscope into the device's attitude.
///
/// An error-state Kalman filter. The gyroscope integrates to q; the specific force in Earth axes,
/// minus g, integrates to v. A device in hands stays about in its place, so v = 0 is measured with
/// an error of spectral density S_v². The deviation of v gives the error of the inclination, of the
/// gyroscope's bias b and of its scale and misalignment E:
///
///     ω = (1 - E) (gyroscope - b)     q' = q exp(ω dt)     f = R(q) a     v' = f - g
///
/// D. H. Titterton, J. L. Weston, Strapdown Inertial Navigation Technology, chapter 12; virtual
/// reference: T. H. Bryne, T. I. Fossen, T. A. Johansen; rest detection: D. Laidig, T. Seel, VQF.
public struct AttitudeFilter: Sendable {
    /// The filter's state. The user sees it, and `TiltFollower` decides by it how the attitude moves
    /// the tilt.
    public enum Status: Sendable, Equatable {
        /// No accelerometer sample yet, or gravity is being found, also after a restart.
        case starting
        case moving
        case resting
        /// Attitude from gravity alone.
        case noGyroscope
        /// Samples are missing or not plausible: the attitude may be wrong, and moves no tilt.
        case doubtful
    }

    public private(set) var settings: Settings
    /// The identity of the gyroscope; see `GyroscopeErrors.sensor`.
    private var gyroscope: String?
    public internal(set) var status = Status.starting
    /// The newest attitude; nil before the first accelerometer sample.
    public internal(set) var attitude: Attitude?

    /// Device to Earth, with the sensors' delay; during the alignment, to the alignment's frame.
    var q = Quaternion.identity
    /// rad/s, device frame.
    var b = Vector3.zero
    /// E, without unit, row by row.
    var scaleErrors = (Vector3.zero, Vector3.zero, Vector3.zero)
    /// m/s, Earth axes.
    var v = Vector3.zero
    /// rad/s, device frame: ω, the newest rate without bias; 0 at rest (`RestDetector.share`).
    var rate = Vector3.zero
    /// P: covariance of the errors of the inclination, v, b and E.
    var covariance: ErrorCovariance
    var integrator = RateIntegrator()
    var predictor = RatePredictor()
    var block = MotionBlock()
    /// Nil except during an alignment to gravity, at the start and after a restart.
    var alignment: GravityAlignment?
    var rest = RestDetector()
    var gravityFilter = GravityFilter()
    var knock = KnockDetector()
    var clipping = ClippingDetector()
    /// Ratio of v² to its variance, low-passed; the expected value is 1.
    var innovationRatio = 1.0
    /// s: how long the status still stays `doubtful`; it does not decrease during an alignment.
    var doubtfulTime = 0.0
    /// rad/s: the bias at the last rest; before the first rest that of the settings.
    var restBias = Vector3.zero
    /// (m/s²)²: mean square of the free acceleration, low-passed.
    var meanSquareAcceleration = 0.0
    var clock = SampleClock()
    /// m/s², Earth axes: the specific force, low-passed; near (0, 0, g) without errors.
    var meanForce = LowPass()

    public init(settings: Settings = Settings()) {
        self.settings = settings
        (b, restBias) = (settings.bias, settings.bias)
        covariance = ErrorCovariance(settings)
        alignment = GravityAlignment(settings)
    }

    /// Takes one sample, in the order the source gave it; ignores values that are not plausible.
    public mutating func update(with sample: ImuSample) {
        if sample.startsAgain { startAgain(settings) }
        if sample.reversesSign { reverseUp() }
        if clock.advance(to: sample) { restartAfterJumpBack() }
        if let w = sample.rotationRate, w.isPlausible(upTo: Self.largestRate),
            let dt = clock.gyroscopeStep(to: sample.timestamp)
        {
            updateFromGyroscope(w, dt: dt)
        }
        if let a = sample.acceleration, a.isPlausible(upTo: Self.largestAcceleration),
            let dt = clock.accelerometerStep(to: sample.timestamp)
        {
            updateFromAccelerometer(a, dt: dt)
        }
        updateResults()
    }

    /// Sets the errors of the gyroscope whose samples follow. If they or the gyroscope differ from
    /// those before, the filter starts anew, because what it has learned of one gyroscope is wrong
    /// for another.
    public mutating func setGyroscope(_ errors: GyroscopeErrors) {
        var new = settings
        (new.bias, new.gyroscopeDelay) = (errors.bias, errors.delay)
        guard new != settings || errors.sensor != gyroscope else { return }
        gyroscope = errors.sensor
        startAgain(new)
    }

    private mutating func startAgain(_ settings: Settings) {
        let gyroscope = gyroscope
        self = AttitudeFilter(settings: settings)
        self.gyroscope = gyroscope
    }

    /// The attitude `seconds` after the newest sample, 0.1 at most; at rest and without a gyroscope
    /// the newest attitude.
    public func predicted(after seconds: Double) -> Attitude? {
        guard var attitude, seconds > 0, status != .noGyroscope, status != .resting else {
            return attitude
        }
        let turn = predictor.rotation(
            over: seconds, from: rate, delay: delay, uncertainty: covariance.biasVariance)
        attitude.quaternion = (attitude.quaternion * Quaternion(rotation: turn)).normalized
        return attitude
    }

    /// rad/s: above the range of usual MEMS gyroscopes.
    private static let largestRate = 200.0
    /// m/s²: above the range of usual MEMS accelerometers.
    private static let largestAcceleration = 2000.0
}

extension Vector3 {
    /// Whether all components are finite and between `-limit` and `limit`.
    fileprivate func isPlausible(upTo limit: Double) -> Bool {
        abs(x) <= limit && abs(y) <= limit && abs(z) <= limit
    }
}
