import ArgumentParser
import Motion
import MotionLog

/// `lenticule angles`: the pipeline over a log, without a window.
struct AnglesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "angles",
        abstract: "Print attitude, tilt and opacities for each row of a motion log.")

    @Argument(help: "The log: a CSV file, a phone's folder, or - for standard input.")
    var log: String

    @Option(help: "How to print: csv, or json (an array of objects).")
    var format = AngleFormat.csv

    @Option(help: "Carry each attitude forward by so many milliseconds, as a window does.")
    var predict: Double?

    @Flag(help: "Print nothing, to see whether a log runs through, and how fast.")
    var noOutput = false

    @Flag(help: "Count and skip lines that cannot be read, rather than stop at the first.")
    var skipBad = false

    func validate() throws {
        if let predict, !(0...1000).contains(predict) {
            throw ValidationError("--predict is \(predict); it must be from 0 to 1000 ms")
        }
    }

    func run() throws {
        var options = MotionLogReader.Options.printingWarnings
        options.skipsBadRows = skipBad
        do {
            try printAngles(ReadAhead(path: log, options: options))
        } catch let error as MotionLogError {
            throw Failure(error)
        }
    }

    private func printAngles(_ rows: ReadAhead) throws {
        var filter = AttitudeFilter()
        var printer = AnglePrinter(format: format, isSilent: noOutput)
        var block = try rows.next()
        while !block.isEmpty {
            for sample in block {
                filter.update(with: sample)
                if noOutput { continue }
                let attitude = predict.map { filter.predicted(after: $0 / 1000) } ?? filter.attitude
                try printer.print(AngleRow(timestamp: sample.timestamp, attitude: attitude))
            }
            block = try rows.next(reusing: block)
        }
        try printer.finish()
    }
}
