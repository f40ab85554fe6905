/// Time steps of the two sensors, each from its own timestamps.
struct SampleClock: Sendable {
    /// ns: the newest timestamp of all.
    private(set) var newest: Int64?
    private var gyroscope: Int64?
    private var accelerometer: Int64?

    /// s: how long ago, seen from the newest sample, the gyroscope gave one; nil if never.
    var gyroscopeAge: Double? { age(of: gyroscope) }
    /// s: how long ago, seen from the newest sample, the accelerometer gave one; nil if never.
    var accelerometerAge: Double? { age(of: accelerometer) }

    /// Moves on to `timestamp`; a clock that jumped back begins again there.
    mutating func advance(to timestamp: Int64) {
        guard let newest, timestamp < newest else {
            newest = timestamp
            return
        }
        // A sample that overtook another is only late; its own sensor's step will refuse it.
        if Self.seconds(from: timestamp, to: newest) < Self.lateness { return }
        self.newest = timestamp
        if gyroscope != nil { gyroscope = timestamp }
        if accelerometer != nil { accelerometer = timestamp }
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

    private static func seconds(from earlier: Int64, to later: Int64) -> Double {
        let (difference, overflow) = later.subtractingReportingOverflow(earlier)
        return overflow ? .infinity : Double(difference) * 1e-9
    }

    /// s: a sample older than the newest by less is late, by more the clock jumped.
    private static let lateness = 0.1
}

/// Remembers for a moment how suddenly the acceleration changed.
struct TapMeter: Sendable {
    /// m/s²: the largest recent step between two samples, fading.
    private(set) var level = 0.0
    private var last: Vector3?

    /// Takes the acceleration `a`, m/s², `dt` seconds after the one before.
    mutating func add(_ a: Vector3, dt: Double, memory: Double) {
        level *= memory / (memory + dt)
        if let last { level = max(level, (a - last).length) }
        last = a
    }
}
