import Glibc

/// The classic filter, for comparison: the gyroscope integrates to the attitude, and each
/// acceleration, taken as gravity, corrects it a little.
///
///     q <- q exp(ω dt)     q <- exp(α n) q
///
/// n is the axis and θ the angle of the shortest rotation of the measured up to Earth's. The
/// complementary filter rotates by α = (1 - exp(-dt / T)) θ (R. Mahony, T. Hamel, J.-M. Pflimlin,
/// IEEE Transactions on Automatic Control 53(5), 2008; R. G. Valenti, I. Dryanovski, J. Xiao,
/// Sensors 15(8), 2015), Madgwick's by α = 2 β dt, at most θ: his normalised gradient step is such
/// a rotation on the unit sphere (S. O. H. Madgwick, An efficient orientation filter for inertial
/// sensor arrays, 2010).
public struct ComplementaryFilter: AttitudeEstimator {
    /// The correction by gravity.
    public enum Correction: Sendable, Equatable {
        /// T, s: the error decays to 1/e in this time. Larger: calmer in motion, more drift.
        case share(timeConstant: Double)
        /// β, rad/s: half the correction rate. Larger: corrects faster, follows shaking more.
        case gradient(gain: Double)
    }

    /// The filter's parameters.
    public struct Settings: Sendable, Equatable {
        /// The correction by gravity.
        public var correction: Correction
        /// s: T without a gyroscope. Larger: calmer, more lag.
        public var gravityTime = 0.1
        /// s: after a longer time between two samples of a sensor the filter restarts.
        public var longestStep = Motion.longestStep

        /// The defaults with this correction.
        public init(correction: Correction) { self.correction = correction }

        /// A complementary filter with T = 5 s.
        public static let complementary = Settings(correction: .share(timeConstant: 5))
        /// Madgwick's filter with the gain of his report.
        public static let madgwick = Settings(correction: .gradient(gain: 0.033))
    }

    public let settings: Settings
    public private(set) var status = AttitudeFilter.Status.starting
    public private(set) var attitude: Attitude?

    /// Device to Earth.
    private var q = Quaternion.identity
    /// ω, rad/s, device frame: the measured rate, bias included.
    private var rate = Vector3.zero
    private var clock = SampleClock()
    /// Whether the next acceleration alone sets the inclination.
    private var isStarting = true

    /// A filter without samples.
    public init(settings: Settings) { self.settings = settings }

    /// Takes one sample, in the order the source gave it; ignores values that are not plausible.
    public mutating func update(with sample: ImuSample) {
        if sample.startsAgain { self = ComplementaryFilter(settings: settings) }
        if clock.advance(to: sample) { isStarting = true }
        if let w = sample.rotationRate, w.length < 200,
            let dt = clock.gyroscopeStep(to: sample.timestamp)
        {
            updateFromGyroscope(w, dt: dt)
        }
        if let a = sample.acceleration, a.length > 1e-3, a.length < 2000,
            let dt = clock.accelerometerStep(to: sample.timestamp)
        {
            updateFromAccelerometer(a, dt: dt)
        }
        updateResults()
    }

    /// The newest attitude; while the status is `moving`, predicted at the newest rate for at most
    /// 0.1 s.
    public func predicted(after seconds: Double) -> Attitude? {
        guard var attitude, seconds > 0, status == .moving else { return attitude }
        let turn = Quaternion(rotation: min(seconds, 0.1) * attitude.rate)
        attitude.quaternion = (attitude.quaternion * turn).normalized
        return attitude
    }

    private mutating func updateFromGyroscope(_ w: Vector3, dt: Double) {
        rate = w
        guard dt <= settings.longestStep else {
            isStarting = true
            return
        }
        q = (q * Quaternion(rotation: dt * w)).normalized
    }

    private mutating func updateFromAccelerometer(_ a: Vector3, dt: Double) {
        let toUp = Quaternion(turning: q.rotate(a), to: Vector3(0, 0, 1))
        let angle = 2 * atan2(toUp.vector.length, toUp.w)
        let share = isStarting || dt > settings.longestStep ? 1 : share(correcting: angle, dt: dt)
        isStarting = false
        guard angle > 1e-12 else { return }
        let correction = Quaternion(
            rotation: (share * angle / toUp.vector.length) * toUp.vector)
        q = (correction * q).normalized
    }

    /// The share of the error `angle`, radians, that gravity corrects in `dt` seconds.
    private func share(correcting angle: Double, dt: Double) -> Double {
        guard hasGyroscope else { return -expm1(-dt / settings.gravityTime) }
        switch settings.correction {
        case .share(let timeConstant): return -expm1(-dt / timeConstant)
        case .gradient(let gain): return min(1, 2 * gain * dt / max(angle, 1e-12))
        }
    }

    private var hasGyroscope: Bool {
        clock.gyroscopeAge.map { $0 < settings.longestStep } ?? false
    }

    private mutating func updateResults() {
        guard !isStarting, let timestamp = clock.newest, let age = clock.accelerometerAge else {
            return
        }
        status =
            age >= settings.longestStep ? .doubtful : hasGyroscope ? .moving : .noGyroscope
        attitude = Attitude(
            timestamp: timestamp, quaternion: q, rate: hasGyroscope ? rate : .zero)
    }
}
