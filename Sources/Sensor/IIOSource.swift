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
        /// Which sign the accelerometer's readings are given.
        public var sign = AccelerometerSign.asReported
        /// Whether values are read one by one even where there is a buffer.
        public var pollsOnly = false
        /// Whether a device that goes is waited for and opened anew, instead of an error.
        public var reopens = false

        public init(uri: String = "local:") { self.uri = uri }
    }

    /// What was asked for when this source was made.
    public let settings: Settings
    private let note: @Sendable (String) -> Void
    /// Nil while a device that has gone is waited for.
    private var connection: IIOConnection?
    private var reopening = Reopening()
    private var sign: SignChooser

    /// Opens the devices that `settings` choose.
    ///
    /// `note` gets lines for people, also while reading; it is called on the thread that reads.
    public init(
        _ settings: Settings = Settings(), note: @escaping @Sendable (String) -> Void
    ) throws(IIOError) {
        self.settings = settings
        self.note = note
        sign = SignChooser(settings.sign)
        let connection = try IIOConnection(settings, note: note)
        self.connection = connection
        inventory = connection.inventory
        sensorNotes = connection.notes
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
    private var sensorNotes: [String]

    /// Whether a device that has gone is waited for.
    public var isWaiting: Bool { connection == nil }

    /// The accelerometer's name, and the gyroscope's where that is another device.
    public var name: String { inventory.title }

    /// A device is held now.
    public var isLive: Bool { true }

    /// The devices, and how each sensor is read, at which rate, with which mount matrix.
    public var notes: [String] {
        ["\(name) on \(settings.uri)"] + sensorNotes
            + (isReversed ? ["accelerometer's sign reversed"] : [])
    }

    /// Whether the accelerometer's readings are given the opposite sign.
    public var isReversed: Bool { sign.isReversed == true }

    /// Appends what the devices have measured, in SI units and the device frame.
    ///
    /// Timestamps are on CLOCK_MONOTONIC, in order. The state is always `open`; a device that is gone
    /// throws an `IIOError`, unless the settings let it be waited for.
    public func read(
        into samples: inout [ImuSample], timeout: Duration
    ) throws -> SourceState {
        let (start, deadline) = (samples.count, monotonicNow() + timeout.nanoseconds)
        do throws(IIOError) {
            let connection = openConnection(until: deadline)
            try connection?.read(into: &samples, until: deadline)
        } catch {
            guard settings.reopens else { throw error }
            connection = nil
            note("waiting for \(name): \(error)")
        }
        chooseSign(of: &samples, from: start)
        return .open
    }

    /// The connection, opened anew if it has gone and it is time to try; nil if that is in vain.
    private func openConnection(until deadline: Int64) -> IIOConnection? {
        if let connection { return connection }
        guard reopening.waitForTurn(until: deadline),
            let connection = try? IIOConnection(settings, note: note)
        else { return nil }
        self.connection = connection
        inventory = connection.inventory
        sensorNotes = connection.notes
        reopening = Reopening()
        note("\(name) is back")
        return connection
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
