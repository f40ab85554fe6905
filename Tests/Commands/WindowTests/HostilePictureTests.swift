import Foundation
import TestSupport
import Testing

/// A picture without end holds nobody up.
@Suite(.enabled(if: Xvfb.isInstalled, "needs Xvfb and xdotool"))
struct HostilePictureTests {
    /// Red and green, and in front of them a picture that librsvg reads for years.
    private func makeCard() throws -> TestCard {
        let card = TestCard.plain()
        let endless = TestCard.endless()
        let front = endless.folder.file("front.svg")
        try FileManager.default.removeItem(at: card.folder.file("front.svg"))
        try FileManager.default.copyItem(at: front, to: card.folder.file("front.svg"))
        return withExtendedLifetime(endless) { card }
    }

    /// The process that decodes for a program, once it is busy.
    private func busyDecoder(of process: pid_t) throws -> pid_t {
        var found: pid_t?
        _ = eventually {
            found = children(of: process).first { processorTime(of: $0) > 0.3 }
            return found != nil
        }
        return try #require(found, "nobody decodes")
    }

    /// Checks that a process ends soon.
    private func expectEnd(of process: pid_t) {
        #expect(eventually(within: 2) { kill(process, 0) != 0 }, "it still runs")
    }

    @Test(arguments: ["cpu", "gl"])
    func `a window answers keys meanwhile`(renderer: String) throws {
        let card = try makeCard()
        let window = try CardWindow(card, tilt: 30, renderer: renderer)
        _ = try window.place()
        let decoder = try busyDecoder(of: window.program.process)
        try window.press("q")
        #expect(try #require(try window.program.result(within: 2)).status == 0)
        expectEnd(of: decoder)
    }

    @Test func `a window tells in one line what took six seconds, and shows the others`()
        throws
    {
        let card = try makeCard()
        let window = try CardWindow(card, tilt: 30)
        let decoder = try busyDecoder(of: window.program.process)
        var spent = 0.0
        let isTold = eventually(within: 20) {
            spent = max(spent, processorTime(of: decoder))
            return window.program.words.contains("front.svg: decoding took more than 5 s")
        }
        #expect(isTold, "\(window.program.words)")
        #expect(spent < 6, "\(spent) s")
        #expect(eventually(within: 5) { children(of: window.program.process).isEmpty })
        // Green covers red; the front picture would be half visible.
        try window.awaitColour(Colour(0, 255, 0))
        try window.press("q")
        #expect(try window.result().errors.split(separator: "\n").count == 1)
    }

    @Test func `a terminal answers keys meanwhile`() throws {
        let terminal = try PseudoTerminal()
        let card = try makeCard()
        let log = card.folder.write("log.csv", TestCard.log(tilt: 30))
        let program = try RunningProgram(
            ["replay", log, "--loop", "--display", "terminal", "--card", card.folder.path],
            environment: ["TERM": "xterm-256color", "COLORTERM": "truecolor"],
            terminal: terminal.path)
        let decoder = try busyDecoder(of: program.process)
        #expect(eventually { terminal.read().contains("\u{1B}[?1049h") })
        terminal.type("q")
        #expect(try #require(try program.result(within: 2)).status == 0)
        expectEnd(of: decoder)
    }

    @Test func `a program that is killed leaves no decoder behind`() throws {
        let window = try CardWindow(try makeCard(), tilt: 30)
        let decoder = try busyDecoder(of: window.program.process)
        window.program.send(SIGKILL)
        expectEnd(of: decoder)
    }
}
