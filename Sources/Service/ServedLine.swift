import FoundationEssentials
public import Motion

/// What a client may hear of a service.
public enum ServedLine: Sendable, Equatable {
    /// What is read there; the first line of all.
    case hello(device: String)
    case state(MotionState)
    case sample(ImuSample)
    /// Why the service drops the client.
    case error(String)

    /// Reads a line.
    public init(parsing line: some Sequence<UInt8>) throws(LineError) {
        let line = Array(line)
        let content: Content = try decode(line)
        if let reason = content.error {
            self = .error(reason)
        } else if let version = content.lenticule {
            guard version == 1 else {
                throw LineError("the service speaks version \(version) of the protocol, not 1")
            }
            self = .hello(device: content.device ?? "")
        } else if content.device != nil {
            self = .state(try MotionState(parsing: line))
        } else {
            self = .sample(try ImuSample(content))
        }
    }

    /// What tells the lines apart, and a sample's keys.
    fileprivate struct Content: Decodable {
        let lenticule: Int?
        let device: String?
        let error: String?
        let timestamp: Int64?
        let acceleration: [Double]?
        let rate: [Double]?

        enum CodingKeys: String, CodingKey {
            case lenticule, device, error
            case timestamp = "timestamp_ns"
            case acceleration = "accel"
            case rate = "gyro"
        }
    }
}

extension ImuSample {
    fileprivate init(_ line: ServedLine.Content) throws(LineError) {
        guard let timestamp = line.timestamp else { throw LineError("a line without timestamp_ns") }
        self.init(
            timestamp: timestamp, acceleration: try vector(line.acceleration),
            rotationRate: try vector(line.rate))
    }
}

private func vector(_ numbers: [Double]?) throws(LineError) -> Vector3? {
    guard let numbers else { return nil }
    guard let vector = Vector3(finite: numbers) else { throw LineError("a sample is no vector") }
    return vector
}
