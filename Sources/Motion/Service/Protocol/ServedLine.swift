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
    /// A line of a kind that only newer services send.
    case unknown

    /// The reason for a client that asks for samples while the source gives attitudes.
    static let noSamples = "the sensor gives attitudes, not samples"

    /// Reads a line.
    public init(parsing line: some Sequence<UInt8>) throws(LineError) { self = try decode(line) }
}

extension ServedLine: Decodable {
    /// Reads the kind of line that its keys tell.
    public init(from decoder: any Decoder) throws {
        let line = try decoder.container(keyedBy: Key.self)
        self =
            if line.contains(.error) {
                .error(try line.decode(String.self, forKey: .error))
            } else if line.contains(.lenticule) {
                .hello(try Hello(line))
            } else if line.contains(.lost) {
                .lost(try Self.lost(line))
            } else if line.contains(.recenter) {
                .recentered
            } else if line.contains(.device) {
                .state(try MotionState(from: decoder))
            } else if [.timestamp, .acceleration, .rate].contains(where: line.contains) {
                .sample(try ImuSample(line))
            } else {
                .unknown
            }
    }

    private static func lost(_ line: KeyedDecodingContainer<Key>) throws -> Int {
        let lost = try line.decode(Int.self, forKey: .lost)
        guard lost > 0 else { throw LineError("lost must be above 0") }
        return lost
    }

    /// The keys that distinguish the lines, and those of a hello and a sample.
    fileprivate enum Key: String, CodingKey {
        case lenticule, device, error, lost, restart, recenter, version, clock, sensors
        case timestamp = "timestamp_ns"
        case acceleration = "accel"
        case rate = "gyro"
    }

    fileprivate struct Clock: Decodable { let name: String }
}

extension Hello {
    fileprivate init(_ line: KeyedDecodingContainer<ServedLine.Key>) throws {
        let protocolVersion = try line.decode(Int.self, forKey: .lenticule)
        guard protocolVersion == 1 else {
            throw LineError(
                "the service speaks version \(protocolVersion) of the protocol, not 1; "
                    + "update lenticule on both sides")
        }
        let clock = try line.decodeIfPresent(ServedLine.Clock.self, forKey: .clock)
        let sensors = try line.decodeIfPresent([String].self, forKey: .sensors) ?? []
        let name = try line.decodeIfPresent(String.self, forKey: .device)
        let sensor = name.map {
            ServedSensor(
                name: $0, quantities: Quantities(named: sensors),
                clock: clock.flatMap { SourceClock(rawValue: $0.name) })
        }
        self.init(
            sensor: sensor, version: try line.decodeIfPresent(String.self, forKey: .version))
    }
}

extension ImuSample {
    fileprivate init(_ line: KeyedDecodingContainer<ServedLine.Key>) throws {
        self.init(
            timestamp: try line.decode(Int64.self, forKey: .timestamp),
            acceleration: try line.vector(.acceleration), rotationRate: try line.vector(.rate))
        startsAgain = try line.decodeIfPresent(Bool.self, forKey: .restart) ?? false
    }
}

extension KeyedDecodingContainer {
    /// The vector at a key; nil if there is none.
    fileprivate func vector(_ key: Key) throws -> Vector3? {
        guard let numbers = try decodeIfPresent([Double].self, forKey: key) else { return nil }
        guard let vector = Vector3(finite: numbers) else {
            throw LineError("accel and gyro must be three numbers")
        }
        return vector
    }
}
