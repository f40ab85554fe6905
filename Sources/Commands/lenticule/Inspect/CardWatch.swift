import Dispatch
import Display
import Motion
import MotionLog
import Platform
import Playback

/// `lenticule inspect --watch`: a card's values as they move.
struct CardWatch {
    let card: PlayedCard
    let cards: CardSelection
    let opener: SourceOpener
    let sourceName: SourceName
    /// After how many seconds it ends; nil: when it is asked to.
    let seconds: Double?
    let printsJSON: Bool

    /// Seconds from one look at the card to the next.
    private static let interval = 0.1

    /// Watches until the end that is asked for; where lines are printed also until the source's end.
    func run() throws {
        let source = try opener.open(
            sourceName, for: .watching, startsWithoutDevice: sourceName == .sensor,
            opensRemoteLater: true, orbit: PlayedOrbit(cards.orbit(of: card.scene)))
        let motion = CardMotion(source, named: sourceName, tilting: card, cards.tilt) {}
        defer { motion.stop() }
        if printsJSON || !TerminalText.isThere {
            try watch(motion.feed, PrintedValues(printsJSON: printsJSON))
        } else {
            holdLines()
            try watch(motion.feed, ValuesInTerminal(hint: motion.feed.hint))
        }
    }

    private func watch(_ feed: any TiltFeed, _ output: some WatchOutput) throws {
        let began = monotonicSeconds()
        let end = seconds.map { began + $0 } ?? .infinity
        var scene = FollowedScene(card.scene, tiltedBy: feed, from: began)
        var isOver = false
        while !isOver {
            let now = monotonicSeconds()
            // Before the moment, which then has all that the source has given.
            let hasEnded = feed.hasEnded
            let report = WatchReport(card, scene.moment(at: now), waitsFor: feed.waitsFor)
            try output.show(report)
            if let failure = feed.failure { throw failure }
            isOver =
                hasEnded && output.endsWithSource
                || !output.wait(until: min(now + Self.interval, end))
                || monotonicSeconds() >= end
        }
    }
}

/// Where the values go.
private protocol WatchOutput {
    /// Whether there is nothing more to say after the source's end.
    var endsWithSource: Bool { get }
    func show(_ report: WatchReport) throws
    /// Waits until a time of CLOCK_MONOTONIC, seconds; false if the end is asked for.
    func wait(until time: Double) -> Bool
}

/// A line for each look, on standard output.
private final class PrintedValues: WatchOutput {
    let endsWithSource = true
    private let printsJSON: Bool
    private let output: OutputFile
    private let isAskedToEnd = DispatchSemaphore(value: 0)
    private let endRegistration: Ending.Registration

    init(printsJSON: Bool) throws(FileError) {
        self.printsJSON = printsJSON
        output = try OutputFile("-")
        endRegistration = Ending.asking { [isAskedToEnd] in isAskedToEnd.signal() }
    }

    func show(_ report: WatchReport) throws {
        try output.write((printsJSON ? try report.json([]) : report.line.printable) + "\n")
    }

    func wait(until time: Double) -> Bool {
        let seconds = max(0, time - monotonicSeconds())
        return isAskedToEnd.wait(timeout: .now() + seconds) == .timedOut
    }
}

/// Lines that change in place.
private final class ValuesInTerminal: WatchOutput {
    let endsWithSource = false
    private let hint: String
    private let terminal: TerminalText

    init(hint: String) throws(DisplayError) {
        self.hint = hint
        terminal = try TerminalText()
    }

    func show(_ report: WatchReport) throws {
        let size = terminal.size
        try terminal.show(report.lines(columns: size.columns, rows: size.rows, hint: hint))
    }

    func wait(until time: Double) -> Bool { terminal.wait(until: time) }
}
