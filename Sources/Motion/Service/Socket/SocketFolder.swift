import Glibc
import Platform
import SystemPackage

/// The folder of a socket, kept open so that replacing it has no effect.
///
/// Refuses links, and folders of other users, below a folder that all users may write to, such as
/// /tmp. A relative path begins at the working folder; the folders above that are not examined.
struct SocketFolder: ~Copyable {
    /// The socket's path, as it was given.
    let socketPath: String
    /// The socket's name in the folder.
    private let name: String
    private let folder: OpenFile

    /// Opens the folder of `path`; with `mode`, makes it if all folders above it exist.
    init(of path: String, makingWith mode: mode_t? = nil) throws(SocketError) {
        var parts = path.split(separator: "/").map(String.init)
        guard let name = parts.popLast(), name != ".", name != "..", !path.hasSuffix("/") else {
            throw SocketError(.failed, path, "no path of a socket")
        }
        var walk = try FolderWalk(to: path)
        try walk.go(through: parts, makingLastWith: mode)
        (socketPath, self.name) = (path, name)
        folder = walk.openedFolder()
    }

    /// The status of the file with the socket's name, links not followed; nil if there is none.
    var socketStatus: stat? {
        var status = stat()
        return fstatat(folder.descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 ? status : nil
    }

    var owner: uid_t? { (try? folder.status)?.st_uid }

    /// Removes the socket; errors are ignored.
    func removeSocket() { unlinkat(folder.descriptor, name, 0) }

    /// Connects to the file with the socket's name.
    func connect(_ socket: borrowing OpenFile) throws(Errno) {
        let target = OpenFile(
            try result { openat(folder.descriptor, name, pathOnly | O_NOFOLLOW | O_CLOEXEC) })
        let descriptor = socket.descriptor
        try result { withUnixAddress(target.descriptorPath) { Glibc.connect(descriptor, $0, $1) } }
    }

    /// Binds the socket and listens; the socket gets its name after its group and mode are set.
    ///
    /// Before, it has a short random name, so that neither umask nor the name's length matters.
    func listen(on socket: borrowing OpenFile, as file: SocketFile) throws(SocketError) {
        let draft = ".lenticule-\(String(UInt64.random(in: .min ... .max), radix: 36))"
        let (socket, folder) = (socket.descriptor, folder.descriptor)
        let address = "\(self.folder.descriptorPath)/\(draft)"
        try attempt("make a socket") { withUnixAddress(address) { bind(socket, $0, $1) } }
        defer { unlinkat(folder, draft, 0) }
        if let group = file.group {
            try attempt("give it to group \(group)") {
                fchownat(folder, draft, uid_t.max, group, AT_SYMLINK_NOFOLLOW)
            }
        }
        try attempt("set its mode") { fchmodat(folder, draft, file.mode, AT_SYMLINK_NOFOLLOW) }
        try attempt("listen") { Glibc.listen(socket, 64) }
        try attempt("make a socket") { linkat(folder, draft, folder, name, 0) }
    }

    private func attempt(_ operation: String, _ call: () -> CInt) throws(SocketError) {
        do {
            try result(of: call)
        } catch {
            throw SocketError(operation, socketPath, error)
        }
    }
}

/// Opens a path folder by folder; refuses more than 16 links, and what `SocketFolder` refuses.
private struct FolderWalk: ~Copyable {
    private let goal: String
    /// The path of `folder`.
    private var path: String
    private var folder: OpenFile
    /// Whether all users may write to one of the folders so far.
    private var isShared = false
    private var linksLeft = 16

    /// Starts at the root for an absolute path, else at the working folder.
    init(to goal: String) throws(SocketError) {
        let start = try Self.open(goal.hasPrefix("/") ? "/" : ".", from: AT_FDCWD, goal)
        isShared = try Self.status(of: start, goal).st_mode & S_IWOTH != 0
        (self.goal, path) = (goal, goal.hasPrefix("/") ? "/" : "")
        folder = start
    }

    /// Opens `parts` in order; with `mode`, makes the last folder if it is missing.
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

    /// The last folder opened.
    consuming func openedFolder() -> OpenFile { folder }

    private func make(_ part: String, _ mode: mode_t) throws(SocketError) {
        if mkdirat(folder.descriptor, part, mode) == 0 {
            // The umask may have left out a part of the mode; the bit that gives files the folder's
            // group stays.
            var status = stat()
            fstatat(folder.descriptor, part, &status, AT_SYMLINK_NOFOLLOW)
            fchmodat(folder.descriptor, part, status.st_mode & S_ISGID | mode, AT_SYMLINK_NOFOLLOW)
            return
        }
        let error = Errno.last
        if error != .fileExists { throw SocketError("make its folder", goal, error) }
    }

    private mutating func step(to part: String) throws(SocketError) {
        folder = try Self.open(part, from: folder.descriptor, goal)
        path = path(of: part)
        let status = try Self.status(of: folder, goal)
        guard !isShared || [0, geteuid()].contains(status.st_uid) else {
            throw SocketError(.forbidden, goal, "the folder \(path) belongs to another user")
        }
        isShared = isShared || status.st_mode & S_IWOTH != 0
    }

    /// The path of `part` in the folder.
    private func path(of part: String) -> String {
        if part == "/" { return part }
        return path.isEmpty || path.hasSuffix("/") ? path + part : "\(path)/\(part)"
    }

    private static func status(
        of folder: borrowing OpenFile, _ goal: String
    ) throws(SocketError) -> stat {
        do {
            return try folder.status
        } catch {
            throw SocketError("reach its folder", goal, error)
        }
    }

    private static func open(
        _ part: String, from folder: CInt, _ goal: String
    ) throws(SocketError) -> OpenFile {
        do {
            let flags = pathOnly | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
            return OpenFile(try result { openat(folder, part, flags) })
        } catch {
            throw SocketError("reach its folder", goal, error)
        }
    }

    /// The target of `part`, if it is a link.
    private mutating func link(_ part: String) throws(SocketError) -> String? {
        var text = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlinkat(folder.descriptor, part, &text, text.count)
        guard count >= 0 else { return nil }
        linksLeft -= 1
        guard linksLeft >= 0 else {
            throw SocketError("reach its folder", goal, Errno.tooManySymbolicLinkLevels)
        }
        guard !isShared else {
            throw SocketError(
                .forbidden, goal,
                "\(path(of: part)) is a link in a folder that everybody may write to; "
                    + "give the path that it stands for")
        }
        return String(decoding: text[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
