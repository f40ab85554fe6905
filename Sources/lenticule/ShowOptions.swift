public import ArgumentParser
import Card
public import Display
import MotionLog

/// What `show` and `replay` take.
struct ShowOptions: ParsableArguments {
    @Argument(help: "Pictures instead of a card, the back one first.", completion: .file())
    var pictures: [String] = []

    @Option(
        help: ArgumentHelp(
            "What tilts the card: auto, local:, ip:HOST[:PORT], usb:..., serial:..., file:LOG, "
                + "- (a log on standard input), pointer: or simulated:[PRESET].",
            valueName: "source"))
    var from: String?

    @Option(
        help: ArgumentHelp(
            "The card: a folder, or the name of an installed card.", valueName: "dir"),
        completion: .directory)
    var card: String?

    @Option(help: "A configuration read after the system's and the user's.", completion: .file())
    var config: String?

    @Option(
        help: ArgumentHelp(
            "The display's number or name, or terminal (24-bit half blocks).",
            valueName: "display"))
    var display: String?

    @Flag(help: "Fill the display.")
    var fullscreen = false

    @Option(help: "What draws: auto, gl or cpu.")
    var renderer: RendererChoice?

    @OptionGroup var tilt: TiltOptions

    @Option(
        help: "Play a log so many times as fast as it was recorded, or max for no waiting.",
        transform: ReplaySpeed.init(argument:))
    var speed = ReplaySpeed.times(1)

    @Flag(help: "Begin again at the end of the log.")
    var loop = false

    @Flag(help: "End with the log instead of keeping the last picture.")
    var exitAtEnd = false

    @Option(help: "End after so many frames, or with the log.")
    var frames: Int?

    @Flag(help: "Print renderer, frames, frame time and latency as JSON at the end.")
    var stats = false

    func validate() throws {
        if let frames, frames < 1 { throw ValidationError("--frames is \(frames); at least 1") }
    }
}

extension RendererChoice: ExpressibleByArgument {}

extension ReplaySpeed {
    /// `max`, or a number above 0.
    init(argument: String) throws {
        if argument == "max" {
            self = .max
        } else if let times = Double(argument), times > 0, times.isFinite {
            self = .times(times)
        } else {
            throw ValidationError("\(argument) is neither max nor a number above 0")
        }
    }
}
