/// What accelerometer and gyroscope measured at one time, in the device frame: x right of the
/// screen, y to its top, z out of it. `PoseCollector` takes samples in the sensors' own axes.
///
/// Accelerometer and gyroscope may have different rates; then a sample may hold the value of only
/// one of them.
public struct ImuSample: Sendable, Equatable {
    /// Nanoseconds on the source's own clock; only differences are meaningful.
    public var timestamp: Int64
    /// Specific force in m/s²; lying still, face up: (0, 0, +9.81).
    public var acceleration: Vector3?
    /// Angular rate in rad/s, right-handed, bias included.
    public var rotationRate: Vector3?
    /// Whether the source reverses the accelerometer's sign from this sample on: up and down are
    /// exchanged.
    public var reversesSign = false
    /// Whether a log starts again with this sample: its motion does not continue the one before.
    public var startsAgain = false

    public init(timestamp: Int64, acceleration: Vector3?, rotationRate: Vector3?) {
        self.timestamp = timestamp
        self.acceleration = acceleration
        self.rotationRate = rotationRate
    }
}
