import CSystemd
import Glibc

/// The socket that clients connect to: one of this program's making, or one that systemd handed on.
struct ListeningSocket {
    let descriptor: CInt
    let path: String
    /// Whose members are let in beside the user.
    let group: gid_t?
    /// What tells this socket from another of its name: device and inode; nil for one handed on.
    private let identity: (dev_t, ino_t)?

    /// Makes the socket at `place`; that of a service that has died is replaced.
    init(at place: SocketPlace) throws(SocketError) {
        // The socket's own permissions decide. It may be systemd's next, for a group, in this folder.
        let folder = try SocketFolder(of: place.path, makingWith: 0o755)
        try Self.makeRoom(in: folder)
        let socket = try Self.bind(in: folder)
        do throws(SocketError) {
            if let group = place.group { try folder.setGroup(group) }
            try folder.setMode(place.mode)
            guard listen(socket.descriptor, 64) == 0 else {
                throw SocketError("listen", place.path, code: errno)
            }
        } catch {
            folder.removeSocket()
            throw error
        }
        descriptor = socket.release()
        identity = folder.status.map { ($0.st_dev, $0.st_ino) }
        (path, group) = (place.path, place.group)
    }

    /// The first socket that systemd hands on; nil where it hands on none.
    init?(inherited: Void) throws(SocketError) {
        guard sd_listen_fds(1) > 0 else { return nil }
        let first = CInt(SD_LISTEN_FDS_START)
        guard sd_is_socket_unix(first, CInt(SOCK_STREAM.rawValue), 1, nil, 0) > 0 else {
            throw SocketError(
                .failed,
                "systemd handed on no listening Unix socket; look at ListenStream= in the socket unit"
            )
        }
        (descriptor, identity, path) = (first, nil, unixPath(of: first) ?? "systemd's socket")
        var status = stat()
        let isShared = lstat(path, &status) == 0 && status.st_mode & 0o020 != 0
        group = isShared ? status.st_gid : nil
    }

    /// Whether the socket is still where clients look for it.
    var isInPlace: Bool {
        guard let identity else { return true }
        var status = stat()
        return lstat(path, &status) == 0 && (status.st_dev, status.st_ino) == identity
    }

    /// Takes the socket's file away, if it is this one's.
    func remove() {
        guard identity != nil, isInPlace, let folder = try? SocketFolder(of: path) else { return }
        folder.removeSocket()
    }

    /// Binds with no permission for anybody but the user.
    private static func bind(in folder: borrowing SocketFolder) throws(SocketError) -> OpenFile {
        let socket = try makeUnixSocket()
        let before = umask(0o177)
        defer { umask(before) }
        let descriptor = socket.descriptor
        guard withUnixAddress(folder.address, { Glibc.bind(descriptor, $0, $1) }) == 0 else {
            throw SocketError("make a socket", folder.path, code: errno)
        }
        return socket
    }

    /// Removes the socket of a dead service; what else is there, above all a living one, stays.
    private static func makeRoom(in folder: borrowing SocketFolder) throws(SocketError) {
        guard let old = folder.status else { return }
        guard old.st_mode & S_IFMT == S_IFSOCK else {
            throw SocketError(.forbidden, "\(folder.path): something else than a socket is there")
        }
        guard [geteuid(), 0].contains(old.st_uid) else {
            throw SocketError(.forbidden, "\(folder.path): another user's socket is there")
        }
        let trial = try makeUnixSocket()
        let descriptor = trial.descriptor
        let result = withUnixAddress(folder.address) { connect(descriptor, $0, $1) }
        guard result != 0, errno == ECONNREFUSED else {
            throw SocketError(
                .taken,
                "\(folder.path): a service is running there already; end it, or give another --socket"
            )
        }
        folder.removeSocket()
    }
}
