import Glibc

/// Foretells how far the device turns in the next moment: constant angular acceleration that dies
/// away, as a hand's does.
///
/// S. LaValle and others, Head tracking for the Oculus Rift, ICRA 2014, found the acceleration
/// worth its noise at horizons of a frame.
struct RatePredictor: Sendable {
    /// rad/s², device frame: angular acceleration, low-passed.
    private var acceleration = Vector3.zero
    /// rad/s, device frame: the rate, low-passed, which tells motion from noise.
    private var smooth = Vector3.zero
    private var newest: Vector3?

    /// Takes the rate `w`, rad/s, `dt` seconds after the one before, and the rate without noise.
    mutating func add(_ w: Vector3, smooth: Vector3, dt: Double) {
        if let newest, dt > 0 {
            acceleration += 1 / (dt + Self.memory) * (w - newest - dt * acceleration)
        }
        (newest, self.smooth) = (w, smooth)
    }

    /// The rotation vector, radians, of the next `horizon` seconds, seen from a device that turns
    /// with `w` now; `uncertainty` is the variance of its bias, (rad/s)².
    func rotation(over horizon: Double, from w: Vector3, uncertainty: Double) -> Vector3 {
        let h = min(max(0, horizon), Self.longestHorizon)
        // α(t) = α exp(-t/τ), summed twice.
        let tau = Self.decay
        let twice = tau * tau * (exp(-h / tau) - 1 + h / tau)
        let turn = h * w + twice * acceleration.shortened(to: Self.largestAcceleration)
        let square = smooth.dot(smooth)
        let trust = square / (square + uncertainty + .leastNormalMagnitude)
        return trust * onset * turn.shortened(to: h * Self.largestRate)
    }

    /// 0 while the rate is within the noise of rest, 1 once it is clearly motion.
    private var onset: Double {
        let x = (smooth.length - Self.quietRate) / (Self.clearRate - Self.quietRate)
        let part = min(1, max(0, x))
        return part * part * (3 - 2 * part)
    }

    /// s: time constant of the angular acceleration's low-pass.
    private static let memory = 0.006
    /// s: how long an angular acceleration lasts.
    private static let decay = 0.04
    /// s: further ahead nothing is foretold.
    private static let longestHorizon = 0.1
    /// rad/s and rad/s²: what a hand can do.
    private static let largestRate = 30.0
    private static let largestAcceleration = 600.0
    /// rad/s: up to here it may be noise, from there it is motion.
    private static let quietRate = 0.05
    private static let clearRate = 0.2
}

extension Vector3 {
    /// The vector, cut to `limit` if it is longer.
    fileprivate func shortened(to limit: Double) -> Vector3 {
        let length = length
        return length > limit ? limit / length * self : self
    }
}
