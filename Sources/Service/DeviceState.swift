/// What the sensor of a service does, as `"device"` in a state line says it.
public enum DeviceState: String, Sendable, Codable, CaseIterable {
    /// Samples come.
    case streaming
    /// Samples come, but no attitude yet.
    case starting
    /// The sensor is away; the attitude is the last one.
    case waiting
    /// The log is over; the attitude is the last one.
    case ended
}
