import Glibc

@testable import Motion

/// A device that is brought from pose to pose, seen through sensors with known faults.
struct PosedSensor {
    /// The accelerometer's axes in the device's.
    var mount = MountMatrix.identity
    /// The gyroscope's axes in the accelerometer's.
    var gyroscopeAxes = MountMatrix.identity
    var isReversed = false
    /// m/s², sensor's axes.
    var offset = Vector3.zero
    var scale = Vector3(1, 1, 1)
    /// rad/s, gyroscope's axes.
    var bias = Vector3.zero
    /// m/s² and rad/s a sample.
    var noise = (acceleration: 0.02, rate: 0.002)
    /// Degrees by which hands miss a pose that is not on the table.
    var sloppiness = 0.0
    /// Hz
    var rate = 100.0
    /// Seconds of the rests and of the turns between them.
    var (rest, turn) = (4.0, 1.5)
    var hasGyroscope = true
    var random = RandomNumbers(seed: 11)

    /// What the sensors read while the device is brought through `poses`.
    mutating func samples(_ poses: [CalibrationPose]) -> [ImuSample] {
        var samples: [ImuSample] = []
        var path = Path(start: Quaternion(turning: poses[0].up, to: Vector3(0, 0, 1)))
        for (index, pose) in poses.enumerated() {
            if index > 0 { path.goal(up: held(pose)) }
            for step in 0..<Int((index > 0 ? rest + turn : rest) * rate) {
                let share = index > 0 ? min(1, Double(step) / rate / turn) : 1
                let time = Double(samples.count) / rate
                samples.append(sample(at: time, path, share, isTurning: share < 1))
            }
        }
        return samples
    }

    /// Up in a pose that is held by hand.
    private mutating func held(_ pose: CalibrationPose) -> Vector3 {
        guard pose.weight == 1 else { return pose.up }
        let stray = random.normalVector() * (sloppiness * .pi / 180 / 3.0.squareRoot())
        return Quaternion(rotation: stray).rotate(pose.up)
    }

    private mutating func sample(
        at time: Double, _ path: Path, _ share: Double, isTurning: Bool
    ) -> ImuSample {
        let up = path.quaternion(share).conjugate.rotate(Vector3(0, 0, standardGravity))
        let force = mount.transposed.apply(to: up)
        let rate = isTurning ? path.rate(share) / turn : .zero
        let turned = gyroscopeAxes.transposed.apply(to: mount.transposed.apply(to: rate))
        return ImuSample(
            timestamp: Int64(time * 1e9),
            acceleration: offset + (isReversed ? -force : force) / scale + noise.acceleration
                * random.normalVector(),
            rotationRate: hasGyroscope
                ? turned + bias + noise.rate * random.normalVector() : nil)
    }
}

/// The way from one pose to the next, with a turn on the table by the way, which gravity cannot see.
private struct Path {
    private var start: Quaternion
    private var step = Quaternion.identity

    init(start: Quaternion) { self.start = start }

    /// Goes on from where the last way ended.
    mutating func goal(up: Vector3) {
        start = quaternion(1)
        let now = start.conjugate.rotate(Vector3(0, 0, 1))
        step = Quaternion(turning: up, to: now)
    }

    /// Device to Earth, after a share of the way.
    func quaternion(_ share: Double) -> Quaternion {
        let s = share * share * (3 - 2 * share)
        let angle = 2 * atan2(step.vector.length, step.w)
        let axis = step.vector / max(1e-12, step.vector.length)
        return Quaternion(rotation: Vector3(0, 0, 0.8 * s)) * start
            * Quaternion(rotation: s * angle * axis)
    }

    /// Radians for a whole way, device frame.
    func rate(_ share: Double) -> Vector3 {
        let h = 1e-5
        let turn = quaternion(share - h).conjugate * quaternion(share + h)
        return turn.vector / h
    }
}

extension MountMatrix {
    /// That of a rotation.
    init(_ q: Quaternion) {
        let columns = MountMatrix(
            x: q.rotate(Vector3(1, 0, 0)), y: q.rotate(Vector3(0, 1, 0)),
            z: q.rotate(Vector3(0, 0, 1)))
        self = columns.transposed
    }

    /// Any rotation, all equally likely.
    static func random(using random: inout RandomNumbers) -> MountMatrix {
        let (w, v) = (random.normal(), random.normalVector())
        return MountMatrix(Quaternion(w: w, vector: v).normalized)
    }
}
