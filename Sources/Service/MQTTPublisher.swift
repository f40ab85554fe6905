import Motion
import MotionLog

/// Puts a service's newest state on a broker's topic, where it stays for those who come later.
public struct MQTTPublisher: ~Copyable {
    /// States a second: what a screen can show.
    private static let hz = 60.0

    private let connection: MQTTConnection
    private var pace = StatePace(hz: hz)
    private var newestDevice: DeviceState?
    private var newestTime = ContinuousClock.now
    /// What is said no later than this after the last, so that silence means that nobody is there.
    static let longestSilence = Duration.seconds(1)
    private var text = TextBuffer(capacity: 1 << 10)

    /// Begins to connect; `note` gets lines for people.
    public init(
        _ address: MQTTAddress, _ access: MQTTAccess, note: @escaping @Sendable (String) -> Void
    ) throws(MQTTError) {
        connection = try MQTTConnection(address, access, as: .publisher, note: note)
    }

    deinit { connection.stop() }

    /// Publishes the state if it is due, if the device does something else than before, or after a
    /// silence.
    public mutating func publish(_ state: MotionState) {
        let now = ContinuousClock.now
        let isNews = state.device != newestDevice || now - newestTime > Self.longestSilence
        let isDue = state.pose.map { pace.admits($0.attitude.timestamp) } ?? false
        guard isDue || isNews else { return }
        (newestDevice, newestTime) = (state.device, now)
        text.removeAll()
        text.appendState(state)
        // A message has no end of line.
        connection.publish(text.withBytes { Array($0.dropLast()) })
    }
}
