import Glibc
import Motion

/// Detects that the device does not change its pose visibly.
struct PoseChange {
    /// Radians: a smaller rotation is not seen; the noise of a sensor at rest stays below.
    private static let visibleAngle = 0.002
    /// Nanoseconds: how long after a change a pose counts as changing, so that subscribers also get
    /// the rates and the pose with which the motion ends.
    private static let settlingTime: Int64 = 500_000_000

    /// The pose after the newest visible change.
    private var anchor: Attitude?

    /// Whether the pose has changed visibly until `settlingTime` before `attitude`; takes each
    /// attitude once, in order.
    mutating func isRecent(at attitude: Attitude) -> Bool {
        guard let anchor,
            (anchor.quaternion.conjugate * attitude.quaternion).rotationVector.length
                < Self.visibleAngle,
            case let age = attitude.timestamp &- anchor.timestamp, age >= 0
        else {
            anchor = attitude
            return true
        }
        return age < Self.settlingTime
    }
}
