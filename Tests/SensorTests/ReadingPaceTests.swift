import Testing

@testable import Sensor

struct ReadingPaceTests {
    @Test func `an interrupted reading is told from the usual ones`() {
        var pace = ReadingPace()
        let durations: [Int64] = [1, 1, 2, 70, 1, 1].map { $0 * 1_000_000 }
        #expect(
            durations.map { pace.isWhole(readingThatTook: $0) }
                == [true, true, true, false, true, true])
    }

    @Test func `a device that has slowed is followed`() {
        var pace = ReadingPace()
        _ = pace.isWhole(readingThatTook: 1_000_000)
        let verdicts = (0..<40).map { _ in pace.isWhole(readingThatTook: 300_000_000) }
        #expect(verdicts.first == false)
        #expect(verdicts.last == true)
    }
}
