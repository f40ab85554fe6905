import Glibc

@testable import Motion

/// Motion of a hand with known truth: sums of sines in angle and position, noise and bias.
struct SyntheticMotion {
    /// Samples a second.
    var rate = 200.0
    /// rad: how far the device is turned to and fro.
    var swing = Vector3(0.6, 0.9, 0.5)
    /// m: how far it is moved to and fro.
    var reach = Vector3(0.1, 0.08, 0.05)
    /// rad/s
    var bias = Vector3.zero
    /// rad/s and m/s² a sample.
    var noise = (gyroscope: 0.003, accelerometer: 0.03)
    /// The pose about which it swings.
    var pose = Quaternion.identity
    private var random = RandomNumbers(seed: 7)

    /// The filter's settings for it: these sensors have no delay.
    static var settings: AttitudeFilter.Settings {
        var settings = AttitudeFilter.Settings()
        settings.gyroscopeDelay = 0
        return settings
    }

    /// The true attitude at `t` seconds.
    func quaternion(at t: Double) -> Quaternion {
        let angles = swing * Vector3(sin(2.1 * t), sin(2.9 * t + 1), sin(1.3 * t + 2))
        return pose * Quaternion(rotation: angles)
    }

    /// The true specific force at `t` seconds, device frame, m/s².
    func force(at t: Double) -> Vector3 {
        let w = Vector3(5, 4.1, 3.3)
        let a = -reach * w * w * Vector3(sin(5 * t), sin(4.1 * t + 1), sin(3.3 * t + 2))
        return quaternion(at: t).conjugate.rotate(a + Vector3(0, 0, standardGravity))
    }

    /// The true angular rate at `t` seconds, device frame, rad/s.
    func rotationRate(at t: Double) -> Vector3 {
        let h = 1e-4
        let step = quaternion(at: t - h).conjugate * quaternion(at: t + h)
        return step.vector * (1 / h)
    }

    /// What the sensors read at `t` seconds.
    mutating func sample(at t: Double) -> ImuSample {
        let w = rotationRate(at: t) + bias + noise.gyroscope * random.sumsOfTwelve()
        let a = force(at: t) + noise.accelerometer * random.sumsOfTwelve()
        return ImuSample(timestamp: Int64(t * 1e9), acceleration: a, rotationRate: w)
    }

    /// The sensors' samples from `start` to `end`, in seconds.
    mutating func samples(from start: Double = 0, to end: Double) -> [ImuSample] {
        (Int(start * rate)..<Int(end * rate)).map { sample(at: Double($0) / rate) }
    }

    /// Degrees between true and estimated vertical.
    func inclinationError(_ attitude: Attitude) -> Double {
        let truth = quaternion(at: Double(attitude.timestamp) * 1e-9)
        let up = truth.conjugate.rotate(Vector3(0, 0, 1))
        return atan2(up.cross(attitude.up).length, up.dot(attitude.up)) * 180 / .pi
    }

    /// The same motion, held still.
    var still: SyntheticMotion {
        var copy = self
        (copy.swing, copy.reach) = (.zero, .zero)
        return copy
    }
}

extension RandomNumbers {
    /// Three numbers of mean 0 and deviation 1, each the sum of twelve even ones.
    mutating func sumsOfTwelve() -> Vector3 {
        let (x, y, z) = (sumOfTwelve(), sumOfTwelve(), sumOfTwelve())
        return Vector3(x - 6, y - 6, z - 6)
    }

    private mutating func sumOfTwelve() -> Double {
        var sum = 0.0
        for _ in 0..<12 { sum += uniform() }
        return sum
    }
}
