import Glibc
import Service

extension SocketPlace {
    /// Where the service makes its socket: the command line's path, else the configuration's, else
    /// the usual one.
    init(_ path: String?, _ config: Config.Serve) throws(Failure) {
        guard let path = path ?? config.socket ?? Self.ownPath else {
            throw Failure(.usage, "XDG_RUNTIME_DIR is not set; say where with --socket PATH")
        }
        let group = try config.group.map(Self.group) ?? Self.systemGroup(at: path)
        let mode = config.mode ?? (group == nil ? 0o600 : 0o660)
        let isShared = mode & 0o060 != 0
        self.init(path: path, mode: mode, group: isShared ? group ?? getegid() : nil)
    }

    /// The group of the system's service, where it was installed.
    private static func systemGroup(at path: String) -> gid_t? {
        path == systemPath ? try? group("lenticule") : nil
    }

    private static func group(_ name: String) throws(Failure) -> gid_t {
        if let number = gid_t(name) { return number }
        // Looked up once, before other threads do the like.
        guard let entry = getgrnam(name) else {
            throw Failure(.configuration, "serve.group: there is no group \"\(name)\" here")
        }
        return entry.pointee.gr_gid
    }
}
