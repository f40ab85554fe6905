/// Where attitudes come from ready-made: a running service, a device that fuses its own sensors.
///
/// Like a `SampleSource` it lives on one thread, which blocks in `read`.
public protocol AttitudeSource: AnyObject {
    /// What a person would call it.
    var name: String { get }

    /// Whether a device is being held now; its pose at the start cannot be foreseen.
    var isLive: Bool { get }

    /// Appends what has come since the last call, in order, waiting at most `timeout` for the first.
    func read(into attitudes: inout [Attitude], timeout: Duration) throws -> SourceState

    /// Lets the device sleep until the next `read`.
    func rest()
}

extension AttitudeSource {
    public func rest() {}
}
