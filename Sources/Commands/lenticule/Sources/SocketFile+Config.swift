import Glibc
import Playback
import Service

extension SocketFile {
    /// The service's socket: the path on the command line, or else the configuration's, or else the
    /// standard path.
    init(_ path: String?, _ config: Config.Serve) throws(Failure) {
        guard let path = path ?? config.socket ?? Self.ownPath else {
            throw Failure(
                .usage, "cannot make the socket: XDG_RUNTIME_DIR is not set; give --socket PATH")
        }
        let group = try config.group.map(Self.group) ?? Self.systemGroup(at: path)
        let mode = config.mode ?? (group == nil ? 0o600 : 0o660)
        let isShared = mode & 0o060 != 0
        self.init(path: path, mode: mode, group: isShared ? group ?? getegid() : nil)
    }

    /// The group of the system's service; nil for a socket at another path, and if the machine has
    /// no such group.
    private static func systemGroup(at path: String) -> gid_t? {
        path == systemPath ? try? group("lenticule") : nil
    }

    private static func group(_ name: String) throws(Failure) -> gid_t {
        if let number = gid_t(name) { return number }
        // getgrnam(3) is not thread-safe: called once, before other threads use it.
        guard let entry = getgrnam(name) else {
            throw Failure(.configuration, "serve.group: this machine has no group \"\(name)\"")
        }
        return entry.pointee.gr_gid
    }
}
