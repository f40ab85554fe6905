import ArgumentParser
import Card
import Compositor
import Display
import Glibc
import Motion
import MotionLog
import Picture

/// `lenticule render`: frames without a window.
struct RenderCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "render",
        abstract: "Draw a card at a tilt, or over a motion log, without a window.",
        discussion: """
            With --from LOG, -o FOLDER/ takes numbered frames and -o FILE.png an animation; \
            --time picks one moment of the log.
            """)

    @Option(
        help: ArgumentHelp(
            "The card: a folder, or the name of an installed card.", valueName: "dir"),
        completion: .directory)
    var card: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The angle given to the state table, degrees.", valueName: "deg"))
    var tilt: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The device's roll, degrees; with --pitch.", valueName: "deg"))
    var roll: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The device's pitch, degrees; with --roll.", valueName: "deg"))
    var pitch: Double?

    @Option(
        help: ArgumentHelp("Seconds since the start of the card or the log.", valueName: "s"))
    var time: Double?

    @Option(help: ArgumentHelp("The motion log that tilts the card.", valueName: "log"))
    var from: String?

    @Option(help: "Frames a second of the log's time.")
    var fps: Double?

    @Option(help: ArgumentHelp("Pixels, as 1280x720; the card's own size if not given."))
    var size: PixelSize?

    @OptionGroup var tiltOptions: TiltOptions

    @Option(help: "A configuration; no other is read.", completion: .file())
    var config: String?

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("A PNG file, or a folder with a slash at its end.", valueName: "file"))
    var output: String

    func validate() throws {
        if (roll == nil) != (pitch == nil) {
            throw ValidationError("--roll and --pitch belong together")
        }
        let poses = [tilt != nil, roll != nil, from != nil].filter { $0 }.count
        if poses > 1 { throw ValidationError("give one of --tilt, --roll with --pitch, or --from") }
        if let fps, !(1...240).contains(fps) {
            throw ValidationError("--fps is \(fps); it must be from 1 to 240")
        }
        if output.hasSuffix("/") && from == nil {
            throw ValidationError("a folder of frames needs --from LOG")
        }
    }

    func run() throws {
        let config = try Config.alone(config)
        let shelf = try CardShelf(
            card: card ?? config.show.card, pictures: [], settings: config.state)
        let renderer = FrameRenderer(try shelf.played(), size: size)
        let settings = tiltOptions.applied(to: shelf.card.settings(over: config.tilt))
        guard let from else {
            return try renderer.bitmap(tilt: stillTilt(settings)).writing(to: output)
        }
        var tilts = LogTilts(path: from, settings: settings)
        if let time {
            try renderer.bitmap(tilt: tilts.tilt(at: time) ?? 0).writing(to: output)
        } else if output.hasSuffix("/") {
            try renderer.writeFrames(tilts, fps: fps ?? 60, folder: output)
        } else {
            try renderer.writeAnimation(tilts, fps: fps ?? 20, path: output)
        }
    }

    /// `--tilt` as it stands, or the tilt of the pose that --roll and --pitch describe.
    private func stillTilt(_ settings: TiltSettings) -> Double {
        guard let roll, let pitch else { return tilt ?? 0 }
        let pose = EulerAngles(
            roll: roll * .pi / 180, pitch: pitch * .pi / 180, yaw: 0
        ).quaternion
        var tracker = TiltTracker(settings: settings)
        return tracker.update(with: Attitude(timestamp: 0, orientation: pose, rate: .zero)) ?? 0
    }
}

/// WIDTHxHEIGHT in pixels.
struct PixelSize: ExpressibleByArgument, CustomStringConvertible {
    let width: Int
    let height: Int

    /// So many pixels.
    init(width: Int, height: Int) { (self.width, self.height) = (width, height) }

    init?(argument: String) {
        let sides = argument.split(separator: "x").map { Int($0) }
        guard sides.count == 2, let width = sides[0], let height = sides[1],
            (4...16384).contains(width), (1...16384).contains(height)
        else { return nil }
        (self.width, self.height) = (width, height)
    }

    var description: String { "\(width)x\(height)" }
}
