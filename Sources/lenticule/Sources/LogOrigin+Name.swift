import ArgumentParser
import Motion
import MotionLog
import System

extension LogOrigin {
    /// What a command reads from beginning to end: a log's path, `file:LOG`, `-` or
    /// `simulated:PRESET`, of which an orbit has the figure `orbit`.
    init(naming text: String, orbit: Orbit = Orbit()) throws(Failure) {
        guard text.contains(":"), FileKind(text) == .missing else {
            self = .log(path: text)
            return
        }
        switch try SourceName(text) {
        case .log(let path): self = .log(path: path)
        case .simulated(let preset):
            self = .simulation(
                Simulation.Settings(preset, orbit), seconds: preset.usualSeconds)
        default:
            throw Failure(
                .usage,
                "\(text): only a log and simulated:PRESET can be read from beginning to end; record "
                    + "LOG --from \(text) makes a log")
        }
    }
}

extension SourceName {
    /// A log or a simulation as a source, which a window plays.
    init(_ log: LogOrigin) {
        switch log {
        case .log(let path): self = .log(path: path)
        case .simulation(let settings, _): self = .simulated(settings.preset)
        }
    }
}

extension Simulation.Settings {
    /// The preset, for a card with this orbit.
    init(_ preset: Simulation.Preset, _ orbit: Orbit) {
        self.init(preset: preset)
        self.orbit = orbit
    }
}

/// The log of a command, as an argument or as `--from`.
struct LogArgument: ParsableArguments {
    @Argument(
        help:
            "The log: a CSV file, the folder that a phone's app exported, or - for standard input.",
        completion: .file())
    private var log: String?

    @Option(
        help: ArgumentHelp(
            "What gives the rows instead of <log>: simulated:[PRESET], file:LOG or -.",
            valueName: "source"))
    private var from: String?

    func validate() throws {
        if log == nil, from == nil { throw ValidationError("Missing expected argument '<log>'") }
        if let log, let from {
            throw ValidationError(
                "give the log once: \(log.printable), or --from \(from.printable)")
        }
    }

    /// Where the rows come from.
    var origin: LogOrigin {
        get throws(Failure) {
            if let from { return try LogOrigin(naming: from) }
            return .log(path: log ?? "-")
        }
    }
}
