import FoundationEssentials
import Glibc
import TOML

/// A configuration's file, in which one table is changed and all else stays.
struct ConfigFile {
    let path: String
    /// The machine's own may not be a link, as a user's may, and is for all to read.
    var isSystem = false

    /// The user's own.
    static func user(_ environment: [String: String]) throws(Failure) -> ConfigFile {
        let files = Config.files(explicit: nil, environment: environment)
        guard files.count > 1 else {
            throw Failure(.missingFile, "neither XDG_CONFIG_HOME nor HOME says where to write")
        }
        return ConfigFile(path: files[1].path)
    }

    /// The machine's, which the service reads.
    static let system = ConfigFile(path: "/etc/lenticule/config.toml", isSystem: true)

    /// Puts a whole table with its header where that of the same path stands, else at the end.
    func replace(_ table: [String], by text: String) throws(Failure) {
        let target = try target()
        var document = try content(of: target)
        do throws(TOMLError) {
            try document.replace(table, by: text)
        } catch {
            throw Failure(error)
        }
        try makeFolder(of: target)
        try Replacement(of: target).write(document)
    }

    /// Where the file itself is, or will be.
    private func target() throws(Failure) -> String {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { return path }
        guard !isSystem else {
            throw Failure(.permission, "\(path): is a link; it must be a file of its own")
        }
        guard let resolved = realpath(path, nil) else {
            throw Failure(.missingFile, "\(path): is a link that leads nowhere")
        }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    private func content(of target: String) throws(Failure) -> TOMLText {
        do throws(TOMLError) {
            return try TOMLText(file: target)
        } catch {
            guard error.reason == .missing else { throw Failure(error) }
            return TOMLText(emptyNamed: target)
        }
    }

    private func makeFolder(of target: String) throws(Failure) {
        let folder = URL(filePath: target).deletingLastPathComponent()
        var missing: [String] = []
        var place = folder
        while access(place.path, F_OK) != 0, place.pathComponents.count > 1 {
            missing.append(place.path)
            place.deleteLastPathComponent()
        }
        for folder in missing.reversed() {
            // A user's folders of settings are the user's alone, says the XDG specification; the
            // machine's are for all to read, whatever root's mask.
            let mode: mode_t = isSystem ? 0o755 : 0o700
            guard mkdir(folder, mode) == 0, chmod(folder, mode) == 0 else {
                throw Failure(making: folder, code: errno)
            }
        }
    }
}

/// A file's new content beside it, which takes its place when all is written and read back.
private struct Replacement {
    private let target: String
    private let temporary: String
    private let descriptor: CInt

    init(of target: String) throws(Failure) {
        self.target = target
        var template = Array("\(target).XXXXXX".utf8CString)
        descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw Failure(writing: target, code: errno) }
        // The name is never empty.
        temporary = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    }

    func write(_ document: TOMLText) throws(Failure) {
        defer {
            close(descriptor)
            unlink(temporary)  // After the renaming there is none.
        }
        try check(takeOverOwner())
        try check(document.bytes.withUnsafeBytes { writeAll($0, to: descriptor) })
        try check(fsync(descriptor) == 0 ? 0 : errno)
        guard (try? TOMLText(file: temporary))?.bytes == document.bytes else { throw failure(EIO) }
        try check(rename(temporary, target) == 0 ? 0 : errno)
        syncFolder()
    }

    /// Mode and owner are those of the file before; gives 0 or the error's number.
    private func takeOverOwner() -> CInt {
        var (old, new) = (stat(), stat())
        guard stat(target, &old) == 0 else { return fchmod(descriptor, 0o644) == 0 ? 0 : errno }
        guard fstat(descriptor, &new) == 0 else { return errno }
        if old.st_uid != new.st_uid || old.st_gid != new.st_gid,
            fchown(descriptor, old.st_uid, old.st_gid) != 0
        {
            return errno
        }
        return fchmod(descriptor, old.st_mode & 0o7777) == 0 ? 0 : errno
    }

    /// So that the new name outlives a power cut; where that fails the file is written all the same.
    private func syncFolder() {
        let folder = open(URL(filePath: target).deletingLastPathComponent().path, O_RDONLY)
        guard folder >= 0 else { return }
        fsync(folder)
        close(folder)
    }

    private func check(_ code: CInt) throws(Failure) {
        if code != 0 { throw failure(code) }
    }

    private func failure(_ code: CInt) -> Failure { Failure(writing: target, code: code) }
}
