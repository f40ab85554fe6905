import Decoding
import Foundation
import Geometry
import Picture
import TestSupport
import Testing

/// The card in a terminal.
@Suite struct TerminalTests {
    private let card = TestCard.plain()

    private func start(tilt: Double, in terminal: PseudoTerminal) throws -> RunningProgram {
        let log = card.folder.write("log.csv", TestCard.log(tilt: tilt))
        return try RunningProgram(
            ["replay", log, "--loop", "--card", card.folder.path, "--display", "terminal"],
            environment: environment, terminal: terminal.path)
    }

    /// A terminal of today, and nothing of this machine's settings; no debugger takes a crash over.
    private let environment: [String: String?] = [
        "XDG_CONFIG_HOME": nil, "HOME": "/nonexistent", "TERM": "xterm-256color", "NO_COLOR": nil,
        "SWIFT_BACKTRACE": "enable=no",
    ]

    /// Ends the program and looks at what it leaves behind.
    private func expectEnd(
        of program: RunningProgram, in terminal: PseudoTerminal, statuses: [Int32] = [0],
        words: String = ""
    ) throws {
        #expect(
            eventually {
                terminal.read()
                return !program.isRunning
            })
        #expect(statuses.contains(try program.result().status))
        let end = "\u{1B}[?7h\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l"
        #expect(eventually { terminal.read().hasSuffix(end) })
        #expect(terminal.isInLineMode)
        #expect(program.words == words)
    }

    @Test func `half blocks in 24-bit colour, until q`() throws {
        let terminal = try PseudoTerminal()
        let program = try start(tilt: 30, in: terminal)
        #expect(eventually { terminal.read().contains("▄") })
        // A line that is too long, such as one of wide characters, does not scroll the screen.
        #expect(terminal.text.contains("\u{1B}[?7l") && !terminal.text.contains("\u{1B}[?7h"))
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
        try expectEnd(of: program, in: terminal, statuses: [0, 128 + signal])
    }

    @Test(arguments: [
        SIGQUIT, SIGABRT, SIGSEGV, SIGILL, SIGTRAP, SIGBUS, SIGFPE,
    ])
    func `a crash puts the terminal back first`(signal: Int32) throws {
        let terminal = try PseudoTerminal()
        let before = terminal.settings
        let program = try start(tilt: 0, in: terminal)
        #expect(eventually { terminal.read().contains("▄") })
        #expect(terminal.settings != before)
        program.send(signal)
        #expect(try #require(try program.result(within: 30)).status == 128 + signal)
        let end = "\u{1B}[?7h\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l"
        #expect(eventually { terminal.read().hasSuffix(end) })
        #expect(terminal.settings == before)
    }

    /// Runs a shell whose terminal this is, as after a login.
    private func shell(_ options: [String], in terminal: PseudoTerminal) throws -> RunningProgram {
        try RunningProgram(
            ["-cw", "sh", "-c", "exec \"$@\" 2>&1", "sh"] + options,
            of: URL(filePath: "/usr/bin/setsid"),
            environment: environment, terminal: terminal.path)
    }

    @Test func `Ctrl-Z gives the terminal back, and fg takes it again`() throws {
        let terminal = try PseudoTerminal()
        let shell = try shell(
            ["bash", "--norc", "--noprofile", "--noediting", "-i"], in: terminal)
        let command = "\(Program.executable.path) show --from pointer: --display terminal --card "
        terminal.type("\(command)\(card.folder.path)\n")
        #expect(eventually { terminal.read().contains("▄") })
        terminal.type("\u{1A}")
        #expect(eventually { terminal.read().contains("Stopped") })
        let pages = terminal.text.components(separatedBy: "\u{1B}[?25h\u{1B}[?1049l")
        #expect(pages.count == 2 && pages[1].contains("Stopped"))
        terminal.type("fg; echo ended $?\n")
        let again = "\u{1B}[?1049h"
        #expect(
            eventually {
                let parts = terminal.read().components(separatedBy: again)
                return parts.count > 2 && parts[parts.count - 1].contains("▄")
            })
        #expect(!terminal.isInLineMode)
        terminal.type("q")
        #expect(eventually { terminal.read().contains("ended 0") }, "\(terminal.text.suffix(200))")
        terminal.type("exit\n")
        #expect(try shell.result(within: 30) != nil)
        // The terminal gets back each title that it has saved.
        let titles = ["22", "23"].map {
            terminal.read().components(separatedBy: "\u{1B}[\($0);0t").count - 1
        }
        #expect(titles == [2, 2])
    }

    @Test func `Ctrl-C ends it though a picture is being read for ever`() throws {
        let terminal = try PseudoTerminal()
        let before = terminal.settings
        let endless = TestCard.endless()
        let shell = try shell(
            [
                Program.executable.path, "show", "--from", "pointer:", "--display", "terminal",
                "--card", endless.folder.path,
            ], in: terminal)
        #expect(eventually { terminal.read().contains("\u{1B}[?1049h") })
        terminal.type("\u{3}")
        #expect(try shell.result(within: 4) != nil)
        #expect(eventually { terminal.read().hasSuffix("\u{1B}[?1049l") })
        #expect(terminal.settings == before)
    }

    @Test func `a log on standard input plays, and keys come from the terminal`() throws {
        let terminal = try PseudoTerminal()
        let log = card.folder.write("log.csv", TestCard.log(tilt: 30, seconds: 30))
        let shell = try shell(
            ["sh", "-c", "\"$0\" replay - --display terminal --card \"$1\" < \"$2\""]
                + [Program.executable.path, card.folder.path, log], in: terminal)
        #expect(eventually { terminal.read().contains("\u{1B}[?1049h") })
        #expect(eventually { terminal.read().contains("▄") })
        terminal.type("q")
        #expect(try #require(try shell.result(within: 30)).status == 0)
        #expect(eventually { terminal.read().contains("\u{1B}[?1049l") })
    }

    @Test func `other keys than the named ones change nothing`() throws {
        let terminal = try PseudoTerminal()
        let program = try start(tilt: 0, in: terminal)
        #expect(eventually { terminal.read().contains("▄") })
        // F2, the right arrow in application mode, Alt-x, and 22 arrows.
        terminal.type("\u{1B}OQ\u{1B}OC\u{1B}x" + String(repeating: "\u{1B}[C", count: 22) + "h")
        #expect(eventually { terminal.read().contains("quit") || !program.isRunning })
        #expect(program.isRunning)
        terminal.type("q")
        try expectEnd(of: program, in: terminal)
    }

    @Test func `the picture is saved right after an arrow, too`() throws {
        let cards = TemporaryFolder()
        for name in ["one", "two"] {
            for picture in ["back", "middle", "front"] {
                cards.write(
                    "lenticule/cards/\(name)/\(picture).svg",
                    """
                    <svg xmlns="http://www.w3.org/2000/svg" width="40" height="22"><rect \
                    width="40" height="22" fill="\(name == "one" ? "red" : "blue")"/></svg>
                    """)
            }
        }
        let terminal = try PseudoTerminal()
        let program = try RunningProgram(
            ["show", "--from", "pointer:", "--display", "terminal", "--card", "one"],
            environment: environment.merging(["XDG_DATA_HOME": cards.path]) { $1 },
            terminal: terminal.path)
        #expect(eventually { terminal.read().contains("▄") })
        terminal.type("\u{1B}[Cs")
        #expect(eventually { terminal.read().contains("Saved") })
        terminal.type("q")
        try expectEnd(of: program, in: terminal)
        // The terminal keeps its own title and gets it back.
        let title = terminal.text.firstRange(of: "\u{1B}]0;two\u{7}")
        let (saving, back) = (
            terminal.text.firstRange(of: "\u{1B}[22;0t"),
            terminal.text.firstRange(of: "\u{1B}[23;0t")
        )
        #expect(try #require(saving).upperBound <= #require(title).lowerBound)
        #expect(try #require(title).upperBound <= #require(back).lowerBound)
        let saved = PictureFile(path: program.folder.file("two-1.png").path)
        #expect(try saved.size() == Size(width: 40, height: 22))
        #expect(try saved.bitmap(PixelSize(width: 40, height: 22))[20, 11] == 0xFF00_00FF)
    }

    @Test func `an orbit tilts the next card about that card's axis`() throws {
        let cards = TemporaryFolder()
        for axis in ["horizontal", "vertical"] {
            cards.write("lenticule/cards/\(axis)/card.toml", "tilt.axis = \"\(axis)\"\n")
            for picture in ["back", "middle", "front"] {
                cards.write(
                    "lenticule/cards/\(axis)/\(picture).svg",
                    "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"40\" height=\"22\"/>")
            }
        }
        let terminal = try PseudoTerminal()
        let program = try RunningProgram(
            [
                "show", "--from", "simulated:orbit", "--display", "terminal", "--card",
                "horizontal", "--trace", "trace",
            ],
            environment: environment.merging(["XDG_DATA_HOME": cards.path]) { $1 },
            terminal: terminal.path)
        func awaitTilt(
            _ isIt: (_ aboutVertical: Double, _ aboutHorizontal: Double) -> Bool
        ) throws -> Bool {
            try eventually {
                terminal.read()
                let trace = try SceneTrace(program.folder.file("trace").path)
                return trace.inputs.contains { isIt($0.x ?? 0, $0.y ?? 0) }
            }
        }
        #expect(try awaitTilt { abs($0) < 1 && abs($1) > 10 })
        terminal.type("\u{1B}[C")
        #expect(try awaitTilt { abs($0) > 10 && abs($1) < 1 })
        terminal.type("q")
        try expectEnd(of: program, in: terminal)
    }

    @Test func `--stats are printed when the picture has gone`() throws {
        let terminal = try PseudoTerminal()
        let program = try RunningProgram(
            ["show", "--from", "pointer:", "--display", "terminal", "--stats", "--card"]
                + [card.folder.path], environment: environment, terminal: terminal.path)
        #expect(eventually { terminal.read().contains("▄") })
        terminal.type("q")
        #expect(try #require(try program.result(within: 30)).status == 0)
        #expect(
            eventually {
                let parts = terminal.read().components(separatedBy: "\u{1B}[?1049l")
                return parts.count == 2 && parts[1].contains("\"renderer\":\"terminal\"")
            })
    }

    @Test func `a terminal without cursor and colours is told of`() throws {
        let terminal = try PseudoTerminal()
        let program = try RunningProgram(
            ["show", "--from", "pointer:", "--display", "terminal", "--card", card.folder.path],
            environment: environment.merging(["TERM": "dumb"]) { $1 }, terminal: terminal.path)
        #expect(try #require(try program.result(within: 30)).status == 69)
        #expect(program.words.hasPrefix("lenticule: the terminal cannot show a picture: TERM is"))
        #expect(terminal.read() == "")
    }

    @Test(arguments: [["NO_COLOR": "1"], ["TERM": "vt100"]], [true, false])
    func `without colours the picture is in shades`(
        changes: [String: String?], isTerminal: Bool
    ) throws {
        let terminal = isTerminal ? try PseudoTerminal() : nil
        let program = try RunningProgram(
            ["show", "--from", "pointer:", "--display", "terminal", "--card", card.folder.path],
            environment: environment.merging(changes) { $1 }, terminal: terminal?.path)
        // Lime is bright: BT.709 gives it 0.7 of white.
        let row = String(repeating: "*", count: 10)
        if let terminal {
            #expect(eventually { terminal.read().contains(row) })
            terminal.type("q")
        }
        let result = try #require(try program.result(within: 30))
        #expect(result.status == 0)
        let text = terminal?.read() ?? result.output
        #expect(text.contains(row) && !text.contains("[48;2"))
    }

    @Test func `a device that is not there is told of wherever the picture goes`() throws {
        let arguments = [
            "show", "--from", "ip:127.0.0.1:1", "--display", "terminal", "--card",
            card.folder.path,
        ]
        let terminal = try PseudoTerminal()
        let shown = try RunningProgram(
            arguments, environment: environment, terminal: terminal.path
        ).result()
        let printed = try RunningProgram(arguments, environment: environment).result()
        #expect(shown.status == 69)
        #expect(printed.status == 69)
        #expect(printed.errors == shown.errors)
        #expect(printed.output == "")
    }

    @Test func `the card is shown while the sensor's machine says nothing`() throws {
        let (server, terminal) = (try SilentServer(), try PseudoTerminal())
        let program = try RunningProgram(
            [
                "show", "--from", "ip:127.0.0.1:\(server.port)", "--display", "terminal",
                "--card", card.folder.path,
            ], environment: environment, terminal: terminal.path)
        #expect(eventually { terminal.read().contains("Waiting for a sensor") })
        #expect(eventually { server.hasClient })
        // The sensor's machine has not given up yet.
        terminal.type("q")
        try expectEnd(of: program, in: terminal, words: "")
    }

    @Test func `a sensor that is absent is waited for, unless --no-wait`() throws {
        let arguments = [
            "show", "--from", "local:", "--display", "terminal", "--card", card.folder.path,
        ]
        let terminal = try PseudoTerminal()
        let waiting = try RunningProgram(
            arguments, environment: environment, terminal: terminal.path)
        #expect(eventually { terminal.read().contains("Waiting for") })
        terminal.type("q")
        try expectEnd(
            of: waiting, in: terminal,
            words: """
                lenticule: waiting for a sensor: cannot find a sensor here: this machine has no IIO \
                device\n
                """)
        let other = try PseudoTerminal()
        let ended = try RunningProgram(
            arguments + ["--no-wait"], environment: environment, terminal: other.path
        ).result()
        #expect(ended.status == 69)
    }

    @Test func `--stats is printed where the picture goes into a pipe`() throws {
        let result = try RunningProgram(
            [
                "show", "--from", "pointer:", "--display", "terminal", "--stats", "--card",
                card.folder.path,
            ], environment: environment
        ).result()
        let line = try #require(result.output.split(separator: "\n").last)
        #expect(line.hasPrefix("{") && line.contains("\"renderer\":\"terminal\""))
    }

    @Test func `what is told waits until the picture has gone`() throws {
        let terminal = try PseudoTerminal()
        let program = try RunningProgram(
            [
                "-c", "exec \"$0\" \"$@\" 2>&1", Program.executable.path, "show", "--card",
                card.folder.path, "--display", "terminal", "--from", "mqtt://127.0.0.1:1/card",
            ], of: URL(filePath: "/bin/sh"), environment: environment, terminal: terminal.path)
        #expect(eventually { terminal.read().contains("Waiting for the broker") })
        terminal.type("q")
        let end = "\u{1B}[?1049l"
        #expect(
            eventually {
                terminal.read().contains("cannot reach the broker at 127.0.0.1:1")
                    && !program.isRunning
            })
        // Lines for people come before the picture's page or after it; its own panel may name the trouble.
        let line = "lenticule: cannot reach"
        let parts = terminal.text.components(separatedBy: end)
        let pages = parts[0].components(separatedBy: "\u{1B}[?1049h")
        #expect(parts.count == 2 && pages.count == 2)
        #expect(pages.last?.contains(line) == false, "\(parts[0].suffix(300))")
        #expect(pages[0].contains(line) || parts[1].contains(line))
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

    @Test func `without a terminal one picture is printed if it is asked for`() throws {
        let program = try RunningProgram(
            ["show", "--card", card.folder.path, "--display", "terminal"], environment: environment)
        let result = try program.result()
        #expect(result.status == 0)
        #expect(result.lines.count == 25)
        #expect(result.lines[12].contains("\u{1B}[48;2;0;255;0m"))
    }

    @Test(arguments: [true, false])
    func `without a display and a terminal there is one line, and status 69`(isSSH: Bool) throws {
        let program = try RunningProgram(
            ["show", "--card", card.folder.path, "--fullscreen"],
            environment: [
                "SSH_CONNECTION": isSSH ? "10.0.0.1 1 10.0.0.2 22" : nil,
                "DISPLAY": isSSH ? ":9999" : nil, "WAYLAND_DISPLAY": nil, "SDL_VIDEODRIVER": nil,
            ].merging(environment) { $1 })
        let result = try program.result()
        #expect(result.status == 69 && result.output == "")
        #expect(result.errors.hasPrefix("lenticule: no display: "))
        #expect(result.errors.hasSuffix("; --display terminal prints one picture\n"))
        #expect(result.errors.split(separator: "\n").count == 1)
    }

    @Test func `a terminal that tells an absurd size gets a picture`() throws {
        let terminal = try PseudoTerminal()
        terminal.resize(columns: 65535, rows: 65535)
        let program = try start(tilt: 0, in: terminal)
        #expect(eventually { terminal.read().contains("▄") })
        #expect(program.isRunning)
        terminal.resize(columns: 40, rows: 12)
        program.send(SIGTERM)
        #expect(
            eventually {
                terminal.read()
                return !program.isRunning
            })
        #expect(terminal.isInLineMode && program.words == "")
    }
}
