import Foundation
import TestSupport
import Testing

/// What an exhibition needs: a card that nobody ends, and that comes back by itself.
struct KioskTests {
    /// Runs a kiosk on a server that may not be there yet.
    private func kiosk(
        _ card: TestCard, on server: DummyServer, renderer: String = "cpu"
    ) throws -> RunningProgram {
        try RunningProgram(
            [
                "show", "--kiosk", "--from", "simulated:still", "--renderer", renderer, "--card",
                card.folder.path,
            ],
            environment: [
                "DISPLAY": server.display, "HOME": "/nonexistent", "XDG_CONFIG_HOME": nil,
                "WAYLAND_DISPLAY": nil, "SDL_VIDEODRIVER": nil,
            ])
    }

    private func awaitColour(_ colour: Colour, of server: DummyServer, _ size: (Int, Int)) throws {
        for (x, y) in [(size.0 / 2, size.1 / 2), (size.0 / 2, size.1 - 1)] {
            var last = Colour()
            let isShown = try eventually {
                last = try server.colour(x: x, y: y)
                return difference(last, colour) <= 1
            }
            #expect(isShown, "\(last) instead of \(colour) at \(x), \(y)")
        }
    }

    @Test(
        .enabled(if: DummyServer.isInstalled, DummyServer.absence), arguments: ["cpu", "gl"],
        [false, true])
    func `a kiosk waits for its server, no key ends it, and it fills each mode of the display`(
        renderer: String, isManaged: Bool
    ) throws {
        let (server, card) = (DummyServer(), TestCard.plain())
        let program = try kiosk(card, on: server, renderer: renderer)
        #expect(eventually { program.words.contains("tried again each second") })
        try server.start()
        #expect(try server.isFilled("1280x800"), "\(program.words)")
        // A desktop's window manager may start after its programs.
        if isManaged { try server.manageWindows() }
        #expect(try server.isFilled("1280x800"))
        for key in ["q", "Escape", "f", "t", "c", "s", "p", "h", "alt+F4"] {
            try server.press(key)
        }
        for mode in ["1024x768", "1920x1080"] {
            try server.setMode(mode)
            #expect(try server.isFilled(mode), "\(mode)")
        }
        try server.setMode(nil)
        usleep(300_000)
        try server.setMode("800x600")
        #expect(try server.isFilled("800x600"))
        // Neither a pointer nor a text is there.
        try awaitColour(card.colour(tilt: 0), of: server, (800, 600))
        #expect(program.isRunning)
        program.send(SIGTERM)
        let result = try #require(try program.result(within: 10))
        #expect(result.status == 0)
        #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
    }

    @Test(.enabled(if: DummyServer.isInstalled, DummyServer.absence))
    func `the end of its server ends a kiosk with a status after which systemd starts it again`()
        throws
    {
        let (server, card) = (DummyServer(), TestCard.plain())
        try server.start()
        let program = try kiosk(card, on: server)
        #expect(try server.isFilled("1280x800"))
        server.kill()
        withExtendedLifetime(card) {}
        #expect(try #require(try program.result(within: 20)).status == 69)
        let unit = try String(
            contentsOfFile: Repository.path("systemd/lenticule-kiosk.service"), encoding: .utf8)
        #expect(unit.contains("\nRestart=always\n") && unit.contains("\nStartLimitIntervalSec=0\n"))
    }

    @Test(.enabled(if: Xvfb.isInstalled, "needs Xvfb and xdotool"))
    func `a kiosk waits for its card, keeps it while its folder is away, and shows what comes`()
        throws
    {
        let (red, blue) = (Colour(255, 0, 0), Colour(0, 0, 255))
        let card = TestCard.scene(Self.text("#ff0000"))
        let (shown, away) = (card.folder.file("shown").path, card.folder.file("away").path)
        let files = FileManager.default
        let window = try CardWindow(
            ["show", "--kiosk", "--from", "simulated:still", "--card", shown])
        #expect(eventually { window.program.words.contains("tried again each second") })
        try files.createDirectory(atPath: away, withIntermediateDirectories: true)
        try Self.text("#ff0000").write(
            toFile: "\(away)/card.toml", atomically: true, encoding: .utf8)
        try files.moveItem(atPath: away, toPath: shown)
        try window.awaitColour(red)
        try files.moveItem(atPath: shown, toPath: away)
        usleep(500_000)
        try window.awaitColour(red)
        // Half a card, as while it is copied.
        try files.createDirectory(atPath: shown, withIntermediateDirectories: true)
        try "format = 2\nsize = [24".write(
            toFile: "\(shown)/card.toml", atomically: true, encoding: .utf8)
        usleep(500_000)
        try window.awaitColour(red)
        try Self.text("#0000ff").write(
            toFile: "\(shown)/card.toml", atomically: true, encoding: .utf8)
        try window.awaitColour(blue)
        window.program.send(SIGTERM)
        #expect(try window.result().status == 0)
    }

    private static func text(_ colour: String) -> String {
        "format = 2\nsize = [240, 180]\n[[layer]]\nname = \"sky\"\ncolour = \"\(colour)\"\n"
    }

    @Test(.enabled(if: Xvfb.isInstalled, "needs Xvfb and xdotool"))
    func `after a rest the card sways to both sides`() throws {
        let window = try CardWindow(
            ["show", "--attract", "1s", "--from", "simulated:still"], card: .plain())
        for colour in [Colour(0, 0, 255), Colour(255, 0, 0), Colour(0, 255, 0)] {
            let place = try window.place().centre
            #expect(
                try eventually {
                    difference(try window.server.screenshot()[place.x, place.y], colour) < 60
                }, "\(colour)")
        }
        window.program.send(SIGTERM)
        #expect(try window.result().status == 0)
    }

    @Test(
        .enabled(if: Xvfb.isInstalled && Stranger.isHere("socat"), "needs Xvfb, xdotool and socat"))
    func `systemd gets signs of life also while nothing moves`() throws {
        let folder = TemporaryFolder()
        let (socket, heard) = (folder.file("notify").path, folder.file("heard").path)
        let listener = try Child(
            "socat", ["-u", "UNIX-RECV:\(socket)", "OPEN:\(heard),creat,append"])
        defer { listener.send(SIGTERM) }
        #expect(eventually { FileManager.default.fileExists(atPath: socket) })
        let window = try CardWindow(
            ["show", "--kiosk", "--from", "simulated:still"], card: .plain(),
            environment: [
                "NOTIFY_SOCKET": socket, "WATCHDOG_USEC": "400000", "WATCHDOG_PID": nil,
            ])
        var counts: [Int] = []
        for _ in 0..<2 {
            #expect(
                eventually {
                    let text = (try? String(contentsOfFile: heard, encoding: .utf8)) ?? ""
                    let count = text.components(separatedBy: "WATCHDOG=1").count - 1
                    guard count >= (counts.last ?? 0) + 4 else { return false }
                    counts.append(count)
                    return true
                })
        }
        window.program.send(SIGTERM)
        #expect(try window.result().status == 0)
    }

    @Test(arguments: [
        (["--kiosk", "--display", "terminal"], "--kiosk needs a display"),
        (["--attract", "0"], "'0' is invalid for '--attract <time>'"),
        (["--attract", "5y"], "'5y' is invalid for '--attract <time>'"),
    ])
    func `what makes no sense is a mistake of usage`(arguments: [String], words: String) throws {
        let result = try Program.run(arguments: ["show"] + arguments)
        #expect(result.status == 64 && result.errors.contains(words), "\(result.errors)")
    }
}
