import Card
import Display
import Glibc
import Motion
import Sensor
import Service

/// The whole configuration; a new value has the built-in defaults.
struct Config: Equatable {
    /// How an attitude becomes one angle.
    var tilt = TiltSettings()
    /// How that angle becomes a state.
    var tiltStates = TiltStateSettings()
    var source = Source()
    var show = Show()
    /// The credentials for an MQTT broker.
    var mqtt = MQTTAccess()
    var serve = Serve()

    /// The source of motion.
    struct Source: Equatable {
        /// SOURCE, as in `--from`.
        var from = SourceName.auto
        /// The sensor's id, name, label, location or identity; nil: the best one.
        var device: String?
        /// Wanted samples a second, in Hz.
        var rate = IIOSource.Settings().rate
        /// Overrides the calibrated and the system's mount matrix; nil: the calibrated one, else
        /// the system's.
        var mountMatrix: MountMatrix?
        /// Whether to use the buffer; nil: yes, unless the desktop rotates its screen by that
        /// sensor.
        var usesBuffer: Bool?
        /// Whether to use a device's own fused attitude; nil: if there is no gyroscope.
        var usesFusedAttitude: Bool?
        /// Whether the driver reports accelerations with the opposite sign; nil: what the
        /// calibration says, else what the accelerometer's name and mount matrix say, else, for
        /// tilts, what its readings show while the display is used.
        var isReversed: Bool?
        /// s: how late a gyroscope's sample is; nil: from its low-pass, if the driver tells it,
        /// else half of the time between two samples.
        var gyroscopeDelay: Double?
        /// Calibrations by device identity.
        var calibrations: [String: Calibration] = [:]
    }

    /// The card and its display.
    struct Show: Equatable {
        /// A card's name, or else its path.
        var card = "demo"
        /// The display's number or name, or `terminal`; nil: the first display, or the terminal
        /// where there is none.
        var display: String?
        var isFullscreen = false
        var renderer = RendererChoice.auto
        var awake = Awake.auto
    }

    /// The service's address and access.
    struct Serve: Equatable {
        /// The socket's path; nil: the standard path.
        var socket: String?
        /// The socket's permissions; nil: access for the group if there is one.
        var mode: mode_t?
        /// The socket's group, by name or number; nil: that of the system's service, or none.
        var group: String?
        /// The broker's topic for states; nil: none.
        var mqtt: MQTTAddress?
        /// States a second on that topic while the device moves, in Hz.
        var mqttRate = MQTTPublisher.usualRate
    }
}

extension IIOSource.Settings {
    /// The configured sensor: with `isForTilts` for a window or the service, else for samples.
    init(_ config: Config.Source, uri: String, isForTilts: Bool) {
        self.init(uri: uri)
        device = config.device
        rate = config.rate
        usesBuffer = config.usesBuffer
        usesFusedAttitude = isForTilts ? config.usesFusedAttitude : false
        mountMatrix = config.mountMatrix
        gyroscopeDelay = config.gyroscopeDelay
        calibrations = config.calibrations
        isReversed = config.isReversed
        // A display that shows a card rarely faces the floor. If it seems to, the sign of the
        // accelerometer is reversed; samples keep the driver's sign.
        sign = isForTilts ? .fromUse : .asReported
        // A card waits for an absent sensor; a recording ends.
        reopens = isForTilts
    }
}
