import Foundation
import TestSupport
import Testing

/// Machines on which something is missing or lies: the card is shown nevertheless.
@Suite(.enabled(if: Xvfb.isInstalled, "needs Xvfb and xdotool"))
struct SurroundingsTests {
    struct Surroundings: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let variables: [String: String?]
    }

    private static let all = [
        Surroundings(
            testDescription: "no bus of the session",
            variables: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent"]),
        Surroundings(
            testDescription: "a desktop without its schemas of settings",
            variables: [
                "XDG_CURRENT_DESKTOP": "GNOME", "GSETTINGS_SCHEMA_DIR": "/nonexistent",
                "XDG_DATA_DIRS": "/nonexistent",
            ]),
        Surroundings(
            testDescription: "a home that cannot be written",
            variables: [
                "HOME": "/proc", "XDG_STATE_HOME": "/proc/state", "XDG_CACHE_HOME": "/proc/cache",
                "XDG_CONFIG_HOME": "/proc/config",
            ]),
        Surroundings(
            testDescription: "a locale with decimal commas",
            variables: ["LC_ALL": "de_DE.UTF-8", "LANG": "de_DE.UTF-8"]),
        Surroundings(
            testDescription: "no folder for sockets", variables: ["XDG_RUNTIME_DIR": "/nonexistent"]
        ),
    ]

    @Test(arguments: all)
    func `the card is shown, without a word`(surroundings: Surroundings) throws {
        let card = TestCard.plain()
        let log = card.folder.write("log.csv", TestCard.log(tilt: 60))
        let window = try CardWindow(
            ["replay", log, "--loop"], card: card, environment: surroundings.variables)
        try window.awaitColour(card.colour(tilt: 60))
        try window.press("q")
        let result = try window.result()
        #expect(result.status == 0 && result.errors == "", "\(result.errors)")
    }

    @Test(.enabled(if: Program.canMount, "needs unshare and mount"))
    func `the card is shown from a home whose disk is full`() throws {
        let (server, card) = (try Xvfb(), TestCard.plain())
        let result = try Program.run(
            onFullDisk: """
                export DISPLAY=\(server.display) HOME=$PWD/full XDG_STATE_HOME=$PWD/full/state
                export XDG_CACHE_HOME=$PWD/full/cache
                head -c 100000 /dev/zero > full/rest 2> no || true
                exec "$0" show --card '\(card.folder.path)' --from pointer: --frames 2
                """)
        #expect(result.status == 0 && result.errors == "", "\(result.errors)")
    }

    @Test func `without a font the card is shown, also while help is asked for`() throws {
        let card = TestCard.plain()
        let fonts = card.folder.write(
            "fonts.conf", "<?xml version=\"1.0\"?><fontconfig></fontconfig>")
        let window = try CardWindow(
            ["show", "--from", "simulated:still"], card: card,
            environment: ["FONTCONFIG_FILE": fonts])
        try window.awaitColour(card.colour(tilt: 0))
        try window.press("h")
        usleep(300_000)
        try window.awaitColour(card.colour(tilt: 0))
        try window.press("q")
        let result = try window.result()
        #expect(result.status == 0 && result.errors == "", "\(result.errors)")
    }

    @Test func `a terminal of 20 columns shows the card`() throws {
        let (card, terminal) = (TestCard.plain(), try PseudoTerminal())
        terminal.resize(columns: 20, rows: 6)
        let program = try RunningProgram(
            [
                "show", "--display", "terminal", "--from", "simulated:still", "--frames", "2",
                "--card", card.folder.path,
            ], environment: ["TERM": "xterm-256color", "NO_COLOR": nil], terminal: terminal.path)
        #expect(eventually { terminal.read().contains("▄") })
        #expect(
            eventually {
                terminal.read()
                return !program.isRunning
            })
        #expect(try program.result().status == 0)
    }

    /// The clock is set back while the card is shown: changes of the card are still seen, and time goes on.
    @Test func `a clock that is set back by a year changes nothing`() throws {
        let card = TestCard.scene(Self.text("#ff0000"))
        let library = try PreloadedLibrary(
            """
            #define _GNU_SOURCE
            #include <dlfcn.h>
            #include <time.h>
            #include <unistd.h>
            int clock_gettime(clockid_t clock, struct timespec *time)
            {
                int (*next)(clockid_t, struct timespec *) = dlsym(RTLD_NEXT, "clock_gettime");
                int result = next(clock, time);
                if (clock == CLOCK_REALTIME && access("\(card.folder.path)/back", F_OK) == 0)
                    time->tv_sec -= 365 * 86400;
                return result;
            }
            """, in: card.folder)
        let window = try CardWindow(
            ["show", "--from", "simulated:still"], card: card, environment: library.environment)
        try window.awaitColour(Colour(255, 0, 0))
        card.folder.write("back", "")
        for (text, colour) in [("#0000ff", Colour(0, 0, 255)), ("#00ff00", Colour(0, 255, 0))] {
            card.folder.write("card.toml", Self.text(text))
            try window.awaitColour(colour)
        }
        try window.press("q")
        #expect(try window.result().status == 0)
    }

    private static func text(_ colour: String) -> String {
        "format = 2\nsize = [240, 180]\n[[layer]]\nname = \"sky\"\ncolour = \"\(colour)\"\n"
    }
}
