import Glibc
import System
import SystemPackage

/// A new folder; deinit removes it with the files written here unless it is kept, so that an error
/// leaves no incomplete card.
struct NewFolder: ~Copyable {
    private let path: String
    private var files: [String] = []
    private var folders: [String] = []
    /// True also until the folder is made, so that deinit does not remove another folder of this
    /// name.
    private var isKept = true

    init(_ path: String) throws(Failure) {
        self.path = path
        if path.isEmpty { throw Failure(.usage, "cannot make the card: its name is empty") }
        do throws(Errno) {
            try result { mkdir(path, 0o777) }
        } catch {
            if error == .fileExists {
                throw Failure(.usage, "\(path): is there already, and nothing is overwritten")
            }
            throw Failure(FileError("make the folder", path, error))
        }
        isKept = false
    }

    deinit {
        if isKept { return }
        for file in files { unlink(file) }
        for folder in folders.reversed() { rmdir(folder) }
        rmdir(path)
    }

    /// Keeps the folder.
    mutating func keep() { isKept = true }

    /// Copies a file; a second copy of this name is ignored.
    mutating func copy(_ source: String, as name: String) throws(Failure) {
        if files.contains("\(path)/\(name)") { return }
        try makeFolders(above: name)
        try write(name) { target throws(FileError) in
            let file = try openRegularFile(source)
            while case let block = try file.block(of: source), !block.isEmpty {
                try target.write(block)
            }
        }
    }

    /// Writes a new file.
    mutating func write(
        _ name: String, _ body: (borrowing OutputFile) throws(FileError) -> Void
    ) throws(Failure) {
        do throws(FileError) {
            let file = try OutputFile("\(path)/\(name)")
            try body(file)
            try file.finish()
        } catch {
            throw Failure(error)
        }
        files.append("\(path)/\(name)")
    }

    private mutating func makeFolders(above name: String) throws(Failure) {
        var folder = path
        for part in name.split(separator: "/").dropLast() {
            folder += "/\(part)"
            if FileKind(folder) == .folder { continue }
            do throws(Errno) {
                try result { mkdir(folder, 0o777) }
            } catch {
                throw Failure(FileError("make the folder", folder, error))
            }
            folders.append(folder)
        }
    }
}

extension OpenFile {
    /// The next block of the file at `path`; empty at its end.
    fileprivate func block(of path: String) throws(FileError) -> [UInt8] {
        do throws(Errno) {
            return try read(atMost: 1 << 20)
        } catch {
            throw FileError("read", path, error)
        }
    }
}
