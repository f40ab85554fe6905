import Glibc
import Motion

/// A device's own rotation, being read.
final class RotationReader {
    /// What it is read by.
    private enum Way {
        case scans(ScanCapture, offset: Int)
        case values(due: Int64)
    }

    // The buffer must have stopped before the loan ends, and that before the context closes.
    private var way: Way?
    private var loan: DeviceLoan?
    private let context: IIOContext
    private let device: IIODevice
    private let rotation: RotationChannel
    private let settings: IIOSource.Settings
    private let note: (String) -> Void
    private var rate = 0.0
    private var hasRested = false
    private var lastGift = monotonicNow()
    private var track = RotationTrack()
    /// The devices as they were found.
    let inventory: IIOInventory

    /// Opens the device that `settings` choose; `note` gets lines for people.
    init(_ settings: IIOSource.Settings, note: @escaping (String) -> Void) throws(IIOError) {
        (self.settings, self.note) = (settings, note)
        context = try IIOContext(uri: settings.uri)
        if !context.isLocal { try context.setTimeout(milliseconds: 2000) }
        if context.isLocal { IIOSource.settleLeftovers(note: note) }
        inventory = context.inventory(for: settings)
        let id = inventory.rotation?.id
        guard let device = context.devices.first(where: { $0.id == id }),
            let rotation = RotationChannel(of: device)
        else {
            throw IIOError(
                operation: "find a fused rotation on \(settings.uri)", code: ENODEV,
                reason: "no IIO device there offers one")
        }
        (self.device, self.rotation) = (device, rotation)
    }

    deinit { rest() }

    /// Stops reading and puts back what was set; the next `read` begins anew.
    func rest() {
        way = nil
        loan = nil
        hasRested = true
    }

    /// Appends what comes until `deadline`, but returns as soon as there is something.
    func read(
        into attitudes: inout [Attitude], until deadline: Int64,
        _ hotplug: borrowing HotplugMonitor
    ) throws(IIOError) {
        let count = attitudes.count
        repeat {
            let way = if let way { way } else { try open() }
            try collect(by: way, into: &attitudes)
            if attitudes.count > count {
                lastGift = monotonicNow()
                return
            }
            try checkSilence()
            wait(for: self.way ?? way, until: deadline, hotplug.descriptor)
            if hotplug.take() { try checkPresence() }
        } while monotonicNow() < deadline
    }

    private func collect(by way: Way, into attitudes: inout [Attitude]) throws(IIOError) {
        do throws(IIOError) {
            switch way {
            case .scans(let capture, let offset):
                try capture.collect { scan, time in
                    attitudes += track.attitude(rotation.orientation(at: scan + offset), time)
                }
            case .values(let due):
                let now = monotonicNow()
                guard now >= due else { return }
                self.way = .values(due: max(due + Int64(1e9 / rate), now))
                attitudes += track.attitude(try rotation.read(), monotonicNow())
            }
        } catch {
            try checkPresence()
            throw error
        }
    }

    private func wait(for way: Way, until deadline: Int64, _ hotplug: CInt) {
        var descriptors = [pollfd(fd: hotplug, events: Int16(POLLIN), revents: 0)]
        switch way {
        case .values(let due): poll(&descriptors, until: min(due, deadline))
        case .scans(let capture, _):
            // Remote buffers wait in collecting itself.
            guard case .descriptor(let descriptor) = capture.wakes else { return }
            descriptors.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
            poll(&descriptors, until: deadline)
        }
    }

    private func checkPresence() throws(IIOError) {
        guard context.isLocal, SysfsDevice(id: device.id)?.identity != inventory.rotation?.identity
        else { return }
        throw IIOError(operation: "read from \(device.title)", code: ENODEV)
    }

    /// A device that says nothing may be gone, or its trigger may never fire.
    private func checkSilence() throws(IIOError) {
        let silence = monotonicNow() - lastGift
        guard silence > 500_000_000 else { return }
        try checkPresence()
        guard case .scans = way, !track.hasGiven, silence > max(1_000_000_000, Int64(5e9 / rate))
        else { return }
        way = values(IIODevice.silentBuffer)
        loan?.returnBuffer()
    }
}

extension RotationReader {
    private func open() throws(IIOError) -> Way {
        try checkPresence()
        let obstacle = device.obstacleToBuffer(settings, isLocal: context.isLocal)
        if device.isBufferOn != true {
            if context.isLocal { loan = DeviceLoan(ofDevice: device.id, note: note) }
            device.prepare([rotation.channel], rate: settings.rate, note)
        }
        rate = device.rate(of: [rotation.channel]) ?? settings.rate
        if obstacle != nil { loan?.returnBuffer() }
        let way = obstacle.map { values($0) } ?? scans()
        (self.way, lastGift) = (way, monotonicNow())
        return way
    }

    private func scans() -> Way {
        do {
            try device.bindTrigger(among: context.devices.filter(\.isTrigger))
            let capture = try ScanCapture(
                device: device, channels: [rotation.channel], rate: rate,
                isLocal: context.isLocal, endsRest: hasRested)
            loan?.captureBegan()
            return .scans(capture, offset: capture.offset(of: rotation.channel))
        } catch {
            loan?.returnBuffer()
            return values(error.obstacle(of: device, context.isLocal))
        }
    }

    private func values(_ reason: String) -> Way {
        rate = min(rate, settings.rate)
        if !hasRested {
            note("\(device.title) is read value by value, \(rate.short) times a second: \(reason)")
        }
        return .values(due: monotonicNow())
    }
}

/// Makes attitudes of rotations: their rates, and their times on our clock.
struct RotationTrack {
    /// Nanoseconds: a longer step says nothing of the rate.
    private static let longestStep: Int64 = 500_000_000
    private var newest: Attitude?
    private var clock = DeviceClock.ours

    /// Whether there was any yet.
    var hasGiven: Bool { newest != nil }

    /// The attitude of a rotation that was measured at `time`, on the device's clock; none for what is
    /// no rotation, or not newer.
    mutating func attitude(
        _ orientation: Quaternion?, _ time: Int64, arrival: Int64 = monotonicNow()
    ) -> [Attitude] {
        guard let orientation else { return [] }
        if !clock.fits(time, arrival: arrival) {
            clock = DeviceClock(reading: time, arrival: arrival)
        }
        let timestamp = clock.time(of: time, arrival: arrival)
        let step = timestamp - (newest?.timestamp ?? .min / 2)
        guard step > 0 || step < -Self.longestStep else { return [] }
        var rate = Vector3.zero
        if let newest, (1...Self.longestStep).contains(step) {
            let turn = (newest.orientation.conjugate * orientation).rotationVector
            rate = turn / (Double(step) * 1e-9)
        }
        let attitude = Attitude(timestamp: timestamp, orientation: orientation, rate: rate)
        newest = attitude
        return [attitude]
    }
}
