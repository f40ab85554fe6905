import Testing

@testable import Display

@Suite struct FrameStatisticsTests {
    @Test func `old latencies are dropped also if only some frames have a reading`() {
        var statistics = FrameStatistics()
        for frame in 0..<20_000 {
            let age = frame < 4096 ? 1.0 : 0.01
            statistics.add(
                began: 0, ended: 0.002, readingAge: frame.isMultiple(of: 2) ? age : nil)
        }
        #expect(statistics.frameCount == 20_000)
        #expect(statistics.frameTime(1) == 0.002)
        #expect(statistics.latency(1) == 0.01)
    }
}
