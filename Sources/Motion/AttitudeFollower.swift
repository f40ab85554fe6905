/// The attitude of a source, whether it gives samples, which are fused, or attitudes ready-made.
public struct AttitudeFollower: Sendable {
    private var filter: AttitudeFilter
    private var given: GivenAttitude?

    /// A follower of a source whose gyroscope has that bias, in rad/s and the device frame.
    public init(bias: Vector3 = .zero) {
        var settings = AttitudeFilter.Settings()
        settings.bias = bias
        filter = AttitudeFilter(settings: settings)
    }

    /// Takes the next sample, in the order the source gave it.
    public mutating func update(with sample: ImuSample) { filter.update(with: sample) }

    /// Takes the next ready-made attitude; from then on samples are of no interest.
    public mutating func update(with attitude: Attitude) {
        var given = given ?? GivenAttitude()
        given.update(with: attitude)
        self.given = given
    }

    /// The newest attitude; nil until there was one.
    public var attitude: Attitude? { given.map(\.newest) ?? filter.attitude }

    /// What the source is doing.
    public var status: AttitudeFilter.Status { given?.status ?? filter.status }

    /// The attitude so many seconds after the newest sample, 0.1 at most; at rest the newest itself.
    public func predicted(after seconds: Double) -> Attitude? {
        given.map { $0.predicted(after: seconds) } ?? filter.predicted(after: seconds)
    }
}

/// An attitude that comes ready-made, and can be carried forward between its arrivals.
private struct GivenAttitude: Sendable {
    private(set) var newest: Attitude?
    private(set) var status = AttitudeFilter.Status.starting
    private var predictor = RatePredictor()
    private var smoothRate = LowPass()

    /// s: the rate's low-pass, which tells motion from noise.
    private static let smoothing = 0.05
    /// s: a longer step is a gap, over which nothing is known.
    private static let longestStep = 0.5
    /// rad/s: slower than that is rest.
    private static let quietRate = 0.02

    mutating func update(with attitude: Attitude) {
        guard attitude.orientation.isFinite, attitude.rate.isFinite else {
            status = .doubtful
            return
        }
        let step = newest.map { Double(attitude.timestamp &- $0.timestamp) * 1e-9 } ?? 0
        if step < 0 || step > Self.longestStep { (predictor, smoothRate) = (.init(), .init()) }
        let dt = min(max(step, 0), Self.longestStep)
        smoothRate.add(attitude.rate, dt: dt, timeConstant: Self.smoothing)
        predictor.add(attitude.rate, smooth: smoothRate.value, dt: dt)
        status = smoothRate.value.length < Self.quietRate ? .resting : .moving
        newest = attitude
    }

    func predicted(after seconds: Double) -> Attitude? {
        guard var attitude = newest, seconds > 0, status == .moving else { return newest }
        let turn = predictor.rotation(over: seconds, from: attitude.rate, uncertainty: 0)
        attitude.orientation = (attitude.orientation * Quaternion(rotation: turn)).normalized
        return attitude
    }
}
