import Glibc

/// The tilt to display: constant at rest, and without lag in motion.
///
/// A dead band around the displayed tilt, which shrinks to 0 as the rate grows (after the one-euro
/// filter; G. Casiez and others, CHI 2012). A reversal after a short movement is a sensor's noise:
/// the dead band then doubles until the tilt moves further.
public struct DisplayTilt: Sendable, Equatable {
    /// Width of the dead band, and when it applies.
    public struct Settings: Sendable, Equatable {
        /// Degrees to either side at rest. Larger: calmer, but slow rotations lag by it.
        public var deadBandDegrees = 0.065
        /// Degrees: a reversal after less travel doubles the dead band.
        public var leastTravelDegrees = 0.2
        /// Degrees a second: up to this rate the dead band has its full width.
        public var slowest = 2.0
        /// Degrees a second: from this rate on there is no dead band.
        public var fastest = 12.0
        /// s: time constant of the rate's low-pass.
        public var smoothing = 0.04

        public init() {}
    }

    public let settings: Settings
    /// The displayed tilt, degrees in (-180, 180]; nil before the first.
    public private(set) var value: Double?
    /// Degrees a second, low-passed.
    private var rate = 0.0
    /// Degrees to either side, added to the dead band after a reversal.
    private var addedDeadBand = 0.0
    /// Degrees displayed since the last reversal, signed.
    private var travel = 0.0
    private var timestamp: Int64?

    public init(settings: Settings = Settings()) { self.settings = settings }

    /// Takes the tilt in degrees, its rate in degrees a second (0 if unknown) and their time in
    /// nanoseconds; returns the displayed tilt. Values that are not finite change nothing.
    public mutating func update(tilt: Double, rate: Double, timestamp: Int64) -> Double? {
        guard tilt.isFinite, rate.isFinite else { return value }
        smooth(rate, timestamp)
        guard let shown = value else {
            value = wrappedDegrees(tilt)
            return value
        }
        let ahead = wrappedDegrees(tilt - shown)
        let change = max(0, ahead - deadBand) + min(0, ahead + deadBand)
        value = wrappedDegrees(shown + change)
        updateAddedDeadBand(change)
        return value
    }

    /// Restarts at the next tilt, as after a new neutral.
    public mutating func reset() { self = DisplayTilt(settings: settings) }

    /// The dead band at the present rate, degrees to either side.
    private var deadBand: Double {
        let share = (settings.fastest - abs(rate)) / (settings.fastest - settings.slowest)
        return (settings.deadBandDegrees + addedDeadBand) * min(1, max(0, share))
    }

    /// An early reversal doubles the dead band; each displayed degree then takes half a degree off.
    private mutating func updateAddedDeadBand(_ change: Double) {
        if change * travel >= 0 {
            travel += change
            addedDeadBand = max(0, addedDeadBand - 0.5 * abs(change))
        } else {
            addedDeadBand = abs(travel) < settings.leastTravelDegrees ? settings.deadBandDegrees : 0
            travel = change
        }
    }

    private mutating func smooth(_ rate: Double, _ timestamp: Int64) {
        let before = self.timestamp
        self.timestamp = timestamp
        guard let before, timestamp >= before else { return }
        let (difference, overflow) = timestamp.subtractingReportingOverflow(before)
        let dt = overflow ? .infinity : Double(difference) * 1e-9
        // 1 after an overflow: the old rate has no weight.
        let gain = dt.isFinite ? dt / (dt + settings.smoothing) : 1
        self.rate += gain * (rate - self.rate)
    }
}
