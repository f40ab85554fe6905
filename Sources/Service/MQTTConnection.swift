import Dispatch
import Glibc
import Synchronization

/// A connection to a broker's topic, kept alive by a thread of its own until `stop`.
///
/// Whatever the broker does, the connection comes back by itself, with growing waits.
public final class MQTTConnection: Sendable {
    /// What the topic is to us.
    public enum Role: Sendable {
        /// We say what is on it.
        case publisher
        /// We hear what others say.
        case subscriber
    }

    /// Sendable: libmosquitto locks what `publish` and `loop` share (`mosquitto_threaded_set`).
    private struct Client: @unchecked Sendable, ~Copyable {
        let mqtt: MQTTClient
    }

    private let address: MQTTAddress
    private let role: Role
    private let client: Client
    private let mail = MQTTMail()
    private let isStopped = Atomic(false)
    private let hasStopped = DispatchGroup()
    private let note: @Sendable (String) -> Void
    /// No wait is longer, so that `stop` is seen.
    private static let patience: Int32 = 100

    /// Begins to connect; `note` gets lines for people.
    public init(
        _ address: MQTTAddress, _ access: MQTTAccess = MQTTAccess(), as role: Role,
        note: @escaping @Sendable (String) -> Void
    ) throws(MQTTError) {
        (self.address, self.role, self.note) = (address, role, note)
        client = Client(mqtt: try MQTTClient(address, access, mail.events))
        let queue = DispatchQueue(label: "mqtt")
        queue.async(group: hasStopped) { [self] in run() }
    }

    /// Whether the broker is there and lets us in.
    public var isConnected: Bool { mail.isConnected }

    /// Publishes a line that replaces the topic's last one.
    ///
    /// Without a broker, or with one that lags behind, the line is lost: the next is newer anyway.
    public func publish(_ line: [UInt8]) {
        guard mail.begin() else { return }
        if !client.mqtt.publish(line) { mail.end() }
    }

    /// The newest message that nobody has had; waits at most `timeout` for it.
    public func receive(timeout: Duration) -> [UInt8]? { mail.take(timeout: timeout) }

    /// Takes leave of the broker.
    public func stop() {
        isStopped.store(true, ordering: .relaxed)
        // A host's name may be looked up for longer; nobody is to wait for that.
        _ = hasStopped.wait(timeout: .now() + 1)
    }

    private func run() {
        var wait = Self.patience
        var said: MQTTError?
        while !isStopped.load(ordering: .relaxed) {
            let began = DispatchTime.now()
            let error = converse(since: &said)
            guard let error, !isStopped.load(ordering: .relaxed) else { break }
            // A broker may be away for weeks.
            if error != said { note("\(error); trying again") }
            said = error
            let lasted = DispatchTime.now().uptimeNanoseconds - began.uptimeNanoseconds
            wait = lasted > 10_000_000_000 ? Self.patience : min(2 * wait, 4000)
            pause(milliseconds: wait)
        }
        client.mqtt.disconnect()
    }

    /// Connects and stays so; gives what ended that, nil for `stop`. What was said before is old then.
    private func converse(since said: inout MQTTError?) -> MQTTError? {
        defer { mail.disconnect() }
        do throws(MQTTError) {
            try client.mqtt.connect()
            while !isStopped.load(ordering: .relaxed), !mail.isConnected { try turn() }
            greet()
            said = nil
            while !isStopped.load(ordering: .relaxed) { try turn() }
            return nil
        } catch {
            return error
        }
    }

    private func turn() throws(MQTTError) {
        let wasConnected = mail.isConnected
        do throws(MQTTError) {
            try client.mqtt.loop(milliseconds: Self.patience)
        } catch {
            if let refusal = mail.refusal { throw address.error("use", "it says \"\(refusal)\"") }
            throw address.error(wasConnected ? "keep" : "reach", error.reason)
        }
    }

    private func greet() {
        guard !isStopped.load(ordering: .relaxed) else { return }
        note("connected to \(address)")
        if role == .subscriber { client.mqtt.subscribe() }
    }

    private func pause(milliseconds: Int32) {
        for _ in 0..<(milliseconds / Self.patience)
        where !isStopped.load(ordering: .relaxed) {
            usleep(UInt32(Self.patience) * 1000)
        }
    }
}

extension MQTTAddress {
    fileprivate func error(_ verb: String, _ reason: String) -> MQTTError {
        MQTTError(operation: "\(verb) the broker at \(host):\(port)", reason: reason)
    }
}

/// What comes and goes between libmosquitto's callbacks and whoever publishes or listens.
private final class MQTTMail: Sendable {
    private struct State {
        var isConnected = false
        var refusal: String?
        /// Messages that libmosquitto still holds.
        var unsent = 0
        var newest: [UInt8]?
    }

    private let state = Mutex(State())
    private let hasArrived = DispatchSemaphore(value: 0)
    /// A broker that lags behind by more states gets no more.
    private static let longestQueue = 4
    /// No state line is longer, in bytes.
    private static let longestMessage = 4096

    var isConnected: Bool { state.withLock { $0.isConnected } }
    var refusal: String? { state.withLock { $0.refusal } }

    var events: MQTTClient.Events {
        MQTTClient.Events(
            connected: { [self] refusal in
                state.withLock { $0 = State(isConnected: refusal == nil, refusal: refusal) }
            },
            sent: { [self] in end() },
            received: { [self] payload in put(payload) })
    }

    /// Whether another message may be handed over.
    func begin() -> Bool {
        state.withLock { state in
            guard state.isConnected, state.unsent < Self.longestQueue else { return false }
            state.unsent += 1
            return true
        }
    }

    /// A message has gone.
    func end() { state.withLock { $0.unsent = max(0, $0.unsent - 1) } }

    func disconnect() { state.withLock { $0 = State() } }

    func take(timeout: Duration) -> [UInt8]? {
        let nanoseconds = Int(min(max(0, timeout / .nanoseconds(1)), 1e15))
        _ = hasArrived.wait(timeout: .now() + .nanoseconds(nanoseconds))
        return state.withLock { $0.newest.take() }
    }

    private func put(_ payload: [UInt8]) {
        guard payload.count <= Self.longestMessage else { return }
        let wasEmpty = state.withLock { state in
            defer { state.newest = payload }
            return state.newest == nil
        }
        if wasEmpty { hasArrived.signal() }
    }
}
