import Testing

@testable import MotionLog

@Suite struct LogGapsTests {
    private func gaps(_ milliseconds: [Int64]) -> LogGaps {
        var gaps = LogGaps()
        for time in milliseconds { gaps.add(time * 1_000_000) }
        return gaps
    }

    @Test func `a time without samples is told with its place and length`() {
        let times = Array(stride(from: Int64(0), to: 1000, by: 10))
        let late = stride(from: Int64(5000), to: 6000, by: 10)
        let gaps = gaps(times + late + [9000])
        #expect(gaps.count == 2)
        #expect("\(gaps)" == "2 gaps: 4.01 s after 0.99 s, 3.01 s after 5.99 s")
    }

    @Test(
        arguments: [
            [], [0], [0, 10], [0, 1000, 2000, 3000],
            Array(stride(from: Int64(0), to: 90_000, by: 1000)),
            [0, 10, 20, 90, 100, 110], [1000, 0, 10, 20], [5, 5, 5, 5],
        ] as [[Int64]])
    func `where none is missed, none is told`(times: [Int64]) {
        #expect(gaps(times).count == 0)
    }

    @Test func `a few rows tell a gap too`() {
        #expect("\(gaps([0, 10, 20, 30, 4030]))" == "1 gap: 4 s after 0.03 s")
    }

    @Test func `many gaps are counted, the first named`() {
        let times = (0..<20).flatMap { round in (0..<20).map { Int64(round * 5000 + $0 * 10) } }
        let gaps = gaps(times)
        #expect(gaps.count == 19)
        #expect("\(gaps)".hasSuffix("4.81 s after 20.19 s and 14 more"))
    }

    @Test func `times at the ends of their range are no trap`() {
        var gaps = LogGaps()
        for time in [0, .max, .min, .max, 0, .min, .max] as [Int64] { gaps.add(time) }
        _ = "\(gaps)"
    }
}
