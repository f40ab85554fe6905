/// Which pose of the device counts as tilt 0.
public enum Neutral: Sendable, Equatable {
    /// `start` if the source's device is held in the hand, because its first pose is unknown; else
    /// `gravity`.
    case auto
    /// Lying flat; for the axis `steering` standing upright.
    case gravity
    /// The pose held at the start: the mean of the first 0.5 s.
    case start
    /// This angle about the tilt axis, in degrees.
    case degrees(Double)

    /// The meaning of `auto` for this source; other values are returned unchanged.
    public func resolved(isHeldInHand: Bool) -> Neutral {
        self == .auto ? (isHeldInHand ? .start : .gravity) : self
    }
}

/// How an attitude becomes one angle.
public struct TiltSettings: Sendable, Equatable {
    public var axis: TiltAxis
    public var orientation: DisplayOrientation
    public var neutral: Neutral
    /// Seconds: time constant with which neutral follows a device at rest in another pose; 0:
    /// never.
    public var recenterSeconds: Double

    public init(
        axis: TiltAxis = .horizontal, orientation: DisplayOrientation = .natural,
        neutral: Neutral = .auto, recenterSeconds: Double = 0
    ) {
        self.axis = axis
        self.orientation = orientation
        self.neutral = neutral
        self.recenterSeconds = recenterSeconds
    }
}
