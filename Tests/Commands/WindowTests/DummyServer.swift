import Foundation
import TestSupport
import Testing

/// A real X server without hardware, whose display changes its mode, and is switched off and on; it ends
/// with this object. Xvfb's display never changes.
final class DummyServer {
    /// Its name, as the variable DISPLAY has it, also before it starts.
    let display: String
    private let folder = TemporaryFolder()
    private var server: Child?
    private var windowManager: Child?

    static let isInstalled =
        Stranger.isHere("Xorg") && Stranger.isHere("xrandr") && Stranger.isHere("xdotool")
        && Stranger.isHere("openbox") && Stranger.isHere("import")
    static let absence: Comment = """
        Xorg, xrandr, xdotool, openbox or import is not here (xserver-xorg-video-dummy, x11-xserver-utils)
        """

    struct NoServer: Error { let log: String }

    /// Does not start it yet.
    init() {
        // Servers that choose their number begin at 0.
        let free = (200...999).shuffled().first { number in
            !["/tmp/.X\(number)-lock", "/tmp/.X11-unix/X\(number)"].contains {
                FileManager.default.fileExists(atPath: $0)
            }
        }
        display = ":\(free ?? 200)"
    }

    func start() throws {
        let configuration = folder.write("xorg.conf", Self.configuration)
        let log = folder.file("log").path
        server = try Child(
            "Xorg",
            [
                display, "-config", configuration, "-logfile", log, "-noreset", "-nolisten", "tcp",
                "-novtswitch", "-sharevts",
            ])
        guard try eventually({ try !run("xrandr").isEmpty }) else {
            throw NoServer(log: (try? String(contentsOfFile: log, encoding: .utf8)) ?? "")
        }
    }

    /// Ends it without a word.
    func kill() {
        server?.send(SIGKILL)
        server?.wait()
    }

    func manageWindows() throws {
        windowManager = try Child(
            "openbox", ["--sm-disable"], streams: Child.Streams(output: "/dev/null"),
            environment: environment)
    }

    /// Sets the display's mode, as 1024x768; nil switches it off.
    func setMode(_ mode: String?) throws {
        try run("xrandr", ["--output", "DUMMY0"] + (mode.map { ["--mode", $0] } ?? ["--off"]))
    }

    /// The size of the program's window, as 1024x768, and its place; nil if there is none.
    func window() throws -> (size: String, place: String)? {
        let text = try run(
            "xdotool",
            ["search", "--onlyvisible", "--class", "lenticule", "getwindowgeometry", "--shell"])
        let pairs = text.split(separator: "\n").map { $0.split(separator: "=") }
        let values = Dictionary(
            pairs.compactMap { $0.count == 2 ? ($0[0], $0[1]) : nil }
        ) { $1 }
        guard let width = values["WIDTH"], let height = values["HEIGHT"] else { return nil }
        return ("\(width)x\(height)", "\(values["X"] ?? "")+\(values["Y"] ?? "")")
    }

    /// Whether the window comes to fill a display of this size.
    func isFilled(_ size: String) throws -> Bool {
        try eventually {
            let window = try window()
            return window?.size == size && window?.place == "0+0"
        }
    }

    /// What is shown at a place.
    func colour(x: Int, y: Int) throws -> Colour {
        let file = folder.file("pixel").path
        try run(
            "import", ["-window", "root", "-crop", "1x1+\(x)+\(y)", "-depth", "8", "rgb:\(file)"])
        let bytes = try Data(contentsOf: URL(filePath: file))
        try #require(bytes.count == 3)
        return Colour(Double(bytes[0]), Double(bytes[1]), Double(bytes[2]))
    }

    func press(_ key: String) throws { try run("xdotool", ["key", key]) }

    @discardableResult
    private func run(_ program: String, _ arguments: [String] = []) throws -> String {
        let output = try TemporaryFile()
        try Child(
            program, arguments, streams: Child.Streams(output: output.path),
            environment: environment
        ).wait()
        return output.text
    }

    private var environment: [String: String] {
        ProcessInfo.processInfo.environment.merging(["DISPLAY": display]) { $1 }
    }

    private static let configuration = """
        Section "ServerFlags"
          Option "AutoAddDevices" "false"
        EndSection
        Section "Device"
          Identifier "device"
          Driver "dummy"
          VideoRam 65536
        EndSection
        Section "Monitor"
          Identifier "monitor"
          HorizSync 5.0-1000.0
          VertRefresh 5.0-200.0
        EndSection
        Section "Screen"
          Identifier "screen"
          Device "device"
          Monitor "monitor"
          DefaultDepth 24
          SubSection "Display"
            Depth 24
            Virtual 1920 1200
            Modes "1280x800" "1024x768" "800x600"
          EndSubSection
        EndSection
        """
}
