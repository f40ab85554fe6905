import Glibc

/// Up from the accelerometer alone: still when the device is still, quick when it turns.
///
/// A one-euro filter on the direction of gravity (G. Casiez and others, CHI 2012): a first-order
/// low-pass, hence without overshoot, whose time constant shrinks as the change grows.
struct GravityFollower: Sendable {
    /// The direction of up in the device frame, length 1.
    private(set) var up = Vector3(0, 0, 1)
    /// How far the readings stay to one side of `up`, low-passed.
    private var drift = Vector3.zero
    private var isEmpty = true
    /// s: how long it has followed.
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
        let cutoff = Self.slowest + Self.quickening * max(0, drift.length - Self.quiet)
        up += dt / (dt + 1 / cutoff) * innovation
        up *= 1 / max(1e-9, up.length)
    }

    /// Begins at `up`, a direction in the device frame.
    mutating func restart(at up: Vector3) {
        (self.up, drift, isEmpty, time) = (up, .zero, false, 0)
    }

    /// s: how long a change must last to count as a turn.
    private static let driftTime = 0.05
    /// 1/s: the cut-off at rest.
    private static let slowest = 1.0
    /// 1/s for each radian of drift.
    private static let quickening = 300.0
    /// rad: drift that noise and coarse steps may show at rest.
    private static let quiet = 0.01
}
