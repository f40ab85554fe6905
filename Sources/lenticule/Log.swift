import Glibc
import Logging

/// What the program tells people beside its results: one line each on standard error.
///
/// `LENTICULE_LOG` sets the least level that is told: trace, debug, info, notice (the default),
/// warning, error or critical.
let logger = Logger(label: "lenticule") { _ in LineHandler() }

/// Writes a message as `lenticule: message`, as the command's failures are written.
private struct LineHandler: LogHandler {
    var metadata: Logger.Metadata = [:]
    var logLevel: Logger.Level = {
        let level = getenv("LENTICULE_LOG").flatMap { Logger.Level(rawValue: String(cString: $0)) }
        return level ?? .notice
    }()

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        writeToStandardError("lenticule: \(event.message)\n")
    }
}

/// Words for people; results go to standard output.
func writeToStandardError(_ text: String) {
    var text = text
    text.withUTF8 { bytes in _ = write(STDERR_FILENO, bytes.baseAddress, bytes.count) }
}
