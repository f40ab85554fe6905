import ArgumentParser
import Display
import FoundationEssentials
import Glibc
import IIO
import Logging
import Motion
import MotionLog
import Platform
import Playback

/// `lenticule calibrate`: determines a sensor's mount matrix, scale, offset and bias.
struct CalibrateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "calibrate",
        abstract: "Find a sensor's mounting, sign, scale, offset and bias from a few poses.",
        discussion: """
            Asks for one pose after the other, and measures each as soon as the device rests. The \
            result is checked against gravity and written to the configuration under the sensor's \
            identity; from then on it is used with this sensor. Ctrl-C changes nothing.
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
            Six poses, each face up once, then flat again: they tell the accelerometer's scale from its \
            offset on every axis.
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
            "The identity of the sensor, as lenticule devices --json prints it; the found sensor's if not "
                + "given. Without it the calibration of a log is printed and not written.",
            valueName: "identity"))
    var identity: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Seconds to wait for each pose.", valueName: "s"))
    var timeout = 120.0

    @OptionGroup var configFile: ConfigOption

    func validate() throws {
        guard timeout > 0, timeout <= 86400 else {
            throw ValidationError(
                "--timeout is \(timeout); it must be above 0 and at most 86400 seconds, a day")
        }
    }

    func run() throws {
        let config = try Config.inForce(explicit: configFile.path)
        var guide = PoseGuide(poses: six ? CalibrationPose.allFaces : CalibrationPose.few)
        guide.poseTimeout = .seconds(saturating: timeout)
        if window { guide.window = try openWindow(config.show) }
        do {
            let identity = try readPoses(&guide, config)
            let words = try finish(guide.rests, self.identity ?? identity)
            try guide.window?.finish([words, "q closes this window"])
        } catch is Interruption {
            logger.notice("stopped: nothing was written")
            Ending.terminateIfAsked()
        } catch {
            try? guide.window?.finish(["\(error)", "q closes this window"])
            throw error
        }
    }

    private func openWindow(_ config: Config.Show) throws -> PoseWindow {
        let advice = "leave out --window: the terminal shows the poses too"
        guard case .window(let display)? = try? ScreenChoice(display: config.display) else {
            throw Failure(.unavailable, "this session has no display; \(advice)")
        }
        WindowScreen.prepare { Failure($0).endProgram() }
        do {
            return try PoseWindow(display: display, renderer: config.renderer)
        } catch let error as DisplayError {
            throw Failure(
                error,
                advice: [
                    .display: advice,
                    .openGL: "show.renderer = \"cpu\" in the configuration needs none",
                ])
        }
    }

    /// Reads the poses; returns the sensor's identity, nil for a log. The IIO device is restored
    /// before the return.
    private func readPoses(_ guide: inout PoseGuide, _ config: Config) throws -> String? {
        let source = try openRaw(config)
        // Not earlier: before there is data to lose, a signal should end a long wait at once.
        let ending = Ending.asking()
        try guide.readPoses(source, until: ending)
        return (source as? IIOSource)?.inventory.accelerometerDevice?.identity
    }

    /// The source with the sensor's own axes and signs.
    private func openRaw(_ config: Config) throws -> any MotionSource {
        let name =
            try from.map { text throws(SourceError) in try SourceName(text) } ?? config.source.from
        switch name {
        case .auto, .iio, .log: break
        case .socket, .mqtt, .pointer, .gamepad, .simulated:
            throw Failure(
                .usage,
                "only a sensor can be calibrated; give local:, ip:HOST, usb:, serial: or file:LOG")
        }
        var config = config
        (config.source.mountMatrix, config.source.isReversed) = (.identity, false)
        config.source.calibrations = [:]
        return try config.opener.open(name, for: .calibration, ReplayTiming(speed: .max))
    }

    /// Prints and writes the result; returns a line that says where it is.
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

    /// Warns of settings in the configuration that override the result.
    private func warnOfOthers(
        _ calibration: Calibration, of identity: String
    ) throws(Failure) {
        let source = try Config.inForce(explicit: configFile.path, warn: { _ in }).source
        if source.calibrations[identity] != calibration {
            logger.notice(
                "another configuration file replaces this calibration; remove its table there")
        }
        if source.mountMatrix != nil {
            logger.notice(
                "source.mount_matrix is set and replaces the calibrated matrix; remove it")
        }
        if let isReversed = source.isReversed, isReversed != calibration.isReversed {
            logger.notice("source.reversed is set and replaces the calibrated sign; remove it")
        }
    }

    /// Writes the sensor's table to the configuration; returns the file's path.
    private func write(_ text: String, of identity: String) throws(Failure) -> String {
        do throws(Failure) {
            let file =
                try system
                ? .system : EditedConfigFile.user(ProcessInfo.processInfo.environment)
            try file.replace(["calibration", identity], by: text)
            logger.notice("\(identity) is calibrated in \(file.path)")
            return file.path
        } catch {
            print(text, terminator: "")  // So that the measurement is not lost.
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
