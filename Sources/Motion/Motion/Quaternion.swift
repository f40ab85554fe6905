import Glibc

/// A rotation as a unit quaternion q = (w, x, y, z): v' = q v q*.
public struct Quaternion: Sendable, Equatable {
    public var w: Double
    public var vector: Vector3

    public init(_ w: Double, _ x: Double, _ y: Double, _ z: Double) {
        self.init(w: w, vector: Vector3(x, y, z))
    }

    public init(w: Double, vector: Vector3) {
        self.w = w
        self.vector = vector
    }

    public static let identity = Quaternion(1, 0, 0, 0)

    /// The rotation by `vector`, in radians about its own direction (the exponential map).
    public init(rotation vector: Vector3) {
        let angle = vector.length
        // sin(x)/x by its series where the division loses digits.
        let scale = angle < 1e-4 ? 0.5 - angle * angle / 48 : sin(angle / 2) / angle
        self.init(w: cos(angle / 2), vector: vector * scale)
    }

    /// The shortest rotation from the direction of `from` to that of `to`; neither may be 0.
    public init(turning from: Vector3, to: Vector3) {
        let w = from.length * to.length + from.dot(to)
        if w > 1e-12 * from.length * to.length {
            self = Quaternion(w: w, vector: from.cross(to)).normalized
        } else {  // Opposite directions: 180° about any perpendicular axis.
            let isAlongX = abs(from.x) > max(abs(from.y), abs(from.z))
            let across = isAlongX ? Vector3(0, 1, 0) : Vector3(1, 0, 0)
            self = Quaternion(w: 0, vector: from.cross(across)).normalized
        }
    }

    /// The rotation vector of the shorter rotation: radians about the vector's direction.
    public var rotationVector: Vector3 {
        let sine = vector.length
        let angle = 2 * atan2(sine, abs(w))
        let scale = sine < 1e-8 ? 2 : angle / sine
        return (w < 0 ? -scale : scale) * vector
    }

    public var x: Double { vector.x }
    public var y: Double { vector.y }
    public var z: Double { vector.z }

    /// The inverse rotation of a unit quaternion.
    public var conjugate: Quaternion { Quaternion(w: w, vector: -vector) }

    public var norm: Double { (w * w + vector.dot(vector)).squareRoot() }

    public var normalized: Quaternion {
        let scale = 1 / norm
        return Quaternion(w: w * scale, vector: vector * scale)
    }

    public var isFinite: Bool { w.isFinite && vector.isFinite }

    /// The Hamilton product: first `right`, then `left`.
    public static func * (left: Quaternion, right: Quaternion) -> Quaternion {
        Quaternion(
            w: left.w * right.w - left.vector.dot(right.vector),
            vector: left.w * right.vector + right.w * left.vector
                + left.vector.cross(right.vector))
    }

    /// Rotates `v`: q v q*.
    public func rotate(_ v: Vector3) -> Vector3 {
        let t = 2 * vector.cross(v)
        return v + w * t + vector.cross(t)
    }
}
