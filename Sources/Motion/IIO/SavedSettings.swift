import Dispatch
import Glibc
import Platform

/// The settings of a local device before its readers change them; `deinit` restores them if no
/// other process reads the device.
///
/// Sensor and buffer have a record each on disk, which is written before anything is changed. All
/// readers of the device share a lock on the sensor's; the one that uses the buffer has an
/// exclusive lock on the buffer's. The kernel unlocks the records of a killed process. Settings
/// whose record nobody has locked are restored by the next reader that starts, resumes or ends, in
/// `SavedSettingsFolder.restore`.
final class SavedSettings {
    private let device: SysfsDevice
    private var held: [HeldRecord] = []
    /// Restores the settings if a signal ends the program without deinit.
    private var ending: Ending.Registration?

    /// Saves the sensor's settings, if this user may change them; `notify` gets a line if no record
    /// can be written. Without `isToChange` it saves nothing, and only holds the record that
    /// another reader has made, so that the last of both restores.
    init(of device: SysfsDevice, isToChange: Bool, notify: (String) -> Void) {
        self.device = device
        // `save` throws only if another reader has locked the buffer's record, and this is the
        // sensor's.
        try? save(isToChange: isToChange, notify)
    }

    deinit { Self.restore(held) }

    /// Saves the buffer's settings, before a buffer for `length` scans of `channels` is started;
    /// throws if another reader uses the buffer.
    func saveBuffer(
        length: Int, channels: [String], notify: (String) -> Void
    ) throws(IIOError) {
        let runningBuffer = DeviceAttributes(
            ofRunningBufferOn: device, length: length, channels: channels)
        try save(runningBuffer: runningBuffer, isToChange: true, notify)
    }

    /// Restores the buffer's settings when this program does not use it, so that others can.
    func restoreBuffer() {
        Self.restore(held.filter { $0.record.runningBuffer != nil })
        held.removeAll { $0.record.runningBuffer != nil }
        restoreAtEnding()
    }

    private func save(
        runningBuffer: DeviceAttributes? = nil, isToChange: Bool, _ notify: (String) -> Void
    ) throws(IIOError) {
        guard DeviceAttributes.mayChange(device, isOfBuffer: runningBuffer != nil) else { return }
        do throws(IIOError) {
            let folder = try SavedSettingsFolder(isToMake: isToChange)
            guard let record = try folder.hold(device, runningBuffer, isToMake: isToChange) else {
                return
            }
            held.append(record)
        } catch  where error.code == EBUSY {
            throw error
        } catch  where isToChange {
            notify(
                "if this program is killed, the settings of \(device.id) are not restored: \(error)"
            )
            held.append(HeldRecord(Record(of: device, runningBuffer), in: nil))
        } catch {}
        restoreAtEnding()
    }

    private func restoreAtEnding() {
        ending = Ending.cleaningUp { [held] in
            DeviceLock.stop()
            SavedSettings.restore(held, waits: false)
        }
    }

    private static func restore(_ held: [HeldRecord], waits: Bool = true) {
        // The buffer's settings were saved last; others may not be writable while it runs.
        for record in held.reversed() { record.release() }
        _ = try? SavedSettingsFolder().restore(waits: waits)
    }

    /// The record on disk. Names and suffix must not change: a new version reads older records.
    struct Record: Codable {
        static let suffix = ".loan"

        /// The device's id; the record is valid only while that device has `identity`.
        var device: String
        var identity: String
        /// The settings to restore.
        var before: DeviceAttributes
        /// What the buffer has during capture; nil in the record of the sensor.
        var runningBuffer: DeviceAttributes?

        private enum CodingKeys: String, CodingKey {
            case device, identity, before
            case runningBuffer = "during"
        }
    }
}

extension SavedSettings.Record {
    /// Reads the settings of the sensor, or of the buffer if `runningBuffer` is given.
    init(of device: SysfsDevice, _ runningBuffer: DeviceAttributes?) {
        self.init(
            device: device.id, identity: device.identity,
            before: DeviceAttributes(of: device, isOfBuffer: runningBuffer != nil),
            runningBuffer: runningBuffer)
    }

    enum Outcome { case restored, nothingToDo, postponed }

    /// Restores the settings that have changed, if the device is still there. Settings of a buffer
    /// that another program uses by now are restored later.
    func restore() -> Outcome {
        guard let device = SysfsDevice(id: device), device.isPresent, device.identity == identity,
            before.differs(from: device)
        else { return .nothingToDo }
        if let runningBuffer, device.isBufferOn, runningBuffer.differs(from: device) {
            return .postponed
        }
        before.restore(to: device)
        return .restored
    }
}

/// A record that this process has locked until `release`.
final class HeldRecord: Sendable {
    let record: SavedSettings.Record
    private let file: OpenFile?

    /// With no `file`, `release` restores the settings itself.
    init(_ record: SavedSettings.Record, in file: consuming OpenFile?) {
        self.record = record
        self.file = file
    }

    /// Leaves the record to other readers, or to `SavedSettingsFolder.restore`, which empties it. If
    /// it was deleted instead, as with the user's runtime folder at a logout, its last reader
    /// restores the settings here.
    func release() {
        switch file {
        case .some(let file):
            let isDeleted = (try? file.status).map { $0.st_nlink == 0 && $0.st_size > 0 } ?? false
            if isDeleted, flock(file.descriptor, LOCK_EX | LOCK_NB) == 0 { _ = record.restore() }
            flock(file.descriptor, LOCK_UN)
        case nil: _ = record.restore()
        }
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
