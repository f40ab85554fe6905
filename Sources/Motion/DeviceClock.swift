/// A clock that timestamps are of, and how far it is from ours, CLOCK_MONOTONIC.
///
/// Devices that cannot be told which clock to use, or are on another machine, count from an epoch of
/// their own and in seconds that are not quite ours. How far such a clock is from ours is taken from
/// the arrivals that were the quickest.
package struct DeviceClock: Sendable {
    /// Two clocks drift apart by less than one nanosecond in so many.
    private static let drift: Int64 = 5000
    /// ns.
    package static let usualTolerance: UInt64 = 2_000_000_000

    /// Is added to its readings; nil for our own clock.
    private var offset: Int64?
    private var newest: Int64
    /// A clock that is farther from where it should be has jumped or is another one; nanoseconds.
    private let tolerance: UInt64

    /// Our own.
    package static var ours: DeviceClock {
        DeviceClock(offset: nil, newest: .min, tolerance: usualTolerance)
    }

    private init(offset: Int64?, newest: Int64, tolerance: UInt64) {
        (self.offset, self.newest, self.tolerance) = (offset, newest, tolerance)
    }

    /// A clock whose `reading` is known since `arrival`; nanoseconds, all of them.
    package init(reading: Int64, arrival: Int64, tolerance: UInt64 = usualTolerance) {
        self.init(offset: arrival &- reading, newest: reading, tolerance: tolerance)
    }

    /// Whether `reading`, which arrived at `arrival`, is one of this clock.
    package func fits(_ reading: Int64, arrival: Int64) -> Bool {
        (reading &+ (offset ?? 0) &- arrival).magnitude <= tolerance
    }

    /// When our clock was at `reading`, nanoseconds; it never runs backwards.
    package mutating func time(of reading: Int64, arrival: Int64) -> Int64 {
        guard var offset else { return reading }
        let elapsed = reading &- newest
        if elapsed > 0 {
            newest = reading
            // A clock that loses time would seem later and later.
            offset &+= elapsed / Self.drift
            // Nothing arrives before it was measured: what was taken for the quickest was slow.
            let tooLate = reading &+ offset &- arrival
            if tooLate > 0 { offset &-= min(tooLate, elapsed / 2) }
            self.offset = offset
        }
        return reading &+ offset
    }
}
