import Glibc
import Testing

@testable import Motion

struct EulerAnglesTests {
    /// Rounding of a few products of numbers near 1, through an inverse sine.
    private let rounding = 1e-9

    private func turn(_ x: Double, _ y: Double, _ z: Double) -> Quaternion {
        Quaternion(rotation: Vector3(x, y, z))
    }

    @Test(arguments: [
        (0.0, 0.0, 0.0), (0.3, 0.2, 0.1), (-3, 1.2, 2), (3.1, -1.5, -3), (-1.6, 0.7, 1.6),
    ])
    func `angles come back from R = Rz(yaw) Rx(pitch) Ry(roll)`(
        roll: Double, pitch: Double, yaw: Double
    ) {
        let angles = EulerAngles(turn(0, 0, yaw) * turn(pitch, 0, 0) * turn(0, roll, 0))
        #expect(abs(angles.roll - roll) < rounding)
        #expect(abs(angles.pitch - pitch) < rounding)
        #expect(abs(angles.yaw - yaw) < rounding)
    }

    @Test(arguments: [0, -0.0])
    func `half a turn is never the negative one`(zero: Double) {
        let (aboutY, aboutZ) = (Quaternion(zero, zero, 1, zero), Quaternion(zero, zero, zero, 1))
        #expect(EulerAngles(aboutY).roll == .pi)
        #expect(EulerAngles(aboutZ).yaw == .pi)
    }

    @Test(arguments: [Double.pi / 2, -Double.pi / 2])
    func `at the gimbal the angles stay finite`(pitch: Double) {
        let angles = EulerAngles(turn(pitch, 0, 0))
        // Near ±90 degrees the inverse sine turns 1e-16 into 1e-8.
        #expect(abs(angles.pitch - pitch) < 1e-7)
        #expect(angles.roll.isFinite && angles.yaw.isFinite)
    }

    @Test func `up is the third row of R`() {
        let q = turn(0.3, 0.4, -0.2)
        let up = Attitude(timestamp: 0, quaternion: q, rate: .zero).up
        for axis in 0..<3 {
            var e = Vector3.zero
            e[axis] = 1
            #expect(abs(up[axis] - q.rotate(e).z) < rounding)
        }
    }
}
