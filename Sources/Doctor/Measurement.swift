import Glibc
public import Motion

/// What about a second of a sensor's samples says.
public struct Measurement: Sendable, Equatable, Codable {
    /// How often one of the sensors measures.
    public struct Pace: Sendable, Equatable, Codable {
        /// Samples a second, in Hz.
        public var rate: Double
        /// The standard deviation of the time from one to the next, in milliseconds.
        public var jitter: Double

        /// That of timestamps in nanoseconds; nil for fewer than three.
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

    public var accelerometer: Pace?
    public var gyroscope: Pace?
    /// The mean, in m/s², device frame.
    public var acceleration: [Double]
    /// How far the readings are from it at most, in m/s².
    public var unrest: Double

    /// Weighs samples; nil if there is no accelerometer among them.
    public init?(_ samples: [ImuSample]) {
        let readings = samples.compactMap(\.acceleration)
        guard !readings.isEmpty else { return nil }
        let mean = readings.reduce(.zero, +) / Double(readings.count)
        acceleration = [mean.x, mean.y, mean.z]
        unrest = readings.map { ($0 - mean).length }.max() ?? 0
        accelerometer = Pace(samples.filter { $0.acceleration != nil }.map(\.timestamp))
        gyroscope = Pace(samples.filter { $0.rotationRate != nil }.map(\.timestamp))
    }

    /// The mean as a vector, in m/s².
    var mean: Vector3 { Vector3(acceleration[0], acceleration[1], acceleration[2]) }
}
