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

    /// Whether in the last `seconds` more than `longestStep` passed without a sample of either
    /// sensor.
    func hasPaused(inLast seconds: Double) -> Bool {
        age(of: resumed).map { $0 < seconds } ?? false
    }

    /// Advances to `timestamp`. If the clock jumped back, restarts there: after a jump of up to
    /// `longestStep` this sample has no step; after a longer one it counts as the first one of both
    /// sensors, and the result is true.
    mutating func advance(to timestamp: Int64) -> Bool {
        if let newest, Self.seconds(from: newest, to: timestamp) > longestStep {
            resumed = timestamp
        }
        guard let newest, timestamp < newest else {
            newest = timestamp
            return false
        }
        // The sample is late. The step of its own sensor rejects it only if that sensor has a newer
        // one.
        let lag = Self.seconds(from: timestamp, to: newest)
        if lag < Self.lateness { return false }
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
    /// more, the clock has jumped back.
    private static let lateness = 0.1
}
