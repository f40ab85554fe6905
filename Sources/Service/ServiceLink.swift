import Glibc
import Motion

/// A service that is listened to, and that may come and go.
///
/// While it is away it is looked for again and again, with waits that grow.
struct ServiceLink: ~Copyable {
    /// Where the service may be; the first that is there is taken.
    private let paths: [String]
    private let request: String
    private var connection: ServiceConnection?
    /// Where the connection leads, or should.
    private(set) var path: String
    /// What the service reads, once it has said so.
    private(set) var device: String?
    /// What the newest state line said of it.
    private var deviceState = DeviceState.streaming
    private var retry = Retry()

    /// Says `request` on each connection; tries one now, and throws if that is forbidden.
    init(to paths: [String], saying request: String) throws(SocketError) {
        (self.paths, self.request, path) = (paths, request, paths.first ?? "")
        do throws(SocketError) {
            try connect()
        } catch {
            guard error.kind != .forbidden else { throw error }
        }
    }

    var isConnected: Bool { connection != nil }

    /// "the service at" its path.
    var name: String { "the service at \(path)" }

    /// Gives the lines that have come to `take`, waiting at most `timeout` for the first.
    mutating func read(timeout: Duration, _ take: (ServedLine) -> Void) -> SourceState {
        if connection == nil {
            guard retry.waitForTurn(atMost: timeout) else { return .waiting(for: name) }
            // It may take nobody in just now: the next turn will tell.
            try? connect()
            return connection == nil ? .waiting(for: name) : .open
        }
        guard let lines = connection?.lines(within: CInt(timeout / .milliseconds(1))) else {
            close()
            return .waiting(for: name)
        }
        for line in lines {
            guard let line = try? ServedLine(parsing: line), hear(line) else {
                close()
                return .waiting(for: name)
            }
            take(line)
        }
        return deviceState == .waiting ? .waiting(for: device ?? name) : .open
    }

    /// Ends the connection; the next `read` makes a new one.
    mutating func rest() {
        connection = nil
        retry = Retry()
    }

    private mutating func close() {
        connection = nil
        retry.fail()
    }

    /// Takes what concerns the connection; false where the service ends it.
    private mutating func hear(_ line: ServedLine) -> Bool {
        switch line {
        case .hello: break
        case .state(let state): deviceState = state.device
        case .sample: break
        case .error: return false
        }
        return deviceState != .ended
    }

    private mutating func connect() throws(SocketError) {
        deviceState = .streaming
        var failure: SocketError?
        for path in paths {
            do throws(SocketError) {
                var connection = try ServiceConnection(to: path)
                device = try connection.greet(saying: request)
                self.path = path
                self.connection = consume connection
                retry = Retry()
                return
            } catch {
                // One that is there and forbidden says more than one that is not there.
                if failure == nil || error.kind == .forbidden { failure = error }
            }
        }
        retry.fail()
        if let failure { throw failure }
    }
}

/// When the next try is due: at once, then after waits that double from 0.25 s to 4 s.
private struct Retry {
    private var wait = Duration.milliseconds(250)
    private var due = ContinuousClock.now

    mutating func fail() {
        due = .now + wait
        wait = min(wait * 2, .seconds(4))
    }

    /// Waits for the turn, at most `timeout`; whether it has come.
    func waitForTurn(atMost timeout: Duration) -> Bool {
        let rest = due - .now
        guard rest > .zero else { return true }
        usleep(useconds_t(min(rest, timeout) / .microseconds(1)))
        return rest <= timeout
    }
}
