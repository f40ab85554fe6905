import Glibc
public import Motion

/// Motion from IIO devices, here or on another machine, through libiio.
public final class IIOSource: SampleSource {
    /// What to read, and how.
    public struct Settings: Sendable, Equatable {
        /// libiio's URI: `local:`, `ip:HOST[:PORT]`, `usb:...` or `serial:...`.
        public var uri = "local:"
        /// Wanted samples a second, in Hz; the nearest rate on offer is taken.
        public var rate = 100.0
        /// The accelerometer's id, name, label or location; nil takes the best.
        public var device: String?
        /// Turns the sensor's axes into the device's, instead of what the system says.
        public var mountMatrix: MountMatrix?
        /// What calibrating found, by the device's identity.
        public var calibrations: [String: Calibration] = [:]
        /// Whether the accelerometer's sign is turned, instead of what a calibration says.
        public var isReversed: Bool?
        /// The sign where neither is known.
        public var sign = AccelerometerSign.asReported
        /// Whether `IIOInventory.rotation` is a device's own rotation; nil: where there is no gyroscope.
        public var usesFused: Bool?
        /// Whether scans are captured where there is a buffer, instead of values read one by one; nil:
        /// if no desktop service does that.
        public var usesBuffer: Bool?
        /// Whether a device that goes is waited for and opened anew, instead of an error.
        public var reopens = false
        /// Whether a device that is not there yet is waited for too.
        public var startsWithoutDevice = false

        public init(uri: String = "local:") { self.uri = uri }
    }

    /// What was asked for when this source was made.
    public let settings: Settings
    private let note: @Sendable (String) -> Void
    private let hotplug: HotplugMonitor
    /// Nil while a device is waited for.
    private var connection: IIOConnection?
    private var reopening = Reopening()
    /// When the device went, in nanoseconds of `monotonicNow`.
    private var goneSince = monotonicNow()
    /// What did not come back, while others are read in its place.
    private var missed: IIOInventory?
    /// As `IIOConnection` has it.
    private var proven: Set<String> = []
    private var newcomers = Newcomers()
    private var sign: SignChooser
    private var sleepWatch = SleepWatch()
    /// How long the machine has slept since this source was made, in nanoseconds.
    private var slept: Int64 = 0
    /// How long the same device is waited for before another one is taken, in nanoseconds.
    private static let loyalty: Int64 = 10_000_000_000

    /// Opens the devices that `settings` choose.
    ///
    /// `note` gets lines for people, also while reading; it is called on the thread that reads.
    public init(
        _ settings: Settings = Settings(), note: @escaping @Sendable (String) -> Void
    ) throws(IIOError) {
        self.settings = settings
        self.note = note
        name = settings.device ?? "a sensor"
        sign = SignChooser(settings.sign)
        hotplug = HotplugMonitor(isWanted: settings.uri.hasPrefix("local:"))
        inventory = IIOInventory(uri: settings.uri, devices: [], wanted: nil)
        do {
            take(try IIOConnection(settings, note: note))
        } catch {
            // A backend that this libiio has not will not come.
            guard settings.startsWithoutDevice, error.code != ENOSYS else { throw error }
            note("waiting for \(name): \(error)")
        }
    }

    /// The devices of `settings.uri`, and which of them would be read.
    public static func inventory(
        _ settings: Settings = Settings()
    ) throws(IIOError) -> IIOInventory {
        try IIOContext(uri: settings.uri).inventory(for: settings)
    }

    /// Sets this machine's devices back as they were before runs of ours that were killed.
    public static func settleLeftovers(note: (String) -> Void) {
        guard let folder = try? StateFolder() else { return }
        for identity in folder.settleLeftovers() {
            note("\(identity) is set back to how it was before a run that was killed")
        }
    }

    /// The devices as they were found when this source was opened last.
    public private(set) var inventory: IIOInventory
    private var sensorNotes: [String] = []

    /// Whether a device is waited for.
    public var isWaiting: Bool { connection == nil }

    /// The accelerometer's name, and the gyroscope's where that is another device.
    public private(set) var name: String

    /// A device is held now.
    public var isLive: Bool { true }

    /// The devices, and how each sensor is read, at which rate, with which mount matrix.
    public var notes: [String] {
        // A device that rests or is away is read as before, as far as is known.
        let present = connection?.notes ?? []
        return ["\(name) on \(settings.uri)"] + (present.isEmpty ? sensorNotes : present)
            + (isReversed ? ["accelerometer's sign reversed"] : [])
            + (inventory.accelerometer?.calibration == nil ? [] : ["calibrated"])
    }

    /// Drifts with temperature and time, so it is a guess to start from and never taken off.
    public var rotationBias: Vector3 {
        let bias = inventory.accelerometer?.calibration?.rotationBias ?? .zero
        return inventory.mount(of: .rotationRate).matrix.apply(to: bias)
    }

    /// Whether the accelerometer's readings are given the opposite sign.
    public var isReversed: Bool { sign.isReversed == true }

    /// Appends what the devices have measured, in SI units and the device frame.
    ///
    /// Timestamps are on CLOCK_MONOTONIC, in order for each sensor; one that comes late may stand
    /// behind younger ones of the other. What the machine slept in between is added. A
    /// device that is gone throws an `IIOError`, unless the settings let it be waited for.
    public func read(
        into samples: inout [ImuSample], timeout: Duration
    ) throws -> SourceState {
        let (start, deadline) = (samples.count, monotonicNow() + timeout.nanoseconds)
        noticeSleep()
        if newcomers.haveCome(), isBetterAtHand { letGo() }
        do throws(IIOError) {
            let connection = openConnection(until: deadline)
            try connection?.read(into: &samples, until: deadline, hotplug)
        } catch {
            guard settings.reopens else { throw error }
            letGo()
            note("waiting for \(name): \(error)")
        }
        if slept > 0 { for index in start..<samples.count { samples[index].timestamp += slept } }
        chooseSign(of: &samples, from: start)
        return (connection?.isStalled ?? true) ? .waiting(for: name) : .open
    }

    /// Lets the devices sleep, as they were set before, until the next `read`.
    public func rest() { connection?.rest() }

    /// While the machine slept, buffers may have stopped and rates and clocks been set anew.
    private func noticeSleep() {
        let sleep = sleepWatch.sleep()
        slept += sleep
        if sleep > 0 { connection?.rest() }
    }

    private func letGo() {
        proven.formUnion(connection?.proven ?? [])
        (connection, goneSince, reopening) = (nil, monotonicNow(), Reopening())
    }

    /// The connection, opened anew if it has gone and it is time to try; nil if that is in vain.
    private func openConnection(until deadline: Int64) -> IIOConnection? {
        if let connection { return connection }
        guard reopening.waitForTurn(until: deadline, hotplug) else { return nil }
        let before = missed ?? (inventory.accelerometer == nil ? nil : inventory)
        let isLoyal = monotonicNow() - goneSince < Self.loyalty
        guard
            let connection = try? IIOConnection(
                settings, again: isLoyal ? before : nil, proven: proven, note: note)
        else { return nil }
        take(connection)
        noteArrival(after: before)
        return connection
    }

    private func take(_ connection: IIOConnection) {
        self.connection = connection
        inventory = connection.inventory
        name = inventory.title
        sensorNotes = connection.notes
        // What was decided at the start stays where nothing better is known.
        if let isReversed = settings.isReversed ?? inventory.accelerometer?.calibration?.isReversed
        {
            sign = SignChooser(isReversed ? .reversed : .asReported)
        }
    }

    private func noteArrival(after before: IIOInventory?) {
        missed = nil
        guard let before, (try? inventory.checkSameness(with: before)) == nil else {
            let isNew = before?.gyroscope == nil && before?.gyroscope != inventory.gyroscope
            return note("\(name) is \(before == nil || isNew ? "here" : "back")")
        }
        note("\(before.title) has not come back; \(name) is used instead")
        missed = before
    }

    /// Whether what was missed is there again, or a gyroscope has come: of a hub's devices the last may
    /// come long after the first.
    private var isBetterAtHand: Bool {
        guard settings.reopens, connection?.context.isLocal == true,
            let found = try? IIOContext(uri: settings.uri).inventory(
                for: settings, again: missed ?? inventory)
        else { return false }
        if let missed { return (try? found.checkSameness(with: missed)) != nil }
        return inventory.gyroscope == nil && found.gyroscope != nil
    }

    private func chooseSign(of samples: inout [ImuSample], from start: Int) {
        let wasOpen = sign.isReversed == nil
        sign.apply(to: &samples, from: start)
        guard wasOpen, isReversed else { return }
        note(
            "the display seems to face the floor, so the sign of \(name) is taken as reversed; "
                + "\"reversed\" in config.toml sets it")
    }
}

extension Duration {
    /// In nanoseconds; a day for what is longer.
    var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        return min(max(seconds, 0), 86400) * 1_000_000_000 + attoseconds / 1_000_000_000
    }
}
