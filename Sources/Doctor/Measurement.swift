import Glibc
public import Motion

/// Statistics of about a second of a sensor's samples.
public struct Measurement: Sendable, Equatable, Codable {
    /// The sampling rate of one of the sensors.
    public struct Timing: Sendable, Equatable, Codable {
        /// Samples a second, in Hz.
        public var rate: Double
        /// The standard deviation of the sampling interval, in milliseconds.
        public var jitter: Double

        /// From timestamps in nanoseconds; nil for fewer than three.
        init?(_ times: [Int64]) {
            let steps = zip(times.dropFirst(), times).map { Double($0 &- $1) * 1e-6 }
            guard steps.count > 1, let first = times.first, let last = times.last, last > first
            else {
                return nil
            }
            let mean = steps.reduce(0, +) / Double(steps.count)
            rate = 1000 / mean
            jitter = sqrt(
                steps.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / Double(steps.count))
        }
    }

    public var accelerometer: Timing?
    public var gyroscope: Timing?
    /// In m/s², device frame.
    public var meanAcceleration: Vector3
    /// The largest distance of an acceleration from the mean, in m/s².
    public var largestDeviation: Double

    /// The keys in JSON, where a vector is a list of three numbers.
    private enum CodingKeys: String, CodingKey {
        case accelerometer, gyroscope, largestDeviation
        case meanAcceleration = "acceleration"
    }

    /// Computes it from samples; nil without acceleration.
    public init?(_ samples: [ImuSample]) {
        let accelerations = samples.compactMap(\.acceleration)
        guard !accelerations.isEmpty else { return nil }
        let mean = accelerations.reduce(.zero, +) / Double(accelerations.count)
        meanAcceleration = mean
        largestDeviation = accelerations.map { ($0 - mean).length }.max() ?? 0
        accelerometer = Timing(samples.filter { $0.acceleration != nil }.map(\.timestamp))
        gyroscope = Timing(samples.filter { $0.rotationRate != nil }.map(\.timestamp))
    }
}
