import Foundation
import TestSupport
import Testing

/// The program with its window on an X server of its own.
final class CardWindow {
    let server: Xvfb
    let program: RunningProgram
    /// The program's files, which stay as long as it runs.
    private let files: [TemporaryFolder]

    /// Runs `lenticule` with `arguments` and a card whose files it needs; nothing of this machine's
    /// cards and settings is seen.
    init(
        _ arguments: [String], card: TestCard? = nil, renderer: String = "cpu",
        environment: [String: String?] = [:], cards: TemporaryFolder? = nil,
        terminal: PseudoTerminal? = nil, isManaged: Bool = false,
        screen: (width: Int, height: Int) = (320, 240)
    ) throws {
        server = try Xvfb(width: screen.width, height: screen.height)
        if isManaged { try server.manageWindows() }
        files = [card?.folder, cards].compactMap { $0 }
        let own: [String: String?] = [
            "DISPLAY": server.display, "HOME": "/nonexistent", "XDG_CONFIG_HOME": nil,
            "XDG_DATA_HOME": cards?.path, "WAYLAND_DISPLAY": nil, "SDL_VIDEODRIVER": nil,
            "SSH_CONNECTION": nil, "SSH_TTY": nil, "XDG_CURRENT_DESKTOP": nil,
        ]
        program = try RunningProgram(
            arguments + ["--renderer", renderer] + (card.map { ["--card", $0.folder.path] } ?? []),
            environment: own.merging(environment) { $1 }, terminal: terminal?.path)
    }

    /// A card that a log holds at a tilt until the window is closed.
    convenience init(
        _ card: TestCard, tilt: Double, renderer: String = "cpu", isManaged: Bool = false
    ) throws {
        let log = card.folder.write("log.csv", TestCard.log(tilt: tilt))
        try self.init(
            ["replay", log, "--loop"], card: card, renderer: renderer, isManaged: isManaged)
    }

    /// The window's place on the screen, once it is there.
    func place() throws -> Rect {
        var place: Rect?
        _ = try eventually {
            place = try findPlace()
            return place != nil || !program.isRunning
        }
        return try #require(place, "no window: \(program.words)")
    }

    private func findPlace() throws -> Rect? {
        let text = try server.xdotool(
            "search", "--onlyvisible", "--class", "lenticule", "getwindowgeometry", "--shell")
        let pairs = text.split(separator: "\n").map { $0.split(separator: "=") }
        let values = Dictionary(
            pairs.compactMap { pair in pair.count == 2 ? (pair[0], Int(pair[1])) : nil }
        ) { $1 }
        guard let x = values["X"] ?? nil, let y = values["Y"] ?? nil,
            let width = values["WIDTH"] ?? nil, let height = values["HEIGHT"] ?? nil
        else { return nil }
        return Rect(x: x, y: y, width: width, height: height)
    }

    /// Waits until a place in the window has this colour, within 1 of 255.
    func awaitColour(_ colour: Colour, x: Int? = nil, y: Int? = nil) throws {
        let place = try place()
        var last = Colour()
        let found = try eventually {
            guard program.isRunning else { return true }
            last = try server.screenshot()[
                place.x + (x ?? place.width / 2), place.y + (y ?? place.height / 4)]
            return difference(last, colour) <= 1
        }
        #expect(found && program.isRunning, "\(last) instead of \(colour); \(program.words)")
    }

    /// Moves the pointer to a place of the window, as parts of it.
    func move(x: Double, y: Double) throws {
        let place = try place()
        let (x, y) = (Double(place.width) * x, Double(place.height) * y)
        try server.xdotool("mousemove", "\(place.x + Int(x))", "\(place.y + Int(y))")
    }

    func click(x: Double, y: Double) throws {
        try move(x: x, y: y)
        try server.xdotool("click", "1")
    }

    /// Presses a key, as xdotool calls it.
    func press(_ key: String) throws { try server.xdotool("key", key) }

    /// Presses a key, again if the window has not had it: a manager gives the focus in its own time.
    func press(_ key: String, until isPlaced: (Rect) -> Bool) throws -> Bool {
        for _ in 0..<4 {
            try press(key)
            if try eventually(within: 8, { isPlaced(try place()) }) { return true }
        }
        return false
    }

    /// What the run gave; it must end by itself.
    func result() throws -> Program.Result {
        try #require(try program.result(within: 30), "still running: \(program.words)")
    }
}
