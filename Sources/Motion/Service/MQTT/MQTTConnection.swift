import Dispatch
import Platform
import Synchronization

/// A connection to a broker's topic, on its own thread until `stop`.
///
/// After a failure it connects again, with increasing delays.
// `mosquitto_loop_start` is not used, after measurements with libmosquitto 2.0.11: if a port
// refuses TLS, its loop does not pause until the keep-alive interval is over; a retained message
// of 100 MB takes 200 MB; and its connect(2) blocks, so that `stop` would take more than 30 s.
public final class MQTTConnection: Sendable {
    /// The use of the topic.
    public enum Role: Sendable {
        /// Messages are published; the broker publishes `will` if the connection breaks.
        case publisher(will: [UInt8])
        /// Messages are received.
        case subscriber
    }

    private let address: MQTTAddress
    private let role: Role
    private let session: MQTTSession
    private let state = MQTTConnectionState()
    private let isStopped = Atomic(false)
    private let work = DispatchGroup()
    private let notify: @Sendable (String) -> Void
    /// Milliseconds: the longest wait before `stop` is noticed.
    private static let longestWait: Int32 = 100
    /// Nanoseconds for sending the last message.
    private static let sendingTime: Int64 = 300_000_000

    /// Begins to connect; `notify` gets lines for people.
    public init(
        _ address: MQTTAddress, _ access: MQTTAccess = MQTTAccess(), as role: Role,
        notify: @escaping @Sendable (String) -> Void
    ) throws(MQTTError) {
        (self.address, self.role, self.notify) = (address, role, notify)
        session = try MQTTSession(address, access, will: role.will, state)
        let queue = DispatchQueue(label: "mqtt")
        queue.async(group: work) { [self] in run() }
    }

    /// Whether the broker has accepted the connection and, for a subscriber, the subscription.
    public var isConnected: Bool { state.connection.isReady }

    /// Why there is no connection: the last try failed, or the last connection broke. Nil while
    /// connected, and before the first try ends.
    public var trouble: String? { state.trouble }

    /// How many connections the broker has accepted so far.
    var connectionCount: Int { state.connectionCount }

    /// Publishes a message that replaces the previous one of the topic, with `ending` after it.
    ///
    /// Drops it and returns false if there is no connection or the broker is too slow.
    @discardableResult
    public func publish(_ message: [UInt8], topicEnding ending: String = "") -> Bool {
        guard state.beginSending() else { return false }
        let isTaken = session.publish(message, topicEnding: ending)
        if !isTaken { state.finishSending() }
        return isTaken
    }

    /// The newest message that no earlier call has returned; waits at most `timeout` for it.
    public func receive(timeout: Duration) -> [UInt8]? { state.take(timeout: timeout) }

    /// Publishes `lastMessage`, if it is not nil, and disconnects. Waits at most half a second.
    public func stop(saying lastMessage: [UInt8]? = nil) {
        state.end(with: lastMessage)
        isStopped.store(true, ordering: .relaxed)
        // The thread may be resolving the host's name, which takes longer; `stop` does not wait
        // for that.
        _ = work.wait(timeout: .now() + .milliseconds(500))
    }

    private func run() {
        var retry = Backoff()
        var notifiedError: MQTTError?
        while !isStopped.load(ordering: .relaxed) {
            let began = monotonicNow()
            let error = connect {
                // If a retained message ended the last connection, it will end this one too: so the
                // connection is not reported as a success.
                guard notifiedError?.isOfContent != true else { return }
                notify("connected to \(address)")
                notifiedError = nil
            }
            guard let error, !isStopped.load(ordering: .relaxed) else { break }
            state.setTrouble(error.reason)
            // A broker may be absent for weeks: `notify` gets the same error once.
            if error != notifiedError { notify("\(error); trying again") }
            notifiedError = error
            retry.resetIfLong(since: began)
            while !isStopped.load(ordering: .relaxed), !retry.waitForTry(atMost: Self.longestWait) {
            }
        }
    }

    /// Connects, calls `connected`, and sends and receives until `stop`; returns the error that
    /// ended the connection, nil after `stop`.
    private func connect(_ connected: () -> Void) -> MQTTError? {
        defer { state.resetConnection() }
        do throws(MQTTError) {
            try session.connect()
            try loop { state.connection.isAccepted }
            if role.will == nil {
                try session.subscribe()
                try loop { state.connection.isReady }
            } else {
                state.setReady()
            }
            if !isStopped.load(ordering: .relaxed) { connected() }
            try loop { false }
        } catch {
            return error
        }
        if let message = state.lastMessage { _ = session.publish(message) }
        session.disconnect(within: Self.sendingTime)
        return nil
    }

    /// Sends and receives until `isEnough` or `stop`.
    private func loop(until isEnough: () -> Bool) throws(MQTTError) {
        while !isStopped.load(ordering: .relaxed), !isEnough() {
            let wasAccepted = state.connection.isAccepted
            do throws(MQTTError) {
                try session.loop(milliseconds: Self.longestWait)
            } catch {
                if let refusal = state.connection.refusal {
                    throw address.error("use", "it says \"\(refusal)\"")
                }
                if error.isOfContent { throw error }
                throw address.error(wasAccepted ? "keep" : "reach", error.reason)
            }
            if state.connection.isSubscriptionRefused {
                throw MQTTError(
                    operation: "subscribe to \(address)",
                    reason: "the broker refuses it; may this user read the topic?")
            }
        }
    }
}

extension MQTTConnection.Role {
    /// The message that the broker publishes if the connection breaks; nil for a subscriber.
    fileprivate var will: [UInt8]? { if case .publisher(let will) = self { will } else { nil } }
}

extension MQTTAddress {
    fileprivate func error(_ verb: String, _ reason: String) -> MQTTError {
        MQTTError(operation: "\(verb) the broker at \(host):\(port)", reason: reason)
    }
}
