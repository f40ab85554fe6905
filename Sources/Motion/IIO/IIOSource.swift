import Glibc
public import Motion
import Platform

/// Motion from local or remote IIO devices, through libiio: samples, or the attitudes that a
/// device has fused itself.
public final class IIOSource: MotionSource {
    /// What to read, and how.
    public struct Settings: Sendable, Equatable {
        /// libiio's URI: `local:`, `ip:HOST[:PORT]`, `usb:...` or `serial:...`.
        public var uri = "local:"
        /// Wanted samples a second, in Hz, from 1 to 10,000; the nearest offered rate is used.
        public var rate = 100.0 { didSet { rate = min(max(1, rate), 10_000) } }
        /// The id, name, label, location or identity of the accelerometer, or of a device with its
        /// fused attitude; nil for the best.
        public var device: String?
        /// Overrides the calibrated and the system's mount matrix; nil: the calibrated one, else
        /// the system's.
        public var mountMatrix: MountMatrix?
        /// Calibrations by device identity.
        public var calibrations: [String: Calibration] = [:]
        /// Whether the accelerometer's sign is reversed; nil: as calibrated, else as
        /// `IIOInventory.isReversedByConvention` says.
        public var isReversed: Bool?
        /// The sign if `isReversed`, a calibration and the convention do not determine it.
        public var sign = AccelerometerSign.asReported
        /// s: how late a gyroscope's sample is; nil: from the gyroscope's low-pass, if the driver
        /// gives it.
        public var gyroscopeDelay: Double?
        /// Whether to read a device's fused attitudes, `IIOInventory.fusedAttitudeDevice`, instead of
        /// samples; nil: if there is no gyroscope.
        public var usesFusedAttitude: Bool?
        /// Whether to use the buffer, if there is one, instead of polling; nil: unless a desktop
        /// service uses it.
        public var usesBuffer: Bool?
        /// Whether to wait for a device that disappears, and reopen it; if not, `read` throws.
        public var reopens = false
        /// Whether to wait also for a device that is absent at the start.
        public var startsWithoutDevice = false
        /// Whether the first `read` opens remote devices, not the initializer: the machine may not
        /// answer for seconds. Until then they are waited for.
        public var opensRemoteLater = false

        /// Whether the lid is closed over the display: a sensor in the base comes first. A source of
        /// this machine's devices finds it out itself.
        var hidesDisplay = false

        public init(uri: String = "local:") { self.uri = uri }

        var isLocal: Bool { uri.hasPrefix("local:") }
    }

    /// The settings that this source was made with.
    public let settings: Settings
    private let notify: @Sendable (String) -> Void
    private let hotplug: HotplugMonitor
    /// Nil while a device is waited for.
    private var connection: IIOConnection?
    /// Whether opening the devices was tried.
    private var hasBegun = false
    private var reopening = Backoff()
    /// When the last connection was closed, or this source was made, in nanoseconds of
    /// `monotonicNow`.
    private var disconnectedAt = monotonicNow()
    /// The inventory of the devices that have not come back, while other devices, perhaps worse
    /// ones, are read instead; nil if none are missing.
    private var missing: IIOInventory?
    /// As in `IIOConnection`.
    private var workingBuffers: Set<String> = []
    private var newDevices = NewDevices()
    private var lostBefore = 0
    private var sign: SignChooser
    /// The signs of the accelerometers that were read before, by their identity.
    private var formerSigns: [String: SignChooser] = [:]
    private var displayUse = DisplayUse()
    private var hinge = HingeSwitches()
    private var hingeState = HingeState()
    /// The settings, with the state of the hinge.
    private var choice: Settings
    /// Whether the next connection need not be to the same devices as before.
    private var choosesAnew = false
    private var sleepWatch = SuspendDetector()
    /// Nanoseconds to wait for the same device before another one is used.
    private static let longestWaitForSame: Int64 = 10_000_000_000

    /// Opens the devices that `settings` select.
    ///
    /// `notify` gets lines for people; this initializer and `read` call it on their thread.
    public init(
        _ settings: Settings = Settings(), notify: @escaping @Sendable (String) -> Void
    ) throws(IIOError) {
        self.settings = settings
        choice = settings
        self.notify = notify
        name = settings.device ?? "a sensor"
        sign = SignChooser(settings.sign)
        hotplug = HotplugMonitor(isWanted: settings.isLocal)
        inventory = IIOInventory(uri: settings.uri)
        if settings.isLocal || !settings.opensRemoteLater { try begin() }
    }

    /// Tries to open the devices for the first time.
    private func begin() throws(IIOError) {
        hasBegun = true
        readHinge()
        do {
            use(try IIOConnection(choice, notify: notify))
        } catch {
            // Waiting does not add a backend that libiio lacks.
            guard settings.startsWithoutDevice, error.code != ENOSYS else { throw error }
            notify("waiting for \(name): \(error)")
        }
    }

    /// The devices of `settings.uri`, and which of them would be read.
    public static func inventory(
        _ settings: Settings = Settings()
    ) throws(IIOError) -> IIOInventory {
        var choice = settings
        if settings.isLocal {
            var hinge = HingeSwitches()
            choice.hidesDisplay = hinge.state().hidesDisplay
        }
        return try IIOContext(uri: settings.uri).inventory(for: choice)
    }

    /// Restores the settings that processes of this program changed on local devices before they
    /// were killed.
    public static func restoreAfterKills(notify: (String) -> Void) {
        guard let folder = try? SavedSettingsFolder() else { return }
        for identity in folder.restore().sorted() {
            notify("the settings of \(identity) are restored: an earlier run was killed")
        }
    }

    /// The devices as they were found when this source was opened last.
    public private(set) var inventory: IIOInventory
    /// Whether the fused attitudes of a device are read: `inventory.fusedAttitudeDevice`.
    private var readsFusedAttitudes = false
    private var sensorDescriptions: [String] = []

    /// Whether the source waits for a device.
    public var isWaiting: Bool { connection == nil }

    /// The name of the device that is read, or the names of accelerometer and gyroscope.
    public private(set) var name: String

    public var automaticNeutral: Neutral { .start }
    public var isSensor: Bool { true }
    public var tiltsScreen: Bool { true }
    public var isSuspendable: Bool { true }

    /// What the devices measure or fuse that were read last; empty before the first.
    public private(set) var quantities: Quantities = []

    public var clock: SourceClock? { .boottime }

    /// False for a remote machine, whose devices' settings are not restored.
    public var restoresSettings: Bool { settings.isLocal }

    /// The devices, and how each sensor is read, at which rate, with which mount matrix.
    public var descriptions: [String] {
        // For a suspended or absent device, the descriptions from when the connection was made are
        // repeated.
        let present = connection?.descriptions ?? []
        let lines =
            ["\(name) on \(settings.uri)"] + (present.isEmpty ? sensorDescriptions : present)
        guard !readsFusedAttitudes else { return lines }
        return lines + (isReversed ? ["accelerometer's sign reversed"] : [])
            + (inventory.accelerometerDevice?.calibration == nil ? [] : ["calibrated"])
    }

    /// The calibrated bias is a first estimate that is not subtracted, as bias drifts.
    public private(set) var gyroscopeErrors = GyroscopeErrors()

    /// The delay of a low-pass in seconds, times the frequency of its -3 dB point in Hz. The
    /// product is 0.22 for a mean over an interval and for a Butterworth filter of second order,
    /// 0.16 for one of first order.
    private static let delayByLowPass = 0.22

    /// Whether the sign of the accelerometer's readings is reversed.
    public var isReversed: Bool { sign.isReversed }

    /// The number of scans that the devices' buffers have lost.
    public var lost: Int { lostBefore + (connection?.lost ?? 0) }

    /// Appends the devices' readings, in SI units and the device frame.
    ///
    /// Timestamps are on CLOCK_BOOTTIME, for all kinds of devices. They are in order for each
    /// sensor; a late reading of one may follow newer ones of the other. Throws an `IIOError` if a device has disappeared, unless `settings.reopens`.
    public func read(
        into readings: inout [Reading], timeout: Duration
    ) throws -> SourceState {
        if !hasBegun { try begin() }
        let start = readings.count
        // At most a day.
        let deadline =
            monotonicNow() + Int64(saturating: min(max(0, timeout / .nanoseconds(1)), 86400e9))
        followHinge()
        if newDevices.haveCome(), isBetterAvailable { close() }
        do throws(IIOError) {
            let connection = openConnection(until: deadline)
            try connection?.read(into: &readings, until: deadline, hotplug)
        } catch {
            guard settings.reopens else { throw error }
            close()
            notify("waiting for \(name): \(error)")
        }
        // Readings taken across a sleep may be from before it or after it; buffers, rates and clocks
        // may have changed.
        if sleepWatch.newSleep() > 0 {
            connection?.suspend()
            readings.removeSubrange(start...)
        }
        let slept = sleepWatch.total
        if slept > 0 { for index in start..<readings.count { readings[index].timestamp += slept } }
        chooseSign(of: &readings, from: start)
        return (connection?.isStalled ?? true) ? .waiting(for: name) : .open
    }

    /// Stops reading and restores the devices' settings until the next `read`.
    public func suspend() { connection?.suspend() }

    private func close() {
        workingBuffers.formUnion(connection?.workingBuffers ?? [])
        lostBefore = lost
        (connection, disconnectedAt, reopening) = (nil, monotonicNow(), Backoff())
    }

    /// Reads the switches of the hinge; returns whether the display was hidden or uncovered.
    @discardableResult
    private func readHinge() -> Bool {
        guard settings.isLocal else { return false }
        hingeState = hinge.state()
        defer { choice.hidesDisplay = hingeState.hidesDisplay }
        return choice.hidesDisplay != hingeState.hidesDisplay
    }

    /// Closes the devices if those of the other half of the laptop are to be read from now on.
    private func followHinge() {
        guard readHinge(), settings.reopens else { return }
        let found = try? IIOContext(uri: settings.uri).inventory(for: choice)
        guard let found, !found.isSame(as: inventory) else { return }
        close()
        reopening.hurry()
        (missing, choosesAnew) = (nil, true)
        let isFolded = hingeState.isTablet && hingeState.isLidClosed
        let hinge = isFolded ? "the keys are folded away" : "the lid is open"
        notify(choice.hidesDisplay ? "the lid is closed" : hinge)
    }

    /// The connection, reopened if there is none and a try is due; nil if that fails.
    private func openConnection(until deadline: Int64) -> IIOConnection? {
        if let connection { return connection }
        guard reopening.waitForTry(until: deadline, hotplug) else { return nil }
        let last = inventory.devicesToRead.isEmpty || choosesAnew ? nil : inventory
        let before = missing ?? last
        let isToBeSame = monotonicNow() - disconnectedAt < Self.longestWaitForSame
        guard
            let connection = try? IIOConnection(
                choice, again: isToBeSame ? before : nil, workingBuffers: workingBuffers,
                notify: notify)
        else { return nil }
        choosesAnew = false
        use(connection)
        notifyArrival(after: before)
        return connection
    }

    private func use(_ connection: IIOConnection) {
        self.connection = connection
        if let before = inventory.accelerometerDevice?.identity { formerSigns[before] = sign }
        inventory = connection.inventory
        readsFusedAttitudes = inventory.fusedAttitudeDevice != nil
        name = inventory.sourceTitle
        quantities = inventory.quantities
        sensorDescriptions = connection.descriptions
        let bias = inventory.accelerometerDevice?.calibration?.rotationBias ?? .zero
        gyroscopeErrors = GyroscopeErrors(
            bias: inventory.mount(of: .rotationRate).matrix.apply(to: bias),
            delay: settings.gyroscopeDelay ?? connection.lowPass.map { Self.delayByLowPass / $0 },
            sensor: inventory.gyroscopeDevice?.identity)
        sign = knownSign ?? SignChooser(settings.sign)
    }

    /// The sign of the accelerometer that is read, as it is set or was chosen before; nil if it is
    /// unknown.
    private var knownSign: SignChooser? {
        let device = inventory.accelerometerDevice
        let isReversed =
            settings.isReversed ?? device?.calibration?.isReversed
            ?? inventory.isReversedByConvention
        if let isReversed { return SignChooser(isReversed ? .reversed : .asReported) }
        return device.flatMap { formerSigns[$0.identity] }
    }

    private func notifyArrival(after before: IIOInventory?) {
        missing = nil
        guard let before else { return notify("\(name) is here") }
        if inventory.isAsGood(as: before) {
            return notify("\(name) is \(inventory.isSame(as: before) ? "back" : "here")")
        }
        notify("\(before.sourceTitle) is still disconnected; \(name) is used instead")
        missing = before
    }

    /// Whether the missing devices have returned, or better ones have appeared: the last device of
    /// a hub may appear long after the first.
    private var isBetterAvailable: Bool {
        guard settings.reopens, connection?.context.isLocal == true,
            let found = try? IIOContext(uri: settings.uri).inventory(
                for: choice, again: missing ?? inventory)
        else { return false }
        if let missing { return found.isAsGood(as: missing) }
        return found.isAsGood(as: inventory) && !found.isSame(as: inventory)
    }

    private func chooseSign(of readings: inout [Reading], from start: Int) {
        guard !readsFusedAttitudes, start < readings.count else { return }
        let isInUse = !settings.isLocal || (displayUse.isPossible() && facesViewer)
        guard sign.apply(to: &readings, from: start, isInUse: isInUse) else { return }
        notify(
            "the display seems to face the floor while it is used: the sign of \(name) is taken as "
                + "\(isReversed ? "reversed" : "reported"); source.reversed in config.toml sets it")
    }

    /// Whether the half of a laptop that holds the accelerometer faces its viewer.
    private var facesViewer: Bool {
        let isBase = inventory.accelerometerDevice?.placement == .base
        return !hingeState.hidesDisplay && !(hingeState.isTablet && isBase)
    }
}
