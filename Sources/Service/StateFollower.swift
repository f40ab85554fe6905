public import Card
public import Motion

/// Follows a source from reading to reading, up to the state that clients are told.
public struct StateFollower: Sendable {
    private let settings: TiltStateSettings
    private var follower: AttitudeFollower
    private var tracker: TiltTracker
    private var state = TiltState.flat

    /// Neutral `auto` is gravity: a service does not know how its clients' screens stand.
    ///
    /// `bias` is the gyroscope's as it was calibrated, in rad/s and the device frame.
    public init(tilt: TiltSettings, state: TiltStateSettings, bias: Vector3 = .zero) {
        settings = state
        follower = AttitudeFollower(bias: bias)
        tracker = TiltTracker(settings: tilt, isLive: false)
    }

    /// Takes the next sample.
    public mutating func update(with sample: ImuSample) {
        follower.update(with: sample)
        followTilt()
    }

    /// Takes the next ready-made attitude.
    public mutating func update(with attitude: Attitude) {
        follower.update(with: attitude)
        followTilt()
    }

    /// Takes the present pose as neutral.
    public mutating func recenter() { tracker.recenter() }

    /// The newest state of a source that was found in `source`.
    public func state(of source: SourceState) -> MotionState {
        MotionState(device: device(source), pose: pose)
    }

    private mutating func followTilt() {
        guard let attitude = follower.attitude, follower.status != .doubtful else { return }
        _ = tracker.update(with: attitude, hasGyroscope: follower.status != .noGyroscope)
        state = TiltState(tracker.tilt ?? 0, settings, previous: state)
    }

    private var pose: MotionState.Pose? {
        guard let attitude = follower.attitude, attitude.rate.isFinite else { return nil }
        return MotionState.Pose(
            attitude: attitude, tilt: tracker.tilt ?? 0, state: state,
            opacities: LayerOpacities(state, settings))
    }

    private func device(_ source: SourceState) -> DeviceState {
        switch source {
        case .open: follower.attitude == nil ? .starting : .streaming
        case .waiting: .waiting
        case .ended: .ended
        }
    }
}
