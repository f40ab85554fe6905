/// The clock of timestamps, and its offset to the clock of their arrivals, such as CLOCK_MONOTONIC.
///
/// Devices whose clock cannot be set, or that are on another machine, count from another epoch and
/// with a rate error. The offset is estimated from the arrivals with the shortest delay.
package struct DeviceClock: Sendable {
    /// Nanoseconds in which two clocks drift apart by less than one nanosecond.
    private static let timePerDrift: Int64 = 5000
    /// ns: the tolerance of a clock for which no other is given.
    package static let usualTolerance: UInt64 = 2_000_000_000

    /// Nanoseconds, added to the counts of its counter; nil for the clock of the arrivals itself.
    private var offset: Int64?
    private var newest: Int64
    /// Nanoseconds: a larger error means that the clock jumped or is another one.
    private let tolerance: UInt64

    /// The clock of the arrivals itself.
    package static var ours: DeviceClock {
        DeviceClock(offset: nil, newest: .min, tolerance: usualTolerance)
    }

    private init(offset: Int64?, newest: Int64, tolerance: UInt64) {
        (self.offset, self.newest, self.tolerance) = (offset, newest, tolerance)
    }

    /// A clock whose counter was at `count` at `arrival`; all in nanoseconds.
    package init(count: Int64, arrival: Int64, tolerance: UInt64 = usualTolerance) {
        self.init(offset: arrival &- count, newest: count, tolerance: tolerance)
    }

    /// Whether `count`, received at `arrival`, can be of this clock.
    package func fits(_ count: Int64, arrival: Int64) -> Bool {
        (count &+ (offset ?? 0) &- arrival).magnitude <= tolerance
    }

    /// The time of `count` on the clock of the arrivals, nanoseconds; decreases only if the counts decrease.
    package mutating func time(of count: Int64, arrival: Int64) -> Int64 {
        guard var offset else { return count }
        let elapsed = count &- newest
        if elapsed > 0 {
            newest = count
            // Corrects for a slow clock, whose delays would seem to grow.
            offset &+= elapsed / Self.timePerDrift
            // Nothing arrives before it was measured: the offset contained a delay.
            let tooLate = count &+ offset &- arrival
            if tooLate > 0 { offset &-= min(tooLate, elapsed / 2) }
            self.offset = offset
        }
        return count &+ offset
    }
}
