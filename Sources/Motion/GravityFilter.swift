import Glibc

/// Up from the accelerometer alone: constant at rest, fast in motion.
///
/// A one-euro filter on the direction of gravity (G. Casiez and others, CHI 2012): a first-order
/// low-pass, so without overshoot, whose time constant decreases as the change grows.
struct GravityFilter: Sendable {
    /// The direction of up in the device frame, length 1.
    private(set) var up = Vector3(0, 0, 1)
    /// Low-passed difference of the samples from `up`.
    private var drift = Vector3.zero
    private var isEmpty = true
    /// s: time since the restart.
    private(set) var time = 0.0

    /// Takes the acceleration `a`, m/s², `dt` seconds after the one before.
    mutating func add(_ a: Vector3, dt: Double) {
        time += dt
        let length = a.length
        guard length > 1e-3 else { return }
        let direction = a * (1 / length)
        if isEmpty { (up, isEmpty) = (direction, false) }
        let innovation = direction - up
        drift += dt / (dt + Self.driftTime) * (innovation - drift)
        let cutoff = Self.restCutoff + Self.cutoffByDrift * max(0, drift.length - Self.restDrift)
        up += dt / (dt + 1 / cutoff) * innovation
        up *= 1 / max(1e-9, up.length)
    }

    /// Restarts at `up`, a direction in the device frame.
    mutating func restart(at up: Vector3) {
        (self.up, drift, isEmpty, time) = (up, .zero, false, 0)
    }

    /// s: time constant of `drift`; a shorter change is no rotation.
    private static let driftTime = 0.05
    /// 1/s: the cut-off at rest.
    private static let restCutoff = 1.0
    /// 1/s for each radian of drift above `restDrift`.
    private static let cutoffByDrift = 300.0
    /// rad: largest drift from noise and quantisation at rest.
    private static let restDrift = 0.01
}
