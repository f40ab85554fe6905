import Glibc

/// The device's attitude at one time.
public struct Attitude: Sendable, Equatable {
    /// Nanoseconds on the source's clock: the time of the newest reading, also if the attitude is
    /// predicted.
    public var timestamp: Int64
    /// Device to Earth (z up, heading arbitrary): v_E = q v_D q*.
    public var quaternion: Quaternion
    /// Angular rate, rad/s, device frame; without the bias if the estimator knows the bias.
    public var rate: Vector3
    /// Whether a log starts again with this reading, which a service sent: its motion does not
    /// continue the one before.
    public var startsAgain = false

    public init(timestamp: Int64, quaternion: Quaternion, rate: Vector3) {
        self.timestamp = timestamp
        self.quaternion = quaternion
        self.rate = rate
    }

    /// The direction of up in the device frame: the third row of R(q).
    public var up: Vector3 { quaternion.conjugate.rotate(Vector3(0, 0, 1)) }

    /// The attitude with up and down exchanged: Earth rotated by 180° about its x axis.
    var withUpReversed: Attitude {
        var attitude = self
        attitude.quaternion = Quaternion(w: 0, vector: Vector3(1, 0, 0)) * quaternion
        return attitude
    }

    /// Whether up and down were exchanged since `before`, `seconds` ago, though the rate is too low
    /// for such a turn: the accelerometer's sign was corrected.
    func isUpReversed(since before: Attitude, seconds: Double) -> Bool {
        (0...0.5).contains(seconds) && rate.length * seconds < 1 && up.dot(before.up) < -0.8
    }
}

/// Roll, pitch and yaw as Core Motion gives them: R = Rz(yaw) Rx(pitch) Ry(roll), radians.
public struct EulerAngles: Sendable, Equatable {
    /// About y, in (-π, π].
    public var roll: Double
    /// About x, in [-π/2, π/2].
    public var pitch: Double
    /// About z, in (-π, π].
    public var yaw: Double

    public init(roll: Double, pitch: Double, yaw: Double) {
        (self.roll, self.pitch, self.yaw) = (roll, pitch, yaw)
    }

    /// The rotation these angles describe.
    public var quaternion: Quaternion {
        Quaternion(rotation: Vector3(0, 0, yaw)) * Quaternion(rotation: Vector3(pitch, 0, 0))
            * Quaternion(rotation: Vector3(0, roll, 0))
    }

    public init(_ q: Quaternion) {
        let (w, x, y, z) = (q.w, q.x, q.y, q.z)
        let up = Vector3(2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z)
        roll = wrapped(atan2(-up.x, up.z))
        pitch = asin(min(1, max(-1, up.y)))
        yaw = wrapped(atan2(2 * (w * z - x * y), w * w - x * x + y * y - z * z))
    }
}
