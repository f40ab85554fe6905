import Motion
import Testing

@testable import Service

@Suite struct StatePaceTests {
    /// How many of ten seconds' states at `source` Hz a client gets; each is late by up to `jitter`
    /// of the time between two.
    private func count(source: Double, hz: Double, jitter: Double = 0) -> Int {
        var pace = StatePace(hz: hz)
        var random = RandomNumbers(seed: 7)
        return (0..<Int(source * 10)).count { index in
            let late = jitter * Double.random(in: -0.5...0.5, using: &random)
            return pace.admits(Int64((Double(index) + late) * 1e9 / source))
        }
    }

    @Test(arguments: [
        (100.0, 60.0, 600), (100, 59.94, 599), (100, 50, 500), (100, 1, 10), (400, 60, 600),
        (99.6, 60, 600), (1600, 250, 2500), (100, 100, 1000), (100, 1000, 1000), (30, 60, 300),
        (59.94, 60, 599),
    ])
    func `the mean rate is the one asked for`(source: Double, hz: Double, expected: Int) {
        // The first two states come at once; so much is more than the rate.
        #expect(abs(count(source: source, hz: hz) - expected) <= 2)
        #expect(abs(count(source: source, hz: hz, jitter: 0.4) - expected) <= 2)
    }

    @Test func `a clock that jumps starts the count anew`() {
        var pace = StatePace(hz: 10)
        for time in [0, 1 << 40, 5, Int64.max, Int64.min, 0] {
            let isAdmitted = pace.admits(time)
            #expect(isAdmitted)
        }
    }

    @Test func `after a pause there is no burst`() {
        var pace = StatePace(hz: 10)
        _ = pace.admits(0)
        let second: Int64 = 1_000_000_000
        let after = (0..<10).count { pace.admits(second + Int64($0) * 10_000_000) }
        #expect(after <= 3)
    }
}
