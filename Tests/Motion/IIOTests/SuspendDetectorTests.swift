import Testing

@testable import IIO

struct SuspendDetectorTests {
    private let ms: Int64 = 1_000_000

    @Test func `a machine that sleeps is noticed once, for as long as it slept`() {
        var watch = SuspendDetector(monotonic: 100 * ms, boottime: 5100 * ms)
        #expect(watch.newSleep(monotonic: 200 * ms, boottime: 5200 * ms) == 0)
        #expect(watch.newSleep(monotonic: 300 * ms, boottime: 15_300 * ms) == 10_000 * ms)
        #expect(watch.newSleep(monotonic: 400 * ms, boottime: 15_400 * ms) == 0)
    }

    @Test func `all sleep since the machine's start is counted`() {
        var watch = SuspendDetector(monotonic: 100 * ms, boottime: 5100 * ms)
        #expect(watch.total == 5000 * ms)
        _ = watch.newSleep(monotonic: 300 * ms, boottime: 15_300 * ms)
        #expect(watch.total == 15_000 * ms)
        #expect(SuspendDetector(monotonic: 100 * ms, boottime: 101 * ms).total == 0)
    }

    @Test func `what passes between two looks at the clocks is no sleep`() {
        var watch = SuspendDetector(monotonic: 0, boottime: 0)
        #expect(watch.newSleep(monotonic: 0, boottime: 400 * ms) == 0)
        #expect(watch.newSleep(monotonic: 400 * ms, boottime: 300 * ms) == 0)
        #expect(watch.newSleep(monotonic: 0, boottime: 501 * ms) == 501 * ms)
    }
}
