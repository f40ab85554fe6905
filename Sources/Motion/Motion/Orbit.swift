import Glibc

/// A closed figure of tilts about neutral, exact and without noise: one round in `period` seconds,
/// of which the end continues in the beginning.
public struct Orbit: Sendable, Equatable {
    /// Degrees: the largest tilt, A.
    public var degrees: Double
    /// The only axis that is tilted, by A sin φ. Nil: the tilt about the vertical axis is A sin φ,
    /// that about the horizontal axis ½ A sin 2φ.
    public var axis: TiltAxis?
    /// How the picture is turned against the device's natural frame.
    public var orientation: DisplayOrientation

    /// Seconds.
    public static let period = 4.0

    public init(
        degrees: Double = 20, axis: TiltAxis? = nil, orientation: DisplayOrientation = .natural
    ) {
        (self.degrees, self.axis, self.orientation) = (degrees, axis, orientation)
    }

    /// The device's attitude `time` seconds after the start.
    func attitude(at time: Double) -> Quaternion {
        let phase = 2 * .pi * time.remainder(dividingBy: Self.period) / Self.period
        let tilt = degrees * .pi / 180 * sin(phase)
        let screen =
            switch axis {
            case .horizontal: Quaternion(rotation: Vector3(tilt, 0, 0))
            case .vertical: Quaternion(rotation: Vector3(0, tilt, 0))
            case .steering:
                // 0 is standing upright.
                Quaternion(rotation: Vector3(.pi / 2, 0, 0))
                    * Quaternion(rotation: Vector3(0, 0, -tilt))
            case nil: tilted(x: tilt, y: degrees * .pi / 360 * sin(2 * phase))
            }
        return screen * orientation.screenFromDevice
    }

    /// The shortest rotation that tilts by `x` about the vertical and by `y` about the horizontal
    /// axis, radians.
    private func tilted(x: Double, y: Double) -> Quaternion {
        let up = Vector3(-tan(x), tan(y), 1)
        let length = up.length
        return Quaternion(w: length + 1, vector: Vector3(up.y, -up.x, 0)).normalized
    }
}

extension DisplayOrientation {
    /// The rotation of a vector of the device frame to the screen frame, as `screen` has it.
    fileprivate var screenFromDevice: Quaternion {
        let angle: Double =
            switch self {
            case .natural: 0
            case .landscapeLeft: -.pi / 2
            case .landscapeRight: .pi / 2
            case .inverted: .pi
            }
        return Quaternion(rotation: Vector3(0, 0, angle))
    }
}
