public import Glibc

/// Where a service makes its socket, and who may use it.
public struct SocketPlace: Sendable, Equatable {
    public var path: String
    /// Its permissions; nobody outside user and group has any.
    public var mode: mode_t
    /// Whose members may connect beside the user; nil: nobody's.
    public var group: gid_t?

    public init(path: String, mode: mode_t = 0o600, group: gid_t? = nil) {
        (self.path, self.mode, self.group) = (path, mode, group)
    }
}
