/// A track that was started at some time from some value, once or again and again.
///
/// Times are seconds on one clock. `period` is the length of the track's timeline in seconds. If a
/// positive period is given, the track begins again after each period, from its own initial value.
public struct TrackRun: Sendable, Hashable {
    /// The value and velocity at the start.
    private let start: AnimatedValue
    /// When it was started.
    public let since: Double

    /// Starts from the present value and velocity.
    public init(from start: AnimatedValue, at since: Double) {
        (self.start, self.since) = (start, since)
    }

    /// The value and velocity at this time. Before the start: the track's value at its time 0, with
    /// velocity 0.
    public func value(
        _ track: Track, every period: Double? = nil, at time: Double
    ) -> AnimatedValue {
        let seconds = time - since
        guard let period, period > 0, seconds >= period else {
            return track.animatedValue(at: seconds, from: start)
        }
        return track.animatedValue(at: seconds.repeating(every: period))
    }

    /// Until when the value stays within `tolerance` of that at `time`: `time` while it moves.
    /// While it is constant: before the run its start, in the track the end of the present segment,
    /// after the track the end of the period, or infinity if there is no period.
    public func unchangedUntil(
        _ track: Track, every period: Double? = nil, _ time: Double,
        within tolerance: Double = 0.001
    ) -> Double {
        let still = unchangedSeconds(track, period, time - since, tolerance)
        return still > time - since ? since + still : time
    }

    /// The same in seconds after the start.
    private func unchangedSeconds(
        _ track: Track, _ period: Double?, _ seconds: Double, _ tolerance: Double
    ) -> Double {
        guard let period, period > 0, seconds > 0 else {
            return track.unchangedUntil(seconds, from: start, within: tolerance)
        }
        let elapsed = seconds.repeating(every: period)
        let start = seconds < period ? start : track.initial
        let still = track.unchangedUntil(elapsed, from: start, within: tolerance)
        return seconds - elapsed + min(still, period)
    }
}
