public import Motion

/// What one IIO device is, for people and programs.
public struct IIODeviceReport: Sendable, Equatable, Codable {
    /// "iio:device0"; the number changes when the device is plugged again.
    public let id: String
    /// The chip's or driver's name, as in "bmi160".
    public let name: String?
    /// What the firmware calls its place, as in "accel-display".
    public let label: String?
    /// What older kernels say instead, as in "lid".
    public let location: String?
    /// What it hangs on, without the numbers of this plugging in: "HID-SENSOR-200073"; nil where
    /// sysfs cannot be seen.
    public let parent: String?
    /// Knows it again after it was plugged anew and after a restart: name, place and parent.
    public let identity: String
    /// What calibrating it has found; nil where that was not done.
    public var calibration: Calibration?
    /// Its accelerometer, if it has one.
    public var accelerometer: IIOSensorReport?
    /// Its gyroscope, if it has one.
    public var gyroscope: IIOSensorReport?
    /// The rotation that it fuses itself, if it does.
    public var rotation: IIORotationReport?
    /// Whether that rotation is used where attitudes are wanted, instead of sensors.
    public var usesRotation = false
    /// Whether scans can be captured, not only single values read.
    public var hasBuffer = false
    /// Whether a buffer is on now, by another program's wish; nil where that cannot be read.
    public var isBufferOn: Bool?
    /// The trigger that starts its scans.
    public var trigger: String?
    /// What would be read from it.
    public var uses: [IIOQuantity] = []
    /// Why it would be used, or not.
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

    /// What a person would call it.
    public var title: String {
        let place = label ?? location
        return (name ?? id) + (place.map { " (\($0))" } ?? "")
    }

    /// Which part of a laptop it sits in.
    var placement: IIOPlacement { IIOPlacement(label: label, location: location) }

    /// Whether `wanted` names it; nil names every one.
    func answers(to wanted: String?) -> Bool {
        wanted == nil || [id, name, label, location, identity].contains(wanted)
    }
}

/// What an accelerometer or gyroscope on a device is like.
public struct IIOSensorReport: Sendable, Equatable, Codable {
    /// Its channels, as in "accel_x".
    public var channels: [String]
    /// How scans hold each of them, as in "le:s16/16>>0"; empty without a buffer.
    public var formats: [String]
    /// m/s² or rad/s for a raw unit, an axis each; nil where it cannot be read.
    public var scale: [Double]?
    /// Added to the raw number, an axis each.
    public var offset: [Double]?
    /// Samples a second now, in Hz.
    public var rate: Double?
    /// The rates on offer, in Hz.
    public var rates: [Double]
    /// How it is mounted.
    public var mount: FoundMountMatrix
}

/// What the rotation that a device has fused itself is like.
public struct IIORotationReport: Sendable, Equatable, Codable {
    /// How scans hold each of its four numbers; nil without a buffer.
    public var format: String?
    /// Rotations a second now, in Hz.
    public var rate: Double?
}

/// Which part of a convertible laptop a sensor sits in.
enum IIOPlacement {
    case display
    case base
    case unknown

    /// Reads it from what firmware calls the place: accel-display, lid, accel-base.
    init(label: String?, location: String?) {
        let text = ((label ?? "") + " " + (location ?? "")).lowercased()
        if text.contains("display") || text.contains("lid") {
            self = .display
        } else {
            self = text.contains("base") ? .base : .unknown
        }
    }

    /// The lower, the better for a picture on the display.
    var rank: Int {
        switch self {
        case .display: 0
        case .unknown: 1
        case .base: 2
        }
    }

    /// Whether two sensors may be in the same part.
    func fits(_ other: IIOPlacement) -> Bool { self == other || (self != .base && other != .base) }
}
