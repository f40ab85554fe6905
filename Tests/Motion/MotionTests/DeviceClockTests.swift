import Testing

@testable import Motion

@Suite struct DeviceClockTests {
    private let ms: Int64 = 1_000_000

    @Test func `our own clock is believed`() {
        var clock = DeviceClock.ours
        #expect(clock.time(of: 100 * ms, arrival: 90 * ms) == 100 * ms)
        #expect(clock.fits(0, arrival: 2000 * ms))
        #expect(!clock.fits(0, arrival: 2001 * ms))
    }

    /// As of a controller that counts in 16 bits, and has gone round unseen.
    @Test func `a clock that lost a little is another one, if so little is tolerated`() {
        let clock = DeviceClock(count: 0, arrival: 0, tolerance: 200_000_000)
        #expect(clock.fits(800 * ms, arrival: 1000 * ms))
        #expect(!clock.fits(650 * ms, arrival: 1000 * ms))
    }

    @Test func `a first sample that came late is seen through, and time never runs backwards`() {
        var clock = DeviceClock(count: 0, arrival: 9040 * ms)
        let times = (0..<20).map { clock.time(of: $0 * 10 * ms, arrival: (9000 + $0 * 10) * ms) }
        #expect(times[0] == 9040 * ms)
        #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
        #expect(abs(times[19] - 9190 * ms) < ms)
    }

    /// The largest error in milliseconds on a day's second half, where each sample is up to 20 ms late.
    private func error(ofDrift drift: Double) -> Double {
        var clock = DeviceClock(count: 0, arrival: 0)
        var random = RandomNumbers(seed: 3)
        var worst = 0.0
        for index in 1...864_000 {
            let measured = Int64(index) * 100 * ms
            let arrival = measured + Int64(Double.random(in: 0...20e6, using: &random))
            let reading = Int64(Double(measured) * (1 + drift))
            let error = clock.time(of: reading, arrival: arrival) - measured
            if index > 432_000 { worst = max(worst, abs(Double(error)) * 1e-6) }
        }
        return worst
    }

    @Test(arguments: [-100e-6, -20e-6, 0, 20e-6, 100e-6])
    func `a clock that drifts does not run away`(drift: Double) {
        #expect(error(ofDrift: drift) < 5)
    }
}
