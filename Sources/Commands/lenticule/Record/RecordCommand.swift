import ArgumentParser
import Logging
import Motion
import MotionLog
import Platform
import Playback

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
        help: """
            The log to write, or - for standard output. An existing one is replaced when the first \
            sample comes.
            """,
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

    @OptionGroup var configFile: ConfigOption

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Seconds to record; without it, until Ctrl-C or the source's end.", valueName: "s"))
    var duration: Double?

    func validate() throws {
        try OutputKind.log.check(log)
        if let duration, !(duration > 0 && duration.isFinite) {
            throw ValidationError(
                "--duration is \(duration); it must be a number of seconds above 0")
        }
    }

    func run() throws {
        let config = try Config.inForce(explicit: configFile.path)
        let name =
            try from.map { text throws(SourceError) in try SourceName(text) } ?? config.source.from
        let isLog = !name.logFiles.isEmpty
        let inputFiles = name.logFiles + configFile.inputFiles
        try checkDistinct(output: log, from: inputFiles)
        let source = try config.opener.open(name, for: .recording, ReplayTiming(speed: .max))
        // Not earlier: before there is data to keep, a signal should end a long wait for the source
        // at once.
        let ending = Ending.asking()
        // A log can wait for the disk, a sensor cannot.
        let writer = try MotionLogWriter(
            path: log, comments: source.descriptions, inputFiles: inputFiles,
            waits: isLog)
        let completing = Ending.cleaningUp { try? writer.finish() }
        var gaps = LogGaps()
        do {
            try copy(source, to: writer, until: ending, &gaps)
        } catch {
            // Keeps the rows; the first error is thrown.
            if (try? writer.finish()) != nil, writer.rows.taken > 0 {
                report(writer.rows, gaps, lost: source.lost)
            }
            throw error
        }
        _ = consume completing
        guard writer.rows.taken > 0 || ending.isAsked else {
            throw Failure(
                isLog ? .badInput : .unavailable,
                "\(source.name) gave no sample: nothing is recorded")
        }
        report(writer.rows, gaps, lost: source.lost)
    }

    /// Copies samples until a signal, the end of the source or the time limit; adds to `gaps`.
    private func copy(
        _ source: any MotionSource, to writer: MotionLogWriter,
        until ending: borrowing Ending.Registration, _ gaps: inout LogGaps
    ) throws {
        var limit = RecordingLimit(seconds: duration)
        var samples: [ImuSample] = []
        var state = SourceState.open
        while state != .ended, !ending.isAsked, !limit.isReached {
            samples.removeAll(keepingCapacity: true)
            let next = Result { try source.read(into: &samples, timeout: .milliseconds(100)) }
            for sample in samples where limit.admits(sample) {
                try writer.append(sample)
                gaps.add(sample.timestamp)
            }
            try writer.flush()
            state = try next.get()
        }
        try writer.finish()
    }

    /// Prints the number of rows and what is missing.
    private func report(_ rows: (taken: Int, dropped: Int), _ gaps: LogGaps, lost: Int) {
        var words: [String] = []
        if log != "-" {
            words.append(
                rows.taken == 0
                    ? "no sample came: \(log) is not written"
                    : "\(rows.taken.counting("row")) in \(log)")
        }
        if lost > 0 {
            words.append("\(lost.counting("sample")) lost before this program received them")
        }
        if rows.dropped > 0 {
            words.append("\(rows.dropped.counting("row")) left out: writing was too slow")
        }
        if gaps.count > 0 { words.append("\(gaps)") }
        if !words.isEmpty { logger.notice("\(words.joined(separator: "; "))") }
    }
}

extension Int {
    /// As in "1 row" and "2 rows".
    fileprivate func counting(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}

/// The time limit of a recording: by the samples' timestamps, and by the clock while no sample
/// comes.
private struct RecordingLimit {
    private let seconds: Double?
    /// When the newest sample came; before the first one, when the recording began.
    private var newest = ContinuousClock.now
    private var first, newestTimestamp: Double?
    /// Seconds recorded before the timestamps jumped back, as those of a log that starts again.
    private var before = 0.0
    /// Seconds recorded, by the timestamps.
    private var elapsed = 0.0

    init(seconds: Double?) { self.seconds = seconds }

    /// Whether the time limit is reached. While no sample comes, the clock counts; samples that
    /// come in bursts may be a second apart.
    var isReached: Bool {
        guard let seconds else { return false }
        let remaining = max(seconds - elapsed, min(seconds, 1))
        return elapsed >= seconds
            || ContinuousClock.now - newest >= .seconds(saturating: remaining)
    }

    mutating func admits(_ sample: ImuSample) -> Bool {
        let timestamp = Double(sample.timestamp) * 1e-9
        newest = .now
        if let first, let newestTimestamp, timestamp < newestTimestamp - longestStep {
            (before, self.first) = (before + newestTimestamp - first, timestamp)
        }
        newestTimestamp = timestamp
        let first = first ?? timestamp
        self.first = first
        elapsed = max(elapsed, before + timestamp - first)
        return seconds.map { elapsed < $0 } ?? true
    }
}
