import Testing

@testable import IIO

struct UsualPollTests {
    @Test func `an interrupted poll is told from the usual ones`() {
        var usual = UsualPoll()
        let durations: [Int64] = [1, 1, 2, 70, 1, 1].map { $0 * 1_000_000 }
        #expect(
            durations.map { usual.isWhole(pollThatTook: $0) }
                == [true, true, true, false, true, true])
    }

    @Test func `a device that has slowed is followed`() {
        var usual = UsualPoll()
        _ = usual.isWhole(pollThatTook: 1_000_000)
        let verdicts = (0..<40).map { _ in usual.isWhole(pollThatTook: 300_000_000) }
        #expect(verdicts.first == false)
        #expect(verdicts.last == true)
    }
}
