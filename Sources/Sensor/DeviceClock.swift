/// A clock that timestamps are of, and how far it is from ours, `monotonicNow`.
///
/// Devices that cannot be told which clock to use, or are on another machine, count from an epoch of
/// their own and in seconds that are not quite ours. How far such a clock is from ours is taken from
/// the arrivals that were the quickest.
struct DeviceClock {
    /// A clock that is farther from where it should be has jumped or is another one; nanoseconds.
    private static let tolerance: Int64 = 2_000_000_000
    /// Two clocks drift apart by less than one nanosecond in so many.
    private static let drift: Int64 = 5000

    /// Is added to its readings; nil for our own clock.
    private var offset: Int64?
    private var newest: Int64

    /// Our own.
    static var ours: DeviceClock { DeviceClock(offset: nil, newest: .min) }

    private init(offset: Int64?, newest: Int64) { (self.offset, self.newest) = (offset, newest) }

    /// A clock whose `reading` is known since `arrival`, nanoseconds of `monotonicNow`.
    init(reading: Int64, arrival: Int64) {
        self.init(offset: arrival &- reading, newest: reading)
    }

    /// Whether `reading`, which arrived at `arrival`, is one of this clock.
    func fits(_ reading: Int64, arrival: Int64) -> Bool {
        (reading &+ (offset ?? 0) &- arrival).magnitude <= UInt64(Self.tolerance)
    }

    /// When our clock was at `reading`, nanoseconds; it never runs backwards.
    mutating func time(of reading: Int64, arrival: Int64) -> Int64 {
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
