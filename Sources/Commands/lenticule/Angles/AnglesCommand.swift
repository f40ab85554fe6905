public import ArgumentParser
public import Motion
import MotionLog
import Playback

/// `lenticule angles`: attitude and tilt of a log, without a window.
struct AnglesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "angles",
        abstract: "Print attitude, tilt and opacities for each row of a motion log.",
        discussion: """
            The quaternion qw to qz turns device to Earth; roll, pitch and yaw are Core Motion's. \
            State and opacities are those of a card of three pictures. Attitude is empty until the \
            log's first acceleration.
            """)

    @OptionGroup var log: LogArgument

    @Option(help: "How to print: csv, or json (an array of objects).")
    var format = AngleFormat.csv

    @Option(
        help: """
            What fuses the samples: lenticule (what the card follows) or, to compare, complementary \
            or madgwick.
            """)
    var filter = FilterChoice.lenticule

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Predict each attitude this many milliseconds ahead, 0 to 1000, as a window does; 0 "
                + "if not given.",
            valueName: "ms"))
    var predict: Double?

    @Flag(help: "Print nothing: to test whether a log can be read, and how fast.")
    var noOutput = false

    @Flag(help: "Skip and count lines that cannot be read, instead of stopping at the first.")
    var skipBad = false

    @OptionGroup var tilt: TiltOptions

    @OptionGroup var configFile: SoleConfigOption

    func validate() throws { try checkRange("predict", predict, 0...1000, "ms") }

    func run() throws {
        var options = MotionLogReader.Options.printingWarnings
        options.skipsBadRows = skipBad
        let config = try Config.fromFile(configFile.path)
        let log = try log.origin
        let samples = ReadAhead(log, options: options)
        try printAngles(
            AttitudeRows(filtering: samples, by: filter, prediction: (predict ?? 0) / 1000), config,
            inputFiles: log.files + configFile.inputFiles)
    }

    private func printAngles(
        _ rows: AttitudeRows, _ config: Config, inputFiles: [String]
    ) throws {
        var follower = TiltFollower(tilt.choice.applied(to: config.tilt))
        // Reading the option for each row would take longer than parsing the row.
        let isSilent = noOutput
        var block = try rows.next()
        var printer = try AnglePrinter(
            format: format, settings: config.tiltStates, inputFiles: inputFiles)
        // Rows before a bad one are printed too, to show how far the log is good.
        var problem: MotionLogError?
        while !block.isEmpty {
            for row in block {
                let tilt = row.tilt(by: &follower)
                if !isSilent { try printer.print(row, tilt: tilt) }
            }
            // A pipe gives blocks of the rows that have come; the next one may be long in coming.
            try printer.flush()
            do throws(MotionLogError) {
                block = try rows.next(reusing: block)
            } catch {
                (problem, block) = (error, [])
            }
        }
        if !isSilent { try printer.finish() }
        if let problem { throw problem }
    }
}

extension FilterChoice: ExpressibleByArgument {}
