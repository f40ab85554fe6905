/// Computes tilts from readings: the estimator fuses samples into an attitude, a fused attitude is
/// used as it is, and the follower makes tilts of each attitude that is not doubtful.
///
/// Time comes only from the readings, so the same readings always give the same tilt.
public struct TiltPipeline<Estimator: AttitudeEstimator>: Sendable {
    private var estimator: Estimator
    private var fused = FusedAttitude()
    /// Whether the newest reading was a fused attitude.
    private var isFused = false
    private var follower: TiltFollower

    /// Seconds: over a longer time the rate does not predict the pose that is shown.
    private static var longestPrediction: Double { 0.05 }

    /// A pipeline of an estimator, which makes attitudes, and a follower, which makes tilts of
    /// them.
    public init(_ estimator: Estimator, _ follower: TiltFollower) {
        (self.estimator, self.follower) = (estimator, follower)
    }

    /// The newest attitude; nil before the first.
    public var attitude: Attitude? { isFused ? fused.newest : estimator.attitude }

    /// The state of the estimator or the source.
    public var status: AttitudeFilter.Status { isFused ? fused.status : estimator.status }

    /// The tilt in degrees, in (-180, 180]; nil before the first attitude with an angle.
    public var tilt: Double? { follower.tilt }

    /// The tilts to show; for a card, if the device is held in the hand, they are constant at rest.
    /// Nil before the first attitude with an angle.
    public var tilts: Tilts? { follower.tilts }

    /// Takes the next reading, in the order the source gave it.
    public mutating func update(with reading: Reading) {
        switch reading {
        case .sample(let sample): update(with: sample)
        case .attitude(let attitude): update(with: attitude)
        }
    }

    /// Takes the next sample.
    public mutating func update(with sample: ImuSample) {
        isFused = false
        if sample.startsAgain { follower.startAgain() }
        estimator.update(with: sample)
        follower.update(with: attitude, status)
    }

    /// Takes the next fused attitude.
    public mutating func update(with attitude: Attitude) {
        if !isFused || attitude.startsAgain { fused = FusedAttitude() }
        isFused = true
        if attitude.startsAgain { follower.startAgain() }
        fused.update(with: attitude)
        follower.update(with: fused.newest, status)
    }

    /// The tilt in degrees `seconds` after the newest reading, at most 0.05 s; a doubtful attitude
    /// is not predicted. Nil before the first attitude with an angle.
    public func tilt(after seconds: Double) -> Double? {
        follower.tilt(of: shown(after: seconds), status)
    }

    /// The tilts to show `seconds` after the newest reading; the limits of `tilt(after:)` apply.
    public func tilts(after seconds: Double) -> Tilts? {
        follower.tilts(of: shown(after: seconds), status)
    }

    /// Selects the card's axis; only the pipeline of a card has more than one.
    public mutating func select(_ axis: TiltAxis) { follower.select(axis) }

    /// Turns the axes with the display.
    public mutating func turn(to orientation: DisplayOrientation) { follower.turn(to: orientation) }

    /// Takes the present pose as neutral, about every axis.
    public mutating func recenter() { follower.recenter() }

    /// The attitude `seconds` after the newest reading, at most 0.1 s; at rest the newest attitude.
    public func predicted(after seconds: Double) -> Attitude? {
        isFused ? fused.predicted(after: seconds) : estimator.predicted(after: seconds)
    }

    /// The attitude that is shown `seconds` after the newest reading, predicted for a limited time.
    private func shown(after seconds: Double) -> Attitude? {
        predicted(after: min(Self.longestPrediction, max(0, seconds)))
    }
}

extension TiltPipeline<AttitudeFilter> {
    /// With the program's own filter.
    public init(_ follower: TiltFollower) { self.init(AttitudeFilter(), follower) }

    /// Sets the errors of the gyroscope whose samples follow; see `AttitudeFilter.setGyroscope`.
    public mutating func setGyroscope(_ errors: GyroscopeErrors) { estimator.setGyroscope(errors) }
}

/// A fused attitude, which can be predicted until the next one.
private struct FusedAttitude: Sendable {
    private(set) var newest: Attitude?
    private(set) var status = AttitudeFilter.Status.starting
    private var predictor = RatePredictor()
    private var smoothRate = LowPass()

    /// s: time constant of the rate's low-pass, to separate motion from noise.
    private static let smoothing = 0.05
    /// rad/s: a lower rate is rest.
    private static let quietRate = 0.02

    mutating func update(with attitude: Attitude) {
        guard attitude.quaternion.isFinite, attitude.rate.isFinite else {
            status = .doubtful
            return
        }
        let step = newest.map { Double(attitude.timestamp &- $0.timestamp) * 1e-9 } ?? 0
        if step < 0 || step > longestStep { (predictor, smoothRate) = (.init(), .init()) }
        let dt = min(max(step, 0), longestStep)
        smoothRate.add(attitude.rate, dt: dt, timeConstant: Self.smoothing)
        predictor.add(attitude.rate, smooth: smoothRate.value, dt: dt)
        status = smoothRate.value.length < Self.quietRate ? .resting : .moving
        newest = attitude
    }

    public func predicted(after seconds: Double) -> Attitude? {
        guard var attitude = newest, seconds > 0, status == .moving else { return newest }
        let turn = predictor.rotation(over: seconds, from: attitude.rate, uncertainty: 0)
        attitude.quaternion = (attitude.quaternion * Quaternion(rotation: turn)).normalized
        return attitude
    }
}
