import Glibc

/// Predicts the device's rotation over a short time: an angular acceleration that decays, as a
/// hand's does.
///
/// S. LaValle and others, Head tracking for the Oculus Rift, ICRA 2014: at horizons of a frame the
/// acceleration improves the prediction in spite of its noise.
struct RatePredictor: Sendable {
    /// rad/s², device frame: angular acceleration, low-passed.
    private var acceleration = Vector3.zero
    /// rad/s, device frame: the rate, low-passed, to separate motion from noise.
    private var smooth = Vector3.zero
    private var newest: Vector3?

    /// Takes the rate `w`, rad/s, `dt` seconds after the one before, and the low-passed rate.
    mutating func add(_ w: Vector3, smooth: Vector3, dt: Double) {
        if let newest, dt > 0 {
            acceleration += 1 / (dt + Self.timeConstant) * (w - newest - dt * acceleration)
        }
        (newest, self.smooth) = (w, smooth)
    }

    /// The rotation vector, radians, of the next `horizon` seconds, in the device frame. `w` is the
    /// rate `delay` seconds ago; `uncertainty` is the variance of the gyroscope's bias, (rad/s)².
    func rotation(
        over horizon: Double, from w: Vector3, delay: Double = 0, uncertainty: Double
    ) -> Vector3 {
        let h = min(max(0, horizon), Self.longestHorizon)
        let unitTurn = Self.turn(in: delay + h) - Self.turn(in: delay)
        let turn = h * w + unitTurn * acceleration.shortened(to: Self.largestAcceleration)
        let square = smooth.dot(smooth)
        let trust = square / (square + uncertainty + .leastNormalMagnitude)
        return trust * onset * turn.shortened(to: h * Self.largestRate)
    }

    /// α(t) = α exp(-t/τ), integrated twice from 0 to `t`, for α = 1 rad/s².
    private static func turn(in t: Double) -> Double {
        decay * decay * (exp(-t / decay) - 1 + t / decay)
    }

    /// 0 if the rate is within the noise of rest, 1 if it is clearly motion.
    private var onset: Double {
        smoothstep((smooth.length - Self.quietRate) / (Self.clearRate - Self.quietRate))
    }

    /// s: time constant of the angular acceleration's low-pass.
    private static let timeConstant = 0.006
    /// s: time constant τ with which an angular acceleration decays.
    private static let decay = 0.04
    /// s: limit of the horizon.
    private static let longestHorizon = 0.1
    /// rad/s and rad/s²: limits of a hand's motion.
    private static let largestRate = 30.0
    private static let largestAcceleration = 600.0
    /// rad/s: noise below, motion above.
    private static let quietRate = 0.05
    private static let clearRate = 0.2
}

extension Vector3 {
    /// The vector, with its length limited to `limit`.
    fileprivate func shortened(to limit: Double) -> Vector3 {
        let length = length
        return length > limit ? limit / length * self : self
    }
}
