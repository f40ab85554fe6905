public import IIO

/// Facts about the sensor that would be read.
public struct SensorFacts: Sendable {
    /// The URI searched, as in "local:".
    public var uri: String
    /// The inventory of that URI; nil if it failed.
    public var inventory: IIOInventory?
    /// Why the inventory or the measurement failed.
    public var failure: String?
    /// This user's access to each device that would be used and has a buffer; empty for other URIs
    /// than "local:".
    public var access: [AccessFacts] = []
    /// Other programs that have a device open that would be used, as "name (process 123)"; empty for
    /// other URIs than "local:".
    public var holders: [String] = []
    /// The clock of the timestamps of each buffer that was read; none for a device whose clock is
    /// fixed; empty for other URIs than "local:".
    public var clocks: [String] = []
    /// Wanted samples a second, in Hz.
    public var wantedRate: Double
    /// The source's description of how each sensor was read.
    public var descriptions: [String] = []
    /// The source's notices, such as why there is no buffer.
    public var notices: [String] = []
    /// Nil if nothing was measured; `failure` may have the reason.
    public var measurement: Measurement?
    /// The number of samples lost during the measurement.
    public var lost = 0
    /// Whether the configuration, or a calibration, determines the accelerometer's sign.
    public var isSignSet = false

    public init(uri: String, wantedRate: Double) {
        (self.uri, self.wantedRate) = (uri, wantedRate)
    }
}
