public import Motion

/// Where a mount matrix was found.
public enum MountMatrixOrigin: String, Sendable, Codable {
    case settings
    /// The IIO device's calibration.
    case calibration
    /// udev's `ACCEL_MOUNT_MATRIX`.
    case udev
    /// The channels' own attribute, as in `in_accel_mount_matrix`.
    case channel
    /// The IIO device's attribute, `in_mount_matrix`.
    case device
    /// The accelerometer's matrix, for a gyroscope without its own.
    case accelerometer
    /// There is none: the sensor's axes are used as those of the held device.
    case none

    /// Where it was found, for people.
    public var words: String {
        switch self {
        case .settings: "configuration"
        case .calibration: "calibrated"
        case .udev: "udev's ACCEL_MOUNT_MATRIX"
        case .channel: "the driver's, of this sensor"
        case .device: "the driver's, of the device"
        case .accelerometer: "the accelerometer's"
        case .none: "none"
        }
    }
}

/// A mount matrix, and where it was found.
public struct FoundMountMatrix: Sendable, Equatable, Codable {
    public var matrix: MountMatrix
    public var origin: MountMatrixOrigin

    /// The problems of matrices that were rejected, and of the driver's if it was completed; nil
    /// without problems.
    public var remark: String?

    /// The driver's matrix in whose place udev's is used; nil if there is none.
    private var replaced: MountMatrix?

    private enum CodingKeys: String, CodingKey {
        case matrix, remark
        case origin = "home"
    }

    /// The first of the candidates that is a usable matrix; two are never composed.
    ///
    /// The order is settings, calibration, udev's database, the channel's attribute, the IIO
    /// device's attribute. As in iio-sensor-proxy, udev's database overrides the driver: drivers
    /// report the identity if the firmware declares no matrix. Many matrices are made for
    /// iio-sensor-proxy, which uses x and y only: a wrong z row is replaced by x × y.
    init(
        settings: MountMatrix? = nil, calibration: MountMatrix? = nil, udev: String? = nil,
        channel: String? = nil, device: String? = nil
    ) {
        if let settings {
            (origin, matrix) = (.settings, settings)
        } else if let calibration {
            (origin, matrix) = (.calibration, calibration)
        } else {
            (origin, matrix) = (.none, .identity)
            take(udev, at: .udev)
            if origin == .udev {
                let driver = FoundMountMatrix(channel: channel, device: device)
                replaced = driver.origin == .none ? nil : driver.matrix
            }
            take(channel, at: .channel)
            take(device, at: .device)
        }
    }

    /// Uses the system's matrix in `text` if none was found yet; adds to `remark` if that matrix is
    /// invalid, or if it was completed and is not udev's. All zeros count as no matrix.
    private mutating func take(_ text: String?, at newOrigin: MountMatrixOrigin) {
        guard origin == .none, let text, !text.isEmpty else { return }
        guard let given = MountMatrix(text) else {
            return reject(text, at: newOrigin, "it is no matrix")
        }
        if given.isZero { return }
        let isCompleted = newOrigin == .udev || given.problem != nil
        let completed = isCompleted ? given.completedByZ : given
        if completed.problem != nil {
            return reject(text, at: newOrigin, given.problem ?? "it is no rotation")
        }
        if newOrigin != .udev, completed != given {
            addRemark(text, at: newOrigin, "\(given.problem ?? ""); its third row is not used")
        }
        (origin, matrix) = (newOrigin, completed)
    }

    private mutating func reject(_ text: String, at origin: MountMatrixOrigin, _ problem: String) {
        addRemark(text, at: origin, "\(problem); it is passed over")
    }

    private mutating func addRemark(_ text: String, at origin: MountMatrixOrigin, _ words: String) {
        let line = "\(origin.words): \(text): \(words)"
        remark = remark.map { "\($0); \(line)" } ?? line
    }

    /// The matrix of `other`, the accelerometer's, for a gyroscope without its own.
    ///
    /// If udev's matrix is used for the accelerometer, it also replaces a matrix of the gyroscope
    /// that is the same as the driver's for the accelerometer. If the driver has none for the
    /// accelerometer, it replaces only the identity, which drivers report if the firmware declares
    /// no matrix.
    func orThat(of other: FoundMountMatrix?) -> FoundMountMatrix {
        guard var other, other.origin != .none else { return self }
        let isReplaced =
            [.channel, .device].contains(origin) && other.origin == .udev
            && matrix == other.replaced ?? .identity
        guard origin == .none || isReplaced else { return self }
        other.origin = .accelerometer
        return other
    }
}

extension IIODevice {
    /// `in_mount_matrix`, which libiio shows as the attribute "matrix" of a channel "mount", or as
    /// an attribute of the device.
    var mountMatrixOfAll: String? {
        if let channel = channel("mount") { return try? channel.attribute("matrix") }
        return hasAttribute("in_mount_matrix") ? try? attribute("in_mount_matrix") : nil
    }
}
