import Glibc

/// The classic filter, kept for comparison: the gyroscope turns the attitude, and each acceleration,
/// taken for gravity, draws it a little way back to the vertical.
///
///     q <- q exp(ω dt)     q <- exp(α n) q
///
/// n is the axis of the shortest turn from the measured up to Earth's, of angle θ. The complementary
/// filter turns by α = (1 - exp(-dt / T)) θ (R. Mahony, T. Hamel, J.-M. Pflimlin, IEEE Transactions on
/// Automatic Control 53(5), 2008; R. G. Valenti, I. Dryanovski, J. Xiao, Sensors 15(8), 2015),
/// Madgwick's by α = 2 β dt, at most θ: his normalised gradient step is such a turn on the unit sphere
/// (S. O. H. Madgwick, An efficient orientation filter for inertial sensor arrays, 2010).
public struct ComplementaryFilter: AttitudeEstimator {
    /// How fast gravity draws the attitude.
    public enum Pull: Sendable, Equatable {
        /// T, s: by this time the way is gone to a third. Up: calmer in motion, drifts further.
        case share(timeConstant: Double)
        /// β, rad/s: half the rate of the turn. Up: forgets sooner, shakes more with the hand.
        case gradient(gain: Double)
    }

    /// What the filter believes of sensor and motion.
    public struct Settings: Sendable, Equatable {
        /// How fast gravity draws the gyroscope's attitude.
        public var pull: Pull
        /// s: T where no gyroscope tells of turns, so that gravity must. Up: calmer, lags more.
        public var gravityTime = 0.1
        /// s: samples further apart than this make the filter start again.
        public var longestGap = 0.5

        /// The defaults with this pull.
        public init(pull: Pull) { self.pull = pull }

        /// A complementary filter with T = 5 s.
        public static let complementary = Settings(pull: .share(timeConstant: 5))
        /// Madgwick's filter with the gain of his report.
        public static let madgwick = Settings(pull: .gradient(gain: 0.033))
    }

    public let settings: Settings
    public private(set) var status = AttitudeFilter.Status.starting
    public private(set) var attitude: Attitude?

    /// Device to Earth.
    private var q = Quaternion.identity
    /// ω, rad/s, device frame: as measured, for this filter learns no bias.
    private var rate = Vector3.zero
    private var clock = SampleClock()
    /// Whether the next acceleration is taken over whole.
    private var isStarting = true

    /// A filter that has seen nothing yet.
    public init(settings: Settings) { self.settings = settings }

    /// Takes one sample, in the order the source gave it; what makes no sense is left out.
    public mutating func update(with sample: ImuSample) {
        clock.advance(to: sample.timestamp)
        if let w = sample.rotationRate, w.length < 200,
            let dt = clock.gyroscopeStep(to: sample.timestamp)
        {
            turn(by: w, dt: dt)
        }
        if let a = sample.acceleration, a.length > 1e-3, a.length < 2000,
            let dt = clock.accelerometerStep(to: sample.timestamp)
        {
            draw(to: a, dt: dt)
        }
        report()
    }

    /// The attitude turned on at the newest rate, for 0.1 s at most.
    public func predicted(after seconds: Double) -> Attitude? {
        guard var attitude, seconds > 0, status == .moving else { return attitude }
        let turn = Quaternion(rotation: min(seconds, 0.1) * attitude.rate)
        attitude.orientation = (attitude.orientation * turn).normalized
        return attitude
    }

    private mutating func turn(by w: Vector3, dt: Double) {
        rate = w
        guard dt <= settings.longestGap else {
            isStarting = true
            return
        }
        q = (q * Quaternion(rotation: dt * w)).normalized
    }

    private mutating func draw(to a: Vector3, dt: Double) {
        let way = Quaternion(turning: q.rotate(a), to: Vector3(0, 0, 1))
        let angle = 2 * atan2(way.vector.length, way.w)
        let part = isStarting || dt > settings.longestGap ? 1 : share(of: angle, dt: dt)
        isStarting = false
        guard angle > 1e-12 else { return }
        let turn = Quaternion(rotation: (part * angle / way.vector.length) * way.vector)
        q = (turn * q).normalized
    }

    /// Which share of `angle`, in radians, gravity draws the attitude in `dt` seconds.
    private func share(of angle: Double, dt: Double) -> Double {
        guard hasGyroscope else { return -expm1(-dt / settings.gravityTime) }
        switch settings.pull {
        case .share(let timeConstant): return -expm1(-dt / timeConstant)
        case .gradient(let gain): return min(1, 2 * gain * dt / max(angle, 1e-12))
        }
    }

    private var hasGyroscope: Bool {
        clock.gyroscopeAge.map { $0 < settings.longestGap } ?? false
    }

    private mutating func report() {
        guard !isStarting, let timestamp = clock.newest, let age = clock.accelerometerAge else {
            return
        }
        status =
            age >= settings.longestGap ? .doubtful : hasGyroscope ? .moving : .noGyroscope
        attitude = Attitude(
            timestamp: timestamp, orientation: q, rate: hasGyroscope ? rate : .zero)
    }
}
