import Foundation
import TestSupport
import Testing

/// `inspect --watch` in a terminal.
@Suite struct WatchInTerminalTests {
    private let card = TestCard.scene()

    private func start(
        _ options: [String] = [], in terminal: PseudoTerminal
    ) throws -> RunningProgram {
        try RunningProgram(
            ["inspect", card.folder.path, "--watch", "--from", "simulated:orbit"] + options,
            environment: ["XDG_CONFIG_HOME": nil, "HOME": "/nonexistent"], terminal: terminal.path)
    }

    private func expectEnd(of program: RunningProgram, in terminal: PseudoTerminal) throws {
        #expect(
            eventually {
                terminal.read()
                return !program.isRunning
            })
        #expect(try program.result(within: 1)?.status == 0)
        #expect(eventually { terminal.read().hasSuffix("\u{1B}[?1049l") })
        #expect(terminal.isInLineMode && program.words == "")
    }

    @Test(arguments: ["q", "\u{1B}"])
    func `the lines change in place until the end is asked for`(key: String) throws {
        let terminal = try PseudoTerminal()
        terminal.resize(columns: 90, rows: 12)
        let program = try start(in: terminal)
        #expect(eventually { terminal.read().contains("2. box ") })
        // Several times of the card in the first row, and the screen is cleared once.
        #expect(
            eventually {
                terminal.read().components(separatedBy: "\u{1B}[1;1H").count > 5
            })
        #expect(terminal.text.components(separatedBy: "\u{1B}[0m\u{1B}[2J").count == 2)
        #expect(!terminal.text.contains("\n"))
        for words in ["1. sky", "3. card", "rotation ", "scale ", "offset-y ", "tilt-x "] {
            #expect(terminal.text.contains(words))
        }
        terminal.type(key)
        try expectEnd(of: program, in: terminal)
    }

    @Test func `a signal puts the terminal back`() throws {
        let terminal = try PseudoTerminal()
        let program = try start(in: terminal)
        #expect(eventually { terminal.read().contains("2. box ") })
        program.send(SIGINT)
        try expectEnd(of: program, in: terminal)
    }

    @Test func `what does not fit is left out, and it is said`() throws {
        let terminal = try PseudoTerminal()
        terminal.resize(columns: 24, rows: 5)
        let program = try start(["--seconds", "1"], in: terminal)
        try expectEnd(of: program, in: terminal)
        #expect(terminal.text.contains("more layers"))
        #expect(!terminal.text.contains("\u{1B}[6;1H"))
        let pieces = terminal.text.components(separatedBy: "\u{1B}[")
        let rows = pieces.filter { $0.contains(";1H") }.map {
            $0.components(separatedBy: "H").dropFirst().joined()
        }
        #expect(!rows.isEmpty && rows.allSatisfy { $0.count <= 24 })
    }
}
