/// When the readings of a source happened, on the clock of the program that uses them.
///
/// Of readings that come as they are measured, the newest of those that arrive together happened at
/// the arrival, and each other one as much earlier as its timestamp is. Those that are played from
/// a log or a simulation happen in its own rhythm, so that the same log gives the same motion on a
/// machine that reads it late.
public struct ReadingTimes: Sendable {
    /// Seconds, on the clock of the arrivals: when the first played reading happened. Nil before it,
    /// and if the readings are not played.
    public private(set) var start: Double?

    private let playbackSpeed: Double?
    /// A played timestamp, and the time at which it happened.
    private var anchor: (timestamp: Int64, time: Double)?
    /// The timestamp of the reading before.
    private var previous = Int64.min

    /// Seconds: a played reading that would happen later than this after its arrival shows that the
    /// clock of the arrivals stood still, as while the machine slept.
    private static let tolerance = 0.1

    /// `playbackSpeed` is the source's.
    public init(playbackSpeed: Double?) { self.playbackSpeed = playbackSpeed }

    /// Seconds, on the clock of `arrival`: when the reading at `timestamp` happened. `newest` is the
    /// timestamp of the last reading that arrived together with it, at `arrival`.
    public mutating func time(of timestamp: Int64, newest: Int64, arrival: Double) -> Double {
        guard let playbackSpeed else { return arrival - seconds(from: timestamp, to: newest) }
        let anchor = anchor(for: timestamp, newest, arrival, playbackSpeed)
        (self.anchor, previous) = (anchor, timestamp)
        if start == nil { start = anchor.time }
        return anchor.time + seconds(from: anchor.timestamp, to: timestamp) / playbackSpeed
    }

    /// The seconds by which the source's timestamps advance in `seconds` of the program's clock.
    public func sourceSeconds(in seconds: Double) -> Double { seconds * (playbackSpeed ?? 1) }

    /// The anchor so far, or a new one if the log's time jumped back or the clock of the arrivals
    /// stood still.
    private func anchor(
        for timestamp: Int64, _ newest: Int64, _ arrival: Double, _ speed: Double
    ) -> (timestamp: Int64, time: Double) {
        guard let anchor, timestamp >= previous else { return (timestamp, arrival) }
        let expected = anchor.time + seconds(from: anchor.timestamp, to: newest) / speed
        return expected > arrival + Self.tolerance ? (newest, arrival) : anchor
    }

    private func seconds(from start: Int64, to end: Int64) -> Double { Double(end &- start) * 1e-9 }
}
