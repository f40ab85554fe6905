public import ArgumentParser
import Card
import Decoding
import Display
public import Geometry
import Logging
import Motion
import MotionLog
import Picture
import Platform
import Playback
import Scene

/// `lenticule render`: draws frames without a window.
struct RenderCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "render",
        abstract: "Draw a card at a tilt, or over a motion log, without a window.",
        discussion: """
            With --from LOG, -o FOLDER/ takes numbered frames and -o FILE.png an animation; \
            --time picks one moment of the log. Frames that a longer run left in the folder are \
            removed.
            """)

    @OptionGroup var card: CardArgument

    @OptionGroup var moment: MomentOptions

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Frames a second of the log's time, 1 to 240; 60 if not given, 20 in an animation. For "
                + "--from without --time.",
            valueName: "hz"))
    var fps: Double?

    @Option(
        help: ArgumentHelp(
            "Pixels, as 1280x720, at least 4 and at most 8192 a side; the card's own size if not "
                + "given.", valueName: "wxh"))
    var size: PixelSize?

    @Option(
        help: ArgumentHelp(
            "Which eye sees the card's lenses, left or right, for the two pictures of a stereo pair; "
                + "if not given, they are seen from the middle between both eyes.",
            valueName: "eye"))
    var eye: ViewingEye?

    @OptionGroup var tiltOptions: TiltOptions

    @OptionGroup var configFile: SoleConfigOption

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "A PNG file, - for standard output, or a folder with a slash at its end.",
            valueName: "file"))
    var output: String

    func validate() throws {
        if !isFolder { try OutputKind.picture.check(output) }
        try checkRange("fps", fps, 1...240)
        if moment.from != nil, moment.time == nil { return }
        if fps != nil { throw ValidationError("--fps needs --from LOG, and no --time") }
        if isFolder {
            throw ValidationError(
                "\(output.printable): a folder of frames needs --from LOG, and no --time")
        }
    }

    private var isFolder: Bool { output.hasSuffix("/") || FileKind(output) == .folder }

    func run() throws {
        PictureDecoder.startEarly()
        let config = try Config.fromFile(configFile.path)
        let cards = try CardSelection(
            .named(config.show.cardPath(given: card.name)), config.cardSettings(tiltOptions))
        let card = try cards.played()
        guard eye == nil || card.scene.lensLayer != nil else {
            throw Failure(.usage, "\(card.title) has no lens, which --eye is for: leave it out")
        }
        let renderer = FrameRenderer(card, size: size, eye: eye)
        for remark in renderer.contentRemarks { logger.warning("\(remark)") }
        let settings = cards.tilt
        let log = try moment.log(orbit: cards.orbit(of: card.scene))
        let inputFiles =
            card.inputFiles(forOutput: output) + configFile.inputFiles + (log?.files ?? [])
        try renderer.telling {
            guard let log, moment.time == nil else {
                let moment = try moment.moment(of: card.scene, settings, log)
                return try renderer.bitmap(moment).writePNG(to: output, inputFiles: inputFiles)
            }
            let moments = LogMoments(
                of: card.scene, log, settings: settings,
                events: moment.events(in: card.scene.size), options: .printingWarnings
            ) { logger.warning("\($0)") }
            let rate = fps ?? (isFolder ? 60 : 20)
            try write(
                LogFrames(moments, rate: rate, of: card.scene), by: renderer,
                inputFiles: inputFiles)
        }
    }

    /// Writes the frames of a log; says which frames of an earlier run are removed.
    private func write(
        _ frames: LogFrames, by renderer: FrameRenderer, inputFiles: [String]
    ) throws {
        guard isFolder else {
            return try renderer.writeAnimation(frames, path: output, inputFiles: inputFiles)
        }
        let removed = try renderer.writeFrames(frames, folder: output, inputFiles: inputFiles)
        guard let first = removed.first, let last = removed.last else { return }
        let name = last.lastPathPart
        let all =
            removed.count == 1
            ? "1 frame of an earlier run, \(first)"
            : "\(removed.count) frames of an earlier run, \(first) to \(name)"
        logger.notice("removed \(all)")
    }
}

extension FrameRenderer {
    /// Calls `draw`, which draws frames; then prints the remarks about their pictures and the errors
    /// of those that could not be drawn. Throws the last of these errors.
    func telling<Value>(_ draw: () throws -> Value) throws -> Value {
        let value = Result { try draw() }
        if case .failure(let error) = value, !(error is NothingDrawn) { throw error }
        for remark in pictureRemarks { logger.warning("\(remark)") }
        for failure in failures.dropLast() { printMessage(failure.description) }
        if let last = failures.last { throw last }
        return try value.get()
    }
}

extension ViewingEye: ExpressibleByArgument {}

/// WIDTHxHEIGHT in pixels.
extension PixelSize: ExpressibleByArgument, CustomStringConvertible {
    public init?(argument: String) {
        let sides = argument.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard sides.count == 2, let width = sides[0], let height = sides[1],
            Self.sides.contains(width), Self.sides.contains(height)
        else { return nil }
        self.init(width: width, height: height)
    }

    public var description: String { "\(width)x\(height)" }
}
