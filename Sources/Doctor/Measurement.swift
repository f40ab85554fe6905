import Glibc
public import Motion

/// Statistics of about a second of a sensor's readings.
public struct Measurement: Sendable, Equatable, Codable {
    /// The sampling rate of one of the sensors, and how regular it is.
    public struct Timing: Sendable, Equatable, Codable {
        /// Samples a second, in Hz.
        public var rate: Double
        /// The standard deviation of the sampling interval, in milliseconds.
        public var jitter: Double

        /// From timestamps in nanoseconds; nil for fewer than three, or if the last is not later
        /// than the first.
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
    /// The timing of the attitudes that a device fuses itself.
    public var fusedAttitude: Timing?
    /// In m/s², device frame; nil for attitudes.
    public var meanAcceleration: Vector3?
    /// The largest distance of an acceleration from the mean, in m/s².
    public var largestDeviation: Double

    /// The keys in JSON, where a vector is a list of three numbers.
    private enum CodingKeys: String, CodingKey {
        case accelerometer, gyroscope, fusedAttitude, largestDeviation
        case meanAcceleration = "acceleration"
    }

    /// Computes the statistics of `readings`; nil if none is an attitude or has an acceleration.
    public init?(_ readings: [Reading]) {
        let samples = readings.compactMap(\.sample)
        let attitudes = readings.filter { $0.sample == nil }
        let accelerations = samples.compactMap(\.acceleration)
        guard !accelerations.isEmpty || !attitudes.isEmpty else { return nil }
        let mean = accelerations.reduce(.zero, +) / Double(max(1, accelerations.count))
        meanAcceleration = accelerations.isEmpty ? nil : mean
        largestDeviation = accelerations.map { ($0 - mean).length }.max() ?? 0
        fusedAttitude = Timing(attitudes.map(\.timestamp))
        accelerometer = Timing(samples.filter { $0.acceleration != nil }.map(\.timestamp))
        gyroscope = Timing(samples.filter { $0.rotationRate != nil }.map(\.timestamp))
    }
}
