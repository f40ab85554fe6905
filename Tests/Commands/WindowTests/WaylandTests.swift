import Foundation
import Picture
import TestSupport
import Testing

/// A window on a Wayland desktop: weston's, shown on an X server.
@Suite(.enabled(if: Weston.isInstalled, "needs Xvfb, xdotool and weston"))
struct WaylandTests {
    @Test(arguments: ["cpu", "gl"])
    func `a desktop scaled by two shows every pixel of a picture`(renderer: String) throws {
        let weston = try Weston(scale: 2)
        let card = try noise()
        let program = try RunningProgram(
            ["show", "--from", "pointer:", "--renderer", renderer, "--card", card.path],
            environment: weston.environment)
        // Where each pixel of the desktop is two of the screen, blocks of two by two are alike.
        let isSharp = try eventually(within: 60) {
            try weston.fineness() > 0.5 || !program.isRunning
        }
        #expect(try !weston.isPassedBy)
        #expect(isSharp && program.isRunning, "\(program.words)")
        program.send(SIGTERM)
        let result = try #require(try program.result(within: 20))
        #expect(result.errors == "")
    }

    @Test(arguments: ["cpu", "gl"])
    func `a compositor that dies is one line, and status 69`(renderer: String) throws {
        let weston = try Weston(scale: 2)
        let card = try noise()
        let program = try RunningProgram(
            ["show", "--from", "pointer:", "--stats", "--renderer", renderer, "--card", card.path],
            environment: weston.environment)
        try #require(
            try eventually(within: 60) { try weston.fineness() > 0.5 || !program.isRunning })
        weston.kill()
        let result = try #require(try program.result(within: 20))
        #expect(result.status == 69)
        #expect(
            result.errors
                == "lenticule: the display server WAYLAND_DISPLAY=desktop has ended, and the window with it\n"
        )
        #expect(result.output.contains("\"frames\":"))
    }

    /// A card of which every pixel is another, finer than any window.
    private func noise() throws -> TemporaryFolder {
        let folder = TemporaryFolder()
        var random = SystemRandomNumberGenerator()
        let pixels = (0..<1200 * 900).map { _ in 0xFF00_0000 | UInt32(random.next() >> 40) }
        let bitmap = Bitmap(width: 1200, height: 900, pixels: pixels)
        for name in ["back", "middle", "front"] {
            try bitmap.writePNG(to: folder.file("\(name).png").path)
        }
        return folder
    }
}

/// Weston in a window of an X server; it ends with this object.
final class Weston {
    private let server: Xvfb
    private let child: Child
    private let folder = TemporaryFolder()

    static let isInstalled =
        Xvfb.isInstalled && access("/usr/bin/weston", X_OK) == 0

    /// Its output is `scale` times as fine, and turned as `transform` says: rotate-90 is a quarter turn
    /// counter-clockwise.
    init(scale: Int, transform: String = "normal") throws {
        server = try Xvfb(width: 1000, height: 800)
        let settings = folder.write("weston.ini", "[output]\nname=X1\ntransform=\(transform)\n")
        var environment = ProcessInfo.processInfo.environment
        environment["DISPLAY"] = server.display
        environment["XDG_RUNTIME_DIR"] = folder.path
        chmod(folder.path, 0o700)
        child = try Child(
            "weston",
            [
                "--backend=x11-backend.so", "--scale=\(scale)", "--width=400", "--height=300",
                "--socket=desktop", "--config=\(settings)",
            ], environment: environment)
        let socket = folder.file("desktop").path
        _ = eventually { FileManager.default.fileExists(atPath: socket) }
    }

    /// Ends it without a word.
    func kill() {
        child.send(SIGKILL)
        child.wait()
    }

    /// For a program of this desktop that finds an X server, too.
    var environment: [String: String?] {
        [
            "XDG_RUNTIME_DIR": folder.path, "WAYLAND_DISPLAY": "desktop", "DISPLAY": server.display,
            "HOME": "/nonexistent", "XDG_CONFIG_HOME": nil, "SDL_VIDEODRIVER": nil,
            "SSH_CONNECTION": nil, "SSH_TTY": nil,
        ]
    }

    /// Whether the program's window is on the X server itself.
    var isPassedBy: Bool { get throws { try server.hasWindow } }

    /// What is on the screen.
    func screenshot() throws -> Screenshot { try server.screenshot() }

    /// The part of the blocks of two by two pixels that differ in themselves, in the screen's middle.
    func fineness() throws -> Double {
        let screen = try server.screenshot()
        let blocks = (150..<200).flatMap { y in (150..<250).map { (2 * $0, 2 * y) } }
        let fine = blocks.filter { x, y in
            let corners = [(1, 0), (0, 1), (1, 1)].map { screen[x + $0.0, y + $0.1] }
            return corners.contains { difference($0, screen[x, y]) > 3 }
        }
        return Double(fine.count) / Double(blocks.count)
    }
}
