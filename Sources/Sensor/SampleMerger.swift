import Motion

/// Merges the samples of several devices by their timestamps.
struct SampleMerger {
    /// How long a sample waits for an earlier one of another device, in nanoseconds.
    private static let patience: Int64 = 25_000_000

    /// What one device has given.
    private struct Stream {
        var pending: [ImuSample] = []
        /// Timestamp of its newest sample, on our clock.
        var newest: Int64?
        /// The same as the device gave it.
        var newestReading: Int64?
        /// Which of the clocks it has.
        var clock = 0
    }

    private var streams: [Stream]
    /// Ours, and after it room for one of each device; devices of one hub share one.
    private var clocks: [DeviceClock?]

    /// A merger of that many devices.
    init(streams: Int) {
        self.streams = Array(repeating: Stream(), count: streams)
        clocks = [.ours] + Array(repeating: nil, count: streams)
    }

    /// Takes a sample of the device numbered `index`; `arrival` is the time now, on our clock.
    mutating func add(_ sample: ImuSample, from index: Int, arrival: Int64) {
        let reading = sample.timestamp
        // A device that repeats itself says nothing new.
        guard reading != streams[index].newestReading else { return }
        var sample = sample
        let clock = clock(of: index, reading: reading, arrival: arrival)
        sample.timestamp = clocks[clock]?.time(of: reading, arrival: arrival) ?? reading
        (streams[index].clock, streams[index].newestReading) = (clock, reading)
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

    /// The clock that the device had, ours, or another device's, whichever fits first; else one of its
    /// own, laid on ours anew: any clock may jump.
    private mutating func clock(of index: Int, reading: Int64, arrival: Int64) -> Int {
        let fits = { [clocks] (clock: Int) in
            clocks[clock]?.fits(reading, arrival: arrival) == true
        }
        if fits(streams[index].clock) { return streams[index].clock }
        if let clock = clocks.indices.first(where: fits) { return clock }
        clocks[index + 1] = DeviceClock(reading: reading, arrival: arrival)
        return index + 1
    }
}
