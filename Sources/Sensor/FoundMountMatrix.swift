public import Motion

/// Where a mount matrix was found.
public enum MountMatrixOrigin: String, Sendable, Codable {
    /// The user's settings.
    case settings
    /// The IIO device's calibration.
    case calibration
    /// The channels' own attribute, `in_accel_mount_matrix`.
    case channel
    /// The IIO device's attribute, `in_mount_matrix`.
    case device
    /// udev's `ACCEL_MOUNT_MATRIX`.
    case udev
    /// The accelerometer's matrix, for a gyroscope without its own.
    case accelerometer
    /// There is none: the sensor's axes are used as those of the held device.
    case none

    /// Where it was found, for people.
    public var words: String {
        switch self {
        case .settings: "configuration"
        case .calibration: "calibrated"
        case .channel: "the driver's, of this sensor"
        case .device: "the driver's, of the device"
        case .udev: "udev's ACCEL_MOUNT_MATRIX"
        case .accelerometer: "the accelerometer's"
        case .none: "none"
        }
    }
}

/// A mount matrix, and where it was found.
public struct FoundMountMatrix: Sendable, Equatable, Codable {
    public var matrix: MountMatrix
    public var origin: MountMatrixOrigin

    /// The problems of matrices that were rejected or completed; nil without problems.
    public var remark: String?

    /// The keys in JSON.
    private enum CodingKeys: String, CodingKey {
        case matrix, remark
        case origin = "home"
    }

    /// The first of the candidates that is a usable matrix; two are never composed.
    ///
    /// The order is settings, calibration, the channel's attribute, the IIO device's attribute,
    /// udev's database. Many matrices are made for iio-sensor-proxy, which uses x and y only: a
    /// wrong z row is replaced by x × y.
    init(
        settings: MountMatrix? = nil, calibration: MountMatrix? = nil, channel: String? = nil,
        device: String? = nil, udev: String? = nil
    ) {
        if let settings {
            (origin, matrix) = (.settings, settings)
        } else if let calibration {
            (origin, matrix) = (.calibration, calibration)
        } else {
            (origin, matrix) = (.none, .identity)
            take(channel, at: .channel)
            take(device, at: .device)
            take(udev, at: .udev)
        }
    }

    /// Uses the system's matrix if none was found yet; sets `remark` if it is invalid.
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
            remark =
                "\(newOrigin.words): \(text): \(given.problem ?? ""); its third row is not used"
        }
        (origin, matrix) = (newOrigin, completed)
    }

    private mutating func reject(_ text: String, at origin: MountMatrixOrigin, _ problem: String) {
        let line = "\(origin.words): \(text): \(problem); it is passed over"
        remark = remark.map { "\($0); \(line)" } ?? line
    }

    /// The matrix of `other`, for a gyroscope without its own.
    func orThat(of other: FoundMountMatrix?) -> FoundMountMatrix {
        guard origin == .none, var other, other.origin != .none else { return self }
        other.origin = .accelerometer
        return other
    }
}

extension IIODevice {
    /// The mount matrix of the sensor whose first channel is `channel`.
    func mountMatrix(
        of channel: IIOChannel, settings: MountMatrix?, calibration: MountMatrix?, udev: String?
    ) -> FoundMountMatrix {
        FoundMountMatrix(
            settings: settings,
            calibration: calibration,
            channel: try? channel.attribute("mount_matrix"),
            device: mountMatrixOfAll,
            udev: udev)
    }

    /// `in_mount_matrix`, which libiio shows as a channel "mount" or, alone, as an attribute.
    private var mountMatrixOfAll: String? {
        if let channel = channel("mount") { return try? channel.attribute("matrix") }
        return hasAttribute("in_mount_matrix") ? try? attribute("in_mount_matrix") : nil
    }
}
