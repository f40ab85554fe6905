import Glibc
import Motion

/// The chosen devices of a context, open and being read.
final class IIOConnection {
    /// A device that is being read, and what is known of its giving.
    struct Reader {
        let device: IIODevice
        let triads: [Triad]
        let rate: Double
        // Its buffer must have stopped before the loan ends: they die in this order.
        var capture: any DeviceCapture
        let loan: DeviceLoan?
        /// When it last gave something, else when it was opened; nanoseconds of `monotonicNow`.
        var lastGift = monotonicNow()
        var hasGiven = false
    }

    /// Empty while the devices rest.
    var readers: [Reader] = []
    var chosen: [ChosenSensors] = []
    var merger = SampleMerger(streams: 0)
    private var scratch: [ImuSample] = []
    var hasRested = false
    /// Why buffers that were tried are of no use, by their devices' ids.
    var obstacles: [String: String] = [:]
    /// The identities of devices whose buffers have given something, now or in connections before.
    private(set) var proven: Set<String>
    var said: Set<String> = []
    let note: @Sendable (String) -> Void
    let settings: IIOSource.Settings
    let context: IIOContext
    /// The devices as they were found.
    let inventory: IIOInventory

    /// Opens the devices that `settings` choose, or those of `before` again; `proven` is that of a
    /// connection before, and `note` gets lines for people.
    init(
        _ settings: IIOSource.Settings, again before: IIOInventory? = nil,
        proven: Set<String> = [], note: @escaping @Sendable (String) -> Void
    ) throws(IIOError) {
        (self.settings, self.proven, self.note) = (settings, proven, note)
        context = try IIOContext(uri: settings.uri)
        // A remote answer that is 2 s late does not come; local waiting is done by poll.
        if !context.isLocal { try context.setTimeout(milliseconds: 2000) }
        if context.isLocal { IIOSource.settleLeftovers(note: note) }
        inventory = context.inventory(for: settings, again: before)
        try inventory.checkChoice(settings)
        try before.map { before throws(IIOError) in try inventory.checkSameness(with: before) }
        chosen = try context.chosenSensors(of: inventory)
        openReaders()
    }

    /// A line for each sensor: its device, its way of being read, its rate, its mount matrix.
    var notes: [String] {
        readers.flatMap { reader in
            let way = reader.capture is BufferedCapture ? "captured" : "read value by value"
            return reader.triads.map { triad in
                "\(triad.quantity.sensor) of \(reader.device.title): \(way), "
                    + "\(reader.rate.short) Hz, mount matrix \(triad.mount)"
            }
        }
    }

    /// Buffers must stop before their context closes.
    deinit { readers = [] }

    /// Stops reading and puts back what was set; the next `read` begins anew.
    func rest() {
        readers = []
        hasRested = true
    }

    /// Appends what comes until `deadline`, but returns as soon as there is something.
    func read(
        into samples: inout [ImuSample], until deadline: Int64, _ hotplug: borrowing HotplugMonitor
    ) throws(IIOError) {
        if readers.isEmpty { try wake() }
        repeat {
            let isNews = wait(until: deadline, hotplug.descriptor)
            if isNews, hotplug.take() {
                for reader in readers { try checkPresence(of: reader.device) }
            }
            for index in indicesToCollect { try collect(from: index) }
            if merger.take(into: &samples) { return }
            try checkSilence()
        } while monotonicNow() < deadline
    }

    /// All that collect without waiting, and of those that wait the one that is furthest behind.
    private var indicesToCollect: [Int] {
        let waiting = readers.indices.filter { readers[$0].capture.wakes == .none }
        let behind = waiting.min {
            merger.newest(of: $0) ?? .min < merger.newest(of: $1) ?? .min
        }
        return readers.indices.filter { readers[$0].capture.wakes != .none || $0 == behind }
    }

    private func collect(from index: Int) throws(IIOError) {
        scratch.removeAll(keepingCapacity: true)
        do {
            try readers[index].capture.collect(into: &scratch)
        } catch {
            try checkPresence(of: readers[index].device)
            throw error
        }
        guard !scratch.isEmpty else { return }
        let now = monotonicNow()
        for sample in scratch { merger.add(sample, from: index, arrival: now) }
        readers[index].lastGift = now
        if !readers[index].hasGiven { takeFirst(from: index) }
    }

    private func takeFirst(from index: Int) {
        readers[index].hasGiven = true
        if readers[index].capture is BufferedCapture { proven.insert(identity(of: index)) }
    }

    private func identity(of index: Int) -> String {
        let id = readers[index].device.id
        return inventory.devices.first { $0.id == id }?.identity ?? id
    }

    /// Sleeps until a device has something, one is due, one comes or goes, or `deadline` has come;
    /// whether `hotplug` has something to tell.
    private func wait(until deadline: Int64, _ hotplug: CInt) -> Bool {
        var end = deadline
        var descriptors = [pollfd(fd: hotplug, events: Int16(POLLIN), revents: 0)]
        for reader in readers {
            switch reader.capture.wakes {
            case .none: return false
            case .time(let time): end = min(end, time)
            case .descriptor(let descriptor):
                descriptors.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
            }
        }
        poll(&descriptors, until: end)
        return descriptors[0].revents != 0
    }

    /// A device that says nothing may be gone (poll never tells), or its trigger may never fire.
    private func checkSilence() throws(IIOError) {
        let now = monotonicNow()
        for index in readers.indices where now - readers[index].lastGift > 500_000_000 {
            try checkPresence(of: readers[index].device)
            if !readers[index].hasGiven && now - readers[index].lastGift > patience(with: index) {
                pollInstead(index)
            }
        }
    }

    /// Whether all devices have fallen silent that measure whether they move or not. Hubs with a
    /// hysteresis may do so at rest.
    var isStalled: Bool {
        let now = monotonicNow()
        return !readers.isEmpty
            && readers.allSatisfy { reader in
                now - reader.lastGift > max(2_000_000_000, Int64(10e9 / reader.rate))
                    && !reader.triads.contains { $0.channels[0].hasAttribute("hysteresis") }
            }
    }

    /// How long the first scan may take, in nanoseconds: a trigger that has fired before is not
    /// missing, it is slow.
    private func patience(with index: Int) -> Int64 {
        let usual = max(1_000_000_000, Int64(5e9 / readers[index].rate))
        return proven.contains(identity(of: index)) ? 10 * usual : usual
    }

    private func checkPresence(of device: IIODevice) throws(IIOError) {
        guard context.isLocal, SysfsDevice(id: device.id)?.isPresent == false else { return }
        throw IIOError(operation: "read from \(device.title)", code: ENODEV)
    }

    private func pollInstead(_ index: Int) {
        guard readers[index].capture is BufferedCapture else { return }
        let (device, triads, rate) = (
            readers[index].device, readers[index].triads, readers[index].rate
        )
        let obstacle = IIODevice.silentBuffer
        obstacles[device.id] = obstacle
        readers[index].capture = polled(device, triads, rate, obstacle)
        readers[index].loan?.returnBuffer()
    }
}
