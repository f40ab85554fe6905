import Glibc

/// A client's end of a connection to a service.
struct ServiceConnection: ~Copyable {
    private let path: String
    private let socket: OpenFile
    private var unread: [UInt8] = []

    /// Bytes; no service says a longer line.
    private static let longestLine = 1 << 16

    /// Connects to the service at `path`, if it is one that this user may trust.
    init(to path: String) throws(SocketError) {
        let folder = try SocketFolder(of: path)
        guard let status = folder.status else {
            throw SocketError("connect", path, code: errno)
        }
        guard status.st_mode & S_IFMT == S_IFSOCK else {
            throw SocketError(.forbidden, "\(path): no socket")
        }
        let socket = try makeUnixSocket()
        let descriptor = socket.descriptor
        guard withUnixAddress(folder.address, { connect(descriptor, $0, $1) }) == 0 else {
            throw SocketError("connect", path, code: errno)
        }
        guard let server = Peer(of: descriptor)?.user,
            [0, geteuid(), folder.owner].contains(server)
        else {
            throw SocketError(.forbidden, "\(path): the service is another user's")
        }
        self.path = path
        self.socket = socket
    }

    /// Says `request`; gives what is read there, which the service's first line says: nil is a device
    /// that is away.
    mutating func greet(saying request: String) throws(SocketError) -> String? {
        let bytes = Array("\(request)\n".utf8)
        _ = send(socket.descriptor, bytes, bytes.count, CInt(MSG_NOSIGNAL))
        let line = receive(within: 1000) ? nextLine() : nil
        switch line.flatMap({ try? ServedLine(parsing: $0) }) {
        case .hello(let device): return device
        case .error(let reason): throw SocketError(.failed, "\(path): the service says: \(reason)")
        default: throw SocketError(.failed, "\(path): no service of this program")
        }
    }

    /// The lines that have come, waiting at most so many milliseconds for the first; nil at the
    /// connection's end.
    mutating func lines(within milliseconds: CInt) -> [[UInt8]]? {
        if !unread.contains(UInt8(ascii: "\n")), !receive(within: milliseconds) { return nil }
        var lines: [[UInt8]] = []
        while let line = nextLine() { lines.append(line) }
        return lines
    }

    /// Takes a whole line from what was received.
    private mutating func nextLine() -> [UInt8]? {
        guard let end = unread.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
        defer { unread.removeFirst(end + 1) }
        return Array(unread[..<end])
    }

    /// Takes what has come; false at the connection's end.
    private mutating func receive(within milliseconds: CInt) -> Bool {
        var question = pollfd(fd: socket.descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&question, 1, milliseconds) > 0 else { return true }
        var bytes = [UInt8](repeating: 0, count: 1 << 14)
        let count = read(socket.descriptor, &bytes, bytes.count)
        if count < 0, errno == EINTR || errno == EAGAIN { return true }
        guard count > 0, unread.count < Self.longestLine else { return false }
        unread += bytes[..<count]
        return true
    }
}
