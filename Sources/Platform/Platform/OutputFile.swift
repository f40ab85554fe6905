import Glibc
import Synchronization
import SystemPackage

/// A file for a result. Until `finish`, the path still holds the old file.
///
/// It is written as a draft in the same folder, which replaces the file at the end. Links are
/// followed. The old file's mode stays, and its owner if the user may set it. Pipes, devices and
/// standard output (`-`) are written to directly.
public struct OutputFile: ~Copyable {
    /// For messages.
    public let name: String
    private let file: OpenFile
    /// Nil if bytes are written directly.
    private let draft: Draft?

    /// A path by which another program may write the contents in the place of this one, as long as this one
    /// runs; nil if bytes are written directly.
    public var sharedPath: String? {
        draft == nil ? nil : "/proc/\(getpid())/fd/\(file.descriptor)"
    }

    /// Prepares to write to `path`; throws if that is one of `inputFiles`.
    public init(_ path: String, inputFiles: [String] = []) throws(FileError) {
        name = path == "-" ? "standard output" : path
        try checkDistinct(output: path, from: inputFiles)
        do {
            if isStandardOutput(path) {
                file = try OpenFile(duplicating: STDOUT_FILENO)
                draft = nil
            } else if FileKind(path) == .special {
                file = try OpenFile(path, O_WRONLY | O_NOCTTY)
                draft = nil
            } else {
                let draft = Draft(of: try replaceable(path))
                file = try draft.open()
                self.draft = draft
            }
        } catch {
            throw FileError("write", name, error)
        }
    }

    deinit { draft?.remove() }

    /// Appends `bytes`.
    public func write(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
        do {
            try file.write(bytes)
        } catch {
            throw FileError("write", name, error)
        }
    }

    /// Appends `bytes`.
    public func write(_ bytes: [UInt8]) throws(FileError) {
        do {
            try file.write(bytes)
        } catch {
            throw FileError("write", name, error)
        }
    }

    /// Appends `text` in UTF-8.
    public func write(_ text: String) throws(FileError) { try write(Array(text.utf8)) }

    /// Overwrites bytes from the byte `offset` on. Throws for a pipe, because a pipe cannot seek.
    public func overwrite(_ bytes: [UInt8], at offset: Int) throws(FileError) {
        do throws(Errno) {
            var written = 0
            while written < bytes.count {
                let remaining = Array(bytes.dropFirst(written))
                written += try result {
                    pwrite(file.descriptor, remaining, remaining.count, offset + written)
                }
            }
        } catch {
            throw FileError("write", name, error)
        }
    }

    /// Completes the file, which then replaces the old one.
    public consuming func finish() throws(FileError) {
        do {
            try draft?.install(file.descriptor)
        } catch {
            throw FileError("write", name, error)
        }
    }
}

/// A temporary file in the folder of the file that it replaces.
struct Draft {
    /// The path of the file that it replaces.
    private let path: String
    private let draftPath: String
    /// Paths of the drafts that exist, for `removeDrafts`.
    static let existing = Mutex<Set<String>>([])

    init(of path: String) {
        self.path = path
        let number = String(UInt64.random(in: .min ... .max), radix: 36)
        draftPath = "\(path.pathFolder)/.lenticule-\(number)"
    }

    func open() throws(Errno) -> OpenFile {
        // Others may not read the draft of a file that they may not read.
        var old = stat()
        let mode = stat(path, &old) == 0 ? old.st_mode & 0o777 : 0o666
        let file = try OpenFile(draftPath, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: mode)
        Self.existing.withLock { _ = $0.insert(draftPath) }
        return file
    }

    func remove() {
        if Self.existing.withLock({ $0.remove(draftPath) }) != nil { unlink(draftPath) }
    }

    func install(_ descriptor: CInt) throws(Errno) {
        try copyModeAndOwner(to: descriptor)
        // Otherwise a power failure could leave an empty file at the path. File systems with
        // delayed allocation report a full disk here.
        try result { fsync(descriptor) }
        try result { rename(draftPath, path) }
        Self.existing.withLock { _ = $0.remove(draftPath) }
        syncFolder()
    }

    private func copyModeAndOwner(to descriptor: CInt) throws(Errno) {
        var old = stat()
        guard stat(path, &old) == 0 else { return }
        // Without the right to change the owner, the new file is the user's, as with editors.
        _ = fchown(descriptor, old.st_uid, old.st_gid)
        try result { fchmod(descriptor, old.st_mode & 0o777) }
    }

    /// Syncs the new name against a power failure; an error of that is ignored.
    private func syncFolder() {
        if let folder = try? OpenFile(path.pathFolder, O_RDONLY) { fsync(folder.descriptor) }
    }
}

/// Removes the drafts of unfinished files. Only for the end of the program, by a signal or exit(3).
public func removeDrafts() {
    // Another thread may hold the lock forever.
    Draft.existing.withLockIfAvailable { for path in $0 { unlink(path) } }
}

/// Throws if an output is one of the inputs, which the output would replace or change.
///
/// `-` is standard output or standard input; files are compared by device and inode.
public func checkDistinct(output: String, from inputFiles: [String]) throws(FileError) {
    let output = isStandardOutput(output) ? "/dev/stdout" : output
    guard let identity = FileIdentity(output) else { return }
    for input in inputFiles where FileIdentity(input == "-" ? "/dev/stdin" : input) == identity {
        throw FileError(
            .refused, "write", output, "it is also read; give another file to write")
    }
}

/// The identity of a file, the same for all its names.
struct FileIdentity: Equatable {
    let device: dev_t
    let inode: ino_t

    /// Nil if there is no regular file.
    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        self.init(status)
    }

    /// Nil if it is not a regular file.
    init?(_ descriptor: CInt) {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        self.init(status)
    }

    private init(_ status: stat) { (device, inode) = (status.st_dev, status.st_ino) }
}

/// Whether `path` stands for standard output.
public func isStandardOutput(_ path: String) -> Bool { path == "-" || path == "/dev/stdout" }

/// `path` with its links followed; throws for a file that the user may not write.
private func replaceable(_ path: String) throws(Errno) -> String {
    let path = try resolved(path)
    if FileKind(path) == .file { try result { access(path, W_OK) } }
    return path
}

/// `path` with its links followed; `path` itself if nothing is there. Throws for a folder, for a
/// link to one, and for a link whose target is missing.
func resolved(_ path: String) throws(Errno) -> String {
    var status = stat()
    guard lstat(path, &status) == 0 else {
        if Errno.last == .noSuchFileOrDirectory, !path.isEmpty { return path }
        throw .last
    }
    if FileKind(path) == .folder { throw .isDirectory }
    guard let path = realPath(path) else { throw .last }
    return path
}
