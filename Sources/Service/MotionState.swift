public import Card
public import Motion

/// What a service tells its clients again and again: one state line.
public struct MotionState: Sendable, Equatable {
    /// How the device is turned, and what that means to a card.
    public struct Pose: Sendable, Equatable {
        /// Timestamp, orientation and rate.
        public var attitude: Attitude
        /// Degrees from neutral, in (-180, 180].
        public var tilt: Double
        /// The state at that tilt.
        public var state: TiltState
        /// The classic card's opacities in that state.
        public var opacities: LayerOpacities

        public init(
            attitude: Attitude, tilt: Double, state: TiltState, opacities: LayerOpacities
        ) {
            (self.attitude, self.tilt) = (attitude, tilt)
            (self.state, self.opacities) = (state, opacities)
        }
    }

    public var device: DeviceState
    /// Nil until the first attitude: such a line has `"device"` alone.
    public var pose: Pose?

    public init(device: DeviceState, pose: Pose? = nil) {
        (self.device, self.pose) = (device, pose)
    }
}
