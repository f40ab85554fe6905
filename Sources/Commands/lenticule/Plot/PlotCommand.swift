import ArgumentParser
import Geometry
import Motion
import MotionLog
import Platform
import Playback
import Plot

/// `lenticule plot`: draws a log's angles and opacities over time.
struct PlotCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plot",
        abstract: "Draw a motion log's angles and opacities over time, as SVG.",
        discussion: """
            Several --filter lie over each other; the opacities are the first one's. Where the \
            log has the true attitude (ref_qw to ref_qz), this is drawn too, its heading turned to \
            the first filter's, and below it the angle between true and estimated vertical.
            """)

    @OptionGroup var log: LogArgument

    @Option(name: .shortAndLong, help: "The SVG file to write. - is standard output.")
    var output: String

    @Option(
        help: """
            What fuses the samples; may be given several times: lenticule (what the card follows), \
            complementary, madgwick. (default: lenticule)
            """)
    var filter: [FilterChoice] = []

    @Option(help: ArgumentHelp("Pixels, as 1280x720; at least 400x300.", valueName: "size"))
    var size = PixelSize(width: 1200, height: 1000)

    @Flag(help: "Skip and count lines that cannot be read, instead of stopping at the first.")
    var skipBad = false

    @OptionGroup var tilt: TiltOptions

    @OptionGroup var configFile: SoleConfigOption

    func validate() throws {
        try OutputKind.drawing.check(output)
        guard size.width >= 400, size.height >= 300 else {
            throw ValidationError("--size is \(size); it must be at least 400x300")
        }
    }

    func run() throws {
        let config = try Config.fromFile(configFile.path)
        let settings = tilt.choice.applied(to: config.tilt)
        // Checked before the log is read, not only when the output is written.
        let log = try log.origin
        let inputFiles = log.files + configFile.inputFiles
        try checkDistinct(output: output, from: inputFiles)
        var plot = LogPlot(filters: filters, tilt: settings, states: config.tiltStates)
        try read(log, into: &plot)
        guard plot.hasAttitude else {
            throw Failure(.badInput, "cannot plot \(log.name): it has no row with an acceleration")
        }
        let title = log.name.lastPathPart
        let file = try OutputFile(output, inputFiles: inputFiles)
        try file.write(plot.page(title: title, size: size).svg)
        try file.finish()
    }

    private func read(_ log: LogOrigin, into plot: inout LogPlot) throws(MotionLogError) {
        var options = MotionLogReader.Options.printingWarnings
        options.skipsBadRows = skipBad
        options.readsTruth = true
        let reader = try MotionLogReader(log, options: options)
        while case let rows = try reader.readRows(), !rows.isEmpty {
            for row in rows { plot.add(row) }
        }
    }

    /// Without duplicates, in the order given.
    private var filters: [FilterChoice] {
        let asked = filter.isEmpty ? [.lenticule] : filter
        return asked.reduce(into: []) { chosen, next in
            if !chosen.contains(next) { chosen.append(next) }
        }
    }
}
