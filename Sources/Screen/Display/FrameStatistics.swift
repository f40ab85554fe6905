internal import Platform

/// Frame times and latencies of a session.
public struct FrameStatistics: Sendable {
    public private(set) var frameCount = 0
    /// Seconds from the start of a frame to its presentation.
    private var times = Newest()
    /// Seconds from the arrival of a frame's newest reading to its presentation.
    private var latencies = Newest()
    /// Seconds that the slowest frame took; 0 without a frame.
    public private(set) var longestFrame = 0.0
    private var scaleSum = 0.0
    /// Seconds in which scenes were evaluated, also for frames that were not shown.
    public private(set) var evaluationTime = 0.0

    public init() {}

    /// Adds a frame with its times in seconds; nil without a reading. `scale` as in `Frame.scale`.
    public mutating func add(
        began: Double, ended: Double, readingAge: Double?, scale: Double = 1
    ) {
        frameCount += 1
        scaleSum += scale
        times.append(ended - began)
        longestFrame = max(longestFrame, ended - began)
        if let readingAge { latencies.append(readingAge) }
    }

    public mutating func add(evaluation seconds: Double) { evaluationTime += seconds }

    /// The quantile `fraction`, 0 to 1, of the frame times, seconds; nil without a frame.
    public func frameTime(_ fraction: Double) -> Double? { times.quantile(fraction) }

    /// The mean of the frames' scales; nil without a frame.
    public var meanScale: Double? { frameCount > 0 ? scaleSum / Double(frameCount) : nil }

    /// The quantile `fraction`, 0 to 1, of the latencies, seconds; nil without a reading.
    public func latency(_ fraction: Double) -> Double? { latencies.quantile(fraction) }
}

/// The newest values, in no order; older ones are dropped, so that the memory stays bounded in an
/// exhibition.
private struct Newest {
    private var values: [Double] = []
    private var oldest = 0
    private static let limit = 4096

    mutating func append(_ value: Double) {
        guard values.count == Self.limit else { return values.append(value) }
        values[oldest] = value
        oldest = (oldest + 1) % Self.limit
    }

    func quantile(_ fraction: Double) -> Double? {
        let sorted = values.sorted()
        return sorted.isEmpty ? nil : sorted[Int(saturating: Double(sorted.count - 1) * fraction)]
    }
}
