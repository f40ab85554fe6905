public import Motion
import Platform

/// Fuses a source's readings into the states that clients get.
public struct StateFollower: Sendable {
    private let settings: TiltStateSettings
    private var pipeline: TiltPipeline<AttitudeFilter>
    private var state = TiltState.flat
    /// Whether the attitude is from before an interruption.
    private var isOutdated = false
    /// Whether the pose after that interruption becomes neutral, because a client requested so
    /// before it was known.
    private var recentersNext = false
    /// The rates of the attitudes, for a sensor without a gyroscope.
    private var rates = AngularRates()
    /// The newest attitude, with the rate that clients get.
    private var attitude: Attitude?
    private var restarts = 0
    private let playbackSpeed: Double
    /// The timestamp of the first reading; nil before it.
    private var start: Int64?

    /// With the neutral `auto`, gravity is used, because a service does not know the poses of its
    /// clients' screens. `isSensor` determines whether a corrected sign of the accelerometer is
    /// noticed (see `AxisTilt`); `playbackSpeed` is the source's.
    public init(
        tilt: TiltSettings, state: TiltStateSettings, isSensor: Bool,
        playbackSpeed: Double? = nil
    ) {
        settings = state
        self.playbackSpeed = playbackSpeed ?? 1
        pipeline = TiltPipeline(TiltFollower(tilt, isSensor: isSensor))
    }

    /// Sets the errors of the gyroscope whose samples follow; see `AttitudeFilter.setGyroscope`.
    public mutating func setGyroscope(_ errors: GyroscopeErrors) { pipeline.setGyroscope(errors) }

    /// Takes the next reading.
    public mutating func update(with reading: Reading) {
        start = start ?? reading.timestamp
        if reading.startsAgain { (restarts, rates) = (restarts + 1, AngularRates()) }
        pipeline.update(with: reading)
        attitude = pipeline.attitude
        if var turned = attitude {
            rates.setRate(of: &turned)
            if pipeline.status == .noGyroscope { attitude = turned }
        }
        // After a pause the gyroscope alone does not tell the pose.
        if pipeline.status != .doubtful { isOutdated = false }
        if recentersNext, !isOutdated {
            pipeline.recenter()
            // The first attitudes may still contain a part of the old pose.
            recentersNext = pipeline.status == .starting
        }
        state = TiltState(pipeline.tilt ?? 0, settings, previous: state)
    }

    /// The source was suspended, or waits: until the next attitude that the filter does not doubt,
    /// an open source counts as starting, because clients would take the old pose for the present
    /// one.
    public mutating func interrupt() {
        if !isOutdated { (isOutdated, recentersNext) = (true, false) }
    }

    /// Makes the present pose neutral; after an interruption the pose that follows.
    public mutating func recenter() {
        if isOutdated {
            recentersNext = true
        } else {
            pipeline.recenter()
        }
    }

    /// The newest state, for a source in the state `source`.
    public func state(of source: SourceState) -> MotionState {
        let sensorState = sensorState(source)
        return MotionState(
            sensorState: sensorState, values: sensorState == .starting ? nil : values)
    }

    private var values: MotionState.Values? {
        guard let attitude = attitude.map(played), attitude.rate.isFinite else {
            return nil
        }
        return MotionState.Values(
            attitude: attitude, tilt: pipeline.tilt ?? 0, state: state,
            opacities: LayerOpacities(state, settings), restarts: restarts)
    }

    /// The attitude with the time and the rate of a log as it is played: clients predict in seconds
    /// of their own clocks, and get states at a rate in such seconds.
    private func played(_ attitude: Attitude) -> Attitude {
        guard playbackSpeed != 1, let start else { return attitude }
        var played = attitude
        let nanoseconds = Double(attitude.timestamp &- start) / playbackSpeed
        played.timestamp = start &+ Int64(saturating: nanoseconds)
        played.rate = playbackSpeed * attitude.rate
        return played
    }

    private func sensorState(_ source: SourceState) -> SensorState {
        switch source {
        case .open: pipeline.attitude == nil || isOutdated ? .starting : .streaming
        case .waiting: .waiting
        case .ended: .ended
        }
    }
}
