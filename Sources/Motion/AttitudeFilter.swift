import Glibc

/// Fuses accelerometer and gyroscope to the device's attitude.
///
/// An error-state Kalman filter. The gyroscope carries q; the specific force, turned to Earth axes
/// and freed of g, is summed to v; and since a device in hands stays about where it is, v = 0 is
/// measured softly, as an error of spectral density S_v². What v strays by tells the tilt's error,
/// the gyroscope's bias b and its scale and misalignment E:
///
///     ω = (1 - E) (gyroscope - b)     q' = q exp(ω dt)     f = R(q) a     v' = f - g
///
/// D. H. Titterton, J. L. Weston, Strapdown Inertial Navigation Technology, chapter 12; virtual
/// reference: T. H. Bryne, T. I. Fossen, T. A. Johansen; rest detection: D. Laidig, T. Seel, VQF.
public struct AttitudeFilter: Sendable {
    /// What the filter is doing, for people.
    public enum Status: Sendable, Equatable {
        /// No accelerometer sample yet, or too few to tell.
        case starting
        case moving
        case resting
        /// Attitude from gravity alone.
        case noGyroscope
        /// Samples are missing or make no sense; the attitude is the last good one.
        case doubtful
    }

    public let settings: Settings
    public internal(set) var status = Status.starting
    /// The newest attitude; nil until gravity was seen.
    public internal(set) var attitude: Attitude?

    /// Device to Earth, as late as the sensors; at the start, to the frame it gathers in.
    var q = Quaternion.identity
    /// rad/s, device frame.
    var b = Vector3.zero
    /// E, without unit, row by row.
    var scale = (Vector3.zero, Vector3.zero, Vector3.zero)
    /// m/s, Earth axes.
    var v = Vector3.zero
    /// rad/s, device frame: ω, the newest rate without bias.
    var rate = Vector3.zero
    /// P: covariance of the errors of all that.
    var covariance: ErrorCovariance
    var integrator = RateIntegrator()
    var predictor = RatePredictor()
    var block = MotionBlock()
    /// Set while gravity is being found.
    var start: GravityStart? = GravityStart()
    var rest = RestDetector()
    var follower = GravityFollower()
    var tap = TapMeter()
    /// How much larger v is than expected, squared and low-passed; 1 is as expected.
    var surprise = 1.0
    /// s: how long to stay doubtful.
    var doubt = 0.0
    /// rad/s: the bias when the device last rested.
    var restBias = Vector3.zero
    /// (m/s²)²: square of the free acceleration, low-passed.
    var vigour = 0.0
    var clock = SampleClock()
    /// m/s², Earth axes: the specific force, low-passed; near (0, 0, g) while all is well.
    var meanForce = LowPass()

    public init(settings: Settings = Settings()) {
        self.settings = settings
        b = settings.bias
        covariance = ErrorCovariance(settings)
    }

    /// Takes one sample, in the order the source gave it.
    public mutating func update(with sample: ImuSample) {
        clock.advance(to: sample.timestamp)
        if let w = sample.rotationRate, w.isPlausible(upTo: Self.largestRate),
            let dt = clock.gyroscopeStep(to: sample.timestamp)
        {
            turn(by: w, dt: dt)
        }
        if let a = sample.acceleration, a.isPlausible(upTo: Self.largestAcceleration),
            let dt = clock.accelerometerStep(to: sample.timestamp)
        {
            push(by: a, dt: dt)
        }
        report()
    }

    /// The attitude `seconds` after the newest sample, 0.1 at most; at rest the newest itself.
    public func predicted(after seconds: Double) -> Attitude? {
        guard var attitude, seconds > 0, status != .noGyroscope, status != .resting else {
            return attitude
        }
        let turn = predictor.rotation(
            over: seconds, from: rate, uncertainty: covariance.biasVariance)
        attitude.orientation = (attitude.orientation * Quaternion(rotation: turn)).normalized
        return attitude
    }

    /// rad/s: no gyroscope of this kind reads more.
    private static let largestRate = 200.0
    /// m/s²: no accelerometer of this kind reads more.
    private static let largestAcceleration = 2000.0
}

extension Vector3 {
    /// Whether all components are numbers between `-limit` and `limit`.
    fileprivate func isPlausible(upTo limit: Double) -> Bool {
        abs(x) <= limit && abs(y) <= limit && abs(z) <= limit
    }
}
