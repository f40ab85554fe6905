import Glibc
import Testing

@testable import Motion

@Suite struct ShakeDetectorTests {
    /// The times, ms, at which `detector` finds a shake while a device is shaken for a second.
    private func shakes(_ detector: inout ShakeDetector, from start: Int) -> [Int] {
        (0..<100).map { start + 10 * $0 }.filter { time in
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
}
