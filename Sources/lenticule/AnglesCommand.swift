import ArgumentParser
import Motion
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

    @Argument(help: "The log: a CSV file, a phone's folder, or - for standard input.")
    var log: String

    @Option(help: "How to print: csv, or json (an array of objects).")
    var format = AngleFormat.csv

    @Option(
        help: ArgumentHelp(
            "Carry each attitude forward by so many milliseconds, as a window does.",
            valueName: "ms"))
    var predict: Double?

    @Flag(help: "Print nothing, to see whether a log runs through, and how fast.")
    var noOutput = false

    @Flag(help: "Count and skip lines that cannot be read, rather than stop at the first.")
    var skipBad = false

    @OptionGroup var tilt: TiltOptions

    @Option(help: "A configuration; no other is read.", completion: .file())
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

    private func printAngles(_ rows: ReadAhead, _ config: Config) throws {
        var pipeline = AnglePipeline(
            settings: tilt.applied(to: config.tilt), prediction: (predict ?? 0) / 1000)
        var block = try rows.next()
        var printer = AnglePrinter(format: format, settings: config.state)
        // Rows before a bad one are printed too: they say how far the log is good.
        var problem: MotionLogError?
        while !block.isEmpty {
            for sample in block {
                let row = pipeline.row(for: sample)
                if !noOutput { try printer.print(row) }
            }
            do throws(MotionLogError) {
                block = try rows.next(reusing: block)
            } catch {
                (problem, block) = (error, [])
            }
        }
        if !noOutput { try printer.finish() }
        if let problem { throw problem }
    }
}

/// From a sample to what `angles` says of it.
struct AnglePipeline {
    private var filter = AttitudeFilter()
    private var tracker: TiltTracker
    /// How far attitudes are carried forward, seconds.
    private let prediction: Double

    init(settings: TiltSettings, prediction: Double) {
        tracker = TiltTracker(settings: settings)
        self.prediction = prediction
    }

    /// Takes the next sample of a log.
    mutating func row(for sample: ImuSample) -> AngleRow {
        filter.update(with: sample)
        guard let attitude = filter.attitude else {
            return AngleRow(timestamp: sample.timestamp, attitude: nil, tilt: 0)
        }
        let tilt = tracker.update(with: attitude, hasGyroscope: filter.status != .noGyroscope)
        guard prediction > 0, let predicted = filter.predicted(after: prediction) else {
            return AngleRow(timestamp: sample.timestamp, attitude: attitude, tilt: tilt ?? 0)
        }
        return AngleRow(
            timestamp: sample.timestamp, attitude: predicted, tilt: tracker.tilt(of: predicted))
    }
}
