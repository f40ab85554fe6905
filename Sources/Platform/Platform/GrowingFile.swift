import Glibc
import SystemPackage

/// A file that others can read while it grows, such as a recording. The first bytes create it; an
/// old file stays until then.
///
/// The file is locked against other writers; links are followed. Pipes, devices and standard output
/// (`-`) are written to directly.
public struct GrowingFile: ~Copyable, Sendable {
    /// For messages.
    public let name: String
    /// The path after its links were followed; nil if bytes are written directly.
    private let target: String?
    /// The file that the first bytes replace.
    private let before: LockableFile?
    private var file: LockableFile?

    /// Whether bytes are written directly, so that another program may read them at once.
    public var writesDirectly: Bool { target == nil }

    /// Prepares to write to `path`; throws if that is one of `inputFiles`.
    public init(_ path: String, inputFiles: [String] = []) throws(FileError) {
        name = path == "-" ? "standard output" : path
        try checkDistinct(output: path, from: inputFiles)
        do {
            if isStandardOutput(path) {
                (target, before, file) = (
                    nil, nil, LockableFile(try OpenFile(duplicating: STDOUT_FILENO))
                )
            } else if FileKind(path) == .special {
                let device = try OpenFile(path, O_WRONLY | O_NOCTTY)
                (target, before, file) = (nil, nil, LockableFile(device))
            } else {
                let path = try resolved(path)
                (target, before, file) = (path, try locked(path), nil)
            }
        } catch {
            throw FileError(writing: name, error)
        }
    }

    /// Appends `bytes`, which end with a newline. If an error comes after the first bytes have
    /// created the file, the file is truncated to its last whole line.
    public mutating func write(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
        guard !bytes.isEmpty else { return }
        do {
            if let file {
                try file.append(bytes, truncatesOnError: !writesDirectly)
            } else if let target {
                // If the first write fails, the new file is removed. Therefore the first write is
                // short: its lines remain if a later write finds the disk full.
                let first = Self.firstLines(of: bytes)
                file =
                    before == nil
                    ? try LockableFile(creating: target, first)
                    : try LockableFile(replacing: target, first)
                let others = UnsafeRawBufferPointer(rebasing: bytes[first.count...])
                try file?.append(others, truncatesOnError: true)
            }
        } catch {
            let isKept = file != nil && !writesDirectly
            throw FileError(writing: name, error, isKept ? "; what was written before is kept" : "")
        }
    }

    /// The lines that begin in the first 4096 bytes.
    private static func firstLines(of bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        let end = bytes.dropFirst(4095).firstIndex(of: UInt8(ascii: "\n"))
        return UnsafeRawBufferPointer(rebasing: bytes[..<(end.map { $0 + 1 } ?? bytes.count)])
    }

    /// Syncs the file to the disk, and checks that it is still at its path.
    public func sync() throws(FileError) {
        guard let file else { return }
        do {
            try file.sync()
        } catch {
            throw FileError(writing: name, error)
        }
        if let target, FileIdentity(target) != FileIdentity(file.descriptor) {
            throw FileError(
                .inputOutput, "write", name, "it was removed or replaced while it was written")
        }
    }
}

/// An open file. A regular file is locked against other programs that lock it too; a pipe, a device
/// and standard output are not.
private final class LockableFile: Sendable {
    private let file: OpenFile
    var descriptor: CInt { file.descriptor }

    init(_ file: consuming OpenFile) { self.file = file }

    /// The existing file at `target`.
    convenience init(existing target: String) throws(Errno) {
        self.init(try OpenFile(target, O_WRONLY | O_NOCTTY))
        try lock()
        // Otherwise the file was replaced before the lock: another program writes the new one.
        guard FileIdentity(target) == FileIdentity(descriptor) else { throw .wouldBlock }
    }

    /// Replaces the file at `target` by a new one with the first bytes.
    convenience init(replacing target: String, _ bytes: UnsafeRawBufferPointer) throws(Errno) {
        let draft = Draft(of: target)
        defer { draft.remove() }
        self.init(try draft.open())
        try lock()
        try append(bytes, truncatesOnError: false)
        try draft.install(descriptor)
    }

    /// Creates a file with the first bytes; removes it if they cannot be written.
    convenience init(creating target: String, _ bytes: UnsafeRawBufferPointer) throws(Errno) {
        self.init(try OpenFile(target, O_WRONLY | O_CREAT | O_EXCL, mode: 0o666))
        do {
            try lock()
            try append(bytes, truncatesOnError: false)
        } catch {
            unlink(target)
            throw error
        }
    }

    /// Locks the file; on file systems without locks it stays unlocked.
    private func lock() throws(Errno) {
        guard flock(descriptor, LOCK_EX | LOCK_NB) != 0, Errno.last == .wouldBlock else { return }
        throw .wouldBlock
    }

    /// Appends `bytes`; after an error, `truncatesOnError` truncates the file to its last whole
    /// line.
    func append(_ bytes: UnsafeRawBufferPointer, truncatesOnError: Bool) throws(Errno) {
        let start = lseek(descriptor, 0, SEEK_CUR)
        do {
            try writeAll(bytes, to: descriptor)
        } catch {
            let done = Int(lseek(descriptor, 0, SEEK_CUR) - start)
            if truncatesOnError, start >= 0, (0...bytes.count).contains(done) {
                let cut = bytes[..<done].reversed().prefix { $0 != UInt8(ascii: "\n") }.count
                _ = ftruncate(descriptor, start + off_t(done - cut))
            }
            throw error
        }
    }

    /// Syncs the file; pipes and terminals do not support that.
    func sync() throws(Errno) {
        do {
            try result { fdatasync(descriptor) }
        } catch  where [.invalidArgument, .readOnlyFileSystem].contains(error) {
        }
    }
}

/// The locked file at `target`; nil if there is none.
private func locked(_ target: String) throws(Errno) -> LockableFile? {
    try result { access(target.pathFolder, W_OK | X_OK) }
    return FileKind(target) == .missing ? nil : try LockableFile(existing: target)
}

extension FileError {
    /// Why the file at `path` cannot be written.
    fileprivate init(writing path: String, _ error: Errno, _ addition: String = "") {
        switch error {
        case .wouldBlock, .fileExists:
            self.init(
                .inputOutput, "write", path, "another program is writing it; give another file")
        default: self.init("write", path, error, addition)
        }
    }
}
