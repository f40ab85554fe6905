/// Sums the gyroscope's samples, at any spacing, to the rotation between two of them.
///
/// A parabola through the last three samples (third-order Adams-Moulton) and the two-sample coning
/// term: P. G. Savage, Strapdown Inertial Navigation Integration Algorithm Design, 1998.
struct RateIntegrator: Sendable {
    /// rad/s: the newest rate and the one before.
    private(set) var newest = Vector3.zero
    private var older = Vector3.zero
    /// s: the newest step and the one before; 0 where there was none.
    private(set) var step = 0.0
    private var count = 0

    /// rad²: variance of the newest step's rotation for what lies between two samples far apart.
    var gapVariance: Double {
        guard step > Self.shortGap else { return 0 }
        let change = Self.gapShare * step * (newest - older)
        return change.dot(change)
    }

    /// The rotation vector, radians, up to the rate `w`, rad/s, that comes `dt` seconds later.
    mutating func add(_ w: Vector3, dt: Double) -> Vector3 {
        defer { (older, newest, step, count) = (newest, w, dt, min(2, count + 1)) }
        guard count > 0, dt > 0 else { return dt * w }
        let trapezoid = 0.5 * dt * (newest + w) + dt * dt / 12 * newest.cross(w)
        guard count > 1, step > 0 else { return trapezoid }
        // The parabola's second divided difference is bend / (dt step (dt + step)), and
        // ∫ x (x - dt) dx = -dt³/6.
        let bend = step * (w - newest) - dt * (newest - older)
        return trapezoid - dt * dt / (6 * step * (dt + step)) * bend
    }

    /// s: the parabola is good over shorter steps.
    private static let shortGap = 0.05
    /// How much of a longer step's change of rate may be misjudged.
    private static let gapShare = 0.15
}
