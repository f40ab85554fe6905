import Glibc
import Testing

@testable import Motion

struct TiltDeadBandTests {
    /// The tilts shown, 200 a second, for a tilt given in degrees by its time in seconds.
    private func shown(
        seconds: Double, rate: (Double) -> Double, tilt: (Double) -> Double
    ) -> [Double] {
        var display = TiltDeadBand()
        return (0..<Int(seconds * 200)).compactMap { k in
            let t = Double(k) / 200
            return display.update(tilt: tilt(t), rate: rate(t), timestamp: Int64(t * 1e9))
        }
    }

    @Test(arguments: [-1.17, -1.0, 0.999, 30, 179.99])
    func `at rest the shown tilt stands still, also at an edge`(tilt: Double) {
        var random = RandomNumbers(seed: 3)
        // The filter's own noise at rest: 0.02 degrees, and the gyroscope's, 1 degree a second.
        let values = shown(
            seconds: 60, rate: { _ in random.sumsOfTwelve().x },
            tilt: { tilt + 0.02 * sin(7 * $0) + 0.02 * sin(41 * $0) })
        // It may settle once, in the first moment.
        #expect(Set(values.dropFirst(200)).count == 1)
    }

    @Test func `a tilt that comes and goes by more than the play is soon shown still`() {
        let values = shown(seconds: 60, rate: { _ in 0 }, tilt: { 0.09 * sin(3 * $0) })
        #expect(Set(values.dropFirst(5 * 200)).count == 1)
    }

    @Test func `slow turns to and fro are shown as they come`() {
        let tilt = { (t: Double) in 0.5 * sin(0.4 * t) }
        let values = shown(seconds: 60, rate: { 0.2 * cos(0.4 * $0) }, tilt: tilt)
        // The play, and none added: half a degree is a turn.
        for (k, value) in values.enumerated() {
            #expect(abs(tilt(Double(k) / 200) - value) < 0.066)
        }
    }

    @Test func `a slow turn is followed within 0.2 degrees`() {
        let values = shown(seconds: 20, rate: { _ in 0.2 }, tilt: { 0.2 * $0 })
        for (k, value) in values.enumerated() { #expect(abs(0.2 * Double(k) / 200 - value) <= 0.2) }
    }

    @Test func `a quick turn is shown as it is`() {
        let values = shown(seconds: 2, rate: { _ in 50 }, tilt: { 50 * $0 })
        // The rate's low-pass, 0.04 s, closes the play within a tenth of a second.
        for (k, value) in values.enumerated().dropFirst(20) {
            #expect(abs(50 * Double(k) / 200 - value) < 1e-9)
        }
    }

    @Test func `the end of a turn makes no jump`() {
        let values = shown(seconds: 4, rate: { $0 < 2 ? 20 : 0 }, tilt: { min(40, 20 * $0) })
        for (a, b) in zip(values, values.dropFirst()) { #expect(b >= a && b - a <= 0.1 + 0.12) }
    }

    @Test func `past half a turn the shown tilt goes on the short way`() {
        let values = shown(seconds: 1, rate: { _ in 40 }, tilt: { remainder(170 + 40 * $0, 360) })
        for value in values { #expect(value > -180 && value <= 180) }
        for (a, b) in zip(values, values.dropFirst()) {
            #expect(abs(remainder(b - a, 360)) < 0.4)
        }
    }

    @Test(arguments: [
        (Double.nan, 0.0, Int64(5)), (.infinity, 0, 5), (20, .nan, 5),
    ])
    func `what is not finite is not shown`(tilt: Double, rate: Double, timestamp: Int64) {
        var display = TiltDeadBand()
        #expect(display.update(tilt: .nan, rate: 0, timestamp: 0) == nil)
        _ = display.update(tilt: 10, rate: 0, timestamp: 0)
        #expect(display.update(tilt: tilt, rate: rate, timestamp: timestamp) == 10)
    }

    @Test(arguments: [Int64.min, -1, 0, Int64.max])
    func `any timestamp is survived`(timestamp: Int64) {
        var display = TiltDeadBand()
        _ = display.update(tilt: 10, rate: 0, timestamp: 0)
        let value = display.update(tilt: 20, rate: 100, timestamp: timestamp) ?? .nan
        // All of the play may be left, or none.
        #expect(abs(value - 20) <= 0.13)
    }
}
