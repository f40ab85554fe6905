/// Tells whether the device has kept one pose for a while.
struct TiltRest: Sendable {
    /// Above this the device is being turned; a hand that holds still stays below. rad/s.
    private static let stillRate = 0.06
    /// How far up may wander from where the rest began, radians.
    private static let stillAngle = 0.03
    /// How long it must last, nanoseconds.
    private static let duration: Int64 = 1_000_000_000
    /// Longer steps are gaps, in which anything may have happened. Nanoseconds.
    private static let longestStep: Int64 = 500_000_000

    /// Where up was, in the device frame, and when, as the rest began.
    private var anchor: (up: Vector3, timestamp: Int64)?
    private var newest: Int64 = 0

    /// Whether the rest has lasted long enough at this attitude; each is given once, in order.
    mutating func update(with attitude: Attitude) -> Bool {
        let up = attitude.up
        let step = attitude.timestamp &- newest
        newest = attitude.timestamp
        guard let anchor, attitude.rate.length < Self.stillRate,
            (up - anchor.up).length < Self.stillAngle, (0...Self.longestStep).contains(step)
        else {
            anchor = (up, attitude.timestamp)
            return false
        }
        return attitude.timestamp &- anchor.timestamp >= Self.duration
    }
}
