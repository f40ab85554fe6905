import Testing

@testable import IIO

struct ScanLossesTests {
    private let ms: Int64 = 1_000_000

    /// What is counted of scans at those times in ms, which arrive then, or at `arrivals`.
    private func count(_ times: [Int64], arrivals: [Int64]? = nil) -> Int {
        var losses = ScanLosses(rate: 100)
        for (time, arrival) in zip(times, arrivals ?? times) {
            losses.add(time * ms, arrival: arrival * ms)
        }
        return losses.count
    }

    @Test func `the scans of a stop are counted by the time it took`() {
        let before = [Int64](0..<100).map { $0 * 10 }
        #expect(count(before + before.map { $0 + 5000 }) == 400)
        // The device is 3 % slower than it says.
        let slow = before.map { $0 * 103 / 100 }
        #expect(398...402 ~= count(slow + slow.map { $0 + 5150 }))
    }

    @Test func `what only comes late is not lost`() {
        #expect(count([0, 10, 20, 37, 40, 50, 68, 70]) == 0)
        #expect(count([0, 10, 20, 30, 40], arrivals: [0, 10, 900, 900, 900]) == 0)
    }

    @Test func `a clock that jumps loses nothing`() {
        #expect(count([0, 10, 3_600_000, 3_600_010], arrivals: [0, 10, 20, 30]) == 0)
        #expect(count([1000, 10, .max / ms, 0], arrivals: [0, 10, 20, 30]) == 0)
    }
}
