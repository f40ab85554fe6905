/// Detects that the device has kept one pose for a while.
struct PoseRestDetector: Sendable {
    /// rad/s: a higher rate is a rotation; a hand that holds still stays below.
    private static let stillRate = 0.06
    /// Largest change of up since the rest began, radians.
    private static let stillAngle = 0.03
    /// Shortest duration of a rest, nanoseconds.
    private static let duration: Int64 = 1_000_000_000

    /// Up in the device frame, and the time, when the rest began.
    private var anchor: (up: Vector3, timestamp: Int64)?
    private var newest: Int64 = 0

    /// Whether the rest has lasted long enough; takes each attitude once, in order.
    mutating func update(with attitude: Attitude) -> Bool {
        let up = attitude.up
        let step = attitude.timestamp &- newest
        newest = attitude.timestamp
        guard let anchor, attitude.rate.length < Self.stillRate,
            (up - anchor.up).length < Self.stillAngle, (0...longestStepNanoseconds).contains(step)
        else {
            anchor = (up, attitude.timestamp)
            return false
        }
        return attitude.timestamp &- anchor.timestamp >= Self.duration
    }
}
