import Motion

/// What a sensor measures.
public enum IIOQuantity: String, Sendable, Codable, CaseIterable {
    /// Specific force, m/s².
    case acceleration = "accel"
    /// Angular rate, rad/s.
    case rotationRate = "anglvel"

    /// The sensor that measures it.
    var sensor: String { self == .acceleration ? "accelerometer" : "gyroscope" }
}

/// The three axes of one sensor, and what makes SI units in the device frame of their raw numbers.
struct Triad {
    /// What it measures.
    let quantity: IIOQuantity
    /// x, y and z.
    let channels: [IIOChannel]
    /// Added to the raw number.
    var offset = Vector3.zero
    /// What one raw unit is, in m/s² or rad/s.
    var scale = Vector3(1, 1, 1)
    /// How the sensor is mounted.
    var mount = MountMatrix.identity

    /// The sensor of that kind on `device`; nil where an axis is missing.
    init?(_ quantity: IIOQuantity, of device: IIODevice) {
        let channels = ["x", "y", "z"].compactMap { device.channel("\(quantity.rawValue)_\($0)") }
        guard channels.count == 3 else { return nil }
        self.quantity = quantity
        self.channels = channels
    }

    /// Reads what the driver says of offset (often absent) and scale.
    mutating func readUnits() throws(IIOError) {
        for (axis, channel) in channels.enumerated() {
            scale[axis] = try channel.number("scale")
            offset[axis] = channel.hasAttribute("offset") ? try channel.number("offset") : 0
        }
    }

    /// Takes over a calibrated scale and offset: S (x - o) with x = (raw + offset) × scale.
    mutating func correct(by calibration: Calibration) {
        offset -= calibration.accelerationOffset / scale
        scale *= calibration.accelerationScale
    }

    /// The measured vector in SI units, device frame: (raw + offset) × scale, turned by the mount.
    func value(raw: Vector3) -> Vector3 { mount.apply(to: (raw + offset) * scale) }
}

extension Calibration {
    /// How that sensor is mounted.
    func mount(of quantity: IIOQuantity) -> MountMatrix {
        quantity == .acceleration ? mount : gyroscopeMount ?? mount
    }
}
