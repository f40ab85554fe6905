import Dispatch
import Synchronization
import System

/// The state shared by libmosquitto's callbacks and the threads that publish or receive.
final class MQTTConnectionState: Sendable {
    /// The state of a connection.
    struct Connection {
        /// Whether the broker has accepted it.
        fileprivate(set) var isAccepted = false
        /// Whether messages can be published, or are received.
        fileprivate(set) var isReady = false
        /// Why the broker has refused it.
        fileprivate(set) var refusal: String?
        fileprivate(set) var isSubscriptionRefused = false
        /// Messages that libmosquitto has not sent yet.
        fileprivate var unsent = 0
        /// The newest message that was not taken yet.
        fileprivate var received: [UInt8]?
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
    private let hasArrived = DispatchSemaphore(value: 0)
    /// With this number of unsent messages, new ones are dropped.
    private static let queueLimit = 4

    var connection: Connection { state.withLock { $0.connection } }
    /// Why the last try to connect failed, or the last connection broke; nil while there is a
    /// connection, and before the first try ends.
    var trouble: String? { state.withLock { $0.trouble } }
    /// How many connections were usable.
    var connectionCount: Int { state.withLock { $0.connectionCount } }
    /// The message that `end` was given.
    var lastMessage: [UInt8]? { state.withLock { $0.lastMessage } }

    var callbacks: MQTTSession.Callbacks {
        MQTTSession.Callbacks(
            connected: { [self] refusal in
                state.withLock {
                    $0.connection = Connection(
                        isAccepted: refusal == nil, refusal: refusal?.printable)
                }
            },
            subscribed: { [self] isGranted in
                if isGranted { return setReady() }
                state.withLock { $0.connection.isSubscriptionRefused = true }
            },
            sent: { [self] in finishSending() },
            received: { [self] message in
                let wasEmpty = state.withLock { state in
                    defer { state.connection.received = message }
                    return state.connection.received == nil
                }
                if wasEmpty { hasArrived.signal() }
            })
    }

    /// Marks the connection as usable.
    func setReady() {
        state.withLock {
            ($0.connection.isReady, $0.trouble) = (true, nil)
            $0.connectionCount += 1
        }
    }

    /// Stores the reason why there is no connection.
    func setTrouble(_ reason: String) { state.withLock { $0.trouble = reason } }

    /// Resets the state of the connection.
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

    /// The newest message not taken yet; waits at most `timeout` for it.
    func take(timeout: Duration) -> [UInt8]? {
        let nanoseconds = Int(min(max(0, timeout / .nanoseconds(1)), 1e15))
        _ = hasArrived.wait(timeout: .now() + .nanoseconds(nanoseconds))
        return state.withLock { $0.connection.received.take() }
    }
}
