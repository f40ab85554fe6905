import ArgumentParser
import Card
import Decoding
import Display
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
            the card, from its top left.
            """)

    @OptionGroup var card: CardArgument

    @OptionGroup var moment: MomentOptions

    @Flag(help: "Print JSON.")
    var json = false

    @OptionGroup var tiltOptions: TiltOptions

    @OptionGroup var configFile: SoleConfigOption

    func run() throws {
        PictureDecoder.startEarly()
        let config = try Config.fromFile(configFile.path)
        let cards = try CardSelection(
            .named(config.show.cardPath(given: card.name)), config.cardSettings(tiltOptions))
        let scene = try cards.played().scene
        let log = try moment.log(orbit: cards.orbit(of: scene))
        let moment = try moment.moment(of: scene, cards.tilt, log)
        let report = InspectReport(cards.card, scene, moment)
        if json { return print(try report.json()) }
        for line in report.lines { printLine(line) }
    }
}
