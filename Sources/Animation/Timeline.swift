/// Several tracks that start together, each over one property of a list.
///
/// Times are seconds from the timeline's start. Evaluation has no hidden state: any order of times
/// gives the same values.
public struct Timeline: Sendable, Hashable {
    private struct Entry: Sendable, Hashable {
        var property: Int
        var track: Track
    }

    /// Of several tracks over one property only the last, in order of the properties.
    private var entries: [Entry] = []
    /// Seconds: that of the longest track, also if a later track replaces it.
    public let duration: Double

    /// Tracks and the index of the property that each moves. Of several over one property the last
    /// counts.
    public init(_ tracks: [(property: Int, track: Track)]) {
        duration = tracks.reduce(0) { max($0, $1.track.duration) }
        for (property, track) in tracks {
            entries.removeAll { $0.property == property }
            entries.append(Entry(property: property, track: track))
        }
        entries.sort { $0.property < $1.property }
    }

    /// The indices of the properties that have a track, in rising order.
    public var properties: [Int] { entries.map(\.property) }

    /// The track over a property; nil if there is none.
    public func track(of property: Int) -> Track? {
        entries.first { $0.property == property }?.track
    }

    /// The property's value at this time; nil if no track moves it.
    public func value(of property: Int, at time: Double) -> Double? {
        track(of: property)?.value(at: time)
    }

    /// The property's value and velocity at this time, from another initial value than the track's;
    /// nil if no track moves it.
    public func value(
        of property: Int, at time: Double, from initial: AnimatedValue
    ) -> AnimatedValue? {
        track(of: property)?.animatedValue(at: time, from: initial)
    }

    /// The time in the timeline, seconds, if it starts again at its end: `time` modulo the duration,
    /// 0 for a timeline without duration.
    public func repeating(_ time: Double) -> Double { time.repeating(every: duration) }
}
