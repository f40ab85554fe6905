import Glibc
import Motion
import MotionLog
import Platform
import Synchronization
import SystemPackage

/// One client's subscription; sends the lines that are due, and never waits for the client.
///
/// Nothing is queued for a client that reads too slowly. While its socket is full, states are
/// dropped, and samples are dropped and counted; after that the client gets the newest state, or
/// the number of dropped samples.
final class ClientOutput: Sendable {
    fileprivate enum Subscription {
        case state(StatePace)
        case samples
        /// The client has got its last line, or gets its end when the socket accepts it.
        case ended

        /// Bytes of the socket's buffer: for states five lines, so that a client that stops reading
        /// gets only a few old ones; for samples about a second, so that a recording loses none.
        var buffer: CInt { if case .samples = self { 1 << 17 } else { 3000 } }
    }

    /// What was sent to the client, and what is still to be sent.
    fileprivate struct Progress {
        var subscription = Subscription.state(StatePace(hz: Request.defaultRate))
        /// The unsent end of a text that was sent in part: a line, or the lines of several samples.
        var unsent: [UInt8] = []
        /// Whether a state is still due: the socket was full, or accepted only the beginning of its
        /// line.
        var owesState = false
        /// Whether a new hello is still due.
        var owesHello = false
        /// The number of requests to recenter that are not answered yet.
        var unanswered = 0
        /// The number of dropped samples not yet reported to the client.
        var unreported = 0
    }

    private let socket: OpenFile
    private let progress = Mutex(Progress())

    /// Sends on a copy of `descriptor`: the event loop may close its own at any time.
    init(_ descriptor: CInt) throws(Errno) {
        socket = try OpenFile(duplicating: descriptor)
        setBuffer(progress.withLock { $0.subscription }.buffer)
    }

    /// From now on, `hz` state lines a second are due.
    func subscribe(toStates hz: Double) { subscribe(to: .state(StatePace(hz: hz))) }

    /// From now on, every sample is due; if the source gives attitudes, an error line and the end.
    func subscribeToSamples() { subscribe(to: .samples) }

    /// Sends the outgoing lines that are due.
    func send(_ outgoing: inout Outgoing) {
        progress.withLock { progress in
            if case .ended = progress.subscription { return }
            progress.greet(outgoing.hello, isNew: outgoing.isHelloNew, on: socket)
            progress.answer(on: socket)
            switch progress.subscription {
            case .state(var pace):
                // `admits` must be called for each state.
                let isDue = outgoing.timestamp.map { pace.admits($0) } ?? false
                progress.subscription = .state(pace)
                guard isDue || outgoing.isSensorStateNew || progress.owesState else { return }
                outgoing.writeState()
                let isSent = progress.send(outgoing.stateLine, on: socket)
                progress.owesState = !isSent || !progress.unsent.isEmpty
            case .samples:
                progress.finishLine(on: socket)
                if progress.unreported > 0,
                    progress.send(.line { $0.appendLost(progress.unreported) }, on: socket)
                {
                    progress.unreported = 0
                }
                let count = outgoing.sampleCount
                guard count > 0 else {
                    // The client would wait in vain.
                    if outgoing.isOfAttitudes,
                        progress.send(.line { $0.appendError(ServedLine.noSamples) }, on: socket)
                    {
                        close()
                    }
                    return
                }
                outgoing.writeSamples()
                let isSent =
                    progress.unreported == 0 && progress.send(outgoing.sampleLines, on: socket)
                if !isSent { progress.unreported += count }
            case .ended: break
            }
        }
    }

    /// Answers a request to recenter before the next line.
    func answerRecenter() {
        progress.withLock { $0.unanswered = min($0.unanswered + 1, RequestCount.limit) }
    }

    /// Sends a line to this client only, if the socket accepts it.
    func send(_ line: borrowing TextBuffer) {
        progress.withLock { _ = $0.send(line, on: socket) }
    }

    /// Makes this line the last one; `finishEnd` sends what the socket does not accept. The socket gets
    /// room for it: a client may send all that it has before it reads again.
    func end(with line: borrowing TextBuffer) {
        setBuffer(1 << 18)
        progress.withLock { progress in
            progress.subscription = .ended
            line.withBytes { progress.unsent += $0 }
            progress.finishLine(on: socket)
        }
    }

    /// Sends the end of the last line; if all is sent, ends the sending direction, and returns true.
    func finishEnd() -> Bool {
        let isSent = progress.withLock { progress in
            progress.finishLine(on: socket)
            return progress.unsent.isEmpty
        }
        if isSent { shutdown(socket.descriptor, CInt(SHUT_WR)) }
        return isSent
    }

    /// Closes the connection; the client still receives what was sent.
    func close() { shutdown(socket.descriptor, CInt(SHUT_RDWR)) }

    private func subscribe(to subscription: Subscription) {
        progress.withLock { progress in
            (progress.subscription, progress.owesState) = (subscription, false)
            progress.unreported = 0
        }
        setBuffer(subscription.buffer)
    }

    private func setBuffer(_ bytes: CInt) {
        // Errors are ignored: the size only changes the losses of a slow client.
        var bytes = bytes
        setsockopt(socket.descriptor, SOL_SOCKET, SO_SNDBUF, &bytes, socklen_t(4))
    }
}

extension ClientOutput.Progress {
    /// Sends the unsent end of a line, if there is one, then the text; false if the socket accepted
    /// nothing of the text.
    fileprivate mutating func send(
        _ text: borrowing TextBuffer, on socket: borrowing OpenFile
    ) -> Bool {
        finishLine(on: socket)
        guard unsent.isEmpty else { return false }
        return text.withBytes { bytes in
            let count = write(bytes, to: socket)
            if count > 0, count < bytes.count { unsent = Array(bytes.dropFirst(count)) }
            return count > 0
        }
    }

    /// Sends the hello if it is new, or still due.
    fileprivate mutating func greet(
        _ hello: Hello, isNew: Bool, on socket: borrowing OpenFile
    ) {
        owesHello = owesHello || isNew
        if owesHello { owesHello = !send(.line { $0.appendHello(hello) }, on: socket) }
    }

    /// Answers the requests to recenter, all at once: many small texts would fill the socket.
    fileprivate mutating func answer(on socket: borrowing OpenFile) {
        let count = unanswered
        guard count > 0 else { return }
        let isSent = send(
            .line { text in for _ in 0..<count { text.appendRecentered() } }, on: socket)
        if isSent { unanswered = 0 }
    }

    /// Sends the unsent end of a line, as much of it as the socket accepts.
    fileprivate mutating func finishLine(on socket: borrowing OpenFile) {
        guard !unsent.isEmpty else { return }
        unsent.removeFirst(unsent.withUnsafeBytes { write($0, to: socket) })
    }

    /// Returns the number of bytes that the socket accepted; 0 if the socket is full, or if the
    /// client has disconnected, which the event loop detects.
    private func write(_ bytes: UnsafeRawBufferPointer, to socket: borrowing OpenFile) -> Int {
        let flags = CInt(MSG_DONTWAIT | MSG_NOSIGNAL)
        return max(0, Glibc.send(socket.descriptor, bytes.baseAddress, bytes.count, flags))
    }
}

/// A state, samples and a hello for the clients; their text is written when a client first needs it.
struct Outgoing: ~Copyable {
    let state: MotionState
    private let readings: [Reading]
    /// Nanoseconds: when the state was measured; nil without a new reading, and if the state has no
    /// values.
    let timestamp: Int64?
    let hello: Hello
    /// Whether the hello changed, which is sent at once.
    let isHelloNew: Bool
    /// Whether the sensor's state changed, which is sent at once.
    let isSensorStateNew: Bool
    private(set) var stateLine = TextBuffer(capacity: 1 << 9)
    private(set) var sampleLines = TextBuffer(capacity: 1 << 9)

    init(
        _ state: MotionState, _ readings: [Reading], _ hello: Hello, isHelloNew: Bool,
        isSensorStateNew: Bool
    ) {
        (self.hello, self.isHelloNew) = (hello, isHelloNew)
        (self.state, self.isSensorStateNew) = (state, isSensorStateNew)
        self.readings = readings
        timestamp = readings.isEmpty ? nil : state.values?.attitude.timestamp
    }

    var sampleCount: Int { samples.count }

    /// Whether there are readings, and none is a sample.
    var isOfAttitudes: Bool { !readings.isEmpty && samples.isEmpty }

    /// Fills `stateLine`, unless it is filled already.
    mutating func writeState() {
        if stateLine.count == 0 { stateLine.appendState(state) }
    }

    /// Fills `sampleLines`, unless they are filled already.
    mutating func writeSamples() {
        guard sampleLines.count == 0 else { return }
        for sample in samples { sampleLines.appendSample(sample) }
    }

    private var samples: some Collection<ImuSample> { readings.lazy.compactMap(\.sample) }
}
