public import ArgumentParser
public import Motion
import MotionLog

/// `lenticule angles`: the pipeline over a log, without a window.
struct AnglesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "angles",
        abstract: "Print attitude, tilt and opacities for each row of a motion log.",
        discussion: """
            The quaternion qw to qz turns device to Earth; roll, pitch and yaw are Core Motion's. \
            State and opacities are those of a card of three pictures. Attitude is empty until the \
            log's first acceleration.
            """)

    @Argument(
        help: "The log: a CSV file, a phone's folder, or - for standard input.",
        completion: .file())
    var log: String

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
            "Carry each attitude forward by so many milliseconds, 0 to 1000, as a window does; 0 "
                + "if not given.",
            valueName: "ms"))
    var predict: Double?

    @Flag(help: "Print nothing, to see whether a log runs through, and how fast.")
    var noOutput = false

    @Flag(help: "Count and skip lines that cannot be read, rather than stop at the first.")
    var skipBad = false

    @OptionGroup var tilt: TiltOptions

    @Option(
        help: ArgumentHelp("A configuration; no other is read.", valueName: "file"),
        completion: .file())
    var config: String?

    func validate() throws {
        if let predict, !(0...1000).contains(predict) {
            throw ValidationError("--predict is \(predict); it must be from 0 to 1000 ms")
        }
    }

    func run() throws {
        var options = MotionLogReader.Options.printingWarnings
        options.skipsBadRows = skipBad
        do {
            try printAngles(ReadAhead(path: log, options: options), try Config.alone(config))
        } catch let error as MotionLogError {
            throw Failure(error)
        }
    }

    private func printAngles(_ log: ReadAhead, _ config: Config) throws {
        let rows = FusedRows(fusing: log, by: filter, prediction: (predict ?? 0) / 1000)
        var tracker = TiltTracker(settings: tilt.applied(to: config.tilt))
        // Reading the option for each row would take longer than parsing it.
        let isSilent = noOutput
        var block = try rows.next()
        var printer = AnglePrinter(format: format, settings: config.state)
        // Rows before a bad one are printed too: they say how far the log is good.
        var problem: MotionLogError?
        while !block.isEmpty {
            for row in block {
                let tilt = row.tilt(by: &tracker)
                if !isSilent { try printer.print(row, tilt: tilt) }
            }
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
