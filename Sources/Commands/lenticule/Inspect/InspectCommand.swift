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
        abstract:
            "Print every layer's properties at a moment, or as they move, and what drives them.",
        discussion: """
            The moment is the one that render draws with the same options. Places are in points of \
            the card, from its top left. With --cost it draws the card while it is tilted, as a \
            window does without a graphics processor, and prints how long a frame takes, and which \
            layers and which kinds of work take that time: fetch (pictures and colours), blend \
            (groups, masks and blend modes), shade (gradients and meshes), blur, halve (smaller \
            copies of pictures), lens, write (to the screen), evaluate (the layers' properties). With \
            --watch it prints the tilt and the layers' driven properties live, as show would show them \
            with the same --from and the configuration of show: in a terminal in place, until q or \
            Ctrl-C; else a line ten times a second, also until the end of a log.
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

    @Flag(
        help: ArgumentHelp(
            "Print the values as they move, while --from tilts the card: all that show --from takes but "
                + "pointer:; source.from of the configuration, else auto (a running service, else a "
                + "sensor, else simulated:orbit), if not given."))
    var watch = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("With --watch: end after so many seconds.", valueName: "s"))
    var seconds: Double?

    @Flag(help: "Print JSON; with --watch an object a line.")
    var json = false

    @OptionGroup var tiltOptions: TiltOptions

    @OptionGroup var configFile: SoleConfigOption

    func validate() throws {
        if size != nil, !cost { throw ValidationError("--size needs --cost") }
        if cost, moment.hasOptionsBesidesFrom {
            throw ValidationError("--cost takes no moment: give only --from with it")
        }
        try validateWatch()
    }

    private func validateWatch() throws {
        if watch, cost { throw ValidationError("--watch and --cost: give one of them") }
        if watch, moment.hasOptionsBesidesFrom {
            throw ValidationError("--watch takes no moment: give only --from with it")
        }
        if seconds != nil, !watch { throw ValidationError("--seconds needs --watch") }
        if let seconds, !(seconds > 0 && seconds.isFinite) {
            throw ValidationError(
                "--seconds is \(seconds); it must be a number of seconds above 0")
        }
    }

    func run() throws {
        PictureDecoder.startEarly()
        if watch { return try watchCard() }
        let config = try Config.fromFile(configFile.path)
        let cards = try selection(config)
        let card = try cards.played()
        if cost { return try printCost(of: card, cards) }
        let scene = card.scene
        let log = try moment.log(orbit: cards.orbit(of: scene))
        let moment = try moment.moment(of: scene, cards.tilt, log)
        let report = InspectReport(cards.card, scene, moment)
        if json { return print(try report.json()) }
        for line in report.lines { printLine(line) }
    }

    private func selection(_ config: Config, reducesMotion: Bool = false) throws -> CardSelection {
        var settings = config.cardSettings(tiltOptions)
        settings.reducesMotion = reducesMotion
        // Of a shader only its numbers are told; none runs.
        settings.shaders = .all
        return try CardSelection(.named(config.show.cardPath(given: card.name)), settings)
    }

    /// The card as `show` would show it, with the configuration in force.
    private func watchCard() throws {
        let config = try Config.inForce(explicit: configFile.path)
        let name = try moment.from.map { text throws(SourceError) in try SourceName(watched: text) }
        let cards = try selection(
            config, reducesMotion: config.show.reducesMotion ?? DesktopSettings().reducesMotion)
        try CardWatch(
            card: try cards.played(), cards: cards, opener: config.opener,
            sourceName: name ?? config.source.from, seconds: seconds, printsJSON: json
        ).run()
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

extension SourceName {
    /// A source that is watched: also a log by its path alone, as the other uses of --from take it.
    fileprivate init(watched text: String) throws(SourceError) {
        switch FileKind(text) {
        case .file, .folder: self = .log(path: text)
        default: try self.init(text)
        }
    }
}
