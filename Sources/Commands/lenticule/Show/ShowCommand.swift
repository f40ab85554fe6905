import ArgumentParser
import Display
import Playback

private typealias Key = ScreenEvent.Key

/// `lenticule show`: shows the card in a window or in the terminal.
struct ShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a card that motion tilts.",
        discussion: """
            Without pictures or --card the card of the configuration is shown, else the demo card. Keys: \
            \(Key.recenter.name) makes this pose neutral, left and right change the card, \
            \(Key.fullscreen.name) full screen, \(Key.pause.name) pause, \(Key.save.name) save, \
            \(Key.tune.name) tune the card, \(Key.copy.name) copy it to your own folder, \
            \(Key.help.name) help, \(Key.quit.name) or Escape quit.
            """)

    @Option(
        help: ArgumentHelp(
            "What tilts the card: auto (a running service, else a sensor, else the pointer), "
                + "local:, ip:HOST[:PORT], usb:..., serial:..., mqtt://HOST/TOPIC, socket:[PATH] (a running "
                + "service), file:LOG, - (a log on standard input), pointer:, gamepad: or "
                + "simulated:[PRESET]; "
                + "source.from of the configuration, else auto, if not given.",
            valueName: "source"))
    var from: String?

    @OptionGroup var options: ShowOptions

    @OptionGroup var mqtt: MQTTOptions

    @Flag(
        help: """
            Say in a window, too, why no card is shown: for a menu of the desktop, where nobody reads \
            standard error.
            """)
    var errorsInWindow = false

    func run() throws {
        let source = try from.map { text throws(SourceError) in try SourceName(text) }
        try CardShow(options, from: source, mqtt: mqtt).run()
    }
}

/// `lenticule replay`: `show --from file:LOG`.
struct ReplayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay", abstract: "Show a card tilted by a recorded motion log.",
        discussion: "The same as show --from file:LOG.")

    @Argument(help: "The motion log, or - for standard input.", completion: .file())
    var log: String

    @OptionGroup var options: ShowOptions

    func run() throws {
        try CardShow(options, from: .log(path: log)).run()
    }
}
