import Glibc

/// The tilt to display: constant at rest, and without lag in motion.
///
/// A dead band around the displayed tilt, which shrinks to 0 as the rate grows (after the one-euro
/// filter; G. Casiez and others, CHI 2012). A reversal after a short movement is a sensor's noise:
/// the dead band then doubles until the tilt moves further.
public struct TiltDeadBand: Sendable, Equatable {
    /// Degrees to either side at rest. Larger: calmer, but slow rotations lag by it.
    private static let deadBandDegrees = 0.065
    /// Degrees: a reversal after less travel doubles the dead band.
    private static let leastTravelDegrees = 0.2
    /// Degrees a second: up to this rate the dead band has its full width.
    private static let slowest = 2.0
    /// Degrees a second: from this rate on there is no dead band.
    private static let fastest = 12.0
    /// s: time constant of the rate's low-pass.
    private static let smoothing = 0.04

    /// The displayed tilt, degrees in (-180, 180]; nil before the first.
    public private(set) var value: Double?
    /// Degrees a second, low-passed.
    private var rate = 0.0
    /// Degrees to either side, added to the dead band after a reversal.
    private var addedDeadBand = 0.0
    /// Degrees displayed since the last reversal, signed.
    private var travel = 0.0
    private var timestamp: Int64?

    public init() {}

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
    public mutating func reset() { self = TiltDeadBand() }

    /// The dead band at the present rate, degrees to either side.
    private var deadBand: Double {
        let share = (Self.fastest - abs(rate)) / (Self.fastest - Self.slowest)
        return (Self.deadBandDegrees + addedDeadBand) * min(1, max(0, share))
    }

    /// An early reversal doubles the dead band; each displayed degree then takes half a degree off.
    private mutating func updateAddedDeadBand(_ change: Double) {
        if change * travel >= 0 {
            travel += change
            addedDeadBand = max(0, addedDeadBand - 0.5 * abs(change))
        } else {
            addedDeadBand = abs(travel) < Self.leastTravelDegrees ? Self.deadBandDegrees : 0
            travel = change
        }
    }

    private mutating func smooth(_ rate: Double, _ timestamp: Int64) {
        let before = self.timestamp
        self.timestamp = timestamp
        guard let before, timestamp >= before else { return }
        let dt = SampleClock.seconds(from: before, to: timestamp)
        // 1 after an overflow: the old rate has no weight.
        let gain = dt.isFinite ? dt / (dt + Self.smoothing) : 1
        self.rate += gain * (rate - self.rate)
    }
}
