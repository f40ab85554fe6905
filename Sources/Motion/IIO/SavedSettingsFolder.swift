import FoundationEssentials
import Glibc
import Platform
import SystemPackage

/// The folder where this user's processes save the device settings that they change. The last
/// process that ends restores the settings. If a process is killed, a later process restores the
/// settings that it changed.
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
            environmentVariable(name).flatMap { $0.hasPrefix("/") ? $0 : nil }
        }
        if let given = variable("RUNTIME_DIRECTORY") {
            return String(given.prefix { $0 != ":" })
        }
        return variable("XDG_RUNTIME_DIR").map { "\($0)/lenticule" } ?? "/run/lenticule"
    }

    /// Locks the record of the device's sensor, or of its buffer if `runningBuffer` is given, and returns
    /// it; its settings are those from before the first reader.
    ///
    /// If `isToMake` is false: nil if the file holds no valid record of this device; throws if
    /// there is no file. Throws EBUSY if another reader uses the buffer.
    func hold(
        _ device: SysfsDevice, _ runningBuffer: DeviceAttributes?, isToMake: Bool
    ) throws(IIOError) -> HeldRecord? {
        lock(waits: true)
        defer { unlock() }
        let part = runningBuffer == nil ? "sensor" : "buffer"
        do {
            let file = try open(
                "\(device.id).\(part)\(SavedSettings.Record.suffix)",
                O_RDWR | (isToMake ? O_CREAT : 0))
            // The lock of the sensor's record is waited for: a signal's thread may hold it while it
            // restores the settings.
            let (descriptor, kind) =
                (file.descriptor, runningBuffer == nil ? LOCK_SH : LOCK_EX | LOCK_NB)
            try result { flock(descriptor, kind) }
            let found = Self.record(in: file).flatMap {
                $0.identity == device.identity ? $0 : nil
            }
            guard isToMake || found != nil else { return nil }
            var record = found ?? SavedSettings.Record(of: device, runningBuffer)
            record.runningBuffer = runningBuffer
            if found == nil || runningBuffer != nil { try Self.write(record, to: file) }
            return HeldRecord(record, in: file)
        } catch {
            let code = error as? Errno ?? .invalidArgument
            throw code == .wouldBlock
                ? IIOError(operation: "use the buffer of \(device.id)", code: EBUSY)
                : IIOError(operation: "keep the settings of \(device.id)", code: code.rawValue)
        }
    }

    /// Restores the settings whose records no process has locked, and removes the records; returns
    /// the identities of the devices. If `waits` is false and another process has locked the
    /// folder, the records are only emptied.
    func restore(waits: Bool = true) -> Set<String> {
        let isLocked = lock(waits: waits)
        defer { unlock() }
        guard let listed = try? open(".", O_RDONLY | O_DIRECTORY) else { return [] }
        let all = names(inFolder: listed).filter { $0.hasSuffix(SavedSettings.Record.suffix) }
        var (restored, kept) = (Set<String>(), Set<Substring>())
        // A device's buffer record comes before its sensor record: while the first is kept, the
        // second is not restored.
        for name in all.sorted() {
            let device = name.prefix { $0 != "." }
            guard !kept.contains(device), let file = try? open(name, O_RDWR) else { continue }
            let isOurs = flock(file.descriptor, LOCK_EX | LOCK_NB) == 0
            let record = isOurs ? Self.record(in: file) : nil
            let outcome = record?.restore()
            if let record, outcome == .restored { restored.insert(record.identity) }
            if !isOurs || outcome == .postponed {
                kept.insert(device)
            } else {
                // Emptied too, because a signal's thread may have it open.
                ftruncate(file.descriptor, 0)
                if isLocked { unlinkat(folder.descriptor, name, 0) }
            }
        }
        return restored
    }

    /// Readers that start or end do so one after the other.
    @discardableResult
    private func lock(waits: Bool) -> Bool {
        let kind = waits ? LOCK_EX : LOCK_EX | LOCK_NB
        return (try? result { flock(folder.descriptor, kind) }) != nil
    }

    private func unlock() { flock(folder.descriptor, LOCK_UN) }

    /// Opens a file in the folder.
    private func open(_ name: String, _ flags: CInt) throws(Errno) -> OpenFile {
        OpenFile(
            try result {
                openat(folder.descriptor, name, flags | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0o600)
            })
    }

    /// The record in the file; nil if it is empty or invalid.
    private static func record(in file: borrowing OpenFile) -> SavedSettings.Record? {
        guard let bytes = try? file.read(atMost: 65536) else { return nil }
        return try? JSONDecoder().decode(SavedSettings.Record.self, from: Data(bytes))
    }

    /// Writes the record. If the process is killed while it writes, the incomplete record counts as
    /// invalid.
    private static func write(
        _ record: SavedSettings.Record, to file: borrowing OpenFile
    ) throws {
        let (bytes, descriptor) = (try JSONEncoder().encode(record), file.descriptor)
        lseek(descriptor, 0, SEEK_SET)
        try result { ftruncate(descriptor, 0) }
        try file.write(Array(bytes))
    }
}
