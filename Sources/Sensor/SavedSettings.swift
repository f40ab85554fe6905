import Dispatch
import Synchronization
import System

/// The settings of a local device before this program changes them; `deinit` restores them.
///
/// With the record on disk, a later process can restore them if this one is killed.
final class SavedSettings {
    private static let count = Atomic(0)
    private let device: SysfsDevice
    private var record: Record
    /// Restores the settings if the program ends without deinit.
    private var ending: Ending.Registration?

    /// Saves the settings of the device `id`, before they are changed; `notify` gets a line if no
    /// record can be written. Nil if this user may change none of them.
    init?(ofDevice id: String, notify: (String) -> Void) {
        guard let device = SysfsDevice(id: id) else { return nil }
        let before = DeviceAttributes(of: device)
        guard before.isChangeable(on: device) else { return nil }
        self.device = device
        record = Record(
            device: device.id, identity: device.identity, owner: .own,
            number: Self.count.add(1, ordering: .relaxed).newValue, before: before)
        do throws(IIOError) {
            let folder = try SavedSettingsFolder(isToMake: true)
            try folder.locked { () throws(IIOError) in
                // Only the first of several processes saw the settings unchanged.
                let other = folder.records.first(where: record.isShared)
                record.before = other?.before ?? record.before
                try folder.write(record)
            }
        } catch {
            notify(
                "if this program is killed, the settings of \(device.id) are not restored: \(error)"
            )
        }
        restoreAtEnding()
    }

    deinit {
        guard let folder = try? SavedSettingsFolder() else {
            return record.before.restore(to: device)
        }
        try? folder.locked { () throws(IIOError) in record.restore(device, in: folder) }
    }

    /// Saves the buffer's settings during capture: if they are unchanged later, no other program
    /// has used the buffer since.
    func captureBegan() {
        record.during = DeviceAttributes(of: device, bufferOnly: true)
        update()
    }

    /// Restores the settings of the buffer when this program does not use it, so that others can.
    func restoreBuffer() {
        record.before.buffer.restore(to: device)
        (record.before, record.during) = (record.before.withoutBuffer, nil)
        update()
    }

    private func update() {
        try? SavedSettingsFolder().write(record)
        restoreAtEnding()
    }

    private func restoreAtEnding() {
        ending = Ending.cleaningUp { [device, record] in
            DeviceLock.stop()
            record.restoreWithoutFolderLock(device)
        }
    }

    /// The record on disk. Names and suffix must not change: a new version reads older records.
    struct Record: Codable {
        static let suffix = ".loan"

        /// The device's id; the record is valid only while that device has `identity`.
        var device: String
        var identity: String
        var owner: ProcessIdentity
        /// Distinguishes the records of one owner.
        var number: Int
        /// The settings to restore.
        var before: DeviceAttributes
        /// The buffer's settings during capture.
        var during: DeviceAttributes?

        var fileName: String { "\(device).\(owner.pid).\(number)\(Self.suffix)" }
    }
}

/// Only one thread at a time opens devices, closes them or restores their settings. The settings
/// that a killed program changed are restored without this lock.
enum DeviceLock {
    private static let semaphore = DispatchSemaphore(value: 1)

    /// Calls `change` when no other thread changes devices.
    static func exclusively<Result>(_ change: () -> Result) -> Result {
        semaphore.wait()
        defer { semaphore.signal() }
        return change()
    }

    /// Prevents further changes by other threads, at the end of the program. Waits at most 0.15 s
    /// for a change in progress.
    static func stop() { stopped }

    private static let stopped: Void = {
        _ = semaphore.wait(timeout: .now() + 0.15)
    }()
}

extension SavedSettings.Record {
    /// Whether `other` is of a running process that reads the same device and needs the settings.
    func isShared(with other: Self) -> Bool {
        other.identity == identity && other.fileName != fileName && other.owner.isAlive
    }

    /// Restores the settings, unless another process reads the device and restores them at its end.
    func restore(_ device: SysfsDevice, in folder: borrowing SavedSettingsFolder) {
        if !folder.records.contains(where: isShared) { before.restore(to: device) }
        folder.remove(self)
    }

    /// The same for a program that must end now: without the folder's lock, whose holder may be
    /// blocked. If the buffer's settings during capture are saved, they are taken for the current
    /// ones, because reading those takes time.
    func restoreWithoutFolderLock(_ device: SysfsDevice) {
        let others = (try? SavedSettingsFolder().records) ?? []
        if !others.contains(where: isShared) {
            before.restore(to: device, from: during ?? DeviceAttributes(of: device))
        }
        try? SavedSettingsFolder().remove(self)
    }

    /// Restores what a killed program changed; returns false if it did nothing.
    ///
    /// Does nothing if nothing has changed, if another device has the id now, or if the buffer's
    /// settings during capture are known and another program uses the buffer now.
    func restoreAfterKill() -> Bool {
        guard let device = SysfsDevice(id: device), device.isPresent, device.identity == identity
        else { return false }
        let now = DeviceAttributes(of: device)
        guard before.differs(from: now) else { return false }
        if now.isBufferOn, let during, now.buffer != during { return false }
        before.restore(to: device)
        return true
    }
}

extension SavedSettingsFolder {
    /// Restores the settings that killed programs changed; returns the devices' identities.
    func restoreAfterKills() -> [String] {
        let restored = try? locked { () throws(IIOError) in
            let records = records
            let alive = records.filter(\.owner.isAlive).map(\.identity)
            return records.filter { !$0.owner.isAlive }.filter { record in
                // A running process that reads the device restores the settings at its end.
                let isRestored = !alive.contains(record.identity) && record.restoreAfterKill()
                remove(record)
                return isRestored
            }.map(\.identity)
        }
        return restored ?? []
    }
}
