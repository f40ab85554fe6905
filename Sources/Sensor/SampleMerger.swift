import Motion

/// Merges the samples of several devices by their timestamps.
struct SampleMerger {
    /// How long a sample waits for an earlier one of another device, in nanoseconds.
    private static let patience: Int64 = 25_000_000
    /// How far a device's clock may be from ours before it counts as another one, in nanoseconds.
    private static let clockTolerance: Int64 = 2_000_000_000

    /// What one device has given.
    private struct Stream {
        var pending: [ImuSample] = []
        /// Timestamp of its newest sample, on our clock.
        var newest: Int64?
        /// What brings its clock to ours, in nanoseconds.
        var clockOffset: Int64 = 0
    }

    private var streams: [Stream]

    /// A merger of that many devices.
    init(streams: Int) {
        self.streams = Array(repeating: Stream(), count: streams)
    }

    /// Takes a sample of the device numbered `index`; `arrival` is the time now, on our clock.
    mutating func add(_ sample: ImuSample, from index: Int, arrival: Int64) {
        var sample = sample
        let offset = clockOffset(of: index, timestamp: sample.timestamp, arrival: arrival)
        streams[index].clockOffset = offset
        sample.timestamp &+= offset
        // A device that repeats itself says nothing new.
        guard sample.timestamp != streams[index].newest else { return }
        streams[index].newest = sample.timestamp
        streams[index].pending.append(sample)
    }

    /// The timestamp of the newest sample of the device numbered `index`.
    func newest(of index: Int) -> Int64? { streams[index].newest }

    /// Appends, in order, the samples that no device can have an earlier one for, or that have waited
    /// long enough; false if there are none.
    mutating func take(into samples: inout [ImuSample]) -> Bool {
        let newest = streams.compactMap(\.newest)
        guard let last = newest.max(), let behind = newest.min() else { return false }
        let horizon = newest.count < streams.count ? last - Self.patience : behind
        let ready = takeReady(until: max(horizon, last - Self.patience))
        samples += ready
        return !ready.isEmpty
    }

    private mutating func takeReady(until horizon: Int64) -> [ImuSample] {
        var ready: [ImuSample] = []
        for index in streams.indices {
            let split = streams[index].pending.prefix { $0.timestamp <= horizon }.count
            ready += streams[index].pending.prefix(split)
            streams[index].pending.removeFirst(split)
        }
        return streams.count == 1 ? ready : ready.sorted { $0.timestamp < $1.timestamp }
    }

    /// Devices that cannot be told which clock to use, or are on another machine, count from an
    /// epoch of their own, and any clock may jump. Their differences still hold: such a clock is laid
    /// on ours anew, the same way as another device's if that fits.
    private func clockOffset(of index: Int, timestamp: Int64, arrival: Int64) -> Int64 {
        let known = [streams[index].clockOffset, 0] + streams.map(\.clockOffset)
        let fits = { (offset: Int64) in
            (timestamp &+ offset &- arrival).magnitude <= UInt64(Self.clockTolerance)
        }
        return known.first(where: fits) ?? (arrival &- timestamp)
    }
}
