import Glibc

/// The axis of the card about which it is tilted.
public enum TiltAxis: String, Sendable, CaseIterable {
    /// Positive when the top edge rises towards the viewer.
    case horizontal
    /// Positive when the right edge goes down.
    case vertical
    /// Turned like a steering wheel: positive when the right edge of an upright screen goes down.
    case steering

    /// Below this the up-vector is almost parallel to the axis, and the angle is undefined.
    static let leastObservability = 0.1

    /// The angle's sine and cosine, times `observability`.
    private func components(_ up: Vector3) -> (sine: Double, cosine: Double) {
        switch self {
        case .horizontal: (up.y, up.z)
        case .vertical: (-up.x, up.z)
        case .steering: (-up.x, up.y)
        }
    }

    /// The angle in radians, in (-π, π], for an up-vector in the screen frame.
    func angle(_ up: Vector3) -> Double {
        let (sine, cosine) = components(up)
        return wrapped(atan2(sine, cosine))
    }

    /// How well gravity determines the angle: 1 with up perpendicular to the axis, 0 along it.
    func observability(_ up: Vector3) -> Double {
        let (sine, cosine) = components(up)
        return (sine * sine + cosine * cosine).squareRoot()
    }
}
