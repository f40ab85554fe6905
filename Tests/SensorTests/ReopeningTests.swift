import Testing

@testable import Sensor

struct ReopeningTests {
    @Test func `tries grow rarer, up to one in 4 s`() {
        var reopening = Reopening(now: 0)
        var tries: [Int64] = []
        for now in stride(from: 0, to: 20_000, by: 250) as StrideTo<Int64>
        where reopening.takeTurn(now: now * 1_000_000) {
            tries.append(now)
        }
        #expect(tries == [250, 750, 1750, 3750, 7750, 11750, 15750, 19750])
    }

    @Test func `a device that comes is tried at once`() {
        var reopening = Reopening(now: 0)
        let ms: Int64 = 1_000_000
        let early = reopening.takeTurn(now: 3000 * ms)
        reopening.hurry(now: 3010 * ms)
        let settling = reopening.takeTurn(now: 3100 * ms)
        let settled = reopening.takeTurn(now: 3110 * ms)
        #expect([early, settling, settled] == [true, false, true])
    }
}
