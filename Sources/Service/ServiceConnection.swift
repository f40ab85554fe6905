import Glibc

/// A client's end of a connection to a service.
struct ServiceConnection: ~Copyable {
    private let socket: OpenFile
    private var unread: [UInt8] = []

    /// Bytes; no service says a longer line.
    private static let longestLine = 1 << 16

    /// Connects to the service at `path`, if it is one that this user may trust.
    init(to path: String) throws(SocketError) {
        let folder = try SocketFolder(of: path)
        guard let status = folder.status else {
            throw SocketError("connect", path, code: ENOENT)
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
        self.socket = socket
    }

    /// Sends a request; a service that has gone is seen by the next `lines`.
    func send(_ request: String) {
        let bytes = Array("\(request)\n".utf8)
        _ = Glibc.send(socket.descriptor, bytes, bytes.count, CInt(MSG_NOSIGNAL))
    }

    /// The lines that have come, waiting at most so many milliseconds for the first bytes; nil at the
    /// connection's end.
    mutating func lines(within milliseconds: CInt) -> [ArraySlice<UInt8>]? {
        var question = pollfd(fd: socket.descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&question, 1, milliseconds) > 0 else { return [] }
        var bytes = [UInt8](repeating: 0, count: 1 << 14)
        let count = read(socket.descriptor, &bytes, bytes.count)
        if count < 0, errno == EINTR || errno == EAGAIN { return [] }
        guard count > 0, unread.count < Self.longestLine else { return nil }
        unread += bytes[..<count]
        guard let end = unread.lastIndex(of: UInt8(ascii: "\n")) else { return [] }
        defer { unread.removeFirst(end + 1) }
        return unread[...end].split(separator: UInt8(ascii: "\n"))
    }
}
