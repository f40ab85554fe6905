import Glibc
import SystemPackage

/// Up to `limit` bytes of the file at `path`, which must be regular: a pipe may never end.
public func readFile(_ path: String, atMost limit: Int = 1 << 20) throws(FileError) -> [UInt8] {
    let file = try openRegularFile(path)
    do {
        return try file.read(atMost: limit)
    } catch {
        throw FileError("read", path, error)
    }
}

/// The text of a small file without NULs and white space at its end, as in files of the kernel; nil
/// if it cannot be read.
public func readText(_ path: String) -> String? {
    (try? readFile(path)).map { text(of: $0) }
}

/// `bytes` as text, without NULs and white space at the end.
public func text(of bytes: [UInt8]) -> String {
    let blanks: Set<UInt8> = [0, 9, 10, 13, 32]
    let end = bytes.lastIndex { !blanks.contains($0) }.map { $0 + 1 } ?? 0
    return String(decoding: bytes.prefix(end), as: UTF8.self)
}

/// Opens a regular file for reading; throws for folders, pipes and devices.
public func openRegularFile(_ path: String) throws(FileError) -> OpenFile {
    let file = try open(path)
    let kind = (try? file.status).map { $0.st_mode & S_IFMT }
    if kind == S_IFREG { return file }
    let reason = kind == S_IFDIR ? "it is a folder" : "it is a pipe or a device, not a file"
    throw FileError(.malformed, "read", path, reason)
}

private func open(_ path: String) throws(FileError) -> OpenFile {
    do throws(Errno) {
        // Otherwise opening a pipe would wait for a writer.
        return try OpenFile(path, O_RDONLY | O_NONBLOCK | O_NOCTTY)
    } catch {
        throw FileError("read", path, error)
    }
}

/// The kind of file at a path, with links followed.
public enum FileKind: Equatable, Sendable {
    /// Nothing is there, or stat(2) fails for another reason than permission.
    case missing
    /// A folder on the path cannot be searched.
    case forbidden
    case folder
    case file
    /// A pipe, a socket or a device.
    case special

    public init(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else {
            self = Errno.last == .permissionDenied ? .forbidden : .missing
            return
        }
        self =
            switch status.st_mode & S_IFMT {
            case S_IFDIR: .folder
            case S_IFREG: .file
            default: .special
            }
    }
}

/// The names in the folder at `path`, sorted, without `.` and `..`.
public func names(inFolder path: String) throws(FileError) -> [String] {
    guard let folder = opendir(path) else { throw FileError("read", path, .last) }
    return names(of: folder)
}

/// The names in an open folder, sorted; closes the folder.
public func names(inFolder descriptor: consuming OpenFile) -> [String] {
    let number = descriptor.release()
    guard let folder = fdopendir(number) else {
        close(number)
        return []
    }
    return names(of: folder)
}

private func names(of folder: OpaquePointer) -> [String] {
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
        // d_name is an array of 256 bytes, which Swift sees as a tuple.
        let name = withUnsafeBytes(of: &entry.pointee.d_name) {
            String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        }
        if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
}

/// The target of the link at `path`; nil if there is no link.
public func linkTarget(_ path: String) -> String? {
    var target = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &target, target.count)
    return count > 0 ? String(decoding: target.prefix(count), as: UTF8.self) : nil
}
