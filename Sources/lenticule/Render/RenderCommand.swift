public import ArgumentParser
import Card
import Decoding
import Display
public import Geometry
import Logging
import Motion
import MotionLog
import Picture
import Scene
import System

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
            "Frames a second of the log's time, 1 to 240; 60 if not given, 20 in an animation.",
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
        try validateLogOptions()
    }

    private func validateLogOptions() throws {
        if let fps, !(1...240).contains(fps) {
            throw ValidationError("--fps is \(fps); it must be from 1 to 240")
        }
        if fps != nil && (moment.from == nil || moment.time != nil) {
            throw ValidationError("--fps needs --from LOG, and no --time")
        }
        if isFolder && (moment.from == nil || moment.time != nil) {
            throw ValidationError(
                "\(output.printable): a folder of frames needs --from LOG, and no --time")
        }
    }

    private var isFolder: Bool { output.hasSuffix("/") || FileKind(output) == .folder }

    func run() throws {
        PictureDecoder.startEarly()
        let config = try Config.fromFile(configFile.path)
        let cards = try CardSelection(
            card: config.show.cardPath(given: card.name), pictures: [], options: tiltOptions,
            config: config)
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
        guard let log, moment.time == nil else {
            let moment = try moment.moment(of: card.scene, settings, log)
            try renderer.bitmap(moment).writePNG(to: output, inputFiles: inputFiles)
            return try renderer.throwLastFailure()
        }
        let moments = LogMoments(
            of: card.scene, log, settings: settings,
            events: moment.events(in: card.scene.size))
        if isFolder {
            try renderer.writeFrames(
                moments, rate: fps ?? 60, folder: output, inputFiles: inputFiles)
        } else {
            try renderer.writeAnimation(
                moments, rate: fps ?? 20, path: output, inputFiles: inputFiles)
        }
        try renderer.throwLastFailure()
    }
}

/// One of the viewer's eyes.
enum ViewingEye: String, ExpressibleByArgument, CaseIterable {
    case left, right

    /// How far it is to the right of the middle between both, millimetres. Adults' pupils are 63 mm
    /// apart on average (Dodgson, 2004); 64 is what stereo pictures are usually made for.
    var place: Double { self == .left ? -32 : 32 }
}

/// WIDTHxHEIGHT in pixels.
extension PixelSize: ExpressibleByArgument, CustomStringConvertible {
    /// The range of a side: a few layers of the largest picture still fit into memory.
    static let sides = 4...8192

    /// The size nearest to a card's own; if that is too large, a smaller one with its proportions.
    init(card: Size) {
        let most = Double(Self.sides.upperBound)
        let scale = min(1, most / max(card.width, card.height))
        func side(_ length: Double) -> Int {
            max(Self.sides.lowerBound, Int(saturating: length * scale))
        }
        self.init(width: side(card.width), height: side(card.height))
    }

    public init?(argument: String) {
        let sides = argument.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard sides.count == 2, let width = sides[0], let height = sides[1],
            Self.sides.contains(width), Self.sides.contains(height)
        else { return nil }
        self.init(width: width, height: height)
    }

    public var description: String { "\(width)x\(height)" }
}
