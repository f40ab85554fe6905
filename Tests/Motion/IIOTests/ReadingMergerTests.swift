import Motion
import Testing

@testable import IIO

struct ReadingMergerTests {
    private let ms: Int64 = 1_000_000

    private func accelerometer(_ time: Int64) -> Reading {
        .sample(ImuSample(timestamp: time * ms, acceleration: .zero, rotationRate: nil))
    }

    private func gyroscope(_ time: Int64) -> Reading {
        .sample(ImuSample(timestamp: time * ms, acceleration: nil, rotationRate: .zero))
    }

    /// What the merger gives for readings that arrive when they were measured.
    private func merge(
        _ merger: inout ReadingMerger, _ arrivals: [(Reading, Int)]
    ) -> [Int64] {
        var readings: [Reading] = []
        for (reading, index) in arrivals {
            merger.add(reading, from: index, arrival: reading.timestamp)
            _ = merger.take(into: &readings)
        }
        return readings.map { $0.timestamp / ms }
    }

    @Test func `one device's samples come at once`() {
        var merger = ReadingMerger(streams: 1)
        #expect(merge(&merger, [(accelerometer(1), 0), (accelerometer(11), 0)]) == [1, 11])
    }

    @Test func `one device's samples come in their order, however many there are`() {
        var merger = ReadingMerger(streams: 1)
        var readings: [Reading] = []
        for times in [[1, 2, 3], [4, 5]] as [[Int64]] {
            for time in times { merger.add(accelerometer(time), from: 0, arrival: 5 * ms) }
            _ = merger.take(into: &readings)
        }
        #expect(readings.map { $0.timestamp / ms } == [1, 2, 3, 4, 5])
    }

    @Test func `two rates are merged by time, whichever arrives first`() {
        var merger = ReadingMerger(streams: 2)
        let arrivals = [
            (accelerometer(0), 0), (accelerometer(10), 0), (gyroscope(5), 1), (gyroscope(16), 1),
            (accelerometer(20), 0),
        ]
        #expect(merge(&merger, arrivals) == [0, 5, 10, 16])
    }

    @Test func `a silent device holds the other up for 25 ms`() {
        var merger = ReadingMerger(streams: 2)
        let arrivals = (0...5).map { (accelerometer($0 * 10), 0) }
        #expect(merge(&merger, arrivals) == [0, 10, 20])
    }

    @Test func `a repeated sample says nothing new`() {
        var merger = ReadingMerger(streams: 1)
        let arrivals = [(accelerometer(1), 0), (accelerometer(1), 0), (accelerometer(2), 0)]
        #expect(merge(&merger, arrivals) == [1, 2])
    }

    @Test func `a clock with its own epoch is laid on ours and keeps its differences`() {
        var merger = ReadingMerger(streams: 1)
        var readings: [Reading] = []
        for (time, arrival) in [(100, 9000), (110, 9012), (121, 9021)] as [(Int64, Int64)] {
            merger.add(accelerometer(time), from: 0, arrival: arrival * ms)
            _ = merger.take(into: &readings)
        }
        #expect(readings.map { $0.timestamp / ms } == [9000, 9010, 9021])
    }

    @Test func `two devices on one foreign clock stay together`() {
        var merger = ReadingMerger(streams: 2)
        var readings: [Reading] = []
        merger.add(accelerometer(100), from: 0, arrival: 9000 * ms)
        merger.add(gyroscope(104), from: 1, arrival: 9020 * ms)
        merger.add(accelerometer(110), from: 0, arrival: 9021 * ms)
        _ = merger.take(into: &readings)
        #expect(readings.map { $0.timestamp / ms } == [9000, 9004])
    }

    @Test func `a clock that jumps is laid on ours anew`() {
        var merger = ReadingMerger(streams: 1)
        var readings: [Reading] = []
        for (time, arrival) in [(9000, 9000), (99010, 9010), (99020, 9020)] as [(Int64, Int64)] {
            merger.add(accelerometer(time), from: 0, arrival: arrival * ms)
            _ = merger.take(into: &readings)
        }
        #expect(readings.map { $0.timestamp / ms } == [9000, 9010, 9020])
    }
}
