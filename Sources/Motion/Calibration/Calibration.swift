/// What calibrating finds of a device's sensors: it makes true vectors of their readings.
///
/// With the reading m in the accelerometer's axes, the specific force in the device frame is
/// ± M S (m - o): M the mount, S the scale, o the offset.
public struct Calibration: Sendable, Equatable, Codable {
    /// M: the sensor's axes in the device's.
    public var mount = MountMatrix.identity
    /// The gyroscope's, where its axes are not the accelerometer's.
    public var gyroscopeMount: MountMatrix?
    /// Whether the driver reports the accelerometer with the opposite sign.
    public var isReversed = false
    /// o, m/s², sensor's axes, as reported.
    public var accelerationOffset = Vector3.zero
    /// The diagonal of S.
    public var accelerationScale = Vector3(1, 1, 1)
    /// rad/s, gyroscope's axes: what it read at rest.
    public var rotationBias = Vector3.zero
    /// When it was done, as in "2026-01-31".
    public var date: String?

    public init() {}

    /// The specific force in the device frame, m/s², of a reading in the sensor's axes.
    public func acceleration(of reading: Vector3) -> Vector3 {
        mount.apply(to: upward(reading))
    }

    /// The specific force in the sensor's axes, m/s², its sign set right.
    func upward(_ reading: Vector3) -> Vector3 {
        let force = accelerationScale * (reading - accelerationOffset)
        return isReversed ? -force : force
    }
}
