import FoundationEssentials
public import Motion

/// A line that a service sends to a client.
public enum ServedLine: Sendable, Equatable {
    /// The first line, and again when it changes.
    case hello(Hello)
    case state(MotionState)
    case sample(ImuSample)
    /// The number of samples dropped since the last one sent.
    case lost(Int)
    /// The answer to a request to recenter: the pose is taken, or will be when it is known.
    case recentered
    /// Why the service closes the client's connection.
    case error(String)

    /// The reason for a client that asks for samples while the source gives attitudes.
    static let noSamples = "the sensor gives attitudes, not samples"

    /// Reads a line.
    public init(parsing line: some Sequence<UInt8>) throws(LineError) {
        let line = Array(line)
        let content: Content = try decode(line)
        if let reason = content.error {
            self = .error(reason)
        } else if let version = content.lenticule {
            guard version == 1 else {
                throw LineError(
                    "the service speaks version \(version) of the protocol, not 1; "
                        + "update lenticule on both sides")
            }
            self = .hello(Hello(content))
        } else if let lost = content.lost {
            guard lost > 0 else { throw LineError("lost must be above 0") }
            self = .lost(lost)
        } else if content.recenter != nil {
            self = .recentered
        } else if content.device != nil {
            self = .state(try MotionState(parsing: line))
        } else {
            self = .sample(try ImuSample(content))
        }
    }

    /// The keys that distinguish the lines, and a sample's keys.
    fileprivate struct Content: Decodable {
        let lenticule: Int?
        /// In a hello the sensor's name, in a state line its state.
        let device: String?
        let error: String?
        let lost: Int?
        let timestamp: Int64?
        let acceleration: [Double]?
        let rate: [Double]?
        let restart: Bool?
        let recenter: Bool?
        let version: String?
        let clock: Clock?
        let sensors: [String]?

        struct Clock: Decodable { let name: String }

        enum CodingKeys: String, CodingKey {
            case lenticule, device, error, lost, restart, recenter, version, clock, sensors
            case timestamp = "timestamp_ns"
            case acceleration = "accel"
            case rate = "gyro"
        }
    }
}

extension Hello {
    fileprivate init(_ line: ServedLine.Content) {
        let sensor = line.device.map { name in
            ServedSensor(
                name: name, quantities: Quantities(named: line.sensors ?? []),
                clock: line.clock.flatMap { SourceClock(rawValue: $0.name) })
        }
        self.init(sensor: sensor, version: line.version)
    }
}

extension ImuSample {
    fileprivate init(_ line: ServedLine.Content) throws(LineError) {
        guard let timestamp = line.timestamp else { throw LineError("a line without timestamp_ns") }
        self.init(
            timestamp: timestamp, acceleration: try vector(line.acceleration),
            rotationRate: try vector(line.rate))
        startsAgain = line.restart ?? false
    }
}

private func vector(_ numbers: [Double]?) throws(LineError) -> Vector3? {
    guard let numbers else { return nil }
    guard let vector = Vector3(finite: numbers) else {
        throw LineError("accel and gyro must be three numbers")
    }
    return vector
}
