import FoundationEssentials
import Glibc
import System
import SystemPackage

/// The folder where this user's processes save the device settings that they change, so that a
/// later process can restore those of a killed one.
struct SavedSettingsFolder: ~Copyable {
    private let folder: OpenFile

    /// Opens systemd's runtime folder for the service, else the user's, else the system's; makes it
    /// if `isToMake`.
    ///
    /// Only this user or root may own it and write to it, and it must be no link.
    init(isToMake: Bool = false) throws(IIOError) {
        folder = try Self.open(Self.path, isToMake: isToMake)
    }

    private static func open(_ path: String, isToMake: Bool) throws(IIOError) -> OpenFile {
        do throws(Errno) {
            // A service's socket for a group may be in it; the records are readable only by their
            // owner.
            if isToMake, mkdir(path, 0o755) != 0, Errno.last != .fileExists { throw .last }
            let folder = try OpenFile(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
            let status = try folder.status
            if [0, geteuid()].contains(status.st_uid), status.st_mode & 0o022 == 0 {
                return folder
            }
        } catch {
            throw Self.error("open", path, error)
        }
        throw error("use", path, .notPermitted, "others may write there, or own it")
    }

    private static func error(
        _ verb: String, _ path: String, _ error: Errno, _ reason: String? = nil
    ) -> IIOError {
        IIOError(
            operation: "\(verb) the folder \(path)", code: error.rawValue, reason: reason,
            remedy: "XDG_RUNTIME_DIR is to name a folder of this user's own")
    }

    private static var path: String {
        let variable = { (name: String) in
            getenv(name).map { String(cString: $0) }.flatMap { $0.hasPrefix("/") ? $0 : nil }
        }
        if let given = variable("RUNTIME_DIRECTORY") {
            return String(given.prefix { $0 != ":" })
        }
        return variable("XDG_RUNTIME_DIR").map { "\($0)/lenticule" } ?? "/run/lenticule"
    }

    /// Runs `body` while no other process of this program runs such a `body`.
    func locked<Result>(_ body: () throws(IIOError) -> Result) throws(IIOError) -> Result {
        _ = try? result { flock(folder.descriptor, LOCK_EX) }
        defer { flock(folder.descriptor, LOCK_UN) }
        return try body()
    }

    /// The valid records in the folder; invalid ones are removed.
    var records: [SavedSettings.Record] {
        guard let folder = try? open(".", O_RDONLY | O_DIRECTORY) else { return [] }
        return names(inFolder: folder).filter { $0.hasSuffix(SavedSettings.Record.suffix) }
            .compactMap { record(named: $0) }
    }

    /// Opens a file in the folder.
    private func open(_ name: String, _ flags: CInt) throws(Errno) -> OpenFile {
        OpenFile(
            try result {
                openat(folder.descriptor, name, flags | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0o600)
            })
    }

    private func record(named name: String) -> SavedSettings.Record? {
        guard let bytes = try? open(name, O_RDONLY).read(atMost: 65536) else { return nil }
        let record = try? JSONDecoder().decode(SavedSettings.Record.self, from: Data(bytes))
        guard let record, record.fileName == name else {
            unlinkat(folder.descriptor, name, 0)
            return nil
        }
        return record
    }

    /// Writes the record atomically.
    func write(_ record: SavedSettings.Record) throws(IIOError) {
        let draft = record.fileName + ".new"
        unlinkat(folder.descriptor, draft, 0)
        do {
            let bytes = try JSONEncoder().encode(record)
            try open(draft, O_WRONLY | O_CREAT | O_EXCL).write(Array(bytes))
            try result { renameat(folder.descriptor, draft, folder.descriptor, record.fileName) }
        } catch {
            throw IIOError(
                operation: "keep the settings of \(record.device)",
                code: (error as? Errno ?? .invalidArgument).rawValue)
        }
    }

    /// Removes the record's file.
    func remove(_ record: SavedSettings.Record) { unlinkat(folder.descriptor, record.fileName, 0) }
}
