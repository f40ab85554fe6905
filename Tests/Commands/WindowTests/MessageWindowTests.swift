import Foundation
import TestSupport
import Testing

/// A menu of the desktop starts the program where nobody reads standard error.
@Suite(.enabled(if: Xvfb.isInstalled, "needs Xvfb and xdotool"))
struct MessageWindowTests {
    private let folder = TemporaryFolder()

    /// Starts the program as the menu's entry does.
    private func window(_ arguments: [String] = [], card: TestCard? = nil) throws -> CardWindow {
        try CardWindow(["show", "--errors-in-window"] + arguments, card: card)
    }

    /// Whether words are to be seen in the window: bright pixels on a dark panel.
    private func showsWords(_ window: CardWindow) throws -> Bool {
        let place = try window.place()
        let screen = try window.server.screenshot()
        let bright = (0..<place.width * place.height).count {
            let pixel = screen[place.x + $0 % place.width, place.y + $0 / place.width]
            return difference(pixel, Colour(255, 255, 255)) < 60
        }
        return bright > 50
    }

    @Test(arguments: ["config.toml", "card"])
    func `what is wrong stands in a window until it is closed`(what: String) throws {
        let config = folder.write("config.toml", "tilt.axis = 3\n")
        let arguments = what == "card" ? ["--card", folder.path] : ["--config", config]
        let window = try window(arguments)
        #expect(try eventually { try showsWords(window) })
        #expect(window.program.isRunning)
        // The message does not wait for the window's end, which may be a power cut.
        #expect(window.program.words.hasPrefix("lenticule: "))
        try window.press("q")
        let result = try window.result()
        #expect(result.status == (what == "card" ? 66 : 78))
        #expect(result.errors.split(separator: "\n").count == 1)
    }

    @Test func `without a display it ends at once, with the reason`() throws {
        let config = folder.write("config.toml", "tilt.axis = 3\n")
        let program = try RunningProgram(
            ["show", "--errors-in-window", "--config", config],
            environment: ["DISPLAY": ":9999", "WAYLAND_DISPLAY": nil, "SDL_VIDEODRIVER": nil])
        #expect(try program.result().status == 78)
    }
}
