import Glibc

/// The tilt as it is shown: it stands perfectly still at rest and follows motion without lag.
///
/// A play, as of a loose gear: within it the shown tilt does not move; it closes as the device
/// turns, so that motion is shown as it is (after the one-euro filter: quick when fast, calm when
/// slow; G. Casiez and others, CHI 2012). Where the tilt comes and goes without getting anywhere,
/// which is a sensor's noise, there is more of it, until the tilt gets somewhere.
public struct DisplayTilt: Sendable, Equatable {
    /// How much play there is, and when.
    public struct Settings: Sendable, Equatable {
        /// Degrees to either side at rest. Up: calmer, but slow turns lag by it.
        public var playDegrees = 0.065
        /// Degrees: who turns back after less comes and goes, and the play doubles.
        public var leastTurnDegrees = 0.2
        /// Degrees a second: up to this rate all of the play is left.
        public var slowest = 2.0
        /// Degrees a second: from this rate none of it is left.
        public var quickest = 12.0
        /// s: time constant of the rate's low-pass.
        public var smoothing = 0.04

        public init() {}
    }

    public let settings: Settings
    /// The tilt to show, degrees in (-180, 180]; nil before the first.
    public private(set) var value: Double?
    /// Degrees a second, low-passed.
    private var rate = 0.0
    /// Degrees of play to either side added for now.
    private var slack = 0.0
    /// Degrees shown since the tilt last turned back, signed.
    private var travel = 0.0
    private var timestamp: Int64?

    public init(settings: Settings = Settings()) { self.settings = settings }

    /// Takes the tilt in degrees, its rate in degrees a second (0 if unknown) and their time in
    /// nanoseconds, and gives the tilt to show; what is not finite changes nothing.
    public mutating func update(tilt: Double, rate: Double, timestamp: Int64) -> Double? {
        guard tilt.isFinite, rate.isFinite else { return value }
        smooth(rate, timestamp)
        guard let shown = value else {
            value = Self.wrapped(tilt)
            return value
        }
        let ahead = Self.wrapped(tilt - shown)
        let step = max(0, ahead - play) + min(0, ahead + play)
        value = Self.wrapped(shown + step)
        feel(step)
        return value
    }

    /// Begins anew at the next tilt, as after the neutral was taken again.
    public mutating func reset() { self = DisplayTilt(settings: settings) }

    /// Degrees to either side that are left at the present rate.
    private var play: Double {
        let part = (settings.quickest - abs(rate)) / (settings.quickest - settings.slowest)
        return (settings.playDegrees + slack) * min(1, max(0, part))
    }

    /// Turning back at once doubles the play; of a turn, half of what is shown takes it back.
    private mutating func feel(_ step: Double) {
        if step * travel >= 0 {
            travel += step
            slack = max(0, slack - 0.5 * abs(step))
        } else {
            slack = abs(travel) < settings.leastTurnDegrees ? settings.playDegrees : 0
            travel = step
        }
    }

    private mutating func smooth(_ rate: Double, _ timestamp: Int64) {
        let before = self.timestamp
        self.timestamp = timestamp
        guard let before, timestamp >= before else { return }
        let (difference, overflow) = timestamp.subtractingReportingOverflow(before)
        let dt = overflow ? .infinity : Double(difference) * 1e-9
        // 1 where the gap is endless: the old rate is forgotten.
        let gain = dt.isFinite ? dt / (dt + settings.smoothing) : 1
        self.rate += gain * (rate - self.rate)
    }

    /// `angle`, in degrees, brought into (-180, 180].
    private static func wrapped(_ angle: Double) -> Double {
        if angle > -180, angle <= 180 { return angle }
        let rest = remainder(angle, 360)
        return rest <= -180 ? 180 : rest
    }
}
