import Card
import Display
import Glibc
import Motion
import Sensor
import Service

/// Everything that may be configured; a new value is the built-in defaults.
struct Config: Equatable {
    /// How an attitude becomes one angle.
    var tilt = TiltSettings()
    /// How that angle becomes a state.
    var state = TiltStateSettings()
    var source = Source()
    var show = Show()
    /// How an MQTT broker is to be convinced.
    var mqtt = MQTTAccess()
    var serve = Serve()

    /// Where motion comes from.
    struct Source: Equatable {
        /// SOURCE, as `--from` takes it.
        var from = SourceName.auto
        /// The sensor's id, name, label or location; nil takes the best.
        var device: String?
        /// Wanted samples a second, in Hz.
        var rate = IIOSource.Settings().rate
        /// Instead of what the system says; nil leaves it at that.
        var mountMatrix: MountMatrix?
        /// Whether scans are captured; nil: where no desktop service does that.
        var usesBuffer: Bool?
        /// Whether a device's own fused rotation is used; nil: where there is no gyroscope.
        var usesFused: Bool?
        /// Whether the driver reports the opposite sign; nil: as the calibration says, else as a
        /// display at rest suggests.
        var isReversed: Bool?
        /// What calibrating found, by the device's identity.
        var calibrations: [String: Calibration] = [:]
    }

    /// What is shown, and where.
    struct Show: Equatable {
        /// A card's path or name.
        var card = "demo"
        /// The display's number or name, or `terminal`; nil takes the first that works.
        var display: String?
        var isFullscreen = false
        var renderer = RendererChoice.auto
    }

    /// Where a service is to be had, and by whom.
    struct Serve: Equatable {
        /// The socket's path; nil is the usual one.
        var socket: String?
        /// The socket's permissions; nil: the group's members too where there is one.
        var mode: mode_t?
        /// The socket's group, by name or number; nil: that of the system's service, else none.
        var group: String?
        /// The broker's topic that states are published on; nil: none.
        var mqtt: MQTTAddress?
    }
}

extension IIOSource.Settings {
    /// The configuration's sensor; the sign is decided at the start only for a display, which hardly
    /// ever faces the floor.
    init(_ config: Config.Source, uri: String, isDisplay: Bool) {
        self.init(uri: uri)
        device = config.device
        rate = config.rate
        usesBuffer = config.usesBuffer
        usesFused = config.usesFused
        mountMatrix = config.mountMatrix
        calibrations = config.calibrations
        isReversed = config.isReversed
        sign = isDisplay ? .decidedAtStart : .asReported
        // A card outlives its sensor's absence; a recording ends with it.
        reopens = isDisplay
    }
}
