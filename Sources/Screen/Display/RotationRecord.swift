import Glibc
internal import Platform
internal import SystemPackage

/// Why a desktop's rotation is not locked.
enum RotationProblem: Error {
    /// The person has locked it.
    case isLocked
    /// Another window has locked it.
    case isBusy
    /// The desktop cannot be told.
    case noSetting
    case noRecord(FileError)
}

/// The file that keeps the person's own value while another one is set, locked by the process that has
/// set it. When a process is killed, its lock goes and its file stays.
struct RotationRecord: ~Copyable {
    private let setting: RotationSetting
    private let path: String
    private let file: OpenFile

    /// Opens and locks the file; makes it if `isToMake`.
    init(of setting: RotationSetting, isToMake: Bool = true) throws(RotationProblem) {
        guard let folder = Self.folder else {
            throw .noRecord(
                FileError(
                    .missing, "write", Self.path(of: setting, in: "lenticule"),
                    "neither XDG_STATE_HOME nor HOME is set"))
        }
        let path = Self.path(of: setting, in: folder)
        let file = try Self.file(path, isToMake: isToMake)
        (self.setting, self.path) = (setting, path)
        self.file = file
    }

    private static func file(_ path: String, isToMake: Bool) throws(RotationProblem) -> OpenFile {
        do throws(FileError) {
            if isToMake { try makeFolder(path.pathFolder, mode: 0o700) }
        } catch {
            throw .noRecord(error)
        }
        do throws(Errno) {
            return try lock(path, isToMake: isToMake)
        } catch {
            throw error == .wouldBlock ? .isBusy : .noRecord(FileError("write", path, error))
        }
    }

    /// Whether there is one: another window has locked the rotation, or was killed meanwhile.
    static func exists(of setting: RotationSetting) -> Bool {
        guard let folder else { return false }
        return FileKind(path(of: setting, in: folder)) == .file
    }

    private static var folder: String? {
        let home = environmentVariable("HOME").map { "\($0)/.local/state" }
        let state = environmentVariable("XDG_STATE_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
        return (state ?? home).map { "\($0)/lenticule" }
    }

    private static func path(of setting: RotationSetting, in folder: String) -> String {
        "\(folder)/\(setting.rawValue).rotation"
    }

    /// The file is there while it is locked, unless its process removes it: a lock on a file that was
    /// removed meanwhile says nothing.
    private static func lock(_ path: String, isToMake: Bool) throws(Errno) -> OpenFile {
        while true {
            let flags = O_RDWR | O_NOFOLLOW | O_NONBLOCK | (isToMake ? O_CREAT : 0)
            let file = try OpenFile(path, flags, mode: 0o600)
            try result { flock(file.descriptor, LOCK_EX | LOCK_NB) }
            if try file.status.st_nlink > 0 { return file }
        }
    }

    /// Writes the person's own value, so that it is on the disk before another one is set.
    func save(_ value: RotationSetting.Value) throws(RotationProblem) {
        do throws(Errno) {
            try result { ftruncate(file.descriptor, 0) }
            try result { lseek(file.descriptor, 0, SEEK_SET) }
            try file.write(Array(value.rawValue.utf8))
            try result { fsync(file.descriptor) }
        } catch {
            throw .noRecord(FileError("write", path, error))
        }
    }

    /// Sets the value that was saved, unless the person has chosen another one since. Returns false if
    /// the setting cannot be reached now.
    func restore() -> Bool {
        guard let saved else { return true }
        switch setting.value {
        case nil: return false
        case .locked: return setting.set(saved)
        case .unlocked, .unset: return true
        }
    }

    /// Nil if nothing was set: the process was killed before.
    private var saved: RotationSetting.Value? {
        lseek(file.descriptor, 0, SEEK_SET)
        let bytes = (try? file.read(atMost: 64)) ?? []
        return RotationSetting.Value(rawValue: String(decoding: bytes, as: UTF8.self))
    }

    consuming func remove() { unlink(path) }
}

/// The rotation of a desktop, locked until `release`.
struct LockedRotation: ~Copyable {
    private let record: RotationRecord

    init(_ setting: RotationSetting) throws(RotationProblem) {
        guard let value = setting.value else { throw .noSetting }
        // A value that another window has set will go with it.
        let isOfOther = RotationRecord.exists(of: setting)
        guard value != .locked || isOfOther else { throw .isLocked }
        let record = try RotationRecord(of: setting)
        guard record.restore(), let own = setting.value else { throw .noSetting }
        guard own != .locked else {
            record.remove()
            // That window has given it back, which GLib may tell later.
            throw isOfOther ? .isBusy : .isLocked
        }
        try record.save(own)
        guard setting.set(.locked) else {
            record.remove()
            throw .noSetting
        }
        self.record = record
    }

    /// Restores the person's value. If that is not possible now, the next window does it.
    consuming func release() { if record.restore() { record.remove() } }

    /// Restores what processes that were killed have set.
    static func restoreLeft() {
        for setting in RotationSetting.allCases where RotationRecord.exists(of: setting) {
            guard let record = try? RotationRecord(of: setting, isToMake: false) else { continue }
            if record.restore() { record.remove() }
        }
    }

    /// Whether there may be something to restore.
    static var isLeft: Bool { RotationSetting.allCases.contains(where: RotationRecord.exists) }
}
