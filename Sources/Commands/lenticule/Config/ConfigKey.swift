import Card
import Glibc
import IIO
import Motion
import Platform
import Playback
import Service
import TOML

/// A key of config.toml.
struct ConfigKey {
    typealias Read = @Sendable (_ value: TOMLValue, _ config: inout Config) throws -> Void

    /// The table that contains it.
    let section: String
    /// Its name in the table.
    let name: String
    /// Reads the TOML value into the configuration.
    let read: Read

    init(_ section: String, _ name: String, _ read: @escaping Read) {
        self.section = section
        self.name = name
        self.read = read
    }

    /// For messages: `tilt.axis`.
    var fullName: String { "\(section).\(name)" }

    /// All keys; config.toml documents them.
    static let all = tilt + tiltStates + source + show + serve + mqtt
}

extension ConfigKey {
    private static let tilt = [
        Self("tilt", "axis") { try $1.tilt.axis = $0.choice() },
        Self("tilt", "orientation") {
            try $1.tilt.orientation = $0.choice(OrientationChoice.self).fixed
        },
        Self("tilt", "neutral") { try $1.tilt.neutral = Neutral($0) },
        Self("tilt", "recenter_seconds") { try $1.tilt.recenterSeconds = $0.number(in: 0...86400) },
    ]

    private static let tiltStates = [
        Self("tilt", "flat_degrees") {
            try $1.tiltStates.flatDegrees = $0.number(in: TiltStateSettings.flatRange)
        },
        Self("tilt", "base_degrees") {
            try $1.tiltStates.baseDegrees = $0.number(in: TiltStateSettings.baseRange)
        },
        Self("tilt", "beyond") { try $1.tiltStates.beyond = $0.choice() },
        Self("tilt", "hysteresis_degrees") {
            try $1.tiltStates.hysteresisDegrees = $0.number(in: TiltStateSettings.hysteresisRange)
        },
    ]

    private static let source = [
        Self("source", "from") { try $1.source.from = SourceName($0) },
        Self("source", "device") { try $1.source.device = $0.wordOrAuto() },
        Self("source", "rate") { try $1.source.rate = $0.number(in: 1...10_000) },
        Self("source", "mount_matrix") { try $1.source.mountMatrix = MountMatrix($0) },
        Self("source", "reversed") { try $1.source.isReversed = $0.booleanOrAuto() },
        Self("source", "buffer") { try $1.source.usesBuffer = $0.booleanOrAuto() },
        Self("source", "fused") { try $1.source.usesFusedAttitude = $0.booleanOrAuto() },
        Self("source", "gyroscope_delay_ms") {
            try $1.source.gyroscopeDelay = $0.numberOrAuto(in: 0...200).map { $0 / 1000 }
        },
    ]

    private static let show = [
        Self("show", "card") { try $1.show.card = $0.word() },
        Self("show", "display") { try $1.show.display = $0.wordOrAuto() },
        Self("show", "fullscreen") { try $1.show.isFullscreen = $0.boolean() },
        Self("show", "renderer") { try $1.show.renderer = $0.choice() },
        Self("show", "resolution") { try $1.show.resolution = $0.choice() },
        Self("show", "awake") { try $1.show.awake = $0.choice() },
        Self("show", "attract_seconds") { try $1.show.attractSeconds = $0.number(in: 0...86400) },
        Self("show", "lock_rotation") { try $1.show.locksRotation = $0.boolean() },
        Self("show", "reduced_motion") { try $1.show.reducesMotion = $0.booleanOrAuto() },
        Self("show", "allow_shaders") { try $1.show.shaderFolders = $0.folders() },
    ]

    private static let serve = [
        Self("serve", "socket") { try $1.serve.socket = $0.wordOrAuto() },
        Self("serve", "mode") { try $1.serve.mode = $0.mode() },
        Self("serve", "group") { try $1.serve.group = $0.wordOrAuto() },
        Self("serve", "mqtt") { try $1.serve.mqtt = MQTTAddress($0) },
        Self("serve", "mqtt_hz") { try $1.serve.mqttRate = $0.number(in: 1...1000) },
    ]

    private static let mqtt = [
        Self("mqtt", "user") { try $1.mqtt.user = $0.wordOrNone() },
        Self("mqtt", "password_file") { try $1.mqtt.passwordFile = $0.wordOrNone() },
        Self("mqtt", "ca_file") { try $1.mqtt.authorityFile = $0.wordOrNone() },
    ]
}

extension TOMLValue {
    /// A text that is not empty; an integer is accepted as its digits, because displays have
    /// numbers too.
    fileprivate func word() throws(TOMLError) -> String {
        if case .integer(let number) = content { return String(number) }
        let word = try string()
        if word.isEmpty { throw error("must not be empty") }
        return word
    }

    /// A list of paths; a leading ~ is the home folder.
    fileprivate func folders() throws(TOMLError) -> [String] {
        var folders: [String] = []
        for member in try array() {
            let path = try member.word()
            let isInHome = path == "~" || path.hasPrefix("~/")
            folders.append(
                isInHome ? (environmentVariable("HOME") ?? "") + path.dropFirst() : path)
        }
        return folders
    }

    /// Nil for an empty text.
    fileprivate func wordOrNone() throws(TOMLError) -> String? {
        let word = try string()
        return word.isEmpty ? nil : word
    }

    /// Nil for `auto`.
    fileprivate func wordOrAuto() throws(TOMLError) -> String? {
        let word = try word()
        return word == "auto" ? nil : word
    }
}

extension TOMLValue {
    /// Nil for `auto`.
    fileprivate func numberOrAuto(in range: ClosedRange<Double>) throws(TOMLError) -> Double? {
        guard case .string(let word) = content else { return try number(in: range) }
        if word == "auto" { return nil }
        throw error(
            "is \"\(word)\", but must be \"auto\" or a number from \(range.lowerBound.short) to "
                + range.upperBound.short)
    }

    /// The permissions of a socket in octal digits, without access for others; nil for `auto`.
    fileprivate func mode() throws(TOMLError) -> mode_t? {
        guard case .string(let text) = content else {
            throw error("must be a text in quotes, as \"0660\"")
        }
        if text == "auto" { return nil }
        // Connecting needs the permission to write, so 0640 would let nobody of the group connect.
        guard let mode = mode_t(text, radix: 8), [0o600, 0o660].contains(mode) else {
            throw error(
                "is \"\(text)\", but must be \"auto\", \"0600\" or \"0660\": nobody outside "
                    + "user and group may connect")
        }
        return mode
    }
}

extension SourceName {
    fileprivate init(_ value: TOMLValue) throws(TOMLError) {
        do {
            try self.init(try value.string())
        } catch let error as SourceError {
            throw value.error("cannot be used: \(error)")
        } catch let error as TOMLError {
            throw error
        } catch {
            // Never reached: with two error types above, Swift takes the error for `any Error`.
            throw value.error("cannot be used: \(error)")
        }
    }
}

extension MQTTAddress {
    /// Nil for an empty text.
    fileprivate init?(_ value: TOMLValue) throws(TOMLError) {
        let text = try value.string()
        if text.isEmpty { return nil }
        do throws(Flaw) {
            try self.init(text)
        } catch {
            throw value.error("cannot be used: \(error)")
        }
    }
}

extension Neutral {
    fileprivate init(_ value: TOMLValue) throws(TOMLError) {
        guard case .string(let word) = value.content else {
            self = .degrees(try value.number(in: -180...180))
            return
        }
        guard let neutral = Neutral(word: word) else {
            throw value.error(
                "is \"\(word)\", but must be \"auto\", \"gravity\", \"start\" or a number "
                    + "of degrees from -180 to 180")
        }
        self = neutral
    }
}

extension MountMatrix {
    /// Nil for `auto`, else the kernel's notation.
    fileprivate init?(_ value: TOMLValue) throws(TOMLError) {
        if value.content == .string("auto") { return nil }
        try self.init(value, orElse: "\"auto\" or ")
    }

    /// Parses the kernel's notation; the error also names the `other` values allowed. With
    /// `allowsReflection` the matrix may also mirror.
    init(
        _ value: TOMLValue, orElse other: String, allowsReflection: Bool = false
    ) throws(TOMLError) {
        let words = "must be \(other)three rows of a rotation, as \"1, 0, 0; 0, 1, 0; 0, 0, 1\""
        guard let matrix = MountMatrix(try value.string()) else { throw value.error(words) }
        let problem = allowsReflection ? matrix.orthogonalProblem : matrix.problem
        if let problem { throw value.error("\(words): \(problem)") }
        self = matrix
    }
}
