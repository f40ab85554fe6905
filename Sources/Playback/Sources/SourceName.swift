public import Motion
public import MotionLog
import Platform
public import Service

/// A source as named on the command line or in a configuration.
public enum SourceName: Sendable, Equatable {
    /// The first available: a running service, a sensor, the pointer (`SourceUse.candidates`).
    case auto
    /// IIO devices, by libiio's URI: `local:`, `ip:HOST[:PORT]`, `usb:...` or `serial:...`.
    case iio(uri: String)
    /// A motion log; `-` is standard input.
    case log(path: String)
    /// A running service; without a path the first one where clients look
    /// (`SocketFile.clientPaths`).
    case socket(path: String?)
    /// States that a service publishes through a broker.
    case mqtt(MQTTAddress)
    case pointer
    /// A game controller's own sensors.
    case gamepad
    case simulated(Simulation.Preset)

    /// The sensor of this machine.
    public static let sensor = SourceName.iio(uri: "local:")

    /// Parses `auto`, `file:hand.csv`, `simulated:` and so on.
    public init(_ text: String) throws(SourceError) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let remainder = parts.count > 1 ? String(parts[1]) : nil
        switch (parts.first.map(String.init), remainder) {
        case ("auto", nil): self = .auto
        case ("-", nil): self = .log(path: "-")
        case ("ip", ""):
            throw .usage("ip: needs a host's name or address after it, as in ip:pi")
        case ("local", .some(let more)) where !more.isEmpty:
            throw .usage("\"\(text)\": nothing may follow local:, the sensor of this machine")
        case ("local", .some), ("ip", .some), ("usb", .some), ("serial", .some):
            self = .iio(uri: text)
        case ("file", ""):
            throw .usage("file: needs the path of a log after it, as in file:walk.csv")
        case ("file", .some(let path)): self = .log(path: path)
        case ("socket", ""): self = .socket(path: nil)
        case ("socket", .some(let path)): self = .socket(path: path)
        case ("mqtt", .some), ("mqtts", .some): self = .mqtt(try MQTTAddress(naming: text))
        case ("pointer", ""): self = .pointer
        case ("gamepad", ""): self = .gamepad
        case ("simulated", .some(let preset)): self = .simulated(try Self.preset(named: preset))
        default:
            if FileKind(text) == .file {
                throw .usage("there is no source \"\(text)\"; a log is file:\(text)")
            }
            throw .usage(
                "there is no source \"\(text)\"; give auto, local:, ip:HOST, usb:, serial:, "
                    + "file:LOG, -, socket:[PATH], mqtt://HOST/TOPIC, pointer:, gamepad: or "
                    + "simulated:PRESET")
        }
    }

    /// A log or a simulation as a source, which a window plays.
    public init(_ log: LogOrigin) {
        switch log {
        case .log(let path): self = .log(path: path)
        case .simulation(let settings, _): self = .simulated(settings.preset)
        }
    }

    /// The path of a service's socket, if it is given.
    public var socketPath: String? { if case .socket(let path) = self { path } else { nil } }

    /// Whether the source is a broker's topic.
    public var isBroker: Bool { if case .mqtt = self { true } else { false } }

    /// The files of a log, none of which may be an output; empty for other sources.
    public var logFiles: [String] {
        if case .log(let path) = self { LogOrigin.log(path: path).files } else { [] }
    }

    /// The preset with this name; `hand` without a name.
    private static func preset(named name: String) throws(SourceError) -> Simulation.Preset {
        if name.isEmpty { return .hand }
        guard let preset = Simulation.Preset(rawValue: name) else {
            let names = Simulation.Preset.allCases.map(\.rawValue).joined(separator: ", ")
            throw .usage("there is no simulation \"\(name)\"; give one of \(names)")
        }
        return preset
    }
}

extension LogOrigin {
    /// What a command reads from beginning to end: a log's path, `file:LOG`, `-` or
    /// `simulated:PRESET`, of which an orbit has the figure `orbit`.
    public init(naming text: String, orbit: Orbit = Orbit()) throws(SourceError) {
        guard text.contains(":"), FileKind(text) == .missing else {
            self = .log(path: text)
            return
        }
        switch try SourceName(text) {
        case .log(let path): self = .log(path: path)
        case .simulated(let preset):
            var settings = Simulation.Settings(preset: preset)
            settings.orbit = orbit
            self = .simulation(settings, seconds: preset.usualSeconds)
        default:
            throw .usage(
                "\(text): only a log and simulated:PRESET can be read from beginning to end; record "
                    + "LOG --from \(text) makes a log")
        }
    }
}

extension MQTTAddress {
    /// Reads an option's or a configuration's text.
    public init(naming text: String) throws(SourceError) {
        do {
            self = try MQTTAddress(text)
        } catch {
            throw .usage("\"\(text)\" is not an MQTT address: \(error)")
        }
    }
}
