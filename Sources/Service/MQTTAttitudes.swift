public import Motion

/// Attitudes that a service publishes through a broker.
public final class MQTTAttitudes: AttitudeSource {
    private let address: MQTTAddress
    private let connection: MQTTConnection
    private let note: @Sendable (String) -> Void
    private var newest: MotionState?
    private var newestTime = ContinuousClock.now
    /// A service that says nothing for so long has gone, whatever it said last.
    private static let patience = MQTTPublisher.longestSilence * 5
    private var saysNonsense = false

    /// Begins to connect; `note` gets lines for people.
    public init(
        _ address: MQTTAddress, _ access: MQTTAccess, note: @escaping @Sendable (String) -> Void
    ) throws(MQTTError) {
        (self.address, self.note) = (address, note)
        connection = try MQTTConnection(address, access, as: .subscriber, note: note)
    }

    deinit { connection.stop() }

    public var name: String { "\(address)" }

    /// No: every screen of a wall takes the same pose for neutral, whenever it starts.
    public var isLive: Bool { false }

    /// Appends the newest attitude, if there is a new one; those between are not of interest.
    public func read(into attitudes: inout [Attitude], timeout: Duration) -> SourceState {
        if let line = connection.receive(timeout: timeout) { take(line, into: &attitudes) }
        guard connection.isConnected else {
            return .waiting(for: "the broker at \(address.host)")
        }
        switch newest?.device {
        case nil: return .waiting(for: "a state on \(address.topic)")
        case .ended: return .open
        case .starting, .streaming, .waiting:
            if ContinuousClock.now - newestTime > Self.patience {
                return .waiting(for: "the service on \(address.topic)")
            }
            return newest?.device == .waiting ? .waiting(for: "the sensor") : .open
        }
    }

    private func take(_ line: [UInt8], into attitudes: inout [Attitude]) {
        do throws(LineError) {
            let state = try MotionState(parsing: line)
            (newest, newestTime) = (state, .now)
            if let pose = state.pose { attitudes.append(pose.attitude) }
            saysNonsense = false
        } catch {
            if !saysNonsense { note("\(address): \(error)") }
            saysNonsense = true
        }
    }
}
