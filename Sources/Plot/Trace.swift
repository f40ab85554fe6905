/// The points of a curve over time, with memory that is bounded except for interruptions.
///
/// Time is divided into at most `binCount` bins. Of each bin the lowest and the highest point are
/// kept, in each run of points without an interruption. Drawn on `binCount` columns of pixels,
/// these points look like all points. When a new time would need more than `binCount` bins, bins
/// are merged in pairs.
public struct Trace: Sendable {
    /// A point of the trace; time in seconds.
    struct Point: Sendable, Equatable {
        var time: Double
        var value: Double
    }

    /// The points kept of a bin, in one run.
    struct Bin: Sendable {
        var number: Int
        var low: Point
        var high: Point
    }

    /// A continuous part of the trace.
    struct Run: Sendable {
        let first: Point
        fileprivate(set) var last: Point
        fileprivate(set) var bins: [Bin]
    }

    private(set) var runs: [Run] = []
    private let largestStep: Double
    private let longestInterval: Double
    private static let binCount = 1000
    /// Seconds: the length of a bin.
    private var binTime = 1.0 / 1024
    /// From the lowest to the highest number of a bin; nil if the trace is empty.
    private var binNumbers: ClosedRange<Int>?

    /// An empty trace. It will be interrupted where the value changes by more than `largestStep`,
    /// as angles do at a wrap, after more than `longestInterval` seconds without a value, and where
    /// time goes back.
    public init(largestStep: Double = .infinity, longestInterval: Double = 2) {
        self.largestStep = largestStep
        self.longestInterval = longestInterval
    }

    /// Whether the trace has no points.
    public var isEmpty: Bool { runs.isEmpty }

    /// From the earliest to the latest time in seconds; nil if the trace is empty.
    var times: ClosedRange<Double>? {
        ClosedRange(spanning: runs.flatMap { [$0.first.time, $0.last.time] })
    }

    /// From the lowest to the highest value; nil if the trace is empty.
    var values: ClosedRange<Double>? {
        let bins = runs.flatMap(\.bins)
        return ClosedRange(spanning: bins.map(\.low.value) + bins.map(\.high.value))
    }

    /// Appends a point, `time` in seconds. Ignores values that are not finite, and times beyond
    /// `longestTime`.
    public mutating func append(_ value: Double, at time: Double) {
        guard value.isFinite, abs(time) < Self.longestTime else { return }
        let point = Point(time: time, value: value)
        makeRoom(for: time)
        let bin = Bin(number: number(at: time), low: point, high: point)
        if let last = runs.last?.last, continues(last, point) {
            runs[runs.count - 1].last = point
            runs[runs.count - 1].append(bin)
        } else {
            runs.append(Run(first: point, last: point, bins: [bin]))
        }
    }

    private func continues(_ last: Point, _ next: Point) -> Bool {
        abs(next.value - last.value) <= largestStep
            && (0...longestInterval).contains(next.time - last.time)
    }

    private func number(at time: Double) -> Int { Int((time / binTime).rounded(.down)) }

    /// Merges bins in pairs until at most `binCount` bins hold all times so far and `time`.
    private mutating func makeRoom(for time: Double) {
        while true {
            let number = number(at: time)
            let first = min(binNumbers?.lowerBound ?? number, number)
            let last = max(binNumbers?.upperBound ?? number, number)
            binNumbers = first...last
            guard last - first >= Self.binCount else { return }
            binTime *= 2
            binNumbers = (first >> 1)...(last >> 1)
            for index in runs.indices { runs[index].joinPairs() }
        }
    }

    /// Seconds: above the range of Int64 nanoseconds.
    private static let longestTime = 1e11
}

extension Trace.Run {
    fileprivate mutating func append(_ bin: Trace.Bin) {
        guard var joined = bins.last, joined.number == bin.number else {
            bins.append(bin)
            return
        }
        if bin.low.value < joined.low.value { joined.low = bin.low }
        if bin.high.value > joined.high.value { joined.high = bin.high }
        bins[bins.count - 1] = joined
    }

    fileprivate mutating func joinPairs() {
        let old = bins
        bins.removeAll(keepingCapacity: true)
        for var bin in old {
            bin.number >>= 1
            append(bin)
        }
    }

    /// The points kept, in order of time.
    var points: [Trace.Point] {
        let middle = bins.flatMap { bin in
            bin.low.time <= bin.high.time ? [bin.low, bin.high] : [bin.high, bin.low]
        }
        return [first] + middle + [last]
    }
}

extension ClosedRange<Double> {
    /// The smallest range that holds all of `values`; nil if there are none.
    init?(spanning values: [Double]) {
        guard let low = values.min(), let high = values.max() else { return nil }
        self = low...high
    }

    /// The smallest range that holds this and `other`.
    func joined(_ other: ClosedRange<Double>) -> ClosedRange<Double> {
        Swift.min(lowerBound, other.lowerBound)...Swift.max(upperBound, other.upperBound)
    }
}
