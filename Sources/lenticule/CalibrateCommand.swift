import ArgumentParser
import Display
import FoundationEssentials
import Glibc
import Logging
import Motion
import MotionLog
import Sensor

/// `lenticule calibrate`: finds out how a device's sensor is mounted, and what it is off by.
struct CalibrateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "calibrate",
        abstract: "Find a sensor's mounting, sign, scale, offset and bias from a few poses.",
        discussion: """
            Says which pose to bring the device into, one after the other; each is taken by itself \
            once the device rests. The result is checked against gravity and kept in the \
            configuration under the device's identity; from then on the device is read with it. \
            Ctrl-C leaves everything as it was.
            """)

    @Option(
        help: ArgumentHelp(
            "The sensor: auto, local:, ip:HOST[:PORT], usb:... or serial:..., or file:LOG, in which "
                + "the poses were recorded one after the other without mount matrix; source.from of "
                + "the configuration, else auto, if not given.",
            valueName: "source"))
    var from: String?

    @Flag(
        help: """
            Six poses, each face up once: they tell the accelerometer's scale from its offset on \
            every axis.
            """)
    var six = false

    @Flag(help: "Show the poses in a window too.")
    var window = false

    @Flag(help: "Print what would be written, and write nothing.")
    var dryRun = false

    @Flag(help: "Write to /etc/lenticule/config.toml, for all users and the service.")
    var system = false

    @Option(
        help: ArgumentHelp(
            "Whose calibration it is, as `lenticule devices --json` names it; the sensor's own if not given. "
                + "A log's is only printed without it.",
            valueName: "identity"))
    var identity: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("How long to wait for a pose.", valueName: "s"))
    var timeout = 120.0

    @Option(
        help: ArgumentHelp(
            "A configuration read after the system's and the user's.", valueName: "file"),
        completion: .file())
    var config: String?

    func validate() throws {
        guard timeout > 0 else {
            throw ValidationError("--timeout is \(timeout); it must be above 0 seconds")
        }
    }

    func run() throws {
        let config = try Config.inForce(explicit: config)
        var guide = PoseGuide(poses: six ? CalibrationPose.six : CalibrationPose.few)
        guide.patience = .seconds(timeout)
        if window { guide.window = try openWindow(config.show) }
        do {
            let identity = try lead(&guide, config.source)
            let words = try finish(guide.rests, self.identity ?? identity)
            try guide.window?.finish([words, "q closes this window"])
        } catch let interruption as Interruption {
            logger.notice("stopped: nothing was written")
            interruption.signals.release()
        } catch {
            try guide.window?.finish(["\(error)", "q closes this window"])
            throw error
        }
    }

    private func openWindow(_ config: Config.Show) throws -> PoseWindow {
        guard case .window(let display) = ScreenChoice(display: config.display) else {
            throw Failure(
                .unavailable,
                "no display for this session; leave out --window: the words are in the terminal too"
            )
        }
        WindowScreen.setEnvironment()
        return try PoseWindow(display: display, renderer: config.renderer)
    }

    /// Reads the poses; gives the sensor's identity. At its end the device is as it was.
    private func lead(_ guide: inout PoseGuide, _ config: Config.Source) throws -> String? {
        let source = try openRaw(config)
        // Not before: until there is something to lose, a signal ends a long wait at once.
        let signals = StopSignals()
        do {
            try guide.lead(source, until: signals)
        } catch let error where !(error is Interruption) {
            signals.release()
            throw error
        }
        signals.release()
        return (source as? IIOSource)?.inventory.accelerometer?.identity
    }

    /// The source with the sensor's own axes and signs.
    private func openRaw(_ config: Config.Source) throws -> any SampleSource {
        var name = try from.map { text throws(Failure) in try SourceName(text) } ?? config.from
        if name == .auto { name = .iio(uri: "local:") }
        if case .log = name { return try openSource(name, sensor: config, speed: .max) }
        guard case .iio(let uri) = name else {
            throw Failure(
                .usage,
                "only a sensor can be calibrated: give local:, ip:HOST, usb:, serial: or file:LOG")
        }
        var settings = IIOSource.Settings(config, uri: uri, isDisplay: false)
        (settings.mountMatrix, settings.isReversed) = (.identity, false)
        settings.calibrations = [:]
        return try IIOSource.open(settings)
    }

    /// Says what was found and writes it; gives the words for where it is now.
    private func finish(
        _ rests: [CalibrationRest], _ identity: String?
    ) throws(Failure) -> String {
        let report: CalibrationReport
        do {
            report = try CalibrationReport(rests)
        } catch {
            throw Failure(.badInput, "\(error); nothing was written")
        }
        writeToStandardError("\n\(report.table)\n")
        var calibration = report.calibration.rounded
        calibration.date = today()
        let text = calibration.toml(for: identity ?? "identity")
        guard let identity, !dryRun else {
            print(text, terminator: "")
            return "calibrated; nothing was written"
        }
        let path = try write(text, of: identity)
        try warnOfOthers(calibration, of: identity)
        return "\(identity) is calibrated in \(path)"
    }

    /// Says what in the configuration goes before what was written.
    private func warnOfOthers(
        _ calibration: Calibration, of identity: String
    ) throws(Failure) {
        let source = try Config.inForce(explicit: config).source
        if source.calibrations[identity] != calibration {
            logger.notice("another calibration of it, in a file that is read later, goes before it")
        }
        if source.mountMatrix != nil {
            logger.notice("source.mount_matrix is set and goes before it: take it out")
        }
        if let isReversed = source.isReversed, isReversed != calibration.isReversed {
            logger.notice("source.reversed is set and goes before it: take it out")
        }
    }

    /// Writes the device's table to the configuration; gives the file's path.
    private func write(_ text: String, of identity: String) throws(Failure) -> String {
        do throws(Failure) {
            let file = try system ? .system : ConfigFile.user(ProcessInfo.processInfo.environment)
            try file.replace(["calibration", identity], by: text)
            logger.notice("\(identity) is calibrated in \(file.path)")
            return file.path
        } catch {
            print(text, terminator: "")  // Nothing that was measured shall be lost.
            throw error
        }
    }
}

/// The local date, as in 2026-01-31.
private func today() -> String {
    var (now, parts) = (time(nil), tm())
    localtime_r(&now, &parts)
    let numbers = [Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday)]
    return numbers.map { ($0 < 10 ? "0" : "") + String($0) }.joined(separator: "-")
}
