import Glibc
import Motion
import Platform

/// The devices that an inventory chose, opened in one context; reads them.
final class IIOConnection {
    /// A device that this connection reads, with its capture and its saved settings.
    struct OpenDevice {
        let device: IIODevice
        /// The device's identity, which stays the same when it is reconnected.
        let identity: String
        let channels: DeviceChannels
        /// Hz.
        var samplingRate: Double
        /// Hz: the -3 dB point of its gyroscope's low-pass; nil if the driver does not give it.
        let lowPass: Double?
        // Properties are destroyed in order: the buffer stops, then the settings are restored.
        var capture: any DeviceCapture
        let saved: SavedSettings?
        var losses: ScanLosses
        var angularRates = AngularRates()
        /// When it last gave something, or was opened; nanoseconds of `monotonicNow`.
        var newestArrival = monotonicNow()
        var hasRead = false
    }

    /// Empty while suspended.
    var devices: [OpenDevice] = []
    let chosen: [ChosenDevice]
    var merger = ReadingMerger(streams: 0)
    // These two are properties so that their memory is reused for each read.
    private var scratch: [Reading] = []
    private var descriptors: [pollfd] = []
    var wasSuspended = false
    private var lostBefore = 0
    /// The obstacles of buffers that gave no scans, by device id; these devices are polled.
    var obstacles: [String: String] = [:]
    /// The identities of devices whose buffers have given scans, in this or earlier connections.
    private(set) var workingBuffers: Set<String>
    var notifiedLines: Set<String> = []
    let notify: @Sendable (String) -> Void
    let settings: IIOSource.Settings
    let context: IIOContext
    /// The devices as they were found.
    let inventory: IIOInventory

    /// Opens the devices that `settings` select; with `before`, the devices of that inventory or
    /// better ones. `workingBuffers` are those of earlier connections; `notify` gets lines for
    /// people.
    init(
        _ settings: IIOSource.Settings, again before: IIOInventory? = nil,
        workingBuffers: Set<String> = [], notify: @escaping @Sendable (String) -> Void
    ) throws(IIOError) {
        (self.settings, self.workingBuffers, self.notify) = (settings, workingBuffers, notify)
        context = try IIOContext(uri: settings.uri)
        // A remote server must answer within 2 s. Local devices need no timeout, because `wait`
        // polls them.
        if !context.isLocal { try context.setTimeout(milliseconds: 2000) }
        if context.isLocal { IIOSource.restoreAfterKills(notify: notify) }
        inventory = context.inventory(for: settings, again: before)
        try inventory.checkChoice(settings)
        if let before, !inventory.isAsGood(as: before) {
            throw IIOError(
                operation: "find \(before.sourceTitle) on \(settings.uri)", code: ENODEV)
        }
        chosen = try context.chosenDevices(of: inventory)
        for remark in inventory.mountRemarks { notify(remark) }
        openDevices()
    }

    /// A line for each sensor: its device, how it is read, its sampling rate and its mount matrix.
    var descriptions: [String] {
        devices.flatMap { open in
            let method = open.capture is BufferedCapture ? "buffered" : "polled"
            let start = "of \(open.device.nameOrID): \(method), \(open.samplingRate.short) Hz"
            return switch open.channels {
            case .sensors(let sensors):
                sensors.map { sensor in
                    let lowPass = sensor.quantity == .rotationRate ? open.lowPass : nil
                    let filtered = lowPass.map { "low-pass \($0.short) Hz, " } ?? ""
                    return "\(sensor.quantity.sensor) \(start), \(filtered)"
                        + "mount matrix \(sensor.mount)"
                }
            case .fusedAttitude:
                ["attitude \(start)" + (fusedMount.map { ", mount matrix \($0.matrix)" } ?? "")]
            }
        }
    }

    private var fusedMount: FoundMountMatrix? {
        inventory.fusedAttitudeDevice?.fusedAttitude?.mount
    }

    var lowPass: Double? { devices.lazy.compactMap(\.lowPass).first }

    /// Buffers must stop before their context closes.
    deinit { closeDevices() }

    var lost: Int { devices.reduce(lostBefore) { $0 + $1.losses.count } }

    func suspend() {
        lostBefore = lost
        closeDevices()
        wasSuspended = true
    }

    private func closeDevices() { DeviceLock.exclusively { devices = [] } }

    /// Appends the next readings; returns when there are any, or at `deadline`. If it throws, those
    /// that came before the error are appended too.
    func read(
        into readings: inout [Reading], until deadline: Int64, _ hotplug: borrowing HotplugMonitor
    ) throws(IIOError) {
        do throws(IIOError) {
            try readNext(into: &readings, until: deadline, hotplug)
        } catch {
            merger.takeAll(into: &readings)
            throw error
        }
    }

    private func readNext(
        into readings: inout [Reading], until deadline: Int64, _ hotplug: borrowing HotplugMonitor
    ) throws(IIOError) {
        if devices.isEmpty { try resume() }
        repeat {
            let isNews = wait(until: deadline, hotplug.descriptor)
            if isNews, hotplug.take() {
                for open in devices { try checkPresence(of: open.device) }
            }
            let behind = blockingDeviceBehind
            for index in devices.indices
            where index == behind || devices[index].capture.readiness != .blocks {
                try collect(from: index)
            }
            if merger.take(into: &readings) { return }
            try checkSilence()
        } while monotonicNow() < deadline
    }

    /// The index of the device that is furthest behind of those that block; nil if none blocks.
    private var blockingDeviceBehind: Int? {
        devices.indices.lazy.filter { self.devices[$0].capture.readiness == .blocks }.min {
            merger.newest(of: $0) ?? .min < merger.newest(of: $1) ?? .min
        }
    }

    private func collect(from index: Int) throws(IIOError) {
        scratch.removeAll(keepingCapacity: true)
        do {
            if try devices[index].capture.collect(into: &scratch) {
                devices[index].newestArrival = monotonicNow()
            }
        } catch {
            takeScratch(from: index)
            try checkPresence(of: devices[index].device)
            throw error
        }
        takeScratch(from: index)
    }

    /// Gives the readings in `scratch` to the merger.
    private func takeScratch(from index: Int) {
        guard !scratch.isEmpty else { return }
        let now = monotonicNow()
        let buffered = devices[index].capture as? BufferedCapture
        for position in scratch.indices {
            // Without the device's timestamps a pause of the reader would look like lost scans.
            if buffered?.hasTimestamp == true {
                devices[index].losses.add(scratch[position].timestamp, arrival: now)
            }
            devices[index].angularRates.setRate(of: &scratch[position])
            merger.add(scratch[position], from: index, arrival: now)
        }
        if devices[index].hasRead { return }
        devices[index].hasRead = true
        if buffered != nil { workingBuffers.insert(devices[index].identity) }
    }

    /// Waits until a device has readings or is due, a device is connected or disconnected, or
    /// `deadline`; returns whether `hotplug` has an event. If a device blocks, returns false at
    /// once.
    private func wait(until deadline: Int64, _ hotplug: CInt) -> Bool {
        var end = deadline
        descriptors.removeAll(keepingCapacity: true)
        descriptors.append(pollfd(fd: hotplug, events: Int16(POLLIN), revents: 0))
        for index in devices.indices {
            switch devices[index].capture.readiness {
            case .blocks: return false
            case .time(let time): end = min(end, time)
            case .descriptor(let descriptor):
                descriptors.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
            }
        }
        poll(&descriptors, until: end)
        return descriptors[0].revents != 0
    }

    /// A silent device may be disconnected (poll does not show it), or its trigger never fires.
    private func checkSilence() throws(IIOError) {
        let now = monotonicNow()
        for index in devices.indices {
            let silence = now - devices[index].newestArrival
            guard silence > 500_000_000 else { continue }
            try checkPresence(of: devices[index].device)
            if !devices[index].hasRead, silence > longestStart(of: index) { pollInstead(index) }
        }
    }

    /// Nanoseconds without readings after which a device counts as stalled, unless ten of its
    /// samples take longer.
    private static let stallTime: Int64 = 2_000_000_000

    /// Whether no device gives readings any more. False while suspended, and if a device has an
    /// attribute `hysteresis`, because it may give no readings at rest.
    var isStalled: Bool {
        let now = monotonicNow()
        return !devices.isEmpty
            && devices.indices.allSatisfy { index in
                let longest = Int64(saturating: 10e9 / devices[index].samplingRate)
                return now - devices[index].newestArrival > max(Self.stallTime, longest)
                    && !devices[index].channels.attributeChannels.contains {
                        $0.hasAttribute("hysteresis")
                    }
            }
    }

    /// How long the first scan may take, in nanoseconds; longer if the buffer has worked before,
    /// because its trigger is then slow, not missing.
    private func longestStart(of index: Int) -> Int64 {
        let usual = max(1_000_000_000, Int64(saturating: 5e9 / devices[index].samplingRate))
        return workingBuffers.contains(devices[index].identity) ? 10 * usual : usual
    }

    private func checkPresence(of device: IIODevice) throws(IIOError) {
        guard context.isLocal, SysfsDevice(id: device.id)?.isPresent == false else { return }
        throw IIOError(operation: "read from \(device.nameOrID)", code: ENODEV)
    }

    private func pollInstead(_ index: Int) {
        guard devices[index].capture is BufferedCapture else { return }
        let (device, channels) = (devices[index].device, devices[index].channels)
        let inForce = devices[index].samplingRate
        let obstacle = IIODevice.silentBuffer
        obstacles[device.id] = obstacle
        devices[index].samplingRate = pollingRate(inForce)
        DeviceLock.exclusively {
            // The buffer stops here, before its settings are restored.
            devices[index].capture = polled(device, channels, inForce, obstacle)
            devices[index].saved?.restoreBuffer()
        }
    }
}
