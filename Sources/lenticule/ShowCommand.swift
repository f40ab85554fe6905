import ArgumentParser
import Card
import Display
import FoundationEssentials
import Glibc
import Motion
import MotionLog
import Picture

/// `lenticule show`: the card in a window.
struct ShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a card that motion tilts.",
        discussion: """
            Without pictures or --card the demo card is shown. Keys: space makes this pose \
            neutral, left and right change the card, f full screen, p pause, s save, h help, \
            q or Escape quit.
            """)

    @OptionGroup var options: ShowOptions

    func run() throws {
        try Show(options).run()
    }
}

/// `lenticule replay`: `show --from file:LOG`.
struct ReplayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay", abstract: "Show a card tilted by a recorded motion log.")

    @Argument(help: "The motion log, or - for standard input.", completion: .file())
    var log: String

    @OptionGroup var options: ShowOptions

    func run() throws {
        var options = options
        options.from = log == "-" ? "-" : "file:\(log)"
        try Show(options).run()
    }
}
