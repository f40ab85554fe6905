/// What is chosen as the picture's rotation: that of the display, or always the same one.
public enum OrientationChoice: String, Sendable, CaseIterable {
    case auto, natural
    case landscapeLeft = "landscape-left"
    case landscapeRight = "landscape-right"
    case inverted

    /// Nil for that of the display.
    public var fixed: DisplayOrientation? { DisplayOrientation(rawValue: rawValue) }
}

/// The picture's rotation relative to the device's natural frame.
public enum DisplayOrientation: String, Sendable, CaseIterable {
    /// The device's top edge (+y) points up.
    case natural
    /// The device's left edge (-x) points up.
    case landscapeLeft = "landscape-left"
    /// The device's right edge (+x) points up.
    case landscapeRight = "landscape-right"
    /// The device's bottom edge (-y) points up.
    case inverted

    /// A vector of the device frame in the screen frame: x right and y up as the viewer sees the
    /// picture, z towards the viewer.
    public func screen(_ device: Vector3) -> Vector3 {
        switch self {
        case .natural: device
        case .landscapeLeft: Vector3(device.y, -device.x, device.z)
        case .landscapeRight: Vector3(-device.y, device.x, device.z)
        case .inverted: Vector3(-device.x, -device.y, device.z)
        }
    }
}
