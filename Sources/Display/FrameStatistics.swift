internal import System

/// Frame times and latencies of a session.
public struct FrameStatistics: Sendable {
    public private(set) var frames = 0
    /// Seconds from the start of a frame to its presentation, in no order.
    private var times: [Double] = []
    /// Seconds from the arrival of a frame's newest sample to its presentation, in no order.
    private var latencies: [Double] = []
    /// Older frames are dropped, so that the memory stays bounded in an exhibition.
    private static let limit = 4096

    mutating func add(began: Double, ended: Double, readingAge: Double?) {
        Self.append(ended - began, to: &times, at: frames)
        if let readingAge { Self.append(readingAge, to: &latencies, at: frames) }
        frames += 1
    }

    private static func append(_ value: Double, to values: inout [Double], at count: Int) {
        if values.count < limit { values.append(value) } else { values[count % limit] = value }
    }

    /// The quantile `fraction`, 0 to 1, of the frame times, seconds; nil without a frame.
    public func frameTime(_ fraction: Double) -> Double? { Self.quantile(times, fraction) }

    /// The quantile `fraction`, 0 to 1, of the latencies, seconds; nil without a sample.
    public func latency(_ fraction: Double) -> Double? { Self.quantile(latencies, fraction) }

    private static func quantile(_ values: [Double], _ fraction: Double) -> Double? {
        let sorted = values.sorted()
        return sorted.isEmpty ? nil : sorted[Int(saturating: Double(sorted.count - 1) * fraction)]
    }
}
