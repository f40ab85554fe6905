/// A track that a trigger starts, each time from the present value.
///
/// Times are seconds on one clock.
public struct TrackRun: Sendable, Hashable {
    /// The value and velocity at the last trigger.
    public private(set) var start: AnimatedValue
    /// When the track was triggered last; nil before the first time.
    public private(set) var since: Double?

    /// At rest at the initial value, until the first trigger.
    public init(from initial: Double) { start = AnimatedValue(initial) }

    /// Starts the track from the present value and velocity.
    public mutating func trigger(_ track: Track, at time: Double) {
        let time = max(since ?? time, time)
        (start, since) = (value(track, at: time), time)
    }

    /// The value and velocity at this time.
    public func value(_ track: Track, at time: Double) -> AnimatedValue {
        guard let since, time >= since else { return start }
        return track.animatedValue(at: time - since, from: start)
    }

    /// Until when the value stays within `tolerance` of that at `time`: `time` while it moves,
    /// infinity at rest.
    public func unchangedUntil(
        _ track: Track, _ time: Double, within tolerance: Double = 0.001
    ) -> Double {
        guard let since else { return .infinity }
        let until = track.unchangedUntil(time - since, from: start, within: tolerance)
        return max(time, since + until)
    }
}
