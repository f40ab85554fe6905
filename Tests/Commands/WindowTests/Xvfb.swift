import Foundation
import TestSupport

/// An X server without a screen whose picture is a file; it ends with this object.
final class Xvfb {
    /// Its name, as the variable DISPLAY has it.
    let display: String
    private let child: Child
    private var windowManager: Child?
    private let folder: TemporaryFolder

    /// Whether the server and what drives it are on this machine.
    static let isInstalled = isProgram("Xvfb") && isProgram("xdotool")

    /// Whether there is a window manager to be had, which full screen needs.
    static let isManagerInstalled = isInstalled && isProgram("openbox")

    struct NoServer: Error {}

    init(width: Int = 320, height: Int = 240) throws {
        let folder = TemporaryFolder()
        let name = folder.file("display")
        child = try Child(
            "Xvfb",
            [
                "-displayfd", "1", "-screen", "0", "\(width)x\(height)x24", "-fbdir", folder.path,
                "-nolisten", "tcp", "-noreset",
            ], streams: Child.Streams(output: name.path))
        var number = ""
        // The server writes its number when it takes programs in.
        let isReady = eventually {
            number = (try? String(contentsOf: name, encoding: .utf8)) ?? ""
            return number.hasSuffix("\n")
        }
        guard isReady else { throw NoServer() }
        self.folder = folder
        display = ":\(number.dropLast())"
    }

    /// Starts a window manager, and waits until it manages.
    func manageWindows() throws {
        windowManager = try Child(
            "openbox", ["--sm-disable"], streams: Child.Streams(output: "/dev/null"),
            environment: environment)
        // Only a window manager says how many desktops there are.
        guard eventually({ Int((try? xdotool("get_num_desktops").dropLast()) ?? "") != nil }) else {
            throw NoServer()
        }
        // It says so a moment before it listens.
        usleep(300_000)
    }

    private var environment: [String: String] {
        ProcessInfo.processInfo.environment.merging(["DISPLAY": display]) { $1 }
    }

    /// Stops the server, or lets it go on.
    func freeze(_ isFrozen: Bool) { child.send(isFrozen ? SIGSTOP : SIGCONT) }

    /// Ends the server without a word.
    func kill() {
        child.send(SIGKILL)
        child.wait()
    }

    /// Whether the program's window is on the screen.
    var hasWindow: Bool {
        get throws {
            try !xdotool("search", "--onlyvisible", "--class", "lenticule").isEmpty
        }
    }

    /// What is on the screen now.
    func screenshot() throws -> Screenshot {
        try Screenshot(xwd: Data(contentsOf: folder.file("Xvfb_screen0")))
    }

    /// Runs xdotool on this server; gives what it printed.
    @discardableResult
    func xdotool(_ arguments: String...) throws -> String {
        let output = try TemporaryFile()
        let tool = try Child(
            "xdotool", arguments, streams: Child.Streams(output: output.path),
            environment: environment)
        tool.wait()
        return output.text
    }

    private static func isProgram(_ name: String) -> Bool {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin"
        return path.split(separator: ":").contains { access("\($0)/\(name)", X_OK) == 0 }
    }
}
