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
        abstract: "Draw a card at a tilt, or as a film, without a window.",
        discussion: """
            The output's ending says what is written: FILE.png one picture, or an animation with --from LOG, \
            --sway or --sweep; FILE.gif, FILE.webp, FILE.mp4 and FILE.webm a film, for which the program ffmpeg \
            is needed; FOLDER/ numbered frames. --time picks one moment of a log. Frames that a longer run left \
            in the folder are removed.
            """)

    @OptionGroup var card: CardArgument

    @OptionGroup var moment: MomentOptions

    @OptionGroup var film: FilmOptions

    @Option(
        help: ArgumentHelp(
            "Pixels, as 1280x720, at least 4 and at most 8192 a side; the card's own size if not "
                + "given, in a film at most 1920 pixels long, as WebP 720, as GIF 480.",
            valueName: "wxh"))
    var size: PixelSize?

    @Option(
        help: ArgumentHelp(
            "Which eye sees the card's lenses, left or right, for the two pictures of a stereo pair; "
                + "if not given, they are seen from the middle between both eyes.",
            valueName: "eye"))
    var eye: ViewingEye?

    @OptionGroup var object: ObjectOption

    @OptionGroup var sheetOption: SheetOption

    @OptionGroup var tiltOptions: TiltOptions

    @OptionGroup var configFile: SoleConfigOption

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "A PNG, GIF, WebP, MP4 or WebM file, - for a PNG on standard output, or a folder with a slash at "
                + "its end.", valueName: "file"))
    var output: String

    /// Whether a log, or the options, move the card.
    private var isMoved: Bool { film.moves || (moment.from != nil && moment.time == nil) }

    private var kind: RenderOutput {
        let ending = output.lowercased().hasSuffix(".apng")
        return RenderOutput(output, moves: isMoved || ending && !moment.hasPose)
    }

    func validate() throws {
        let kind = kind
        if case .folder = kind {} else { try OutputKind.frames.check(output) }
        try sheetOption.check(moment, film, kind)
        if film.moves, moment.from != nil || moment.hasPose {
            throw ValidationError(
                "give one of --from LOG, --sway, --sweep, and a tilt or --time")
        }
        switch kind {
        case .film where !isMoved && moment.hasPose:
            throw ValidationError(
                "\(output.printable): a film moves: leave out the tilt and --time, or give a name that ends "
                    + "in .png")
        case .folder where !isMoved:
            throw ValidationError(
                "\(output.printable): a folder of frames needs --from LOG, --sway or --sweep, and no --time"
            )
        case .picture:
            if let option = film.given {
                throw ValidationError("\(option) needs --from LOG or --sway, and no --time")
            }
        default: break
        }
        if case .film = kind {
            guard film.under != nil, moment.readsStandardInput else { return }
            throw ValidationError(
                "--under may write the film several times, and standard input is read once: give --from FILE"
            )
        }
        if let option = film.givenForEncoder {
            throw ValidationError(
                "\(option) is for GIF, WebP, MP4 and WebM: give a name that ends in .mp4")
        }
    }

    func run() throws {
        PictureDecoder.startEarly()
        let config = try Config.fromFile(configFile.path)
        let cards = try CardSelection(
            .named(config.show.cardPath(given: card.name)), config.cardSettings(tiltOptions))
        let card = try cards.played()
        guard eye == nil || card.scene.lensLayer != nil else {
            throw Failure(.usage, "\(card.title) has no lens, which --eye is for: leave it out")
        }
        let log = try moment.log(orbit: cards.orbit(of: card.scene))
        let inputFiles =
            card.inputFiles(forOutput: output) + configFile.inputFiles + (log?.files ?? [])
        if let sheet = try sheetOption.sheet(
            of: card.scene.size, cards.orbit(of: card.scene), cell: size, as: object.body)
        {
            let renderer = renderer(card, sheet.cell)
            return try renderer.telling {
                try renderer.bitmap(sheet, moment.still(of: card.scene))
                    .writePNG(to: output, inputFiles: inputFiles)
            }
        }
        if case .picture = kind {
            let renderer = renderer(card, size)
            return try renderer.telling {
                let moment = try moment.moment(of: card.scene, cards.tilt, log)
                try renderer.bitmap(moment).writePNG(to: output, inputFiles: inputFiles)
            }
        }
        let recording = FilmRecording(
            card: card, body: object.body, film: film, kind: kind, output: output,
            inputFiles: inputFiles)
        let moments = moments(of: card.scene, cards, log)
        try recording.write(moments, size: size) { renderer(card, $0) }
    }

    private func renderer(_ card: PlayedCard, _ size: PixelSize?) -> FrameRenderer {
        let renderer = FrameRenderer(card, size: size, eye: eye, as: object.body)
        for remark in renderer.contentRemarks { logger.warning("\(remark)") }
        return renderer
    }

    /// What moves the card in a film, and for how many seconds if that is known.
    private func moments(
        of scene: Scene, _ cards: CardSelection, _ log: LogOrigin?
    ) -> FilmRecording.TiltSource {
        let events = moment.events(in: scene.size)
        if let log {
            let settings = cards.tilt
            return .log(seconds: log.seconds) {
                LogMoments(
                    of: scene, log, settings: settings, events: events, options: .printingWarnings
                ) { logger.warning("\($0)") }
            }
        }
        let orbit = cards.orbit(of: scene)
        let usual: TiltPath.Figure =
            orbit.axis == nil ? .orbit(degrees: orbit.degrees) : .swing(degrees: orbit.degrees)
        let figure = film.sweep.map { TiltPath.Figure.sweep($0.range) } ?? usual
        return .path(TiltPath(figure, axis: cards.tilt.axis), events: events)
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
