import ArgumentParser
import Card
import Decoding
import Display
import Geometry
import MotionLog
import Platform
import Playback
import Scene

/// `lenticule inspect`: what a card computes at one moment.
struct InspectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Print every layer's properties at a moment, and what drives them.",
        discussion: """
            The moment is the one that render draws with the same options. Places are in points of \
            the card, from its top left. With --cost it draws the card while it is tilted, as a \
            window does without a graphics processor, and prints how long a frame takes, and which \
            layers and which kinds of work take that time: fetch (pictures and colours), blend \
            (groups, masks and blend modes), shade (gradients and meshes), blur, halve (smaller \
            copies of pictures), lens, write (to the screen), evaluate (the layers' properties).
            """)

    @OptionGroup var card: CardArgument

    @OptionGroup var moment: MomentOptions

    @Flag(
        help: ArgumentHelp(
            "Print what drawing the card takes on this machine while a log tilts it: that of --from, "
                + "or simulated:orbit."))
    var cost = false

    @Option(
        help: ArgumentHelp(
            "With --cost: the window's pixels, as 1280x720; 1920x1080 if not given.",
            valueName: "wxh"))
    var size: PixelSize?

    @Flag(help: "Print JSON.")
    var json = false

    @OptionGroup var tiltOptions: TiltOptions

    @OptionGroup var configFile: SoleConfigOption

    func validate() throws {
        if size != nil, !cost { throw ValidationError("--size needs --cost") }
        if cost, moment.hasOptionsBesidesFrom {
            throw ValidationError("--cost takes no moment: give only --from with it")
        }
    }

    func run() throws {
        PictureDecoder.startEarly()
        let config = try Config.fromFile(configFile.path)
        var settings = config.cardSettings(tiltOptions)
        // Of a shader only its numbers are told; none runs.
        settings.shaders = .all
        let cards = try CardSelection(
            .named(config.show.cardPath(given: card.name)), settings)
        let card = try cards.played()
        if cost { return try printCost(of: card, cards) }
        let scene = card.scene
        let log = try moment.log(orbit: cards.orbit(of: scene))
        let moment = try moment.moment(of: scene, cards.tilt, log)
        let report = InspectReport(cards.card, scene, moment)
        if json { return print(try report.json()) }
        for line in report.lines { printLine(line) }
    }

    private func printCost(of card: PlayedCard, _ cards: CardSelection) throws {
        let size = size ?? PixelSize(width: 1920, height: 1080)
        let log = try LogOrigin(
            naming: moment.from ?? "simulated:orbit", orbit: cards.orbit(of: card.scene))
        let renderer = FrameRenderer(card, size: size)
        let moments = LogMoments(
            of: card.scene, log, settings: cards.tilt, options: .printingWarnings)
        let cost = try renderer.telling { try renderer.cost(of: moments) }
        let report = CostReport(cards.card, card.scene, size, cost)
        if json { return print(try report.json()) }
        for line in report.lines { printLine(line) }
    }
}
