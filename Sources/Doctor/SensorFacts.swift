public import Sensor

/// What is known of the sensor that would be read.
public struct SensorFacts: Sendable {
    /// Where it was looked for, as in "local:".
    public var uri: String
    /// What was found there; nil if nothing could be.
    public var inventory: IIOInventory?
    /// Why nothing was found, or nothing could be measured.
    public var failure: String?
    /// For each device that would be used: what this user may do with it.
    public var access: [AccessFacts] = []
    /// Other programs that have a device open, as "name (process)".
    public var holders: [String] = []
    /// The clock of each buffer's timestamps while it was read, where one can be chosen.
    public var clocks: [String] = []
    /// Wanted samples a second, in Hz.
    public var wantedRate: Double
    /// How each sensor was read.
    public var notes: [String] = []
    /// What was said meanwhile, such as why there is no buffer.
    public var remarks: [String] = []
    public var measurement: Measurement?
    /// Whether the configuration, or a calibration in it, says which sign the driver reports.
    public var isSignSet = false

    public init(uri: String, wantedRate: Double) {
        (self.uri, self.wantedRate) = (uri, wantedRate)
    }
}
