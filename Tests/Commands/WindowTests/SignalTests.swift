import Foundation
import TestSupport
import Testing

/// SIGINT, SIGTERM and SIGHUP end the program within a second, whatever it is doing.
@Suite(.enabled(if: Xvfb.isInstalled, "needs Xvfb and xdotool"), .serialized)
struct SignalTests {
    static let signals = [SIGINT, SIGTERM, SIGHUP]
    /// Seconds; four times what is promised, for a slow machine.
    private let limit = 4.0

    /// Sends the signal once `isThere`, and gives how the program ended.
    private func end(
        _ program: Child, by signal: Int32, _ name: String, once isThere: () throws -> Bool
    ) throws -> Int32 {
        let isReached = try eventually { try isThere() || !program.isRunning }
        try #require(isReached && program.isRunning, "\(name) was not reached")
        let start = ContinuousClock.now
        program.send(signal)
        let hasEnded = eventually(within: limit) { !program.isRunning }
        print("\(name), signal \(signal): \(ContinuousClock.now - start)")
        try #require(hasEnded, "\(name) still runs")
        return program.wait()
    }

    private let card = TestCard.plain()
    private let endless = TestCard.endless()
    private let folder = TemporaryFolder()

    private func start(
        _ arguments: [String], streams: Child.Streams = Child.Streams(),
        environment changes: [String: String?] = [:]
    ) throws -> Child {
        var environment = ProcessInfo.processInfo.environment
        let own: [String: String?] = [
            "HOME": "/nonexistent", "XDG_CONFIG_HOME": nil, "XDG_RUNTIME_DIR": folder.path,
            "WAYLAND_DISPLAY": nil, "SDL_VIDEODRIVER": nil, "SSH_CONNECTION": nil, "SSH_TTY": nil,
            "TERM": "xterm-256color", "DISPLAY": nil,
        ]
        for (name, value) in own.merging(changes, uniquingKeysWith: { $1 }) {
            environment[name] = value
        }
        return try Child(
            Program.executable.path, arguments, streams: streams, environment: environment,
            folder: folder.path)
    }

    private func showing(_ card: TestCard) -> [String] {
        ["show", "--from", "pointer:", "--card", card.folder.path]
    }

    @Test(arguments: signals)
    func `while a picture is read for ever for a window`(signal: Int32) throws {
        let server = try Xvfb()
        let program = try start(showing(endless), environment: ["DISPLAY": server.display])
        let status = try end(program, by: signal, "decoding, window") {
            // Until the window is there a signal ends it as it ends any program.
            try program.processorSeconds > 0.5 && server.hasWindow
        }
        #expect(status == 0)
    }

    @Test(arguments: signals)
    func `while a picture is read for ever for a terminal`(signal: Int32) throws {
        let terminal = try PseudoTerminal()
        let before = terminal.settings
        let program = try start(
            showing(endless) + ["--display", "terminal"],
            streams: .init(input: terminal.path, output: terminal.path))
        let status = try end(program, by: signal, "decoding, terminal") {
            terminal.read().contains("\u{1B}[?1049h") && program.processorSeconds > 0.5
        }
        #expect(status == 0)
        #expect(terminal.settings == before)
        #expect(eventually { terminal.read().hasSuffix("\u{1B}[?25h\u{1B}[?1049l") })
    }

    @Test(arguments: ["check", "render"], signals)
    func `while a picture is read for ever for a command`(command: String, signal: Int32) throws {
        let output = folder.file("picture.png").path
        let program = try start(
            command == "check"
                ? ["check", endless.folder.path]
                : ["render", "--card", endless.folder.path, "--tilt", "0", "-o", output])
        let status = try end(program, by: signal, "decoding, \(command)") {
            program.processorSeconds > 0.5
        }
        #expect(status == 128 + signal)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    }

    @Test(arguments: signals)
    func `while the terminal does not take what is written`(signal: Int32) throws {
        let terminal = try PseudoTerminal()
        terminal.resize(columns: 300, rows: 90)
        let before = terminal.settings
        let gradients = try TestCard.gradients()
        let program = try start(
            showing(gradients) + ["--display", "terminal"],
            streams: .init(input: terminal.path, output: terminal.path))
        let status = try end(program, by: signal, "stalled terminal") {
            terminal.settings != before && program.isBlocked
        }
        #expect(status == 128 + signal)
        #expect(terminal.settings == before)
        #expect(eventually { terminal.read().hasSuffix("\u{1B}[?25h\u{1B}[?1049l") })
    }

    @Test(arguments: signals)
    func `while the X server is frozen`(signal: Int32) throws {
        let server = try Xvfb()
        let program = try start(showing(card), environment: ["DISPLAY": server.display])
        #expect(try eventually { try server.hasWindow })
        server.freeze(true)
        defer { server.freeze(false) }
        _ = try end(program, by: signal, "frozen X server") { program.isBlocked }
    }

    @Test func `when the X server has died`() throws {
        let server = try Xvfb()
        let program = try start(showing(card), environment: ["DISPLAY": server.display])
        #expect(try eventually { try server.hasWindow })
        server.kill()
        #expect(eventually(within: limit) { !program.isRunning })
    }

    @Test(
        .enabled(if: Broker.program != nil, "needs mosquitto"),
        arguments: [["show", "--display", "terminal"], ["serve", "--socket", "s"]], signals)
    func `while the broker hangs`(command: [String], signal: Int32) throws {
        let broker = try Broker()
        broker.freeze(true)
        defer { broker.freeze(false) }
        let terminal = try PseudoTerminal()
        let shown = command[0] == "show" ? ["--card", card.folder.path] : []
        let program = try start(
            command + shown + ["--from", "mqtt://127.0.0.1:\(broker.port)/card"],
            streams: .init(input: terminal.path, output: terminal.path))
        _ = try end(program, by: signal, "hanging broker, \(command[0])") {
            terminal.read()
            let isThere = FileManager.default.fileExists(atPath: folder.file("s").path)
            return isThere || terminal.text.contains("Waiting")
        }
        #expect(terminal.isInLineMode)
    }

    @Test(
        arguments: [
            ["doctor", "--config"], ["devices", "--uri"], ["calibrate", "--from"],
            ["record", "log.csv", "--from"], ["show", "--display", "terminal", "--from"],
            ["serve", "--socket", "s", "--from"],
        ], signals)
    func `while a device's server says nothing`(command: [String], signal: Int32) throws {
        let server = try SilentServer()
        let address = "ip:127.0.0.1:\(server.port)"
        let config = folder.write("config.toml", "source.from = \"\(address)\"\n")
        let card = command[0] == "show" ? ["--card", card.folder.path] : []
        let program = try start(
            command + [command[0] == "doctor" ? config : address] + card)
        let status = try end(program, by: signal, "silent server, \(command[0])") {
            server.hasClient
        }
        #expect(status == 128 + signal)
        #expect(!FileManager.default.fileExists(atPath: folder.file("log.csv").path))
    }

    @Test(arguments: [["record", "log.csv"], ["calibrate"], ["show"]], signals)
    func `while a service is waited for`(command: [String], signal: Int32) throws {
        let terminal = try PseudoTerminal()
        let shown =
            command == ["show"] ? ["--card", card.folder.path, "--display", "terminal"] : []
        let source = command == ["calibrate"] ? "file:\(try silentPipe().path)" : "socket:none"
        let program = try start(
            command + shown + ["--from", source],
            streams: .init(input: terminal.path, output: terminal.path))
        _ = try end(program, by: signal, "waiting, \(command[0])") {
            terminal.read()
            return program.processorSeconds > 0.004 && program.isBlocked
        }
        #expect(terminal.isInLineMode)
    }

    @Test(arguments: [["angles", "-"], ["record", "log.csv", "--from", "-"]], signals)
    func `while a pipe gives nothing`(command: [String], signal: Int32) throws {
        let pipe = try silentPipe()
        let program = try start(command, streams: .init(input: pipe.path))
        _ = try end(program, by: signal, "silent pipe, \(command[0])") {
            program.processorSeconds > 0.004 && program.isBlocked
        }
    }

    @Test(
        arguments: [
            ["record", "-", "--from", "file:log.csv"], ["angles", "log.csv"],
            ["simulate", "--preset", "hand", "--duration", "3000", "-o", "-"],
        ], signals)
    func `while a pipe takes nothing`(command: [String], signal: Int32) throws {
        let log = folder.file("log.csv").path
        try #require(
            try Program.run("simulate", "--preset", "hand", "--duration", "60", "-o", log).status
                == 0)
        let pipe = try silentPipe()
        let program = try start(command, streams: .init(output: pipe.path))
        _ = try end(program, by: signal, "full pipe, \(command[0])") { pipe.isFull }
    }

    @Test(arguments: signals)
    func `while it records, and the log is whole`(signal: Int32) throws {
        let log = folder.file("log.csv").path
        let program = try start(["record", log, "--from", "simulated:hand"])
        let status = try end(program, by: signal, "recording") {
            (try? String(contentsOfFile: log, encoding: .utf8)).map { $0.count > 2000 } ?? false
        }
        #expect(status == 0)
        let check = try Program.run("check", log)
        #expect(check.status == 0, "\(check.errors)")
        #expect(try String(contentsOfFile: log, encoding: .utf8).hasSuffix("\n"))
    }

    @Test(arguments: signals)
    func `while it serves`(signal: Int32) throws {
        let program = try start(["serve", "--from", "simulated:hand", "--socket", "s"])
        let status = try end(program, by: signal, "serving") {
            FileManager.default.fileExists(atPath: folder.file("s").path)
        }
        #expect(status == 0)
        #expect(!FileManager.default.fileExists(atPath: folder.file("s").path))
    }

    @Test(arguments: signals)
    func `while it renders, and leaves no half picture`(signal: Int32) throws {
        let log = folder.file("log.csv").path
        try #require(
            try Program.run("simulate", "--preset", "hand", "--duration", "20", "-o", log).status
                == 0)
        let program = try start(
            ["render", "--card", card.folder.path, "--from", log, "-o", "card.png", "--size"]
                + ["1600x1200"])
        let status = try end(program, by: signal, "rendering") { program.processorSeconds > 0.5 }
        #expect(status == 128 + signal)
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(left == ["log.csv"])
    }

    private func silentPipe() throws -> SilentPipe { try SilentPipe(folder.file("pipe").path) }
}
