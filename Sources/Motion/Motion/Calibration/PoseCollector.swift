/// Collects a rest in each pose, in order, from samples in the sensors' own axes.
public struct PoseCollector: Sendable {
    /// The device's state, for the user.
    public enum State: Sendable, Equatable {
        /// It still rests, or rests again, in the pose that was accepted last, or in one that was
        /// rejected.
        case unmoved
        case moving
        /// It rests; the elapsed share of the required time, 0 to 1.
        case resting(Double)
    }

    /// The result of a rest.
    public enum Event: Sendable, Equatable {
        case taken(CalibrationRest)
        /// It is not the wanted pose.
        case rejected(CalibrationError)
    }

    /// Seconds of rest that a pose needs; the first pose also gives bias and noise.
    public static let (firstRestTime, restTime) = (3.0, 1.5)

    private let poses: [CalibrationPose]
    /// The accepted rests.
    public private(set) var rests: [CalibrationRest] = []
    public private(set) var state = State.moving
    private var parts = RestParts()
    private var turnIntegrator: TurnIntegrator?
    /// Whether this rest was rejected already.
    private var isRejected = false

    /// A collector of those poses.
    public init(_ poses: [CalibrationPose]) { self.poses = poses }

    /// The next pose; nil after the last.
    public var wanted: CalibrationPose? { rests.count < poses.count ? poses[rests.count] : nil }

    /// Whether the rests are enough to calibrate; a last rotation back to flat is optional.
    public var isEnough: Bool { rests.count >= poses.count - 1 && rests.count >= 3 }

    /// Takes one sample, in the order the source gave it. If the sample completes a rest, returns
    /// the result of the rest, else nil.
    public mutating func add(_ sample: ImuSample) -> Event? {
        guard let wanted else { return nil }
        turnIntegrator?.add(sample)
        guard parts.add(sample) else { return nil }
        let quiet = parts.quietParts
        let measured = parts.measurement(over: min(quiet, neededParts))
        if quiet < neededParts { isRejected = false }
        state = state(quiet: quiet, measured)
        guard quiet >= neededParts, state != .unmoved else { return nil }
        return decide(on: CalibrationRest(pose: wanted, measured: measured))
    }

    private var neededParts: Int {
        let seconds = rests.isEmpty ? Self.firstRestTime : Self.restTime
        return Int(seconds * 1e9) / Int(RestParts.partLength)
    }

    private func state(quiet: Int, _ measured: RestMeasurement) -> State {
        guard quiet > 0 else { return .moving }
        if isRejected { return .unmoved }
        if let last = rests.last?.measured.acceleration,
            degrees(from: last, to: measured.acceleration) < CalibrationRest.angleTolerance
        {
            return .unmoved
        }
        return .resting(min(1, Double(quiet) / Double(neededParts)))
    }

    private mutating func decide(on rest: CalibrationRest) -> Event {
        var rest = rest
        do throws(CalibrationError) {
            try rest.check(after: rests[...])
        } catch {
            isRejected = true
            return .rejected(error)
        }
        parts.restart()
        rest.measured.turn = turnIntegrator?.turn
        rests.append(rest)
        state = .unmoved
        turnIntegrator = rests[0].measured.rate.map { TurnIntegrator(bias: $0) }
        return .taken(rest)
    }
}

/// Integrates the gyroscope's rates from one rest to the next.
private struct TurnIntegrator {
    /// rad/s: the gyroscope's mean at rest.
    private let bias: Vector3
    private var sum = GyroscopeTurn()
    private var integrator = RateIntegrator()
    private var newest: Int64?
    private var isBroken = false

    init(bias: Vector3) { self.bias = bias }

    /// Nil if samples were missing, or none came.
    var turn: GyroscopeTurn? { isBroken || newest == nil ? nil : sum }

    mutating func add(_ sample: ImuSample) {
        guard let w = sample.rotationRate, w.isFinite else { return }
        let step = newest.map { sample.timestamp &- $0 } ?? 0
        if step < 0 || step > longestStepNanoseconds { isBroken = true }
        newest = sample.timestamp
        sum.add(integrator.add(w - bias, dt: Double(step) * 1e-9))
    }
}
