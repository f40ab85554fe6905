import Glibc
import Platform
import SystemPackage

/// A client's end of a connection to a service.
struct ServiceConnection: ~Copyable {
    private let path: String
    private let socket: OpenFile
    private var unread: [UInt8] = []

    /// Bytes; no line of a service is longer.
    private static let longestLine = 1 << 16

    /// Connects to the service at `path` and sends `request`; throws unless this user, root or the
    /// folder's owner runs the service.
    init(to path: String, saying request: String) throws(SocketError) {
        let folder = try SocketFolder(of: path)
        guard let status = folder.socketStatus else {
            throw SocketError("connect", path, Errno.last)
        }
        guard status.st_mode & S_IFMT == S_IFSOCK else {
            throw SocketError(.forbidden, path, "no socket")
        }
        let socket = try Self.connect(in: folder)
        guard let server = Peer(of: socket.descriptor)?.user,
            [0, geteuid(), folder.owner].contains(server)
        else {
            throw SocketError(.forbidden, path, "the service is another user's")
        }
        let bytes = Array("\(request)\n".utf8)
        _ = send(socket.descriptor, bytes, bytes.count, CInt(MSG_NOSIGNAL))
        self.path = path
        self.socket = socket
    }

    private static func connect(in folder: borrowing SocketFolder) throws(SocketError) -> OpenFile {
        do throws(Errno) {
            let socket = try makeUnixSocket()
            try folder.connect(socket)
            return socket
        } catch {
            throw SocketError("connect", folder.socketPath, error)
        }
    }

    /// The service's first line; waits at most `milliseconds` for it. Nil if none has arrived, as
    /// while systemd starts the service. Throws if the connection ends, or if the line is no hello.
    mutating func hello(within milliseconds: CInt) throws(SocketError) -> Hello? {
        guard hasLine || receive(within: milliseconds) else {
            throw SocketError(
                .failed, path, "the service closed the connection without sending a line")
        }
        guard let line = nextLine() else { return nil }
        do throws(LineError) {
            switch try ServedLine(parsing: line) {
            case .hello(let hello): return hello
            case .error(let reason): throw LineError("the service says \"\(reason.printable)\"")
            default: throw LineError("this is no lenticule service")
            }
        } catch {
            throw SocketError(.failed, path, error.description)
        }
    }

    /// The lines that have arrived; waits at most `milliseconds` for the first. Nil at the
    /// connection's end.
    mutating func lines(within milliseconds: CInt) -> [[UInt8]]? {
        if !hasLine, !receive(within: milliseconds) { return nil }
        var lines: [[UInt8]] = []
        while let line = nextLine() { lines.append(line) }
        return lines
    }

    private var hasLine: Bool { unread.contains(UInt8(ascii: "\n")) }

    /// Takes a whole line from the received bytes.
    private mutating func nextLine() -> [UInt8]? {
        guard let end = unread.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
        defer { unread.removeFirst(end + 1) }
        return Array(unread[..<end])
    }

    /// Waits at most `milliseconds` for bytes, and reads those that have arrived; false at the end
    /// of the connection, or if a line is longer than `longestLine`.
    private mutating func receive(within milliseconds: CInt) -> Bool {
        var polled = pollfd(fd: socket.descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&polled, 1, milliseconds) > 0 else { return true }
        var bytes = [UInt8](repeating: 0, count: 1 << 14)
        let count = read(socket.descriptor, &bytes, bytes.count)
        if count < 0, errno == EINTR || errno == EAGAIN { return true }
        guard count > 0, unread.count < Self.longestLine else { return false }
        unread += bytes[..<count]
        return true
    }
}

/// The name of the sensor that the service at `path` reads, nil while the sensor is absent; waits
/// at most two seconds for the service's first line.
public func sensorServed(at path: String) throws(SocketError) -> String? {
    var connection = try ServiceConnection(
        to: path, saying: "{\"subscribe\":\"state\",\"hz\":1}")
    let end = monotonicNow() + 2_000_000_000
    while monotonicNow() < end {
        if let hello = try connection.hello(within: 200) { return hello.sensor?.name }
    }
    throw SocketError(
        .failed, path, "a service is there and says nothing yet: it is being started, or it hangs")
}
