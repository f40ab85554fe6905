public import Motion

/// What a sensor measures.
public enum IIOQuantity: String, Sendable, Codable, CaseIterable {
    /// Specific force, m/s².
    case acceleration = "accel"
    /// Angular rate, rad/s.
    case rotationRate = "anglvel"
}

/// The three axes of one sensor, and what makes SI units in the device frame of their raw numbers.
struct Triad {
    let quantity: IIOQuantity
    let channels: [IIOChannel]
    /// Added to the raw number.
    var offset = Vector3.zero
    /// What one raw unit is, in m/s² or rad/s.
    var scale = Vector3(1, 1, 1)
    var mount = MountMatrix.identity
    /// -1 for an accelerometer whose driver reports the opposite sign.
    var sign = 1.0

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

    /// The measured vector in SI units, device frame: (raw + offset) × scale, turned by the mount.
    func value(raw: Vector3) -> Vector3 { mount.apply(to: (raw + offset) * scale) * sign }
}

/// Whether a display that rests seems to face the floor, which hardly one does: then the driver
/// reports the accelerometer with the opposite sign.
///
/// `acceleration` is a mean over a rest, in m/s², device frame. A display that stands nearly upright
/// says nothing, nor does one that is moved.
public func seemsToFaceFloor(resting acceleration: Vector3) -> Bool {
    let length = acceleration.length
    guard length > 8, length < 12 else { return false }
    return acceleration.z < -0.5 * length
}
