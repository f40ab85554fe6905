import Logging
import Motion
import MotionLog
import Sensor

/// Opens the source a person named, `file:hand.csv` or `simulated:`; product.md lists them.
func openSource(
    _ text: String, sensor: Config.Source, isDisplay: Bool = false, speed: ReplaySpeed = .times(1),
    loops: Bool = false,
    options: MotionLogReader.Options = .printingWarnings
) throws(Failure) -> any SampleSource {
    if text == "auto" { return try openSource("local:", sensor: sensor, isDisplay: isDisplay) }
    if IIOSource.isNamed(by: text) {
        return try IIOSource.open(
            source: text, settings: .init(sensor, uri: text, isDisplay: isDisplay))
    }
    if text == "-" { return try openReplay("-", speed, loops, options) }
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let rest = parts.count > 1 ? String(parts[1]) : ""
    switch (parts.first, parts.count) {
    case ("file", 2): return try openReplay(rest, speed, loops, options)
    case ("simulated", 2): return SimulatedSource(.init(preset: try preset(named: rest)))
    case ("pointer", 2):
        throw Failure(.usage, "pointer: needs a window: only show has one")
    default:
        throw Failure(
            .usage,
            "no source is called \"\(text)\": give auto, local:, ip:HOST, usb:, serial:, file:LOG, "
                + "-, pointer: or simulated:PRESET")
    }
}

/// The preset called `name`; without a name it is `hand`.
func preset(named name: String) throws(Failure) -> Simulation.Preset {
    if name.isEmpty { return .hand }
    guard let preset = Simulation.Preset(rawValue: name) else {
        let names = Simulation.Preset.allCases.map(\.rawValue).joined(separator: ", ")
        throw Failure(.usage, "no simulation is called \"\(name)\": give one of \(names)")
    }
    return preset
}

private func openReplay(
    _ path: String, _ speed: ReplaySpeed, _ loops: Bool, _ options: MotionLogReader.Options
) throws(Failure) -> any SampleSource {
    if path.isEmpty { throw Failure(.usage, "file: needs a log's path behind it") }
    if path == "-", loops {
        throw Failure(.usage, "standard input cannot be played again: leave out --loop")
    }
    do {
        return try ReplaySource(path: path, speed: speed, loops: loops, options: options)
    } catch {
        throw Failure(error)
    }
}

extension MotionLogReader.Options {
    /// Warnings go to standard error.
    static var printingWarnings: Self {
        var options = Self()
        options.warn = { logger.notice("\($0)") }
        return options
    }
}

extension Failure {
    /// A log that cannot be read or written.
    init(_ error: MotionLogError) {
        let status: Status =
            switch error.kind {
            case .missing: .missingFile
            case .permission: .permission
            case .malformed: .badInput
            case .inputOutput: .inputOutput
            }
        self.init(status, error.description)
    }
}
