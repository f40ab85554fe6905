import Glibc

/// The credentials of the process at the other end of a Unix socket, from the kernel.
struct Peer: Equatable {
    let user: uid_t
    let group: gid_t
    /// The supplementary groups of the process.
    let groups: [gid_t]

    init(user: uid_t, group: gid_t, groups: [gid_t] = []) {
        (self.user, self.group, self.groups) = (user, group, groups)
    }

    /// SO_PEERCRED and SO_PEERGROUPS of a connected socket; nil without the first, no groups
    /// without the second.
    init?(of socket: CInt) {
        // struct ucred: process, user, group.
        guard let numbers = Self.option(SO_PEERCRED, of: socket, count: 3), numbers.count == 3
        else {
            return nil
        }
        (user, group) = (numbers[1], numbers[2])
        groups = Self.option(Self.peerGroups, of: socket, count: 64) ?? []
    }

    /// Whether it may connect to a service of user `owner` that members of `group` may also use.
    func isAllowed(by owner: uid_t, _ group: gid_t?) -> Bool {
        if user == 0 || user == owner { return true }
        guard let group else { return false }
        return self.group == group || groups.contains(group)
    }

    /// SO_PEERGROUPS, which Swift does not import from glibc's headers.
    private static let peerGroups: CInt = 59

    private static func option(_ name: CInt, of socket: CInt, count: Int) -> [UInt32]? {
        var numbers = [UInt32](repeating: 0, count: count)
        var size = socklen_t(count * 4)
        let result = numbers.withUnsafeMutableBytes {
            getsockopt(socket, SOL_SOCKET, name, $0.baseAddress, &size)
        }
        if result != 0, errno == ERANGE, Int(size) > count * 4 {
            return option(name, of: socket, count: Int(size) / 4)
        }
        return result == 0 ? Array(numbers.prefix(Int(size) / 4)) : nil
    }
}
