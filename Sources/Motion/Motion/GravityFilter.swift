import Glibc

/// Up from the accelerometer alone: nearly constant at rest, fast in motion.
///
/// A one-euro filter on the direction of gravity (G. Casiez and others, CHI 2012): a first-order
/// low-pass, so without overshoot, whose time constant decreases as the change grows.
struct GravityFilter: Sendable {
    /// The direction of up in the device frame, length 1.
    private(set) var up = Vector3(0, 0, 1)
    /// Low-passed difference of the samples' directions from `up`, about in radians.
    private var deviation = Vector3.zero
    private var isEmpty = true
    /// s: time since the start or the last restart.
    private(set) var time = 0.0

    /// Takes the acceleration `a`, m/s², `dt` seconds after the one before.
    mutating func add(_ a: Vector3, dt: Double) {
        time += dt
        let length = a.length
        guard length > 1e-3 else { return }
        let direction = a * (1 / length)
        if isEmpty { (up, isEmpty) = (direction, false) }
        let innovation = direction - up
        deviation += dt / (dt + Self.deviationTime) * (innovation - deviation)
        let excess = max(0, deviation.length - Self.restDeviation)
        let cutoff = Self.restCutoff + Self.cutoffByDeviation * excess
        up += dt / (dt + 1 / cutoff) * innovation
        up *= 1 / max(1e-9, up.length)
    }

    /// Restarts at `up`, a direction in the device frame.
    mutating func restart(at up: Vector3) {
        (self.up, deviation, isEmpty, time) = (up, .zero, false, 0)
    }

    /// s: time constant of `deviation`; a shorter change is no rotation.
    private static let deviationTime = 0.05
    /// 1/s: the cut-off at rest.
    private static let restCutoff = 1.0
    /// 1/s for each radian of deviation above `restDeviation`.
    private static let cutoffByDeviation = 300.0
    /// rad: largest deviation from noise and quantisation at rest.
    private static let restDeviation = 0.01
}
