import ArgumentParser
import MotionLog
import Platform
import Playback

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
        get throws(SourceError) {
            if let from { return try LogOrigin(naming: from) }
            return .log(path: log ?? "-")
        }
    }
}
