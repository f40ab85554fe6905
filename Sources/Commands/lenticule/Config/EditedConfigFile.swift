import FoundationEssentials
import Glibc
import Platform
import SystemPackage
import TOML

/// A configuration file in which one table is replaced and all else is kept.
struct EditedConfigFile {
    let path: String
    /// Whether it is the system's file. That file must not be a link, and is readable by all if it
    /// is new; a user's file may be a link.
    var isSystem = false

    /// The user's file.
    static func user(_ environment: [String: String]) throws(Failure) -> EditedConfigFile {
        let files = Config.files(explicit: nil, environment: environment)
        guard files.count > 1 else {
            throw Failure(
                .missingFile,
                "cannot write the configuration: neither XDG_CONFIG_HOME nor HOME is set")
        }
        return EditedConfigFile(path: files[1].path)
    }

    /// The system's file, which the service reads.
    static let system = EditedConfigFile(path: "/etc/lenticule/config.toml", isSystem: true)

    /// Replaces the table at this path of keys, such as `calibration` and an identity, by `text`, a
    /// whole table with its header; appends `text` if there is no such table.
    func replace(_ table: [String], by text: String) throws(Failure) {
        if isSystem, linkTarget(path) != nil {
            throw Failure(.permission, "cannot write \(path): it is a link; make it a file")
        }
        do {
            try makeFolder()
            // Another program that changes the file does so before or after this one.
            let lock = try lock()
            let isNew = FileKind(path) == .missing
            var document = try content()
            try document.replace(table, by: text)
            let file = try OutputFile(path)
            try file.write(document.bytes)
            try file.finish()
            // Independent of root's umask.
            if isNew, isSystem { chmod(path, 0o644) }
            extendLifetime(lock)
        } catch {
            throw Failure(from: error) ?? Failure(.inputOutput, "cannot write \(path): \(error)")
        }
    }

    /// Locks the folder in which the file lies, with links followed.
    private func lock() throws(FileError) -> FolderLock {
        do throws(Errno) {
            let file = realPath(path) ?? path
            return try FolderLock(URL(filePath: file).deletingLastPathComponent().path)
        } catch {
            guard error == .wouldBlock else { throw FileError("write", path, error) }
            throw FileError(
                .inputOutput, "write", path,
                "another program has been changing it for 10 s; end that one")
        }
    }

    private func content() throws(TOMLError) -> TOMLDocument {
        do {
            return try TOMLDocument(file: path)
        } catch {
            guard error.kind == .missing else { throw error }
            return TOMLDocument(emptyNamed: path)
        }
    }

    /// Creates the folder of the file, and its parents. The XDG specification makes a user's folders
    /// private; the system's are readable by all, independent of root's umask.
    private func makeFolder() throws(FileError) {
        let folder = URL(filePath: path).deletingLastPathComponent().path
        try Platform.makeFolder(folder, mode: isSystem ? 0o755 : 0o700)
    }
}
