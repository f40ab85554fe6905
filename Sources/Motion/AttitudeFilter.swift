/// Fuses accelerometer and gyroscope to the device's attitude.
public struct AttitudeFilter: Sendable {
    /// What the filter is doing, for people.
    public enum Status: Sendable, Equatable {
        /// No accelerometer sample yet, or too few to tell.
        case starting
        case moving
        case resting
        /// Attitude from gravity alone.
        case noGyroscope
        /// Samples are missing or make no sense; the attitude is the last good one.
        case doubtful
    }

    public struct Settings: Sendable, Equatable {
        public init() {}
    }

    public let settings: Settings
    public private(set) var status = Status.starting
    /// The newest attitude; nil until gravity was seen.
    public private(set) var attitude: Attitude?

    public init(settings: Settings = Settings()) { self.settings = settings }

    /// Takes one sample, in the order the source gave it.
    public mutating func update(with sample: ImuSample) {
        guard let acceleration = sample.acceleration else { return }
        attitude = Attitude(
            timestamp: sample.timestamp,
            orientation: Quaternion(turning: acceleration, to: Vector3(0, 0, 1)),
            rate: sample.rotationRate ?? .zero)
        status = .moving
    }

    /// The attitude `seconds` after the newest sample, carried forward by the gyroscope's rate.
    public func predicted(after seconds: Double) -> Attitude? {
        guard var attitude else { return nil }
        attitude.orientation =
            attitude.orientation * Quaternion(rotation: attitude.rate * seconds)
        return attitude
    }
}
