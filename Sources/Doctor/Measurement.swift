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
    /// The mean, in m/s², device frame.
    public var acceleration: [Double]
    /// The largest distance of an acceleration from the mean, in m/s².
    public var largestDeviation: Double

    /// Computes it from samples; nil without acceleration.
    public init?(_ samples: [ImuSample]) {
        let accelerations = samples.compactMap(\.acceleration)
        guard !accelerations.isEmpty else { return nil }
        let mean = accelerations.reduce(.zero, +) / Double(accelerations.count)
        acceleration = [mean.x, mean.y, mean.z]
        largestDeviation = accelerations.map { ($0 - mean).length }.max() ?? 0
        accelerometer = Timing(samples.filter { $0.acceleration != nil }.map(\.timestamp))
        gyroscope = Timing(samples.filter { $0.rotationRate != nil }.map(\.timestamp))
    }

    /// The mean as a vector, in m/s².
    var mean: Vector3 { Vector3(acceleration[0], acceleration[1], acceleration[2]) }
}
