import CSystemd
public import Glibc
import Platform
import SystemPackage

/// The path of a service's socket, and its permissions.
public struct SocketFile: Sendable, Equatable {
    public var path: String
    /// Its permissions, for user and group only.
    public var mode: mode_t
    /// The group whose members may connect, too.
    public var group: gid_t?

    /// Whether `other` is a path of the same socket.
    public func isAt(_ other: String) -> Bool { resolved(path) == resolved(other) }

    public init(path: String, mode: mode_t = 0o600, group: gid_t? = nil) {
        (self.path, self.mode, self.group) = (path, mode, group)
    }
}

/// The path with its folders' links resolved; unchanged if the folder does not exist.
private func resolved(_ path: String) -> String {
    let folder = path.pathPrefix
    guard let real = realPath(folder.isEmpty ? "." : folder) else { return path }
    return "\(real)/\(path.dropFirst(folder.count))"
}

/// The socket that clients connect to: made by this program, or passed by systemd.
struct ListeningSocket {
    let descriptor: CInt
    let path: String
    /// The group whose members may connect, too.
    let group: gid_t?
    /// Device and inode of the socket's file; nil for a socket that systemd passed.
    private let identity: (dev_t, ino_t)?

    /// Makes the socket `file`; replaces the socket of a service that no longer runs.
    init(at file: SocketFile) throws(SocketError) {
        // All users may search a new folder, whatever the umask is: members of the socket's group
        // must reach the socket, also a socket that systemd makes there later. The socket's own
        // permissions limit who connects.
        let folder = try SocketFolder(of: file.path, makingWith: 0o755)
        try Self.makeRoom(in: folder)
        let socket = try Self.makeSocket(for: file.path)
        try folder.listen(on: socket, as: file)
        descriptor = socket.release()
        identity = folder.socketStatus.map { ($0.st_dev, $0.st_ino) }
        (path, group) = (file.path, file.group)
    }

    /// The first socket that systemd passed; nil if it passed none.
    init?(inherited: Void) throws(SocketError) {
        guard sd_listen_fds(1) > 0 else { return nil }
        let first = CInt(SD_LISTEN_FDS_START)
        guard sd_is_socket_unix(first, CInt(SOCK_STREAM.rawValue), 1, nil, 0) > 0 else {
            throw SocketError(
                .failed, "systemd",
                "it handed on no listening Unix socket; look at ListenStream= in the socket unit")
        }
        (descriptor, identity, path) = (first, nil, unixPath(of: first) ?? "systemd's socket")
        var status = stat()
        let isShared = lstat(path, &status) == 0 && status.st_mode & 0o020 != 0
        group = isShared ? status.st_gid : nil
    }

    /// Whether the socket's file still exists at its path; true for a socket that systemd passed.
    var isInPlace: Bool {
        guard let identity else { return true }
        var status = stat()
        return lstat(path, &status) == 0 && (status.st_dev, status.st_ino) == identity
    }

    /// Removes the socket's file, unless another socket has replaced it or systemd passed it.
    func remove() {
        guard identity != nil, isInPlace, let folder = try? SocketFolder(of: path) else { return }
        folder.removeSocket()
    }

    /// Registers `remove` for the end of the program.
    func removedAtTheEnd() -> Ending.Registration { Ending.cleaningUp { remove() } }

    private static func makeSocket(for path: String) throws(SocketError) -> OpenFile {
        do {
            return try makeUnixSocket()
        } catch {
            throw SocketError("make a socket", path, error)
        }
    }

    /// Removes the socket of a service that no longer runs; throws if anything else is there.
    private static func makeRoom(in folder: borrowing SocketFolder) throws(SocketError) {
        guard let old = folder.socketStatus else { return }
        guard old.st_mode & S_IFMT == S_IFSOCK else {
            throw SocketError(
                .forbidden, folder.socketPath, "something else than a socket is there")
        }
        guard [geteuid(), 0].contains(old.st_uid) else {
            throw SocketError(.forbidden, folder.socketPath, "another user's socket is there")
        }
        let trial = try makeSocket(for: folder.socketPath)
        do throws(Errno) {
            try folder.connect(trial)
        } catch .connectionRefused {
            return folder.removeSocket()
        } catch {}
        throw SocketError(
            .taken, folder.socketPath,
            "a service is running there already; end it, or give another --socket")
    }
}
