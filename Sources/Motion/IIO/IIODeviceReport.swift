public import Motion

/// The description of one IIO device, for people and programs.
public struct IIODeviceReport: Sendable, Equatable, Codable {
    /// "iio:device0"; the number may change when the device is reconnected.
    public let id: String
    /// The chip's or driver's name, as in "bmi160".
    public let name: String?
    /// The firmware's name of its position, as in "accel-display".
    public let label: String?
    /// The position as named by older kernels, as in "lid".
    public let location: String?
    /// The name of its parent, without numbers that change when it is reconnected:
    /// "HID-SENSOR-200073"; nil without access to sysfs.
    public let parent: String?
    /// Stays the same after reconnecting and after a restart: name, position and parent.
    public let identity: String
    /// Its calibration; nil if it is not calibrated.
    public var calibration: Calibration?
    /// Its accelerometer, if it has one.
    public var accelerometer: IIOSensorReport?
    /// Its gyroscope, if it has one.
    public var gyroscope: IIOSensorReport?
    /// The attitude that it fuses itself, if it does.
    public var fusedAttitude: IIOFusedAttitudeReport?
    /// Whether that attitude is used instead of the sensors.
    public var usesFusedAttitude = false
    /// Whether scans can be captured; otherwise only polling is possible.
    public var hasBuffer = false
    /// Whether a buffer is on now, used by another program; nil if that cannot be read.
    public var isBufferOn: Bool?
    /// The trigger that starts its scans.
    public var trigger: String?
    /// The quantities that would be read from it if no device's fused attitude were used.
    public var uses: [IIOQuantity] = []
    /// Why it would or would not be used.
    public var reason = ""

    /// A device without sensors yet.
    public init(
        id: String, name: String? = nil, label: String? = nil, location: String? = nil,
        parent: String? = nil
    ) {
        (self.id, self.name, self.label) = (id, name, label)
        (self.location, self.parent) = (location, parent)
        identity = [name ?? id, label ?? location, parent].compactMap(\.self).joined(separator: "/")
    }

    /// Whether something of it is chosen to be read: its fused attitude, or its sensors. They are
    /// read unless the fused attitude of a device is.
    public var isUsed: Bool { !uses.isEmpty || usesFusedAttitude }

    /// Its name for people.
    public var title: String {
        let position = label ?? location
        return (name ?? id) + (position.map { " (\($0))" } ?? "")
    }

    var placement: IIOPlacement { IIOPlacement(label: label, location: location) }

    /// Whether `wanted` is one of its names; nil names every device.
    func isNamed(_ wanted: String?) -> Bool {
        wanted == nil || [id, name, label, location, identity].contains(wanted)
    }
}

/// The description of an accelerometer or gyroscope on a device.
public struct IIOSensorReport: Sendable, Equatable, Codable {
    /// Its channels, as in "accel_x".
    public var channels: [String]
    /// The scan format of each channel, as in "le:s16/16>>0"; empty without a buffer.
    public var formats: [String]
    /// m/s² or rad/s for a raw unit, for each axis; nil if it cannot be read.
    public var scale: [Double]?
    /// Added to the raw number, for each axis.
    public var offset: [Double]?
    /// The current sampling rate, in Hz.
    public var rate: Double?
    /// The offered rates, in Hz.
    public var rates: [Double]
    /// The mount matrix, and where it was found.
    public var mount: FoundMountMatrix
}

/// The description of an attitude that a device fuses itself.
public struct IIOFusedAttitudeReport: Sendable, Equatable, Codable {
    /// The scan format of its four numbers, as in "le:s32/32X4>>0"; nil without a buffer.
    public var format: String?
    /// The current sampling rate of the attitude, in Hz.
    public var rate: Double?
    /// The mount matrix, and where it was found; nil for the attitude of a hub, which is that of the
    /// device.
    public var mount: FoundMountMatrix?
}

/// The part of a convertible laptop that contains a sensor. The raw value is the order of preference
/// for a picture on the display: lower is better.
enum IIOPlacement: Int {
    case display, unknown, base

    /// Derives it from the firmware's name of the position: accel-display, lid, accel-base.
    init(label: String?, location: String?) {
        let text = ((label ?? "") + " " + (location ?? "")).lowercased()
        if text.contains("display") || text.contains("lid") {
            self = .display
        } else {
            self = text.contains("base") ? .base : .unknown
        }
    }

    /// Whether two sensors may be in the same part; an unknown part counts as the display.
    func fits(_ other: IIOPlacement) -> Bool { self == other || (self != .base && other != .base) }
}
