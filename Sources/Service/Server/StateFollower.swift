public import Motion

/// Fuses a source's readings into the states that clients get.
public struct StateFollower: Sendable {
    private let settings: TiltStateSettings
    private var pipeline: TiltPipeline<AttitudeFilter>
    private var state = TiltState.flat

    /// With the neutral `auto`, gravity is used, because a service does not know the poses of its
    /// clients' screens.
    public init(tilt: TiltSettings, state: TiltStateSettings) {
        settings = state
        pipeline = TiltPipeline(TiltFollower(tilt))
    }

    /// Sets the errors of the gyroscope whose samples follow; see `AttitudeFilter.setGyroscope`.
    public mutating func setGyroscope(_ errors: GyroscopeErrors) { pipeline.setGyroscope(errors) }

    /// Takes the next reading.
    public mutating func update(with reading: Reading) {
        pipeline.update(with: reading)
        state = TiltState(pipeline.tilt ?? 0, settings, previous: state)
    }

    /// Makes the present pose neutral.
    public mutating func recenter() { pipeline.recenter() }

    /// The newest state, for a source in the state `source`.
    public func state(of source: SourceState) -> MotionState {
        MotionState(sensorState: sensorState(source), values: values)
    }

    private var values: MotionState.Values? {
        guard let attitude = pipeline.attitude, attitude.rate.isFinite else { return nil }
        return MotionState.Values(
            attitude: attitude, tilt: pipeline.tilt ?? 0, state: state,
            opacities: LayerOpacities(state, settings))
    }

    private func sensorState(_ source: SourceState) -> SensorState {
        switch source {
        case .open: pipeline.attitude == nil ? .starting : .streaming
        case .waiting: .waiting
        case .ended: .ended
        }
    }
}
