import Motion
import MotionLog

/// Publishes a service's newest state on a broker's topic, retained for later subscribers.
public struct MQTTPublisher: ~Copyable {
    /// States a second: the frame rate of a usual screen.
    private static let hz = 60.0

    private let connection: MQTTConnection
    private var pace = StatePace(hz: hz)
    private var newestState = MotionState(sensorState: .offline)
    private var publishedAt = ContinuousClock.now
    /// The longest time between two published states, even if nothing is new, so that subscribers
    /// know that the service still runs.
    static let longestSilence = Duration.seconds(1)

    /// Begins to connect; `notify` gets lines for people.
    public init(
        _ address: MQTTAddress, _ access: MQTTAccess, notify: @escaping @Sendable (String) -> Void
    ) throws(MQTTError) {
        let will = MotionState(sensorState: .offline).message
        connection = try MQTTConnection(address, access, as: .publisher(will: will), notify: notify)
    }

    deinit { connection.stop() }

    /// Publishes the state if it is due, if the sensor's state is new, or if nothing was published
    /// for `longestSilence`.
    public mutating func publish(_ state: MotionState) {
        let now = ContinuousClock.now
        let isNews =
            state.sensorState != newestState.sensorState || now - publishedAt > Self.longestSilence
        let isDue = state.values.map { pace.admits($0.attitude.timestamp) } ?? false
        newestState = state
        guard isDue || isNews else { return }
        publishedAt = now
        connection.publish(state.message)
    }

    /// Publishes that the service, or its log, has ended, and disconnects.
    public mutating func stop() {
        if newestState.sensorState != .ended { newestState.sensorState = .offline }
        connection.stop(saying: newestState.message)
    }
}

extension MotionState {
    /// The state as a message: a line without its end.
    fileprivate var message: [UInt8] {
        var text = TextBuffer(capacity: 1 << 10)
        text.appendState(self)
        return text.withBytes { Array($0.dropLast()) }
    }
}
