import Doctor
import Glibc
import IIO
import Motion
import Platform
import Playback
import Synchronization

extension SensorFacts {
    /// Examines the configured sensor, and reads it for about a second. If another source is
    /// configured, only finds out which sensor this machine has.
    init(measuring config: SourceSettings) {
        self.init(uri: config.uri, wantedRate: config.rate)
        isSignSet = config.isReversed != nil
        do {
            let inventory = try IIOSource.inventory(
                IIOSource.Settings(config, uri: uri, for: .card))
            self.inventory = inventory
            guard !inventory.devices.isEmpty, config.isSensor else { return }
            let used = inventory.accelerometerDevice
            if used?.calibration != nil { isSignSet = true }
            if uri == "local:" { examine(inventory) }
            // Samples tell more than attitudes. Without a device to read, this throws the reason.
            try measure(IIOSource.Settings(config, uri: uri, for: used == nil ? .card : .recording))
        } catch {
            failure = "\(error)"
        }
    }

    init(unanswered config: SourceSettings) {
        self.init(uri: config.uri, wantedRate: config.rate)
        failure = "the sensor on \(uri) does not answer"
    }

    private mutating func examine(_ inventory: IIOInventory) {
        let used = inventory.devices.filter(\.isUsed)
        let user = getpwuid(getuid()).map { String(cString: $0.pointee.pw_name) } ?? ""
        access = used.filter(\.hasBuffer).map {
            AccessFacts(device: $0.id, user: user, groups: groupIDs())
        }
        holders = used.flatMap { device in
            IIO.holders(of: device.id).map { "\($0.name) (process \($0.pid))" }
        }
    }

    /// Reads until the readings span a second, for at most 4 s; a sensor needs time to wake up.
    private mutating func measure(_ settings: IIOSource.Settings) throws {
        let notices = Notices()
        let source = try IIOSource(settings) { notices.add($0) }
        var readings: [Reading] = []
        let end = monotonicSeconds() + 4
        while monotonicSeconds() < end, readings.span < 1_000_000_000 {
            _ = try source.read(into: &readings, timeout: .milliseconds(100))
        }
        (descriptions, self.notices) = (Array(source.descriptions.dropFirst()), notices.lines)
        clocks = source.settings.uri == "local:" ? Self.clocks(of: source.inventory) : []
        (measurement, lost) = (Measurement(readings), source.lost)
    }

    /// The clocks of the buffers of the used devices. A device whose buffer another program uses is
    /// polled, and has none here.
    private static func clocks(of inventory: IIOInventory) -> [String] {
        inventory.devices.filter { $0.isUsed && $0.isBufferOn == false }
            .compactMap { Root.machine.clock(ofBufferOf: $0.id) }
    }
}

extension SourceSettings {
    fileprivate var isSensor: Bool {
        switch from {
        case .auto, .iio: true
        default: false
        }
    }

    /// The URI of the IIO devices; this machine's if the source is no IIO device.
    fileprivate var uri: String {
        if case .iio(let uri) = from { return uri }
        return "local:"
    }
}

extension [Reading] {
    /// From the first to the last timestamp, in nanoseconds.
    fileprivate var span: Int64 {
        guard let first, let last else { return 0 }
        return last.timestamp &- first.timestamp
    }
}

/// The notices of a source while it is read.
private final class Notices: Sendable {
    private let kept = Mutex<[String]>([])

    var lines: [String] { kept.withLock { $0 } }

    func add(_ line: String) { kept.withLock { $0.append(line) } }
}

private func groupIDs() -> [gid_t] {
    var groups = [gid_t](repeating: 0, count: Int(max(0, getgroups(0, nil))))
    getgroups(CInt(groups.count), &groups)
    return groups + [getegid()]
}
