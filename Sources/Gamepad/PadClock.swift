/// Lays a controller's own clock, which counts from an epoch of its own, on ours; times are nanoseconds.
struct PadClock {
    /// By so much a report may seem late before its clock counts as another one: a controller counts
    /// in few bits, and what it counted while nobody looked is lost.
    private static let tolerance: Int64 = 200_000_000
    /// No two clocks run apart by more than one part in so many.
    private static let drift: Int64 = 1000

    private var newest: (time: Int64, offset: Int64)?

    /// When, on our clock, a report was measured that arrived at `arrival`.
    mutating func time(of time: Int64, arrival: Int64) -> Int64 {
        let offset = offset(of: time, latest: arrival - time)
        newest = (time, offset)
        return time + offset
    }

    /// Nothing arrives before it is measured: the least offset is the truest.
    private func offset(of time: Int64, latest: Int64) -> Int64 {
        guard let newest, time >= newest.time, latest - newest.offset < Self.tolerance else {
            return latest
        }
        return min(latest, newest.offset + (time - newest.time) / Self.drift)
    }
}
