import Glibc
import Logging
import Platform
import Synchronization

/// The program's messages besides its results: one line each on standard error.
///
/// `LENTICULE_LOG` sets the lowest level printed: trace, debug, info, notice (the default),
/// warning, error or critical.
let logger = Logger(label: "lenticule") { _ in LineHandler() }

/// Writes a message as `lenticule: message`, like the errors of commands.
private struct LineHandler: LogHandler {
    var metadata: Logger.Metadata = [:]
    var logLevel: Logger.Level = {
        guard let text = environmentVariable("LENTICULE_LOG") else { return .notice }
        if let level = Logger.Level(rawValue: text) { return level }
        let levels = Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")
        printMessage("LENTICULE_LOG is \"\(text)\", which is none of \(levels); notice is used")
        return .notice
    }()

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let line = StandardError.line("\(event.message)")
        let isHeld = heldLines.withLock { held in
            guard let lines = held else { return false }
            held = lines.suffix(mostHeldLines - 1) + [line]
            return true
        }
        if !isHeld { writeToStandardError(line) }
    }
}

/// Lines held back while a picture is on the terminal, which they would damage; nil: none are.
private let heldLines = Mutex<[String]?>(nil)
/// The newest lines are kept, because a screen may run for months.
private let mostHeldLines = 20

/// If standard error is a terminal, holds the logger's lines until `releaseLines`.
func holdLines() {
    if isatty(STDERR_FILENO) == 1 { heldLines.withLock { $0 = [] } }
}

func releaseLines() {
    let lines = heldLines.withLock { held in
        defer { held = nil }
        return held ?? []
    }
    for line in lines { writeToStandardError(line) }
}

/// Prints one line on standard error, with the text escaped.
func printMessage(_ text: String) { writeToStandardError(StandardError.line(text)) }

/// Prints one line for the user on standard output, with the text escaped.
func printLine(_ text: String) { print(text.printable) }

/// Prints lines for the user on standard output, with the texts escaped.
func printLines(_ text: String) { print(printableLines(text)) }

/// Lines of text, escaped for a terminal.
func printableLines(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map(\.printable)
        .joined(separator: "\n")
}

/// Writes text for the user; results go to standard output.
func writeToStandardError(_ text: String) { StandardError.write(text) }
