import FoundationEssentials
import Glibc
import Platform
import SystemPackage

/// A new folder; deinit removes it with the files written here unless it is kept, so that neither
/// an error nor a signal leaves an incomplete card.
struct NewFolder: ~Copyable {
    private let path: String
    private var files: [String] = []
    private var folders: [String] = []
    /// True also until the folder is made, so that deinit does not remove another folder of this
    /// name.
    private var isKept = true
    private var ending: Ending.Registration?

    /// Makes the folder, into which `write` writes.
    init(_ path: String, _ write: (inout NewFolder) throws -> Void) throws {
        self.path = path
        if path.isEmpty { throw Failure(.usage, "cannot make the card: its name is empty") }
        do throws(Errno) {
            try result { mkdir(path, 0o777) }
        } catch {
            if error == .fileExists {
                throw Failure(
                    .usage,
                    "\(path): is there already, and nothing is overwritten; give another name, or remove it first"
                )
            }
            throw FileError("make the folder", path, error)
        }
        isKept = false
        ending = Ending.cleaningUp {
            // Another thread may still write files: with another name, it does not find the folder.
            let removed = "\(path)-\(UInt64.random(in: .min ... .max))"
            rename(path, removed)
            try? FileManager.default.removeItem(atPath: removed)
        }
        do {
            try write(&self)
        } catch {
            // After a signal the folder may be gone, which causes this error.
            Ending.waitIfAsked()
            throw error
        }
    }

    deinit {
        if isKept { return }
        for file in files { unlink(file) }
        for folder in folders.reversed() { rmdir(folder) }
        rmdir(path)
    }

    /// Keeps the folder. Does not return after a signal, which may have removed it.
    mutating func keep() {
        isKept = true
        ending = nil
        Ending.waitIfAsked()
    }

    /// Copies a file; a second copy of this name is ignored.
    mutating func copy(_ source: String, as name: String) throws(FileError) {
        if files.contains("\(path)/\(name)") { return }
        try makeFolders(above: name)
        try write(name) { target throws(FileError) in
            let file = try openRegularFile(source)
            while case let block = try file.block(of: source), !block.isEmpty {
                try target.write(block)
            }
        }
    }

    func has(_ name: String) -> Bool { files.contains("\(path)/\(name)") }

    mutating func write(
        _ name: String, _ body: (borrowing OutputFile) throws(FileError) -> Void
    ) throws(FileError) {
        let file = try OutputFile("\(path)/\(name)")
        try body(file)
        try file.finish()
        files.append("\(path)/\(name)")
    }

    private mutating func makeFolders(above name: String) throws(FileError) {
        var folder = path
        for part in name.split(separator: "/").dropLast() {
            folder += "/\(part)"
            if FileKind(folder) == .folder { continue }
            do throws(Errno) {
                try result { mkdir(folder, 0o777) }
            } catch {
                throw FileError("make the folder", folder, error)
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
