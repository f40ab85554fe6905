/// The source that the configuration names.
public enum SourceFacts: Sendable, Equatable {
    /// A running service, else the sensor that `SensorFacts` describes.
    case automatic
    /// That sensor.
    case sensor
    /// Another source, which works; its name.
    case works(String)
    /// Another source, which does not; the reason.
    case failure(String)
}
