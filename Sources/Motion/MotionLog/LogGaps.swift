import Platform

/// Finds intervals between samples that are much longer than usual.
public struct LogGaps: CustomStringConvertible {
    /// An interval between two samples.
    struct Interval {
        /// Nanoseconds since the log's first sample.
        let start: Int64
        /// Nanoseconds.
        let length: Int64

        /// As in "4.012 s after 12.34 s".
        var words: String { "\(length.inSeconds) s after \(start.inSeconds) s" }
    }

    /// The number of gaps.
    public var count: Int { settled.gaps }
    private var gaps = 0
    /// The first `mostNamed` gaps, which `description` lists.
    private var named: [Interval] = []
    private var first: Int64?
    private var last: Int64 = 0
    /// Nanoseconds between two samples; nil until it is known.
    private var usual: Double?
    /// The first intervals, until `usual` is known.
    private var early: [Interval] = []

    /// Nanoseconds: a shorter interval is never a gap.
    private static let shortest = 100_000_000.0
    /// A gap is longer than this many usual intervals.
    private static let factor = 5.0
    /// The number of intervals that determine the usual one.
    private static let needed = 16
    private static let mostNamed = 5

    /// No samples yet.
    public init() {}

    /// Takes the next sample's time, in nanoseconds.
    public mutating func add(_ timestamp: Int64) {
        defer { last = timestamp }
        guard let first else {
            first = timestamp
            return
        }
        let (length, overflow) = timestamp.subtractingReportingOverflow(last)
        guard length > 0, !overflow else { return }
        let interval = Interval(start: last &- first, length: length)
        if usual != nil { return judge(interval) }
        early.append(interval)
        if early.count == Self.needed { settle() }
    }

    /// As in "2 gaps: 4.012 s after 12.34 s, 0.5 s after 20 s".
    public var description: String {
        let all = settled
        let words = all.named.map(\.words)
        let remaining = all.gaps > words.count ? " and \(all.gaps - words.count) more" : ""
        return "\(all.gaps == 1 ? "1 gap" : "\(all.gaps) gaps"): \(words.joined(separator: ", "))"
            + remaining
    }

    private var settled: Self {
        var all = self
        if usual == nil { all.settle() }
        return all
    }

    /// The median of the first intervals is the usual one.
    private mutating func settle() {
        let lengths = early.map(\.length).sorted()
        guard !lengths.isEmpty else { return }
        usual = Double(lengths[lengths.count / 2])
        for interval in early { judge(interval) }
        early = []
    }

    private mutating func judge(_ interval: Interval) {
        let (length, usual) = (Double(interval.length), self.usual ?? 0)
        guard length > max(Self.shortest, Self.factor * usual) else {
            // Follows a slow change of the rate.
            self.usual = usual + (length - usual) / 64
            return
        }
        gaps += 1
        if named.count < Self.mostNamed { named.append(interval) }
    }
}

extension Int64 {
    /// Nanoseconds as seconds, with millisecond resolution.
    fileprivate var inSeconds: String {
        let seconds = (Double(self) / 1e6).rounded() / 1e3
        return seconds == seconds.rounded() ? "\(Int64(saturating: seconds))" : "\(seconds)"
    }
}
