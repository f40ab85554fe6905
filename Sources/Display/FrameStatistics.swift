/// How the frames of a session went.
public struct FrameStatistics: Sendable {
    public private(set) var frames = 0
    /// Seconds from deciding on a frame to its being handed to the screen, newest last.
    private var times: [Double] = []
    /// Seconds from the arrival of a frame's newest sample to the same moment.
    private var latencies: [Double] = []
    /// Beyond so many the oldest are forgotten, so that an exhibition's memory stays flat.
    private static let limit = 4096

    mutating func add(began: Double, ended: Double, sampleAge: Double?) {
        Self.append(ended - began, to: &times, at: frames)
        if let sampleAge { Self.append(sampleAge, to: &latencies, at: frames) }
        frames += 1
    }

    private static func append(_ value: Double, to values: inout [Double], at count: Int) {
        if values.count < limit { values.append(value) } else { values[count % limit] = value }
    }

    /// The part `fraction` of the frames took at most so many seconds; nil without a frame.
    public func frameTime(_ fraction: Double) -> Double? { Self.quantile(times, fraction) }

    /// The part `fraction` of the frames had a sample at most so many seconds old.
    public func latency(_ fraction: Double) -> Double? { Self.quantile(latencies, fraction) }

    private static func quantile(_ values: [Double], _ fraction: Double) -> Double? {
        let sorted = values.sorted()
        return sorted.isEmpty ? nil : sorted[Int((Double(sorted.count - 1) * fraction).rounded())]
    }
}
