import Glibc
import Testing

@testable import Motion

@Suite struct ShakeDetectorTests {
    /// The times, ms, at which `detector` finds a shake while a device is shaken for `count`
    /// samples, 100 a second.
    private func shakes(
        _ detector: inout ShakeDetector, from start: Int, count: Int = 100
    ) -> [Int] {
        (0..<count).map { start + 10 * $0 }.filter { time in
            let swing = 30 * sin(2 * .pi * 4 * Double(time - start) * 1e-3)
            return detector.update(
                with: ImuSample(
                    timestamp: Int64(time) * 1_000_000,
                    acceleration: Vector3(swing, 0, standardGravity), rotationRate: nil))
        }
    }

    @Test func `a shake is found once, also after the clock has jumped back`() {
        var detector = ShakeDetector()
        #expect(shakes(&detector, from: 1_000_000).count == 1)
        #expect(shakes(&detector, from: 0).count == 1)
    }

    @Test func `a log that starts again has the shakes of its first time`() {
        var detector = ShakeDetector()
        let first = shakes(&detector, from: 0, count: 60)
        #expect(first.count == 1)
        var sample = ImuSample(
            timestamp: 600_000_000, acceleration: Vector3(0, 0, standardGravity),
            rotationRate: nil)
        sample.startsAgain = true
        let isShake = detector.update(with: sample)
        #expect(!isShake)
        #expect(shakes(&detector, from: 600, count: 60).map { $0 - 600 } == first)
    }
}
