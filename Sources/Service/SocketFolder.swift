import Glibc

/// The folder that a socket lies in, held open: nobody can put another in its place.
///
/// Links are followed only where nobody else may write: below a folder like /tmp they are refused.
struct SocketFolder: ~Copyable {
    /// The socket's whole path, as it was given.
    let path: String
    /// The socket's name in the folder.
    let name: String
    private let folder: OpenFile

    /// Opens the folder of `path`; with `mode` it is made if only it is missing.
    init(of path: String, makingWith mode: mode_t? = nil) throws(SocketError) {
        var parts = path.split(separator: "/").map(String.init)
        guard let name = parts.popLast(), name != ".", name != "..", !path.hasSuffix("/") else {
            throw SocketError(.failed, "\(path): no path of a socket")
        }
        var walk = try FolderWalk(to: path)
        try walk.go(through: parts, makingLastWith: mode)
        (self.path, self.name) = (path, name)
        folder = walk.end()
    }

    /// Where bind and connect find the socket; short enough for them, however long the path is.
    var address: String { "/proc/self/fd/\(folder.descriptor)/\(name)" }

    /// What is under the socket's name, links not followed; nil where nothing is.
    var status: stat? {
        var status = stat()
        return fstatat(folder.descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 ? status : nil
    }

    /// The user whose folder it is.
    var owner: uid_t? {
        var status = stat()
        return fstat(folder.descriptor, &status) == 0 ? status.st_uid : nil
    }

    /// Takes the socket away.
    func removeSocket() { unlinkat(folder.descriptor, name, 0) }

    /// Gives the socket to a group.
    func setGroup(_ group: gid_t) throws(SocketError) {
        guard fchownat(folder.descriptor, name, uid_t.max, group, AT_SYMLINK_NOFOLLOW) == 0 else {
            throw SocketError("give it to group \(group)", path, code: errno)
        }
    }

    /// Says who may connect.
    func setMode(_ mode: mode_t) throws(SocketError) {
        guard fchmodat(folder.descriptor, name, mode, 0) == 0 else {
            throw SocketError("set its mode", path, code: errno)
        }
    }
}

/// O_PATH, which Swift does not get from glibc's headers.
private let pathOnly: CInt = 0o10000000

/// A way from folder to folder on which no stranger chooses the turns.
private struct FolderWalk: ~Copyable {
    private let goal: String
    private var folder: OpenFile
    /// Whether the way came through a folder in which anybody may write.
    private var isShared = false
    private var linksLeft = 16

    /// Begins at the root for an absolute path, else at the present folder.
    init(to goal: String) throws(SocketError) {
        self.goal = goal
        folder = try Self.open(goal.hasPrefix("/") ? "/" : ".", from: AT_FDCWD, goal)
    }

    /// Goes through `parts`; with `mode` the last folder may be made.
    mutating func go(
        through parts: [String], makingLastWith mode: mode_t?
    ) throws(SocketError) {
        var parts = Array(parts.reversed())
        while let part = parts.popLast() {
            if let mode, parts.isEmpty { try make(part, mode) }
            if let target = try link(part) {
                parts += target.split(separator: "/").reversed().map(String.init)
                if target.hasPrefix("/") { try step(to: "/") }
            } else {
                try step(to: part)
            }
        }
    }

    /// The folder that was reached.
    consuming func end() -> OpenFile { folder }

    private func make(_ part: String, _ mode: mode_t) throws(SocketError) {
        guard mkdirat(folder.descriptor, part, mode) != 0, errno != EEXIST else { return }
        throw SocketError("make its folder", goal, code: errno)
    }

    private mutating func step(to part: String) throws(SocketError) {
        folder = try Self.open(part, from: folder.descriptor, goal)
        var status = stat()
        guard fstat(folder.descriptor, &status) == 0 else {
            throw SocketError("reach its folder", goal, code: errno)
        }
        guard !isShared || [0, geteuid()].contains(status.st_uid) else {
            throw SocketError(.forbidden, "\(goal): \(part) belongs to another user")
        }
        isShared = isShared || status.st_mode & S_IWOTH != 0
    }

    private static func open(
        _ part: String, from folder: CInt, _ goal: String
    ) throws(SocketError) -> OpenFile {
        let next = openat(folder, part, pathOnly | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard next >= 0 else { throw SocketError("reach its folder", goal, code: errno) }
        return OpenFile(next)
    }

    /// What `part` points to, if it is a link.
    private mutating func link(_ part: String) throws(SocketError) -> String? {
        var text = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlinkat(folder.descriptor, part, &text, text.count)
        guard count >= 0 else { return nil }
        linksLeft -= 1
        guard !isShared, linksLeft >= 0 else {
            throw SocketError(
                .forbidden,
                "\(goal): \(part) is a link in a folder that everybody writes to; "
                    + "give the path that it stands for")
        }
        return String(decoding: text[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
