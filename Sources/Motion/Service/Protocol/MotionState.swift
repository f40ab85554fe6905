public import Motion

/// The content of a state line.
public struct MotionState: Sendable, Equatable {
    /// An attitude, and the tilt, the tilt state and the opacities that follow from it.
    public struct Values: Sendable, Equatable {
        /// The newest.
        public var attitude: Attitude
        /// Degrees from neutral, in (-180, 180].
        public var tilt: Double
        /// The state at that tilt.
        public var state: TiltState
        /// The classic card's opacities in that state.
        public var opacities: LayerOpacities
        /// How often the log that the service reads has started again. A count, because a client
        /// that gets only some of the states would miss a mark in one of them.
        public var restarts = 0
    }

    /// What the sensor does: "device" in a state line.
    public var sensorState: SensorState
    /// Nil while the sensor is starting, and before the first attitude: such a line has `"device"`
    /// alone.
    public var values: Values?

    public init(sensorState: SensorState, values: Values? = nil) {
        (self.sensorState, self.values) = (sensorState, values)
    }
}

/// The state of a service's sensor: `"device"` in a state line.
public enum SensorState: String, Sendable, Codable, CaseIterable {
    /// The source is open, and there is an attitude.
    case streaming
    /// The source is open, but there is no attitude yet, or none since it was suspended or waited.
    case starting
    /// The sensor is absent or sends nothing; the attitude is the last one, if there was one.
    case waiting
    /// The log has ended; the attitude is the last one.
    case ended
    /// The service has ended, or lost its broker; only on a broker's topic. The attitude is the
    /// last one, or left out.
    case offline
}
