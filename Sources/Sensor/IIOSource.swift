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

        public init(uri: String = "local:") { self.uri = uri }
    }

    public let settings: Settings
    private let note: @Sendable (String) -> Void
    private var connection: IIOConnection
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
        connection = try IIOConnection(settings, note: note)
    }

    /// The devices of `settings.uri`, and which of them would be read.
    public static func inventory(
        _ settings: Settings = Settings()
    ) throws(IIOError) -> IIOInventory {
        try IIOContext(uri: settings.uri).inventory(for: settings)
    }

    /// The devices as they were found when this source was opened.
    public var inventory: IIOInventory { connection.inventory }

    /// The accelerometer's name, and the gyroscope's where that is another device.
    public var name: String { connection.inventory.title }

    public var isLive: Bool { true }

    public var notes: [String] {
        ["\(name) on \(settings.uri)"] + connection.notes
            + (isReversed ? ["accelerometer's sign reversed"] : [])
    }

    /// Whether the accelerometer's readings are given the opposite sign.
    public var isReversed: Bool { sign.isReversed == true }

    /// Appends what the devices have measured, in SI units and the device frame.
    ///
    /// Timestamps are on CLOCK_MONOTONIC, in order. The state is always `open`; a device that is gone
    /// throws an `IIOError`.
    public func read(
        into samples: inout [ImuSample], timeout: Duration
    ) throws -> SourceState {
        let start = samples.count
        try connection.read(into: &samples, until: monotonicNow() + timeout.nanoseconds)
        chooseSign(of: &samples, from: start)
        return .open
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

extension IIOInventory {
    /// What a person would call the chosen devices; "none" without any.
    public var title: String {
        guard let accelerometer else { return "none" }
        guard let gyroscope, gyroscope.id != accelerometer.id else { return accelerometer.title }
        return "\(accelerometer.title) and \(gyroscope.title)"
    }
}

extension Duration {
    /// In nanoseconds; a day for what is longer.
    var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        return min(max(seconds, 0), 86400) * 1_000_000_000 + attoseconds / 1_000_000_000
    }
}
