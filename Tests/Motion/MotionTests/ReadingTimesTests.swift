import Testing

@testable import Motion

struct ReadingTimesTests {
    /// The times of readings, in seconds, that arrive one by one.
    private func times(
        _ readings: [(timestamp: Double, arrival: Double)], playbackSpeed: Double?
    ) -> [Double] {
        var times = ReadingTimes(playbackSpeed: playbackSpeed)
        return readings.map { reading in
            let timestamp = Int64(reading.timestamp * 1e9)
            return times.time(of: timestamp, newest: timestamp, arrival: reading.arrival)
        }
    }

    @Test func `readings that are measured happen when they arrive`() {
        // An old state that a broker kept, then the states of a publisher that starts much later.
        let found = times([(5, 100), (43_205, 101), (43_205.5, 101.6)], playbackSpeed: nil)
        #expect(found == [100, 101, 101.6])
        var times = ReadingTimes(playbackSpeed: nil)
        #expect(times.time(of: 1_000_000_000, newest: 1_500_000_000, arrival: 7) == 6.5)
        #expect(times.start == nil)
    }

    @Test func `readings that are played have the log's rhythm`() {
        #expect(
            times([(5, 100), (6, 101.25), (7, 102)], playbackSpeed: 1) == [100, 101, 102])
        #expect(times([(5, 100), (6, 100.75), (7, 101)], playbackSpeed: 2) == [100, 100.5, 101])
        var times = ReadingTimes(playbackSpeed: 1)
        _ = times.time(of: 0, newest: 0, arrival: 3)
        _ = times.time(of: 1_000_000_000, newest: 1_000_000_000, arrival: 4)
        #expect(times.start == 3)
    }

    @Test func `the time of a log advances as fast as it is played`() {
        #expect(ReadingTimes(playbackSpeed: 4).sourceSeconds(in: 0.25) == 1)
        #expect(ReadingTimes(playbackSpeed: nil).sourceSeconds(in: 0.25) == 0.25)
    }

    @Test func `a log whose time jumps back goes on at the arrival`() {
        let found = times([(5, 100), (6, 101), (2, 101), (3, 102)], playbackSpeed: 1)
        #expect(found == [100, 101, 101, 102])
    }

    @Test func `after the machine slept nothing happens in the future`() {
        // The log went on for an hour while the clock of the arrivals stood still.
        let found = times([(0, 100), (1, 101), (3601, 101), (3602, 102)], playbackSpeed: 1)
        #expect(found == [100, 101, 101, 102])
    }
}
