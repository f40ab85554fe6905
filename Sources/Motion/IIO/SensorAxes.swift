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

/// The three axes of one sensor, and their conversion to SI units in the device frame.
struct SensorAxes {
    let quantity: IIOQuantity
    /// x, y and z.
    let channels: [IIOChannel]
    /// Added to the raw number.
    var offset = Vector3.zero
    /// m/s² or rad/s for a raw unit.
    var scale = Vector3(1, 1, 1)
    /// From the sensor's axes to the device's.
    var mount = MountMatrix.identity

    /// The sensor of that quantity on `device`; nil if an axis is missing.
    init?(_ quantity: IIOQuantity, of device: IIODevice) {
        let channels = ["x", "y", "z"].compactMap { device.channel("\(quantity.rawValue)_\($0)") }
        guard channels.count == 3 else { return nil }
        self.quantity = quantity
        self.channels = channels
    }

    /// Reads the driver's offset (often absent) and scale.
    mutating func readUnits() throws(IIOError) {
        for (axis, channel) in channels.enumerated() {
            scale[axis] = try channel.number("scale", in: -1e3...1e3)
            guard scale[axis].magnitude > 1e-15 else {
                throw IIOError(
                    operation: "read scale of \(channel.id)", code: 0,
                    reason: "with \(scale[axis].short) every reading would be 0")
            }
            offset[axis] = channel.hasAttribute("offset") ? try channel.number("offset") : 0
        }
    }

    /// Hz: the -3 dB point of the sensor's low-pass, from an attribute of its first channel or of
    /// `device`; nil if there is none or it is invalid. The sampling rate may change it.
    func lowPass(of device: IIODevice) -> Double? {
        let name = "filter_low_pass_3db_frequency"
        let owners: [any AttributeOwner] = [channels[0], device]
        let text = try? owners.first { $0.hasAttribute(name) }?.attribute(name)
        return text.flatMap { Double($0) }.flatMap { (1...100_000).contains($0) ? $0 : nil }
    }

    /// Applies the calibrated scale and offset of an accelerometer, S (x - o) with x = (raw +
    /// offset) × scale; only for `acceleration`.
    mutating func correct(by calibration: Calibration) {
        offset -= calibration.accelerationOffset / scale
        scale *= calibration.accelerationScale
    }

    /// The measured vector in SI units, device frame: (raw + offset) × scale, turned by the mount.
    func value(raw: Vector3) -> Vector3 { mount.apply(to: (raw + offset) * scale) }
}

extension Calibration {
    func mount(of quantity: IIOQuantity) -> MountMatrix {
        quantity == .acceleration ? mount : gyroscopeMount ?? mount
    }
}
