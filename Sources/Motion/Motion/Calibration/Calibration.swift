/// The calibration of a device's sensors: corrects what they measure.
///
/// With m measured in the accelerometer's axes, the specific force in the device frame is
/// ± M S (m - o): M the mount, S the scale, o the offset.
public struct Calibration: Sendable, Equatable, Codable {
    /// M: from the sensor's axes to the device's.
    public var mount = MountMatrix.identity
    /// From the gyroscope's axes to the device's; nil if they are the accelerometer's.
    public var gyroscopeMount: MountMatrix?
    /// Whether the driver reports the accelerometer with the opposite sign.
    public var isReversed = false
    /// o, m/s², sensor's axes, in the driver's sign.
    public var accelerationOffset = Vector3.zero
    /// The diagonal of S.
    public var accelerationScale = Vector3(1, 1, 1)
    /// rad/s, gyroscope's axes: the mean at rest.
    public var rotationBias = Vector3.zero
    /// Date of the calibration, as in "2026-01-31".
    public var date: String?

    public init() {}

    /// The specific force in the device frame, m/s², of a vector measured in the sensor's axes.
    public func acceleration(of measured: Vector3) -> Vector3 {
        mount.apply(to: corrected(measured))
    }

    /// The specific force in the sensor's axes, m/s², with the correct sign.
    func corrected(_ measured: Vector3) -> Vector3 {
        let force = accelerationScale * (measured - accelerationOffset)
        return isReversed ? -force : force
    }
}
