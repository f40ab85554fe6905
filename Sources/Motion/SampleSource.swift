/// Where motion comes from: a sensor, a log or a simulation. Nothing after it knows which.
///
/// A source lives on one thread, which blocks in `read`.
public protocol SampleSource: AnyObject {
    /// What a person would call it: the device's or the file's name.
    var name: String { get }

    /// Whether a device is being held now; its pose at the start cannot be foreseen.
    var isLive: Bool { get }

    /// What a recording should say of it, a line each: the device, its rates, its mount matrix.
    var notes: [String] { get }

    /// rad/s, device frame: the gyroscope's bias as it was calibrated; samples still have it.
    var rotationBias: Vector3 { get }

    /// Appends what has come since the last call, waiting at most `timeout` for the first sample.
    ///
    /// Samples are in SI units, device frame, in the order the source had them.
    func read(into samples: inout [ImuSample], timeout: Duration) throws -> SourceState

    /// Lets the device sleep until the next `read`.
    func rest()
}

extension SampleSource {
    public var notes: [String] { [name] }
    public var rotationBias: Vector3 { .zero }
    public func rest() {}
}

/// Whether a source will give more.
public enum SourceState: Sendable, Equatable {
    case open
    /// Nothing comes for want of this, as in "bmi160"; it goes on by itself.
    case waiting(for: String)
    case ended
}
