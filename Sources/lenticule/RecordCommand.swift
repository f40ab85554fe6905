import ArgumentParser
import Glibc
import Logging
import Motion
import MotionLog

/// `lenticule record`: writes a motion log.
struct RecordCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record",
        abstract: "Write what a sensor measures to a motion log.",
        discussion: """
            The log is CSV in SI units; at most its last second is lost if the machine dies. Ctrl-C \
            ends the recording and keeps everything.
            """)

    @Argument(
        help: "The log to write, or - for standard output. An existing one is replaced.",
        completion: .file())
    var log: String

    @Option(
        help: ArgumentHelp(
            "What to record: auto (a running service, else a sensor), local:, ip:HOST[:PORT], "
                + "usb:..., serial:..., socket:[PATH] (a running service), file:LOG, - (a log "
                + "on standard input), gamepad: or simulated:[PRESET]; source.from of the configuration, "
                + "else auto, if not given. A log is copied at once, not in its own time.",
            valueName: "source"))
    var from: String?

    @Option(
        help: ArgumentHelp(
            "A configuration read after the system's and the user's.", valueName: "file"),
        completion: .file())
    var config: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Seconds to record; without it, until Ctrl-C or the source's end.", valueName: "s"))
    var duration: Double?

    func validate() throws {
        if let duration, !(duration > 0) {
            throw ValidationError("--duration is \(duration); it must be above 0 seconds")
        }
    }

    func run() throws {
        let config = try Config.inForce(explicit: config).source
        let name = try from.map { text throws(Failure) in try SourceName(text) } ?? config.from
        try checkTarget(name)
        let source = try openSource(name, sensor: config, speed: .max)
        // Not before: until there is something to keep, a signal ends a long wait for the source.
        let signals = StopSignals()
        do {
            let writer = try MotionLogWriter(path: log, comments: source.notes)
            try copy(source, to: writer, until: signals)
            if log != "-" { logger.notice("\(writer.rows) rows in \(log)") }
        } catch let error as MotionLogError {
            throw Failure(error)
        }
    }

    /// A log copied onto itself would be emptied before it is read.
    private func checkTarget(_ source: SourceName) throws(Failure) {
        var (old, new) = (stat(), stat())
        guard case .log(let path) = source, path != "-", log != "-",
            stat(path, &old) == 0, stat(log, &new) == 0,
            old.st_dev == new.st_dev, old.st_ino == new.st_ino
        else { return }
        throw Failure(.usage, "\(log): cannot be copied onto itself; give another log to write")
    }

    /// Copies samples until a signal, the end of the source or the end of the time.
    private func copy(
        _ source: any SampleSource, to writer: MotionLogWriter, until signals: StopSignals
    ) throws {
        var limit = RecordingLimit(seconds: duration)
        var samples: [ImuSample] = []
        var state = SourceState.open
        do {
            while state != .ended, !signals.came, !limit.isReached {
                samples.removeAll(keepingCapacity: true)
                state = try source.read(into: &samples, timeout: .milliseconds(100))
                for sample in samples where limit.admits(sample) { try writer.append(sample) }
                try writer.syncIfDue()
            }
        } catch {
            try? writer.sync()  // What was recorded is kept; the first error is the one to tell.
            throw error
        }
        try writer.sync()
    }
}

/// How long a recording runs: by the samples' own time, and by the clock where none come.
private struct RecordingLimit {
    private let seconds: Double?
    private let start = ContinuousClock.now
    private var first: Int64?
    private var isOver = false

    init(seconds: Double?) { self.seconds = seconds }

    /// Whether the time is over.
    var isReached: Bool {
        isOver || seconds.map { ContinuousClock.now - start >= .seconds($0) } ?? false
    }

    /// Whether `sample` still belongs to the recording.
    mutating func admits(_ sample: ImuSample) -> Bool {
        let first = first ?? sample.timestamp
        self.first = first
        guard let seconds else { return true }
        let elapsed = (Double(sample.timestamp) - Double(first)) * 1e-9
        isOver = isOver || elapsed >= seconds
        return !isOver
    }
}
