import Motion
import Platform

/// A connection to a service that may end and start again.
///
/// Without a connection, it tries to connect, with increasing delays.
struct ServiceLink: ~Copyable {
    /// The possible paths of the service; the first with a service is used.
    private let paths: [String]
    private let request: String
    private let notify: @Sendable (String) -> Void
    private var connection: ServiceConnection?
    /// Nanoseconds: when the connection began.
    private var began: Int64 = 0
    private var hello: Hello? {
        didSet { newestName = hello?.sensor?.name ?? newestName }
    }
    /// The name of the newest sensor, which may be absent now.
    private var newestName: String?
    /// The path of the last connection; before the first one, the first of `paths`.
    private(set) var path: String
    /// The sensor's state in the newest state line of the last connection; streaming if a sample
    /// came after it.
    private var sensorState = SensorState.streaming
    private var retry = Backoff()
    /// Why there is no connection.
    private(set) var trouble: SocketError?

    /// Nanoseconds: systemd's time limit for the start of a service.
    private static let longestStart: Int64 = 90_000_000_000

    /// Sends `request` on each connection; `notify` gets lines for people. Tries to connect now,
    /// waits at most a second for the hello, and throws if the connection is forbidden.
    init(
        to paths: [String], saying request: String, notify: @escaping @Sendable (String) -> Void
    ) throws(SocketError) {
        (self.paths, self.request, self.notify, path) = (paths, request, notify, paths.first ?? "")
        do throws(SocketError) {
            try connect()
            try awaitHello(within: 1000)
        } catch {
            guard error.kind != .forbidden else { throw error }
            fail(error)
        }
    }

    var isReady: Bool { hello != nil }

    var isStarting: Bool { connection != nil && hello == nil }

    /// The sensor in the service's hello; nil if the sensor was absent.
    var sensor: ServedSensor? { hello?.sensor }

    var name: String { "the service at \(path)" }

    /// Calls `take` with each new line; waits at most `timeout` for the first. Without a
    /// connection, waits at most `timeout` for the next try too, and again for the hello. Returns
    /// whether the sensor gives readings, by the newest state line or sample. Throws only if the
    /// service has no samples.
    mutating func read(
        timeout: Duration, _ take: (ServedLine) -> Void
    ) throws(SocketError) -> SourceState {
        let milliseconds = CInt(saturating: timeout / .milliseconds(1))
        do throws(SocketError) {
            if connection == nil {
                guard retry.waitForTry(atMost: milliseconds) else { return waiting }
                try connect()
            }
            if hello == nil, try !awaitHello(within: milliseconds) { return waiting }
            try receive(within: milliseconds, take)
            return sensorState == .waiting ? .waiting(for: newestName ?? "a sensor") : .open
        } catch {
            guard error.kind != .noSamples else { throw error }
            fail(error)
            return waiting
        }
    }

    mutating func finishStarting() {
        do throws(SocketError) {
            while isStarting { try awaitHello(within: 1000) }
        } catch {
            fail(error)
        }
    }

    /// Ends the connection; the next `read` makes a new one.
    mutating func suspend() {
        connection = nil
        hello = nil
        retry.reset()
        retry.hurry()
    }

    private var waiting: SourceState {
        if isStarting { return .waiting(for: "\(name) to start") }
        if let trouble, trouble.kind != .absent {
            return .waiting(for: "\(name): \(trouble.reason)")
        }
        return .waiting(for: sensorState == .ended ? "\(name): its log has ended" : name)
    }

    /// Connects to the first of the paths where a service is.
    private mutating func connect() throws(SocketError) {
        var failure: SocketError?
        for path in paths {
            do throws(SocketError) {
                connection = try ServiceConnection(to: path, saying: request)
                (self.path, began, sensorState) = (path, monotonicNow(), .streaming)
                return
            } catch {
                // That a service is forbidden tells more than that another is absent.
                if failure == nil || error.kind == .forbidden { failure = error }
            }
        }
        if let failure { throw failure }
    }

    /// Waits at most `milliseconds` for the service's hello; returns whether it has arrived. Throws
    /// if it has not after `longestStart`.
    @discardableResult
    private mutating func awaitHello(within milliseconds: CInt) throws(SocketError) -> Bool {
        hello = try connection?.hello(within: milliseconds)
        if hello != nil { trouble = nil }
        guard hello == nil, monotonicNow() > began + Self.longestStart else { return hello != nil }
        throw SocketError(.failed, path, "the service says nothing")
    }

    /// Calls `take` with each new line.
    private mutating func receive(
        within milliseconds: CInt, _ take: (ServedLine) -> Void
    ) throws(SocketError) {
        guard let lines = connection?.lines(within: milliseconds) else {
            throw SocketError(.absent, path, "the service has gone")
        }
        for line in lines {
            let line = try parse(line)
            switch line {
            case .state(let state): sensorState = state.sensorState
            case .sample: sensorState = .streaming
            case .hello(let hello): self.hello = hello
            case .lost, .recentered, .error, .unknown: break
            }
            take(line)
            if sensorState == .ended {
                throw SocketError(.absent, path, "the log that the service reads has ended")
            }
        }
    }

    private func parse(_ line: [UInt8]) throws(SocketError) -> ServedLine {
        var kind = SocketError.Kind.failed
        do throws(LineError) {
            let line = try ServedLine(parsing: line)
            guard case .error(let reason) = line else { return line }
            if reason == ServedLine.noSamples { kind = .noSamples }
            throw LineError("the service says \"\(reason.printable)\"")
        } catch {
            throw SocketError(kind, path, error.description)
        }
    }

    /// Ends the connection; gives a new reason to `notify`, unless the service is absent.
    private mutating func fail(_ error: SocketError) {
        if hello != nil { retry.resetIfLong(since: began) }
        connection = nil
        hello = nil
        if error.kind != .absent, error != trouble { notify("\(error); trying again") }
        trouble = error
    }
}
