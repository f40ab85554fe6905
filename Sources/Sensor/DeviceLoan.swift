import Synchronization

/// A device of this machine while we have it set our way; at the loan's end it is set as it was.
///
/// A record on disk lets another run do that if this one is killed.
final class DeviceLoan {
    private static let count = Atomic(0)
    private let device: SysfsDevice
    private var record: LoanRecord

    /// Notes how the device is set, before anything is changed; `note` gets a line where no record can
    /// be kept. Nil if this user may change nothing of it.
    init?(ofDevice id: String, note: (String) -> Void) {
        guard let device = SysfsDevice(id: id) else { return nil }
        let before = DeviceState(of: device)
        guard before.isChangeable(on: device) else { return nil }
        self.device = device
        record = LoanRecord(
            device: device.id, identity: device.identity, owner: .own,
            number: Self.count.add(1, ordering: .relaxed).newValue, before: before)
        do throws(IIOError) {
            let folder = try StateFolder(isToMake: true)
            try folder.locked { () throws(IIOError) in
                // Who came first knows how it was.
                record.before = folder.records.first(where: isOfAnother)?.before ?? record.before
                try folder.keep(record)
            }
        } catch {
            note("if this program is killed, \(device.id) stays as it was set for it: \(error)")
        }
    }

    /// Notes how the device is set while it is captured from, by which our own leavings are known.
    func captureBegan() {
        record.during = DeviceState(of: device, bufferOnly: true)
        try? StateFolder().keep(record)
    }

    /// Puts back what concerns the buffer, which is not used after all: others may use it now.
    func returnBuffer() {
        record.before.buffer.restore(to: device)
        (record.before, record.during) = (record.before.withoutBuffer, nil)
        try? StateFolder().keep(record)
    }

    deinit {
        guard let folder = try? StateFolder() else { return record.before.restore(to: device) }
        try? folder.locked { () throws(IIOError) in
            if !folder.records.contains(where: isOfAnother) { record.before.restore(to: device) }
            folder.forget(record)
        }
    }

    /// Whether another reader has the same device on loan now, whose settings must stay.
    private func isOfAnother(_ other: LoanRecord) -> Bool {
        other.identity == record.identity && other.fileName != record.fileName
            && other.owner.isAlive
    }
}

/// What is on disk of a loan.
struct LoanRecord: Codable {
    static let suffix = ".loan"

    /// The device's id; it must have this identity still.
    var device: String
    var identity: String
    var owner: ProcessIdentity
    /// Which of the owner's loans it is.
    var number: Int
    /// How the device was set.
    var before: DeviceState
    /// How its buffer was set while it was captured from.
    var during: DeviceState?

    var fileName: String { "\(device).\(owner.pid).\(number)\(Self.suffix)" }

    /// Ends the loan of a program that is no more; whether something was put back.
    ///
    /// Not if the device is another by now, or another program has begun to use its buffer.
    func settle() -> Bool {
        guard let device = SysfsDevice(id: device), device.isPresent, device.identity == identity
        else { return false }
        let now = DeviceState(of: device)
        guard now != before else { return false }
        if now.isBufferOn, let during, now.buffer != during { return false }
        before.restore(to: device)
        return true
    }
}

extension StateFolder {
    /// Settles the loans of programs that were killed; the devices that were set back.
    func settleLeftovers() -> [String] {
        let settled = try? locked { () throws(IIOError) in
            let records = records
            let alive = records.filter(\.owner.isAlive).map(\.identity)
            return records.filter { !$0.owner.isAlive }.filter { record in
                // What a reader that is alive still uses is set back at its end.
                let isDone = !alive.contains(record.identity) && record.settle()
                forget(record)
                return isDone
            }.map(\.identity)
        }
        return settled ?? []
    }
}
