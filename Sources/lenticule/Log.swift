import Glibc
import Logging
import Synchronization

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
        let line = "lenticule: \(event.message)\n"
        if !heldLines.withLock({ $0.take(line) }) { writeToStandardError(line) }
    }
}

/// Lines that wait while a picture is on the terminal, which they would tear.
private struct HeldLines {
    private var lines: [String]?
    /// A screen may run for months; the newest lines are of use.
    private static let most = 20

    mutating func hold() { lines = [] }

    /// Keeps the line, if lines are held now.
    mutating func take(_ line: String) -> Bool {
        guard let held = lines else { return false }
        lines = held.suffix(Self.most - 1) + [line]
        return true
    }

    mutating func release() -> [String] {
        defer { lines = nil }
        return lines ?? []
    }
}

private let heldLines = Mutex(HeldLines())

/// Holds what is told, if it goes to a terminal, until `releaseLines`.
func holdLines() {
    if isatty(STDERR_FILENO) == 1 { heldLines.withLock { $0.hold() } }
}

/// Tells what was held.
func releaseLines() {
    for line in heldLines.withLock({ $0.release() }) { writeToStandardError(line) }
}

/// Words for people; results go to standard output.
func writeToStandardError(_ text: String) {
    var text = text
    text.withUTF8 { bytes in _ = write(STDERR_FILENO, bytes.baseAddress, bytes.count) }
}
