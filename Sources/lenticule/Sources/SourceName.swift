import Motion
import MotionLog
import Service
import System

/// A source as named on the command line or in a configuration.
enum SourceName: Equatable {
    /// The first available: a running service, a sensor, the pointer.
    case auto
    /// IIO devices, by libiio's URI: `local:`, `ip:HOST[:PORT]`, `usb:...` or `serial:...`.
    case iio(uri: String)
    /// A motion log; `-` is standard input.
    case log(path: String)
    /// A running service; without a path the first one where clients look (`SocketFile.paths`).
    case socket(path: String?)
    /// States that a service publishes through a broker.
    case mqtt(MQTTAddress)
    case pointer
    /// A game controller's own sensors.
    case gamepad
    case simulated(Simulation.Preset)

    /// Parses `auto`, `file:hand.csv`, `simulated:` and so on.
    init(_ text: String) throws(Failure) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let remainder = parts.count > 1 ? String(parts[1]) : nil
        switch (parts.first.map(String.init), remainder) {
        case ("auto", nil): self = .auto
        case ("-", nil): self = .log(path: "-")
        case ("ip", ""):
            throw Failure(.usage, "ip: needs a host's name or address after it, as in ip:pi")
        case ("local", .some(let more)) where !more.isEmpty:
            throw Failure(
                .usage, "\"\(text)\": nothing may follow local:, the sensor of this machine")
        case ("local", .some), ("ip", .some), ("usb", .some), ("serial", .some):
            self = .iio(uri: text)
        case ("file", ""):
            throw Failure(.usage, "file: needs the path of a log after it, as in file:walk.csv")
        case ("file", .some(let path)): self = .log(path: path)
        case ("socket", ""): self = .socket(path: nil)
        case ("socket", .some(let path)): self = .socket(path: path)
        case ("mqtt", .some), ("mqtts", .some): self = .mqtt(try MQTTAddress(naming: text))
        case ("pointer", ""): self = .pointer
        case ("gamepad", ""): self = .gamepad
        case ("simulated", .some(let preset)): self = .simulated(try Self.preset(named: preset))
        default:
            if FileKind(text) == .file {
                throw Failure(.usage, "there is no source \"\(text)\"; a log is file:\(text)")
            }
            throw Failure(
                .usage,
                "there is no source \"\(text)\"; give auto, local:, ip:HOST, usb:, serial:, "
                    + "file:LOG, -, socket:[PATH], mqtt://HOST/TOPIC, pointer:, gamepad: or "
                    + "simulated:PRESET")
        }
    }

    /// The path of a service's socket, if it is given.
    var socketPath: String? { if case .socket(let path) = self { path } else { nil } }

    /// Whether the source is a broker's topic.
    var isBroker: Bool { if case .mqtt = self { true } else { false } }

    /// The files of a log, none of which may be an output; empty for other sources.
    var logFiles: [String] {
        if case .log(let path) = self { LogOrigin.log(path: path).files } else { [] }
    }

    /// The preset with this name; `hand` without a name.
    private static func preset(named name: String) throws(Failure) -> Simulation.Preset {
        if name.isEmpty { return .hand }
        guard let preset = Simulation.Preset(rawValue: name) else {
            let names = Simulation.Preset.allCases.map(\.rawValue).joined(separator: ", ")
            throw Failure(.usage, "there is no simulation \"\(name)\"; give one of \(names)")
        }
        return preset
    }
}
