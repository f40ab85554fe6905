import Motion

/// Merges the readings of several devices by their timestamps.
struct ReadingMerger {
    /// How long a reading waits for an earlier one of another device, in nanoseconds.
    private static let longestWait: Int64 = 25_000_000

    private struct DeviceReadings {
        var pending: [Reading] = []
        /// Timestamp of its newest reading, on our clock.
        var newest: Int64?
        /// The same on the device's clock.
        var newestOnDevice: Int64?
        /// The index of its clock in `clocks`.
        var clock = 0
    }

    private var streams: [DeviceReadings]
    /// Our clock first, then an entry for each device; devices of one hub share a clock.
    private var clocks: [DeviceClock?]

    init(streams: Int) {
        self.streams = Array(repeating: DeviceReadings(), count: streams)
        clocks = [.ours] + Array(repeating: nil, count: streams)
    }

    /// Adds a reading of the device numbered `index`; `arrival` is the time now, on our clock.
    mutating func add(_ reading: Reading, from index: Int, arrival: Int64) {
        let time = reading.timestamp
        // A device that repeats its newest reading has measured nothing new.
        guard time != streams[index].newestOnDevice else { return }
        var reading = reading
        let clock = clock(of: index, time: time, arrival: arrival)
        reading.timestamp = clocks[clock]?.time(of: time, arrival: arrival) ?? time
        (streams[index].clock, streams[index].newestOnDevice) = (clock, time)
        streams[index].newest = reading.timestamp
        streams[index].pending.append(reading)
    }

    /// The timestamp of the newest reading of the device numbered `index`.
    func newest(of index: Int) -> Int64? { streams[index].newest }

    /// Appends, in order of time, the readings before which no reading can still come, and those
    /// that have waited long enough; false if there are none.
    mutating func take(into readings: inout [Reading]) -> Bool {
        let newest = streams.lazy.compactMap(\.newest)
        guard let last = newest.max(), let behind = newest.min() else { return false }
        let isComplete = streams.allSatisfy { $0.newest != nil }
        let start = readings.count
        let oldestWaiting = last - Self.longestWait
        takeReady(until: isComplete ? max(behind, oldestWaiting) : oldestWaiting, into: &readings)
        if streams.count > 1 { readings[start...].sort { $0.timestamp < $1.timestamp } }
        return readings.count > start
    }

    /// Appends all readings in order of time, as no more come.
    mutating func takeAll(into readings: inout [Reading]) {
        let start = readings.count
        takeReady(until: .max, into: &readings)
        readings[start...].sort { $0.timestamp < $1.timestamp }
    }

    private mutating func takeReady(until time: Int64, into readings: inout [Reading]) {
        for index in streams.indices {
            let count = streams[index].pending.prefix { $0.timestamp <= time }.count
            // Not by a slice of `pending`: `removeFirst` would then copy the memory that slice and
            // array share.
            for position in 0..<count { readings.append(streams[index].pending[position]) }
            streams[index].pending.removeFirst(count)
        }
    }

    /// The index of the first clock that fits: the device's last one, ours, another device's; else
    /// its own, aligned to ours again, because a clock may jump.
    private mutating func clock(of index: Int, time: Int64, arrival: Int64) -> Int {
        let fits = { [clocks] (clock: Int) in
            clocks[clock]?.fits(time, arrival: arrival) == true
        }
        if fits(streams[index].clock) { return streams[index].clock }
        if let clock = clocks.indices.first(where: fits) { return clock }
        clocks[index + 1] = DeviceClock(count: time, arrival: arrival)
        return index + 1
    }
}
