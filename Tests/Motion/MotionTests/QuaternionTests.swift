import Glibc
import Testing

@testable import Motion

/// Rounding of a few products of numbers near 1.
private let rounding = 1e-12

struct QuaternionTests {
    @Test(arguments: [
        (Vector3(0, 0, .pi / 2), Vector3(1, 0, 0), Vector3(0, 1, 0)),
        (Vector3(.pi / 2, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1)),
        (Vector3(0, .pi / 2, 0), Vector3(0, 0, 1), Vector3(1, 0, 0)),
        (Vector3(0, 0, 0), Vector3(1, 2, 3), Vector3(1, 2, 3)),
        (Vector3(1e-9, 0, 0), Vector3(0, 1, 0), Vector3(0, 1, 1e-9)),
    ])
    func `a rotation vector turns right-handed`(rotation: Vector3, v: Vector3, turned: Vector3) {
        #expect((Quaternion(rotation: rotation).rotate(v) - turned).length < rounding)
    }

    @Test(arguments: [0, 1e-6, 1e-3, 0.1, 0.39, 0.41, 1, 3])
    func `the step without trigonometry is the same rotation`(angle: Double) {
        let vector = angle * Vector3(2, -1, 2) * (1.0 / 3)
        let (series, exact) = (Quaternion(step: vector), Quaternion(rotation: vector))
        // The first terms left out of the series, at its largest angle.
        #expect(abs(series.w - exact.w) < 1e-10)
        #expect((series.vector - exact.vector).length < 1e-10)
    }

    @Test(arguments: [
        (Vector3(0, 0, 9.8), Vector3(0, 0, 1)), (Vector3(1, 2, -3), Vector3(0, 0, 1)),
        (Vector3(0, 0, -1), Vector3(0, 0, 1)), (Vector3(0, -2, 0), Vector3(0, 1, 0)),
    ])
    func `the shortest turn brings one direction to another`(from: Vector3, to: Vector3) {
        let q = Quaternion(turning: from, to: to)
        #expect((q.rotate(from) * (1 / from.length) - to).length < rounding)
        #expect(abs(q.norm - 1) < rounding)
    }

    @Test func `the rows that a correction needs are those of the rotation`() {
        let q = Quaternion(rotation: Vector3(0.4, -1.1, 2))
        let v = Vector3(3, -2, 0.5)
        let turned = q.rotate(v)
        #expect(abs(q.horizontalRows.0.dot(v) - turned.x) < rounding)
        #expect(abs(q.horizontalRows.1.dot(v) - turned.y) < rounding)
    }

    @Test(arguments: [0.9, 0.999, 1.001])
    func `one Newton step brings a length nearer to 1`(length: Double) {
        let q = Quaternion(0.5 * length, -0.5 * length, 0.5 * length, 0.5 * length)
        // The step's error is 3/2 of the square of what it found.
        #expect(abs(q.renormalized.norm - 1) <= 1.6 * (length - 1) * (length - 1))
    }

    @Test func `a mount matrix is a rotation as a quaternion is`() {
        for x in [Vector3(1, 0, 0), Vector3(-1, 0, 0), Vector3(0, 0, 1), Vector3(0.6, 0.8, 0)] {
            for y in [Vector3(0, 1, 0), Vector3(0, -1, 0), Vector3(-0.8, 0.6, 0), Vector3(1, 0, 0)]
            where abs(x.dot(y)) < 1e-9 {
                let matrix = MountMatrix(x: x, y: y, z: x.cross(y))
                for vector in [Vector3(1, 2, 3), Vector3(-3, 1, 0.5)] {
                    let difference = matrix.quaternion.rotate(vector) - matrix.apply(to: vector)
                    #expect(difference.length < 1e-12, "\(matrix)")
                }
            }
        }
    }
}
