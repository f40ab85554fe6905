import Motion
import Testing

@testable import Sensor

struct AccelerometerSignTests {
    @Test(arguments: [
        (Vector3(0, 0, 9.81), false), (Vector3(0, 0, -9.81), true), (Vector3(0, 9.81, 0), false),
        (Vector3(0, 9.6, -2), false), (Vector3(0, -6, -7.7), true), (Vector3(0, 0, -3), false),
        (Vector3(0, 0, -20), false), (.zero, false), (Vector3(.nan, 0, -9.81), false),
    ])
    func `a display at rest seems to face the floor, or not`(reading: Vector3, seems: Bool) {
        #expect(seemsToFaceFloor(resting: reading) == seems)
    }

    /// What the chooser gives, in three portions, for 30 samples at 100 Hz of `reading`.
    private func choose(
        _ sign: AccelerometerSign, _ reading: (Int) -> Vector3
    ) -> [[Vector3]] {
        var chooser = SignChooser(sign)
        return stride(from: 0, to: 30, by: 10).map { first in
            var samples = (first..<first + 10).map { index in
                ImuSample(
                    timestamp: Int64(index) * 10_000_000, acceleration: reading(index),
                    rotationRate: nil)
            }
            chooser.apply(to: &samples, from: 0)
            return samples.compactMap(\.acceleration)
        }
    }

    @Test func `a sign that is set is not decided`() {
        #expect(choose(.asReported) { _ in Vector3(0, 0, -9.8) }[0][0].z == -9.8)
        #expect(choose(.reversed) { _ in Vector3(0, 0, -9.8) }[0][0].z == 9.8)
    }

    @Test func `nothing comes before the decision, and nothing is lost`() {
        let portions = choose(.decidedAtStart) { _ in Vector3(0, 0, -9.8) }
        #expect(portions.map(\.count) == [0, 0, 30])
        #expect(portions[2].allSatisfy { $0.z == 9.8 })
    }

    @Test func `a display that moves is believed`() {
        let portions = choose(.decidedAtStart) { Vector3(Double($0), 0, -9.8) }
        #expect(portions[2].allSatisfy { $0.z == -9.8 })
    }
}
