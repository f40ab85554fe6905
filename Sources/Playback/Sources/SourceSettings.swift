public import IIO
public import Motion

/// Which source of motion is used, and how its sensors are read; a new value has the built-in
/// defaults.
public struct SourceSettings: Sendable, Equatable {
    /// SOURCE, as in `--from`.
    public var from = SourceName.auto
    /// The sensor's id, name, label, location or identity; nil: the best one.
    public var device: String?
    /// Wanted samples a second, in Hz.
    public var rate = IIOSource.Settings().rate
    /// Overrides the calibrated and the system's mount matrix; nil: the calibrated one, else
    /// the system's.
    public var mountMatrix: MountMatrix?
    /// Whether to use the buffer; nil: yes, unless the desktop rotates its screen by that
    /// sensor.
    public var usesBuffer: Bool?
    /// Whether to use a device's own fused attitude; nil: if there is no gyroscope.
    public var usesFusedAttitude: Bool?
    /// Whether the driver reports accelerations with the opposite sign; nil: what the
    /// calibration says, else what the accelerometer's name and mount matrix say, else, for
    /// tilts, what its readings show while the display is used.
    public var isReversed: Bool?
    /// s: how late a gyroscope's sample is; nil: from its low-pass, if the driver tells it,
    /// else half of the time between two samples.
    public var gyroscopeDelay: Double?
    /// Calibrations by device identity.
    public var calibrations: [String: Calibration] = [:]

    public init() {}
}

extension IIOSource.Settings {
    /// The configured sensor at `uri`, as a use needs it.
    public init(_ settings: SourceSettings, uri: String, for use: SourceUse) {
        self.init(uri: uri)
        let takesAttitudes = use.takesAttitudes
        device = settings.device
        rate = settings.rate
        usesBuffer = settings.usesBuffer
        usesFusedAttitude = takesAttitudes ? settings.usesFusedAttitude : false
        mountMatrix = settings.mountMatrix
        gyroscopeDelay = settings.gyroscopeDelay
        calibrations = settings.calibrations
        isReversed = settings.isReversed
        // A display that shows a card rarely faces the floor. If it seems to, the sign of the
        // accelerometer is reversed; samples keep the driver's sign.
        sign = takesAttitudes ? .fromUse : .asReported
        // A card waits for an absent sensor; a recording ends.
        reopens = takesAttitudes
    }
}
