import Motion
import Service

/// A source as a person names it; product.md lists them.
enum SourceName: Equatable {
    /// What there is: a running service, else a sensor, else the pointer.
    case auto
    /// IIO devices, by libiio's URI: `local:`, `ip:HOST[:PORT]`, `usb:...` or `serial:...`.
    case iio(uri: String)
    /// A motion log; `-` is standard input.
    case log(path: String)
    /// A running service; without a path the user's, else the system's.
    case socket(path: String?)
    /// What a service publishes through a broker.
    case mqtt(MQTTAddress)
    case pointer
    /// A game controller's own sensors.
    case gamepad
    case simulated(Simulation.Preset)

    /// Reads `auto`, `file:hand.csv`, `simulated:` and so on.
    init(_ text: String) throws(Failure) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let rest = parts.count > 1 ? String(parts[1]) : nil
        switch (parts.first.map(String.init), rest) {
        case ("auto", nil): self = .auto
        case ("-", nil): self = .log(path: "-")
        case ("local", .some), ("ip", .some), ("usb", .some), ("serial", .some):
            self = .iio(uri: text)
        case ("file", ""): throw Failure(.usage, "file: needs a log's path behind it")
        case ("file", .some(let path)): self = .log(path: path)
        case ("socket", ""): self = .socket(path: nil)
        case ("socket", .some(let path)): self = .socket(path: path)
        case ("mqtt", .some), ("mqtts", .some): self = .mqtt(try MQTTAddress(naming: text))
        case ("pointer", ""): self = .pointer
        case ("gamepad", ""): self = .gamepad
        case ("simulated", .some(let preset)): self = .simulated(try Self.preset(named: preset))
        default:
            throw Failure(
                .usage,
                "no source is called \"\(text)\": give auto, local:, ip:HOST, usb:, serial:, "
                    + "file:LOG, -, socket:[PATH], mqtt://HOST/TOPIC, pointer:, gamepad: or "
                    + "simulated:PRESET")
        }
    }

    /// The preset called `name`; without a name it is `hand`.
    private static func preset(named name: String) throws(Failure) -> Simulation.Preset {
        if name.isEmpty { return .hand }
        guard let preset = Simulation.Preset(rawValue: name) else {
            let names = Simulation.Preset.allCases.map(\.rawValue).joined(separator: ", ")
            throw Failure(.usage, "no simulation is called \"\(name)\": give one of \(names)")
        }
        return preset
    }
}
