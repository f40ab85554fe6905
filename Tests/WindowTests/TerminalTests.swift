import Foundation
import TestSupport
import Testing

/// The card in a terminal.
@Suite struct TerminalTests {
    private let card = TestCard.plain()

    private func start(tilt: Double, in terminal: PseudoTerminal) throws -> RunningProgram {
        let log = card.folder.write("log.csv", TestCard.log(tilt: tilt))
        return try RunningProgram(
            ["replay", log, "--loop", "--card", card.folder.path, "--display", "terminal"],
            environment: ["XDG_CONFIG_HOME": nil, "HOME": "/nonexistent"], terminal: terminal.path)
    }

    /// Ends the program and looks at what it leaves behind.
    private func expectEnd(of program: RunningProgram, in terminal: PseudoTerminal) throws {
        #expect(
            eventually {
                terminal.read()
                return !program.isRunning
            })
        #expect(try program.result().status == 0)
        #expect(terminal.read().hasSuffix("\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l"))
        #expect(terminal.isInLineMode)
        #expect(program.words == "")
    }

    @Test func `half blocks in 24-bit colour, until q`() throws {
        let terminal = try PseudoTerminal()
        let program = try start(tilt: 30, in: terminal)
        #expect(eventually { terminal.read().contains("▄") })
        // 127.5 is rounded either way.
        #expect(
            eventually {
                let text = terminal.read()
                return ["0;128;128", "0;127;128", "0;128;127", "0;127;127"].contains {
                    text.contains("\u{1B}[48;2;\($0)m")
                }
            })
        #expect(!terminal.isInLineMode)
        terminal.type("q")
        try expectEnd(of: program, in: terminal)
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func `a signal puts the terminal back`(signal: Int32) throws {
        let terminal = try PseudoTerminal()
        let program = try start(tilt: 0, in: terminal)
        #expect(eventually { terminal.read().contains("▄") })
        program.send(signal)
        try expectEnd(of: program, in: terminal)
    }

    @Test func `what is told waits until the picture has gone`() throws {
        let terminal = try PseudoTerminal()
        let program = try RunningProgram(
            [
                "-c", "exec \"$0\" \"$@\" 2>&1", Program.executable.path, "show", "--card",
                card.folder.path, "--display", "terminal", "--from", "mqtt://127.0.0.1:1/card",
            ], of: URL(filePath: "/bin/sh"),
            environment: ["XDG_CONFIG_HOME": nil, "HOME": "/nonexistent"], terminal: terminal.path)
        #expect(eventually { terminal.read().contains("Waiting for the broker") })
        terminal.type("q")
        let end = "\u{1B}[?1049l"
        #expect(
            eventually {
                terminal.read().contains("cannot reach the broker at 127.0.0.1:1")
                    && !program.isRunning
            })
        let parts = terminal.text.components(separatedBy: end)
        #expect(!parts[0].contains("cannot reach") && parts.count == 2)
    }

    @Test func `a new size is painted anew`() throws {
        let terminal = try PseudoTerminal()
        let program = try start(tilt: 0, in: terminal)
        #expect(eventually { terminal.read().contains("\u{1B}[11;1H") })
        #expect(!terminal.text.contains("\u{1B}[29;1H"))
        terminal.resize(columns: 60, rows: 30)
        program.send(SIGWINCH)
        #expect(eventually { terminal.read().contains("\u{1B}[29;1H") })
        terminal.type("\u{1B}")
        try expectEnd(of: program, in: terminal)
    }

    @Test(arguments: [true, false])
    func `without a terminal one picture is printed, over ssh too`(isSSH: Bool) throws {
        let program = try RunningProgram(
            ["show", "--card", card.folder.path] + (isSSH ? [] : ["--display", "terminal"]),
            environment: [
                "SSH_CONNECTION": isSSH ? "10.0.0.1 1 10.0.0.2 22" : nil, "DISPLAY": ":9999",
                "SDL_VIDEODRIVER": nil, "HOME": "/nonexistent", "XDG_CONFIG_HOME": nil,
            ])
        let result = try program.result()
        #expect(result.status == 0)
        #expect(result.lines.count == 25)
        #expect(result.lines[12].contains("\u{1B}[48;2;0;255;0m"))
    }
}
