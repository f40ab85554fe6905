import Dispatch
import Platform
import Synchronization

/// The state shared by libmosquitto's callbacks and the threads that publish or receive.
final class MQTTConnectionState: Sendable {
    struct Connection {
        fileprivate(set) var isAccepted = false
        /// Whether messages can be published, or are received.
        fileprivate(set) var isReady = false
        fileprivate(set) var refusal: String?
        fileprivate(set) var isSubscriptionRefused = false
        /// Messages that libmosquitto has not sent yet.
        fileprivate var unsent = 0
        /// The newest message that was not taken yet.
        fileprivate var received: [UInt8]?
    }

    /// Counts what a connection has sent and received.
    struct Traffic {
        /// Packets received or sent.
        var packets = 0
        /// Whether a whole packet was received since the last `MQTTSession.checkSize`.
        var hasReceived = false
        /// Bytes received when `checkSize` was called last, after a whole packet.
        var bytes: UInt64 = 0
    }

    private struct State {
        var connection = Connection()
        /// How many connections were usable.
        var connectionCount = 0
        /// Why there is no connection.
        var trouble: String?
        /// Whether only `lastMessage` may still be published.
        var isEnded = false
        var lastMessage: [UInt8]?
    }

    private let state = Mutex(State())
    let traffic = Mutex(Traffic())
    private let hasArrived = DispatchSemaphore(value: 0)
    /// With this number of unsent messages, new ones are dropped.
    private static let queueLimit = 4

    var connection: Connection { state.withLock { $0.connection } }
    var trouble: String? { state.withLock { $0.trouble } }
    var connectionCount: Int { state.withLock { $0.connectionCount } }
    /// The message that `end` was given.
    var lastMessage: [UInt8]? { state.withLock { $0.lastMessage } }

    /// Takes the broker's answer to a connection; nil if it has accepted it.
    func setAnswer(refusal: String?) {
        state.withLock {
            $0.connection = Connection(isAccepted: refusal == nil, refusal: refusal?.printable)
        }
    }

    /// Takes the broker's answer to a subscription.
    func setSubscribed(isGranted: Bool) {
        if isGranted { return setReady() }
        state.withLock { $0.connection.isSubscriptionRefused = true }
    }

    /// Keeps a message for `take`, in place of one that was not taken yet.
    func keep(_ message: [UInt8]) {
        let wasEmpty = state.withLock { state in
            defer { state.connection.received = message }
            return state.connection.received == nil
        }
        if wasEmpty { hasArrived.signal() }
    }

    func setReady() {
        state.withLock {
            ($0.connection.isReady, $0.trouble) = (true, nil)
            $0.connectionCount += 1
        }
    }

    func setTrouble(_ reason: String) { state.withLock { $0.trouble = reason } }

    func resetConnection() { state.withLock { $0.connection = Connection() } }

    /// Counts a message that is about to be published; false if it must not be.
    func beginSending() -> Bool {
        state.withLock { state in
            guard !state.isEnded, state.connection.isReady,
                state.connection.unsent < Self.queueLimit
            else { return false }
            state.connection.unsent += 1
            return true
        }
    }

    /// Counts a message that was sent, or could not be.
    func finishSending() {
        state.withLock { $0.connection.unsent = max(0, $0.connection.unsent - 1) }
    }

    /// From now on, only `message` may be published. Only the first call counts.
    func end(with message: [UInt8]?) {
        state.withLock { state in
            if !state.isEnded { (state.isEnded, state.lastMessage) = (true, message) }
        }
    }

    func take(timeout: Duration) -> [UInt8]? {
        let nanoseconds = Int(min(max(0, timeout / .nanoseconds(1)), 1e15))
        _ = hasArrived.wait(timeout: .now() + .nanoseconds(nanoseconds))
        return state.withLock { $0.connection.received.take() }
    }
}
