/// A pose that shows, by gravity, how the sensor is mounted.
public enum CalibrationPose: String, Sendable, CaseIterable {
    case flat = "flat, face up"
    case topUp = "top edge up"
    case rightDown = "right edge down"
    case topDown = "top edge down"
    case leftDown = "left edge down"
    case faceDown = "flat, face down"

    /// The fewest poses that determine the mount; the last adds a turn about the third axis.
    public static let few: [Self] = [.flat, .topUp, .rightDown, .flat]
    /// Each of the six faces up, and flat again at the end; this also determines the
    /// accelerometer's scale and offset.
    public static let allFaces: [Self] = [
        .flat, .topUp, .rightDown, .topDown, .leftDown, .faceDown, .flat,
    ]

    /// The direction of up in the device frame.
    public var up: Vector3 {
        switch self {
        case .flat: Vector3(0, 0, 1)
        case .topUp: Vector3(0, 1, 0)
        case .rightDown: Vector3(-1, 0, 0)
        case .topDown: Vector3(0, -1, 0)
        case .leftDown: Vector3(1, 0, 0)
        case .faceDown: Vector3(0, 0, -1)
        }
    }

    /// Its weight in the fit: a table is more level than hands and walls.
    var weight: Double { self == .flat || self == .faceDown ? 10 : 1 }
}

/// What the sensors measured while the device rested in one pose, in the sensors' own axes.
public struct RestMeasurement: Sendable, Equatable {
    /// m/s²: the mean specific force.
    public var acceleration: Vector3
    /// m/s²: standard deviation of a sample, on each axis.
    public var accelerationNoise = 0.0
    /// rad/s: the mean rate; nil without a gyroscope.
    public var rate: Vector3?
    /// rad/s: standard deviation of a sample, on each axis.
    public var rateNoise = 0.0
    /// The gyroscope's rotation since the rest before; nil for the first rest, without a gyroscope,
    /// and if samples were missing.
    public var turn: GyroscopeTurn?
}

/// A rest in one of the poses.
public struct CalibrationRest: Sendable, Equatable {
    public var pose: CalibrationPose
    public var measured: RestMeasurement
}

/// A rotation integrated from the gyroscope's rates, in its own axes, without bias.
///
/// Opposite rates do not give the inverse rotation, as rotations do not commute: both are kept.
public struct GyroscopeTurn: Sendable, Equatable {
    /// From the axes after the rotation to the axes before it.
    public var asReported = Quaternion.identity
    /// The same with rates of the opposite sign.
    public var reversed = Quaternion.identity

    /// Appends the rotation vector of one step, in radians.
    public mutating func add(_ rotation: Vector3) {
        asReported = (asReported * Quaternion(rotation: rotation)).normalized
        reversed = (reversed * Quaternion(rotation: -rotation)).normalized
    }
}
