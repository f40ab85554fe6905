/// Watches samples in the sensors' own axes until each pose was rested in, in order.
public struct PoseCollector: Sendable {
    /// What the device is doing, for people.
    public enum State: Sendable, Equatable {
        /// It still lies as it lay when the last pose was taken, or rejected.
        case unmoved
        case moving
        /// It has rested for so much of the time wanted, 0 to 1.
        case resting(Double)
    }

    /// What came of a rest.
    public enum Event: Sendable, Equatable {
        case taken(CalibrationRest)
        /// It is not the pose that is wanted.
        case rejected(CalibrationError)
    }

    /// Seconds of rest that a pose takes; the first tells bias and noise too.
    public static let (firstTime, time) = (3.0, 1.5)

    private let poses: [CalibrationPose]
    /// The poses that were rested in.
    public private(set) var rests: [CalibrationRest] = []
    public private(set) var state = State.moving
    private var watch = RestWatch()
    private var turn: TurnWatch?
    /// Whether this rest is known not to be the pose that is wanted.
    private var isRejected = false

    /// A collector of those poses.
    public init(_ poses: [CalibrationPose]) { self.poses = poses }

    /// The pose to bring the device into; nil when all were taken.
    public var wanted: CalibrationPose? { rests.count < poses.count ? poses[rests.count] : nil }

    /// Whether what was taken is enough to calibrate, though a last turn back to flat would be more.
    public var isEnough: Bool { rests.count >= poses.count - 1 && rests.count >= 3 }

    /// Takes one sample, in the order the source gave it.
    public mutating func add(_ sample: ImuSample) -> Event? {
        guard let wanted else { return nil }
        turn?.add(sample)
        guard watch.add(sample) else { return nil }
        let quiet = watch.quietParts
        let reading = watch.reading(over: min(quiet, neededParts))
        if quiet < neededParts { isRejected = false }
        state = state(quiet: quiet, reading)
        guard quiet >= neededParts, state != .unmoved else { return nil }
        return decide(on: CalibrationRest(wanted, reading))
    }

    private var neededParts: Int {
        let seconds = rests.isEmpty ? Self.firstTime : Self.time
        return Int(seconds * 1e9) / Int(RestWatch.partLength)
    }

    private func state(quiet: Int, _ reading: RestReading) -> State {
        guard quiet > 0 else { return .moving }
        if isRejected { return .unmoved }
        if let last = rests.last?.reading.acceleration,
            degrees(from: last, to: reading.acceleration) < CalibrationRest.angleTolerance
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
        watch.restart()
        rest.reading.turn = turn?.turn
        rests.append(rest)
        state = .unmoved
        turn = rests[0].reading.rate.map { TurnWatch(bias: $0) }
        return .taken(rest)
    }
}

/// Integrates the gyroscope's rates from one rest to the next.
private struct TurnWatch {
    /// Nanoseconds: what lies in a longer gap is not known.
    private static let longestGap: Int64 = 500_000_000

    /// rad/s: what the gyroscope reads at rest.
    private let bias: Vector3
    private var sum = GyroscopeTurn()
    private var integrator = RateIntegrator()
    private var newest: Int64?
    private var isBroken = false

    init(bias: Vector3) { self.bias = bias }

    /// nil where samples were missing.
    var turn: GyroscopeTurn? { isBroken || newest == nil ? nil : sum }

    mutating func add(_ sample: ImuSample) {
        guard let w = sample.rotationRate, w.isFinite else { return }
        let step = newest.map { sample.timestamp &- $0 } ?? 0
        if step < 0 || step > Self.longestGap { isBroken = true }
        newest = sample.timestamp
        sum.add(integrator.add(w - bias, dt: Double(step) * 1e-9))
    }
}
