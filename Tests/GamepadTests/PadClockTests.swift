import Testing

@testable import Gamepad

@Suite struct PadClockTests {
    /// Our clock, in nanoseconds, when the controller's begins.
    private static let start: Int64 = 5_000_000_000_000

    /// What the clock says of a report that is measured every 4 ms and arrives so much later, in ns.
    private func times(lateBy delays: [Int64], each: Int64 = 4_000_000) -> [Int64] {
        var clock = PadClock()
        return delays.indices.map { index in
            let time = Int64(index) * each
            return clock.time(of: time, arrival: Self.start + time + delays[index]) - Self.start
                - time
        }
    }

    @Test
    func `a report was measured when it arrived, at the latest, and the next is as much later`() {
        let times = times(lateBy: [1_000_000, 3_000_000, 2_000_000])
        #expect(times.allSatisfy { abs($0 - 1_000_000) < 10_000 })
    }

    @Test func `a first report that was late is made good by one that is not`() {
        #expect(
            times(lateBy: [50_000_000, 40_000_000, 0, 30_000_000]).suffix(2).allSatisfy {
                $0 < 5000
            })
    }

    @Test func `a clock that runs slower or faster is followed`() {
        var clock = PadClock()
        for drift in [-500, 500] as [Int64] {
            for second in 0..<3600 as Range<Int64> {
                let arrival = Self.start + second * 1_000_000_000
                let time = second * (1_000_000_000 + drift * 1000)
                #expect(abs(clock.time(of: time, arrival: arrival) - arrival) < 1_000_000)
            }
        }
    }

    /// It counts in 16 bits, and 0.35 s of it are lost when they have gone round unseen.
    @Test(arguments: [0, 650_000_000] as [Int64])
    func `a clock that begins anew, or has lost time, is laid on ours anew`(next: Int64) {
        var clock = PadClock()
        _ = clock.time(of: 0, arrival: Self.start)
        _ = clock.time(of: 400_000_000, arrival: Self.start + 400_000_000)
        let arrival = Self.start + 1_000_000_000
        #expect(clock.time(of: next, arrival: arrival) == arrival)
    }
}
