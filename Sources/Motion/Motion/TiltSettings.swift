/// Which pose of the device counts as tilt 0.
public enum Neutral: Sendable, Equatable {
    /// What the source says (`MotionSource.automaticNeutral`).
    case auto
    /// Lying flat; for the axis `steering` standing upright.
    case gravity
    /// The pose held at the start: the mean of the first 0.5 s.
    case start
    /// This angle about the tilt axis, in degrees.
    case degrees(Double)
}

/// How an attitude becomes one angle.
public struct TiltSettings: Sendable, Equatable {
    public var axis: TiltAxis
    /// How the picture is turned against the device; nil: as the display is (`displayOrientation`).
    public var orientation: DisplayOrientation?
    /// How the display is turned, where that is known.
    public var displayOrientation = DisplayOrientation.natural
    public var neutral: Neutral
    /// What the neutral `auto` means, as the source says.
    public var automaticNeutral: Neutral
    /// Seconds: time constant with which neutral follows a device at rest in another pose; 0:
    /// never.
    public var recenterSeconds: Double

    public init(
        axis: TiltAxis = .horizontal, orientation: DisplayOrientation? = nil,
        neutral: Neutral = .auto, automaticNeutral: Neutral = .gravity,
        recenterSeconds: Double = 0
    ) {
        self.axis = axis
        self.orientation = orientation
        self.neutral = neutral
        self.automaticNeutral = automaticNeutral
        self.recenterSeconds = recenterSeconds
    }

    /// How the picture is turned against the device.
    public var resolvedOrientation: DisplayOrientation { orientation ?? displayOrientation }

    /// The neutral, with the meaning of `auto` in its place.
    public var resolvedNeutral: Neutral { neutral == .auto ? automaticNeutral : neutral }
}
