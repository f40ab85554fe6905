/// What the readings of a source contain.
public struct Quantities: OptionSet, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    public static let acceleration = Self(rawValue: 1)
    public static let rotationRate = Self(rawValue: 2)
    /// Attitudes that the source has fused.
    public static let attitude = Self(rawValue: 4)
}

/// The clock of a source's timestamps.
public enum SourceClock: String, Sendable {
    /// This machine's CLOCK_BOOTTIME.
    case boottime
    /// The clock of the recording.
    case log
    /// A clock that begins with the simulation.
    case simulation
}
