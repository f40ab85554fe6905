public import ArgumentParser
public import Motion
import MotionLog
import Platform

/// `lenticule simulate`: writes a motion log with known truth.
struct SimulateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "Write a motion log of a simulated device, with the true attitude beside it.",
        discussion: """
            The samples have a phone sensor's noise and gyroscope bias. The columns ref_qw to ref_qz \
            hold the true attitude (device to Earth), movement is 1 while the device is moved. The \
            same options give the same log.
            """)

    @Option(
        help: """
            How the device is moved: hand (tilted to look at a card), still (on a table), flip \
            (turned right over), shake, or orbit (round a closed figure of 20 degrees in 4 s, \
            without noise and bias).
            """)
    var preset: Simulation.Preset

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The seed of the noise, the bias and the details of the motion, a whole number.",
            valueName: "n"))
    var seed: UInt64 = 1

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Length of the log in seconds; 12 if not given, of an orbit 4, which is one round.",
            valueName: "s"))
    var duration: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Samples a second, 1 to 10000.", valueName: "hz"))
    var rate = 100.0

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The log to write, or - for standard output.", valueName: "log"),
        completion: .file())
    var output: String

    func validate() throws {
        try OutputKind.log.check(output)
        guard seconds > 0, seconds <= 1e6 else {
            throw ValidationError(
                "--duration is \(seconds); it must be above 0 and at most 1000000")
        }
        try checkRange("rate", rate, 1...10_000)
    }

    private var seconds: Double { duration ?? preset.usualSeconds }

    func run() throws {
        var settings = Simulation.Settings(preset: preset)
        settings.seed = seed
        settings.samplingRate = rate
        let file = try OutputFile(output)
        let comment =
            "lenticule simulate: \(preset.rawValue), seed \(seed), \(rate) Hz, no mount matrix"
        var simulation = Simulation(settings)
        var text = TextBuffer()
        text.appendHead(comments: [comment], hasTruth: true)
        // The options' ranges keep the product far below Int.max.
        for _ in 0..<settings.rows(inSeconds: seconds) {
            let row = simulation.next()
            text.appendRow(row.sample, truth: row.truth.rounded, isMoving: row.isMoving)
            if text.count > 1 << 15 { try text.move(to: file) }
        }
        try text.move(to: file)
        try file.finish()
    }
}

extension Simulation.Preset: ExpressibleByArgument {}

extension Quaternion {
    /// With six decimals, as optical references have: an error of at most 2e-6 rad.
    fileprivate var rounded: Quaternion {
        let (w, v) = (w * 1e6, vector * 1e6)
        return Quaternion(w: w.rounded() / 1e6, vector: v.rounded(.toNearestOrEven) / 1e6)
    }
}
