import Glibc

/// Finds shakes: three reversals of the free acceleration within 0.8 s, at most one shake a second.
///
/// The free acceleration is the specific force without its slow part, which counts as gravity. Time
/// comes only from the samples.
public struct ShakeDetector: Sendable, Equatable {
    /// m/s²: less is no swing.
    private static let leastSwing = 12.0
    /// A shake has this many reversals, which are swings against the direction of the one before.
    private static let reversals = 3
    /// Seconds: longest time from the first to the last reversal of a shake, and from one swing to
    /// its reversal.
    private static let longest = 0.8
    /// Seconds from a shake to the next one.
    private static let pause = 1.0
    /// Seconds: time constant of gravity.
    private static let gravityTime = 0.5

    private var gravity: Vector3?
    private var newest: Int64?
    /// The last swing's direction and time.
    private var swing = Vector3.zero
    private var swingTime: Int64 = 0
    /// The times of the newest reversals, nanoseconds.
    private var times: [Int64] = []
    /// The time of the last shake, nanoseconds.
    private var last: Int64?

    public init() {}

    /// Takes the next sample; returns whether it completes a shake.
    public mutating func update(with sample: ImuSample) -> Bool {
        if sample.startsAgain { self = ShakeDetector() }
        guard let acceleration = sample.acceleration, acceleration.isFinite else { return false }
        let free = freeAcceleration(acceleration, at: sample.timestamp)
        guard free.length >= Self.leastSwing else { return false }
        let isOld = Double(sample.timestamp &- swingTime) * 1e-9 > Self.longest
        defer { (swing, swingTime) = (free, sample.timestamp) }
        guard !isOld, swing.dot(free) < 0 else { return false }
        return completesShake(reversingAt: sample.timestamp)
    }

    private mutating func freeAcceleration(_ acceleration: Vector3, at timestamp: Int64) -> Vector3
    {
        let step = newest.map { Double(timestamp &- $0) * 1e-9 } ?? 0
        newest = timestamp
        guard let old = gravity, step >= 0, step <= longestStep else {
            (gravity, swing, times) = (acceleration, .zero, [])
            if step < 0 { last = nil }
            return .zero
        }
        let gravity = old + (acceleration - old) * (1 - exp(-step / Self.gravityTime))
        self.gravity = gravity
        return acceleration - gravity
    }

    private mutating func completesShake(reversingAt timestamp: Int64) -> Bool {
        times.append(timestamp)
        times.removeAll { Double(timestamp &- $0) * 1e-9 > Self.longest }
        let sinceLast = last.map { Double(timestamp &- $0) * 1e-9 } ?? .infinity
        guard times.count >= Self.reversals, sinceLast >= Self.pause else { return false }
        (last, times) = (timestamp, [])
        return true
    }
}
