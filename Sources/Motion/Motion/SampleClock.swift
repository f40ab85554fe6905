/// Time steps of the two sensors, each from its own timestamps.
struct SampleClock: Sendable {
    /// ns: the newest timestamp of all.
    private(set) var newest: Int64?
    private var gyroscope: Int64?
    private var accelerometer: Int64?
    /// ns: when samples came again after more than `longestStep` without any; nil if that did not
    /// happen.
    private var resumed: Int64?

    /// s: from the gyroscope's last sample to the newest sample; nil if there was none.
    var gyroscopeAge: Double? { age(of: gyroscope) }
    /// s: from the accelerometer's last sample to the newest sample; nil if there was none.
    var accelerometerAge: Double? { age(of: accelerometer) }

    /// s: from the gyroscope's last sample to the accelerometer's, negative if that came late; nil if one
    /// of them gave none.
    var accelerometerLead: Double? {
        guard let gyroscope, let accelerometer else { return nil }
        return gyroscope <= accelerometer
            ? Self.seconds(from: gyroscope, to: accelerometer)
            : -Self.seconds(from: accelerometer, to: gyroscope)
    }

    /// Whether in the last `seconds` more than `longestStep` passed without a sample of either
    /// sensor.
    func hasPaused(inLast seconds: Double) -> Bool {
        age(of: resumed).map { $0 < seconds } ?? false
    }

    /// Advances to the sample's timestamp. If the clock jumped back, restarts there: after a jump of up to
    /// `longestStep` this sample has no step; after a longer one it counts as the first one of both
    /// sensors, and the result is true.
    mutating func advance(to sample: ImuSample) -> Bool {
        let timestamp = sample.timestamp
        if let newest, Self.seconds(from: newest, to: timestamp) > longestStep {
            resumed = timestamp
        }
        guard let newest, timestamp < newest else {
            newest = timestamp
            return false
        }
        // The step of its own sensor rejects a late sample only if that sensor has a newer one.
        let lag = Self.seconds(from: timestamp, to: newest)
        if lag < Self.lateness || lag <= longestStep && followsItsSensor(sample) { return false }
        guard lag <= longestStep else {
            self = SampleClock()
            self.newest = timestamp
            return true
        }
        self.newest = timestamp
        resumed = nil
        if gyroscope != nil { gyroscope = timestamp }
        if accelerometer != nil { accelerometer = timestamp }
        return false
    }

    /// Whether the sample is newer than the last one of each sensor that it has: then the other sensor is
    /// ahead of it, as the second of two devices comes late on a busy machine, and no clock has jumped.
    private func followsItsSensor(_ sample: ImuSample) -> Bool {
        func follows(_ last: Int64?) -> Bool { last.map { $0 < sample.timestamp } ?? true }
        return (sample.rotationRate == nil || follows(gyroscope))
            && (sample.acceleration == nil || follows(accelerometer))
    }

    /// s since the gyroscope's last sample, 0 for its first; nil if this one is not newer.
    mutating func gyroscopeStep(to timestamp: Int64) -> Double? {
        Self.step(from: &gyroscope, to: timestamp)
    }

    /// s since the accelerometer's last sample, 0 for its first; nil if this one is not newer.
    mutating func accelerometerStep(to timestamp: Int64) -> Double? {
        Self.step(from: &accelerometer, to: timestamp)
    }

    private static func step(from last: inout Int64?, to timestamp: Int64) -> Double? {
        guard let before = last else {
            last = timestamp
            return 0
        }
        guard timestamp > before else { return nil }
        last = timestamp
        return seconds(from: before, to: timestamp)
    }

    private func age(of timestamp: Int64?) -> Double? {
        guard let timestamp, let newest else { return nil }
        return Self.seconds(from: timestamp, to: newest)
    }

    static func seconds(from earlier: Int64, to later: Int64) -> Double {
        let (difference, overflow) = later.subtractingReportingOverflow(earlier)
        return overflow ? .infinity : Double(difference) * 1e-9
    }

    /// s: a sample that is older than the newest one by less than this is late. If it is older by
    /// more, and than one of its own sensor, the clock has jumped back.
    private static let lateness = 0.1
}
