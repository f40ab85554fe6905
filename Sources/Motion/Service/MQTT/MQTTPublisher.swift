import Motion
import MotionLog

/// Publishes a service's newest state on a broker's topic, and its hello on a topic below that;
/// both are retained for later subscribers.
public struct MQTTPublisher: ~Copyable {
    /// States a second: the frame rate of a usual screen.
    public static let usualRate = 60.0
    /// What follows the topic of the states in that of the hello.
    static let helloEnding = "/hello"

    private let connection: MQTTConnection
    private let version: String
    private var pace: StatePace
    private var poses = PoseChange()
    private var newestState = MotionState(sensorState: .offline)
    private var publishedAt = ContinuousClock.now
    /// The newest hello that was published, and the number of its connection: a broker may lose
    /// what it has retained.
    private var greeting: (hello: Hello, connection: Int)?
    /// The longest time between two published states, even if nothing is new, so that subscribers
    /// know that the service still runs.
    static let longestSilence = Duration.seconds(1)

    /// Begins to connect; publishes at most `rate` states a second, and a hello with `version`.
    /// `notify` gets lines for people.
    public init(
        _ address: MQTTAddress, _ access: MQTTAccess, rate: Double = Self.usualRate,
        version: String,
        notify: @escaping @Sendable (String) -> Void
    ) throws(MQTTError) {
        let will = MotionState(sensorState: .offline).message
        pace = StatePace(hz: rate)
        self.version = version
        connection = try MQTTConnection(address, access, as: .publisher(will: will), notify: notify)
    }

    deinit { connection.stop() }

    /// Publishes the hello if it is new. Publishes the state if it is due and the pose has changed,
    /// if the sensor's state is new, or if nothing was published for `longestSilence`.
    public mutating func publish(_ state: MotionState, of sensor: ServedSensor) {
        greet(Hello(sensor: state.sensorState == .waiting ? nil : sensor, version: version))
        let now = ContinuousClock.now
        let isNews =
            state.sensorState != newestState.sensorState || now - publishedAt > Self.longestSilence
        let isDue = isDue(state)
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

    /// Whether the state is due at the rate, and the pose changes; must be called for each state.
    private mutating func isDue(_ state: MotionState) -> Bool {
        guard let attitude = state.values?.attitude else { return false }
        let isMoving = poses.isRecent(at: attitude)
        return pace.admits(attitude.timestamp) && isMoving
    }

    /// Publishes the hello if it is new to the broker.
    private mutating func greet(_ hello: Hello) {
        let number = connection.connectionCount
        if let greeting, greeting == (hello, number) { return }
        if connection.publish(hello.message, topicEnding: Self.helloEnding) {
            greeting = (hello, number)
        }
    }
}

extension MotionState {
    fileprivate var message: [UInt8] { bytes { $0.appendState(self) } }
}

extension Hello {
    fileprivate var message: [UInt8] { bytes { $0.appendHello(self) } }
}

/// The line that `write` appends, without its end.
private func bytes(_ write: (inout TextBuffer) -> Void) -> [UInt8] {
    TextBuffer.line(write).withBytes { Array($0.dropLast()) }
}
