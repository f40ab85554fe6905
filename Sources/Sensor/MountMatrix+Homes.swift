public import Motion

/// Where a mount matrix was found.
public enum MountMatrixHome: String, Sendable, Codable {
    /// The user's settings.
    case settings
    /// What calibrating the device has found.
    case calibration
    /// The channels' own attribute, `in_accel_mount_matrix`.
    case channel
    /// The device's attribute, `in_mount_matrix`.
    case device
    /// udev's `ACCEL_MOUNT_MATRIX`.
    case udev
    /// That of the accelerometer, for a gyroscope beside it that has none.
    case accelerometer
    /// There is none: the sensor's axes are taken as the device's.
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
    public var home: MountMatrixHome

    /// The first of the candidates that is a usable matrix; two are never composed.
    ///
    /// The order is the user's word, then what was measured, then the most particular kernel
    /// attribute, then udev's table.
    init(
        settings: MountMatrix? = nil, calibration: MountMatrix? = nil, channel: String? = nil,
        device: String? = nil, udev: String? = nil
    ) {
        let candidates: [(MountMatrixHome, MountMatrix?)] = [
            (.settings, settings),
            (.calibration, calibration),
            (.channel, channel.flatMap { MountMatrix($0) }),
            (.device, device.flatMap { MountMatrix($0) }),
            (.udev, udev.flatMap { MountMatrix($0) }?.completedByZ),
        ]
        let usable = candidates.lazy.compactMap { home, matrix in
            matrix.flatMap { $0.isSingular ? nil : (home, $0) }
        }
        (home, matrix) = usable.first ?? (.none, .identity)
    }

    /// `other`'s, for a gyroscope that has none of its own.
    func orThat(of other: FoundMountMatrix?) -> FoundMountMatrix {
        guard home == .none, var other, other.home != .none else { return self }
        other.home = .accelerometer
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
