public import Motion
import Platform

/// Where a log's rows come from: what a command reads from beginning to end.
public enum LogOrigin: Sendable, Equatable {
    /// A file or a phone's folder; `-` is standard input.
    case log(path: String)
    /// The first `seconds` of a simulated device.
    case simulation(Simulation.Settings, seconds: Double)

    /// The name for the user: the path, "standard input", or "simulated" and the preset.
    public var name: String {
        switch self {
        case .log(let path): path == "-" ? "standard input" : path
        case .simulation(let settings, _): settings.name
        }
    }

    /// The files that it consists of, none of which may be an output.
    public var files: [String] {
        guard case .log(let path) = self else { return [] }
        let isFolder = path != "-" && FileKind(path) == .folder
        return (isFolder ? try? LogFolder.files(in: path).values.sorted() : nil) ?? [path]
    }

    /// Seconds until which it lasts, also after its last row; nil: it ends with the last row.
    public var seconds: Double? {
        if case .simulation(_, let seconds) = self { seconds } else { nil }
    }
}

extension Simulation.Settings {
    var name: String { "simulated \(preset.rawValue)" }

    /// The number of rows of a log of this length.
    public func rows(inSeconds seconds: Double) -> Int {
        Int(saturating: (seconds * samplingRate).rounded(.up))
    }
}
