public import Motion
import Platform

/// The attitudes that a service publishes through a broker.
public final class MQTTAttitudes: MotionSource {
    private let address: MQTTAddress
    private let connection: MQTTConnection
    private let notify: @Sendable (String) -> Void
    private var published: PublishedState
    private var received = ReceivedAttitudes()
    private var notifiedError: LineError?

    /// Begins to connect; `notify` gets lines for people.
    public init(
        _ address: MQTTAddress, _ access: MQTTAccess, notify: @escaping @Sendable (String) -> Void
    ) throws(MQTTError) {
        (self.address, self.notify) = (address, notify)
        published = PublishedState(topic: address.topic)
        connection = try MQTTConnection(address, access, as: .subscriber, notify: notify)
    }

    deinit { connection.stop() }

    public var name: String { "\(address)" }

    /// All screens of a wall have the same neutral pose, whenever they start.
    public var automaticNeutral: Neutral { .gravity }

    public var quantities: Quantities { .attitude }

    /// Appends the newest attitude, if there is a new one; older ones are skipped.
    public func read(into readings: inout [Reading], timeout: Duration) -> SourceState {
        if let message = connection.receive(timeout: timeout) { take(message, into: &readings) }
        guard connection.isConnected else {
            let broker = "the broker at \(address.host)"
            return .waiting(for: connection.trouble.map { "\(broker): \($0)" } ?? broker)
        }
        return published.sourceState(at: monotonicNow())
    }

    private func take(_ message: [UInt8], into readings: inout [Reading]) {
        do throws(LineError) {
            let state = try published.take(message, at: monotonicNow())
            if let attitude = received.next(in: state) { readings.append(.attitude(attitude)) }
            notifiedError = nil
        } catch {
            if error != notifiedError { notify("\(address): \(error)") }
            notifiedError = error
        }
    }
}

/// Keeps the newest state published on a topic, and tells whether the service there gives states.
public struct PublishedState: Sendable {
    private let topic: String
    private var newest: MotionState?
    /// Nanoseconds: when `newest` was received.
    private var newestTime: Int64 = 0
    /// Nanoseconds without a message after which the service counts as absent.
    private static let timeout = Int64(MQTTPublisher.longestSilence / .nanoseconds(1)) * 5

    public init(topic: String) { self.topic = topic }

    /// Takes a message received at `now`, in nanoseconds.
    public mutating func take(
        _ message: [UInt8], at now: Int64
    ) throws(LineError) -> MotionState {
        let state = try MotionState(parsing: message)
        (newest, newestTime) = (state, now)
        return state
    }

    /// Open if the service gives states at `now`, in nanoseconds, or if its log has ended; else
    /// what the source waits for.
    public func sourceState(at now: Int64) -> SourceState {
        switch newest?.sensorState {
        case nil: .waiting(for: "a state on \(topic)")
        case .ended: .open
        case .offline: .waiting(for: "the service on \(topic)")
        case .starting, .streaming, .waiting:
            if now - newestTime > Self.timeout {
                .waiting(for: "the service on \(topic)")
            } else {
                newest?.sensorState == .waiting ? .waiting(for: "the sensor") : .open
            }
        }
    }
}
